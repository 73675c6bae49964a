"""The processor time until the work of each stage's job begins: in a fork, and in a new process.

It is spent on what Snakemake puts before each script and on the imports of the stage. Medians, by
``make bench-starts``.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from job_imports import imports_of
from prgbench import stages
from fork_server import fork_server

# What Snakemake itself imports in each job: `PythonScript.generate_preamble`.
PREAMBLE = """
import pickle
from snakemake.logging import logger
from snakemake.iocontainers import Snakemake
"""
NOTE = "\nimport time; print(time.process_time())\n"


def started(program: str, code: str, folder: Path) -> float:
    """Run code as a script; return the seconds of the processor until its end."""
    script = folder / "script.py"
    script.write_text(f"{PREAMBLE}{code}{NOTE}", encoding="utf-8")
    done = subprocess.run([program, script], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    public = [name for name in vars(stages) if name[0].islower() and callable(vars(stages)[name])]
    parser.add_argument("stages", nargs="*", default=public)
    options = parser.parse_args()
    print("| stage | fork | new process |\n| :-- | --: | --: |")
    imported = [name for names in stages.IMPORTED.values() for name in names]
    with TemporaryDirectory() as folder, fork_server(imported) as forks:
        for stage in options.stages:
            seconds = (
                median(
                    started(program, imports_of(stage), Path(folder))
                    for _ in range(options.repeats)
                )
                for program in (forks, sys.executable)
            )
            print(f"| {stage} | {' | '.join(f'{s:.3f} s' for s in seconds)} |")


if __name__ == "__main__":
    main()
