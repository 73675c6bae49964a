"""How long the process of each job of the workflow takes until its work begins.

That is from the start of Python to the first line inside `with job(...)`: what Snakemake puts
before each script, and the script's own imports. Beside it stands what the libraries among them
take alone, which a job that draws or reads tables cannot do without. What a job imports later,
as the modules of the comparison's parts, belongs to its work. Medians of fresh processes, by
``make bench-starts``; on a busy machine the processor time says more than the wall time.
"""

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter

from job_imports import HEAVY, SCRIPTS, imports_of

# What Snakemake itself imports in each job: `PythonScript.generate_preamble`.
PREAMBLE = """
import pickle
from snakemake.logging import logger
from snakemake.iocontainers import Snakemake
"""
NOTE = "\nimport sys, time; print(time.perf_counter(), time.process_time(), *sys.modules)\n"


def started(code: str) -> tuple[float, float, set[str]]:
    """Run code in a fresh process: seconds of wall and processor time, and what it has loaded."""
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PREAMBLE + code + NOTE], capture_output=True, text=True, check=True
    )
    # Both processes read the same monotonic clock.
    now, processor, *loaded = done.stdout.split()
    return float(now) - begun, float(processor), HEAVY & set(loaded)


def medians(code: str, repeats: int) -> tuple[float, float]:
    wall, processor = zip(*(started(code)[:2] for _ in range(repeats)), strict=True)
    return median(wall), median(processor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("scripts", nargs="*", default=sorted(p.name for p in SCRIPTS.glob("*.py")))
    options = parser.parse_args()
    wall, processor = medians("", options.repeats)
    print(f"Python with what Snakemake imports: {wall:.2f} s, processor {processor:.2f} s.\n")
    print("| script | wall | processor | libraries alone: wall | processor | libraries |")
    print("| :-- | --: | --: | --: | --: | :-- |")
    for script in options.scripts:
        code = imports_of(script)
        loaded = sorted(started(code)[2])
        alone = "".join(f"import {library}\n" for library in loaded)
        seconds = [*medians(code, options.repeats), *medians(alone, options.repeats)]
        print(f"| {script} | {' | '.join(f'{s:.2f}' for s in seconds)} | {', '.join(loaded)} |")


if __name__ == "__main__":
    main()
