"""How long the process of each stage of the workflow takes until its work begins.

That is from the start of Python to the first line of the stage: what Snakemake puts before each
script, and the imports of the stage. The libraries among them are timed alone, too: a stage that
draws or reads tables cannot do without them. Medians of fresh processes, by ``make bench-starts``;
on a busy machine the processor time says more than the wall time.
"""

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter

from job_imports import HEAVY, imports_of
from prgbench import stages

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
    public = [name for name in vars(stages) if name[0].islower() and callable(vars(stages)[name])]
    parser.add_argument("stages", nargs="*", default=public)
    options = parser.parse_args()
    wall, processor = medians("", options.repeats)
    print(f"Python with what Snakemake imports: {wall:.2f} s, processor {processor:.2f} s.\n")
    print("| stage | wall | processor | libraries alone: wall | processor | libraries |")
    print("| :-- | --: | --: | --: | --: | :-- |")
    for stage in options.stages:
        code = imports_of(stage)
        loaded = sorted(started(code)[2])
        alone = "".join(f"import {library}\n" for library in loaded)
        seconds = [*medians(code, options.repeats), *medians(alone, options.repeats)]
        print(f"| {stage} | {' | '.join(f'{s:.2f}' for s in seconds)} | {', '.join(loaded)} |")


if __name__ == "__main__":
    main()
