"""Time and memory of `prgbench compare` on tables with many rows, tasks or models.

Each table is written part by part, then compared by the command with one job.
Run by ``make bench-load``.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PREVALENCE = 0.3
CASES = {
    "rows": (20, 100_000, 30),
    "tasks": (10_000, 60, 4),
    "models": (1, 1_000, 2_000),
}
"""Data sets, instances of each, and models."""


def write_table(path: Path, datasets: int, instances: int, models: int) -> None:
    """Write a wide table; its models differ, and share the difficulty of a row."""
    rng = np.random.default_rng([datasets, instances, models])
    names = [f"model {model}" for model in range(models)]
    types = {"dataset": pa.string(), "y_true": pa.int8(), **dict.fromkeys(names, pa.float64())}
    with pq.ParquetWriter(path, pa.schema(types), compression="none") as writer:
        for dataset in range(datasets):
            truth = np.arange(instances) < PREVALENCE * instances
            quality = np.linspace(1, 2, models) + rng.normal(scale=0.3, size=models)
            noise = 0.8 * rng.normal(size=instances) + 0.6 * rng.normal(size=(models, instances))
            scores = 1 / (1 + np.exp(1 - 2 * (quality[:, None] * truth + noise)))
            columns = [[f"data {dataset}"] * instances, truth.astype(np.int8), *scores]
            writer.write_table(pa.table(columns, schema=pa.schema(types)))


def main() -> None:
    """Print the time and memory of each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--in-folder", type=Path)
    options = parser.parse_args()
    print("| data sets x instances x models | time | processor time | memory at most |")
    print("|---|---:|---:|---:|")
    for case in options.cases:
        with TemporaryDirectory() as name:
            folder = options.in_folder or Path(name)
            path = folder / f"{case}.parquet"
            if not path.exists():
                write_table(path, *CASES[case])
            command = [sys.executable, "-m", "prgbench", "compare", str(path), "--jobs", "1"]
            begun = time.perf_counter()
            with (folder / f"{case}.txt").open("w") as said:
                process = subprocess.Popen(
                    [*command, "--out", str(folder / f"report of {case}")],
                    stdout=said,
                    stderr=said,
                )
                _, status, used = os.wait4(process.pid, 0)
            shown = " x ".join(f"{size:,}" for size in CASES[case])
            wall, cpu = time.perf_counter() - begun, used.ru_utime + used.ru_stime
            megabytes = used.ru_maxrss * 1024 / 1e6
            print(f"| {shown} | {wall:.0f} s | {cpu:.0f} s | {megabytes:,.0f} MB |", flush=True)
            if status:
                print((folder / f"{case}.txt").read_text(), file=sys.stderr)


if __name__ == "__main__":
    main()
