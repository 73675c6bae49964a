"""Time and memory of the whole comparison on a study of the paper's size.

Run by `make bench-comparison`. With ``--copies`` the tables are those of so many times the tasks:
what is computed task by task is repeated under other ids, which takes no time.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from synthetic import copied, make_study

from prgbench.answer.interface import Options, Study
from prgbench.answer.parts import ANSWER
from prgbench.answer.run import compute_tables, per_task_tables
from prgbench.answer.tables import GatheredTables, gather, write_parquet_tables
from prgbench.data.models import Models
from prgbench.robustness import ROBUSTNESS
from prgbench.sources.store.bundle import BundleStore
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import task_agreement
from prgbench.study_file import read_study

STUDIES = Path(__file__).parents[2] / "config" / "studies"
STUDY = read_study(STUDIES, "paper")
SETTING = STUDY.setting
CHUNKS = 32
MODELS = "models.parquet"


def main() -> None:
    """Make the study, run the comparison, print what it takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=886)
    parser.add_argument("--datasets", type=int, default=426)
    parser.add_argument("--models", type=int, default=30)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--copies", type=int, default=1)
    sizes = parser.parse_args()
    copies = range(sizes.copies)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store, models = make_study(
            folder, sizes.tasks, min(sizes.datasets, sizes.tasks), sizes.models, sizes.rows
        )
        whole = pd.concat([copied(models.frame, copy) for copy in copies], ignore_index=True)
        Models(whole, models.measures).write(folder / MODELS)
        found = {}
        for group, parts in {"answer": ANSWER, "robustness": ROBUSTNESS}.items():
            options = {part: part.options() for part in parts}
            work = partial(_chunks, folder / group, options, store, models, sizes.processes)
            found[f"{group}, task by task"] = _measured(work)
            for path in sorted((folder / group).glob("*/*.parquet")):
                table = pd.read_parquet(path)
                together = [copied(table, copy) for copy in copies]
                pd.concat(together, ignore_index=True).to_parquet(path, index=False)
            work = partial(_tables, folder, group, options, sizes.processes)
            found[f"{group}, tables"] = _measured(work)
    report = {"sizes": vars(sizes), **found}
    sys.stdout.write(f"{json.dumps(report, indent=2)}\n")


def _measured(work: Callable[[], object]) -> dict[str, float]:
    """Do something in another process; the memory is that of the largest, itself or a child."""
    start, process = time.perf_counter(), os.fork()
    if process == 0:
        work()
        os._exit(0)
    _, status, used = os.wait4(process, 0)
    if status:
        sys.exit(1)
    return {
        "seconds": round(time.perf_counter() - start, 1),
        "of the processors": round(used.ru_utime + used.ru_stime, 1),
        "megabytes": round(used.ru_maxrss * 1024 / 1e6),
    }


def _chunks(
    folder: Path, options: Options, store: BundleStore, models: Models, processes: int
) -> None:
    """Do what the workflow's jobs do, chunk by chunk."""
    chunks = np.array_split(models.task_id.unique(), CHUNKS)
    with ProcessPoolExecutor(processes) as pool:
        list(pool.map(partial(_chunk, folder, options, store, models), chunks))


def _chunk(
    folder: Path,
    options: Options,
    store: BundleStore,
    models: Models,
    tasks: NDArray[np.int64],
) -> None:
    in_chunk = models[models.task_id.isin(tasks)]
    made = gather(per_task_tables(in_chunk, store, SETTING, options))
    write_parquet_tables(folder / str(tasks[0]), made)


def _tables(folder: Path, group: str, options: Options, processes: int) -> None:
    models = Models.read(folder / MODELS)
    agreement = task_agreement(models, SETTING.measures)
    per_task = GatheredTables(sorted((folder / group).iterdir()))
    study = Study(models, agreement, per_task, SETTING, Resampling(**STUDY.resampling))
    compute_tables(study, options, processes=processes)


if __name__ == "__main__":
    main()
