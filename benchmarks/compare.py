"""Processor time and memory of `prgbench.compare` with its report, of small and large tables.

Each table is compared in its own process: one of 6,400 rows by the command, the median of
three times, and tables of 2 million rows. Run by ``make bench-compare``; with
``--small``, the small table alone.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

import prgbench

SMALL, TIMES = (8, 200, 4), 3
SIZES = ((1, 400_000, 5), (10, 50_000, 4))
KINDS = ("parquet", "csv", "data frame")
PREVALENCE = 0.3
LIMITS = {"s": 60, "MB": 800}


def table(datasets: int, instances: int, models: int) -> pd.DataFrame:
    """Make up a table of predictions; the models differ, and share the difficulty of a row."""
    rng = np.random.default_rng([datasets, instances, models])
    frames = []
    for dataset in range(datasets):
        truth = rng.random(instances) < PREVALENCE
        difficulty = rng.normal(size=instances)
        for model in range(models):
            quality = rng.normal(1.0 + 0.2 * model, 0.2)
            logit = quality * truth + 0.8 * difficulty + 0.6 * rng.normal(size=instances) - 1
            columns = {
                "dataset": f"data {dataset}",
                "model": f"model {model}",
                "row_id": np.arange(instances),
                "y_true": truth.astype(np.int8),
                "y_score": 1 / (1 + np.exp(-2 * logit)),
            }
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def compare(path: Path, kind: str, out: Path) -> None:
    """Compare the table of a file and write the report."""
    predictions = pd.read_parquet(path) if kind == "data frame" else path
    prgbench.compare(predictions, progress=False).report(out)


def small() -> tuple[float, float]:
    """Return the median processor time and memory of the command with a small table."""
    found = []
    # Where this variable is set, as in many containers, Python compiles all modules each time.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as name:
        path = Path(name) / "table.csv"
        table(*SMALL).to_csv(path, index=False)
        for number in range(TIMES):
            out = Path(name) / f"report {number}"
            command = [sys.executable, "-m", "prgbench", "compare", path, "--out", out]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, command)
            found.append((used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6))
    times, memory = zip(*found, strict=True)
    return median(times), median(memory)


def main() -> None:
    """Print the time and memory of each table, or compare one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--one", nargs=3, metavar=("FILE", "KIND", "OUT"))
    parser.add_argument("--small", action="store_true", help="the small table alone")
    options = parser.parse_args()
    if options.one:
        path, kind, out = options.one
        compare(Path(path), kind, Path(out))
        who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
        used = [resource.getrusage(one) for one in who]
        seconds = sum(one.ru_utime + one.ru_stime for one in used)
        megabytes = max(one.ru_maxrss for one in used) * 1024 / 1e6
        sys.stdout.write(json.dumps({"s": seconds, "MB": megabytes}))
        return
    print("| data sets x instances x models | as | processor time | memory at most |")
    print("|---|---|---:|---:|")
    seconds, megabytes = small()
    shown = " x ".join(map(str, SMALL))
    print(f"| {shown} | `prgbench compare` of csv | {seconds:.1f} s | {megabytes:.0f} MB |")
    for size in () if options.small else SIZES:
        with TemporaryDirectory() as name:
            folder = Path(name)
            made = table(*size)
            made.to_parquet(folder / "table.parquet")
            made.to_csv(folder / "table.csv", index=False)
            for kind in options.kinds:
                path = folder / ("table.csv" if kind == "csv" else "table.parquet")
                out = folder / f"report of {kind}"
                command = [sys.executable, __file__, "--one", path, kind, out]
                found = json.loads(subprocess.check_output(command, text=True))
                shown = " x ".join(f"{part:,}" for part in size)
                print(f"| {shown} | {kind} | {found['s']:.0f} s | {found['MB']:.0f} MB |")
                for what, limit in LIMITS.items():
                    if found[what] > limit:
                        print(f"more than {limit} {what}", file=sys.stderr)


if __name__ == "__main__":
    main()
