"""Processor time and memory of `prgbench compare` on tables with many rows, data sets or models.

Each table is written part by part, then compared by the command with one job; then once more with
half of the memory as the limit, which must end in one sentence. Run by ``make bench-load``.
"""

import argparse
import os
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PREVALENCE = 0.3
CASES = {
    "rows": (20, 100_000, 30),
    "data sets": (2_000, 60, 4),
    "10,000 data sets": (10_000, 60, 4),
    "models": (1, 1_000, 2_000),
}
"""Data sets, instances of each, and models."""
LIMITS = {
    "rows": (450, 1_200),
    "data sets": (300, 1_300),
    "10,000 data sets": (1_500, 2_000),
    "models": (150, 1_600),
}
"""Seconds and megabytes."""
SHORT_OF_MEMORY = "prgbench: Not enough memory"


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


def compare(path: Path) -> tuple[float, float]:
    """Compare a table; return the processor time and the memory of its largest process."""
    with (path.parent / "said.txt").open("w") as said:
        process = subprocess.Popen(command(path), stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit((path.parent / "said.txt").read_text())
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def command(path: Path) -> list[str | Path]:
    """Return the command that compares a table."""
    words = [sys.executable, "-m", "prgbench", "compare", path, "--jobs", "1"]
    return [*words, "--out", path.parent / "report"]


def sentences_with(path: Path, megabytes: float) -> list[str]:
    """Return what the command says if it may reserve less."""
    most = int(megabytes * 1e6)
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, (most, most))
    ended = subprocess.run(
        command(path), capture_output=True, text=True, check=False, preexec_fn=limit
    )
    return ended.stderr.splitlines()


def main() -> None:
    """Print the time and memory of each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    options = parser.parse_args()
    print("| data sets x instances x models | processor time | bound | memory at most | bound |")
    print("|---|---:|---:|---:|---:|")
    for case in options.cases:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table.parquet"
            write_table(path, *CASES[case])
            found = compare(path)
            size = " x ".join(f"{part:,}" for part in CASES[case])
            measured = zip(found, LIMITS[case], ("s", "MB"), strict=True)
            cells = [f"{a:,.0f} {unit} | {b:,} {unit}" for a, b, unit in measured]
            print(f"| {size} | {' | '.join(cells)} |", flush=True)
            said = sentences_with(path, found[1] / 2)
            if [line.startswith(SHORT_OF_MEMORY) for line in said] != [True]:
                print(f"with half of the memory: {said}", file=sys.stderr)


if __name__ == "__main__":
    main()
