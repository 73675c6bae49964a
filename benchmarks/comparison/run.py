"""Time and memory of the whole comparison on a study of the paper's size.

Run by `make bench-comparison`; ``--tasks`` makes it smaller.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from synthetic import make_study

from prgbench.answer.interface import Options, Study, Tables
from prgbench.answer.parts import ANSWER
from prgbench.answer.run import compute_tables, per_task_tables
from prgbench.answer.tables import gather
from prgbench.robustness.parts import ROBUSTNESS
from prgbench.sources.store.bundle import BundleStore
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import task_agreement
from prgbench.study_file import read_study

STUDIES = Path(__file__).parents[2] / "config" / "studies"
STUDY = read_study(STUDIES, "paper")
SETTING = STUDY.setting


def main() -> None:
    """Make the study, run the comparison, print what it takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=886)
    parser.add_argument("--datasets", type=int, default=426)
    parser.add_argument("--models", type=int, default=30)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    sizes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, models = make_study(
            Path(folder), sizes.tasks, min(sizes.datasets, sizes.tasks), sizes.models, sizes.rows
        )
        seconds = {}
        start, cpu_before = time.perf_counter(), _cpu_seconds()
        for group, parts in {"answer": ANSWER, "robustness": ROBUSTNESS}.items():
            options = {part: part.options() for part in parts}
            per_task = _timed(
                seconds,
                f"{group}, task by task",
                partial(_chunks, options, store, models, sizes.processes),
            )
            _timed(
                seconds,
                f"{group}, tables",
                partial(_compare, models, per_task, options, sizes.processes),
            )
        seconds["whole comparison"] = time.perf_counter() - start
        seconds["of the processors, whole comparison"] = _cpu_seconds() - cpu_before
    peak = _peak(resource.RUSAGE_SELF) + sizes.processes * _peak(resource.RUSAGE_CHILDREN)
    report = {"sizes": vars(sizes), "seconds": seconds, "peak_gb_at_most": peak}
    sys.stdout.write(f"{json.dumps(report, indent=2, default=float)}\n")


def _timed(seconds: dict[str, float], name: str, work: Callable[[], Tables]) -> Tables:
    start = time.perf_counter()
    result = work()
    seconds[name] = time.perf_counter() - start
    return result


def _chunks(options: Options, store: BundleStore, models: pd.DataFrame, processes: int) -> Tables:
    """Do what the workflow's jobs do, each process one half of the tasks."""
    tasks = np.array_split(models["task_id"].unique(), processes)
    chunks = [models[models["task_id"].isin(own)] for own in tasks]
    with ProcessPoolExecutor(processes) as pool:
        return gather(pool.map(partial(_chunk, options, store), chunks))


def _chunk(options: Options, store: BundleStore, models: pd.DataFrame) -> Tables:
    return gather(per_task_tables(models, store, SETTING, options))


def _compare(models: pd.DataFrame, per_task: Tables, options: Options, processes: int) -> Tables:
    agreement = task_agreement(models, SETTING.measures)
    resampling = Resampling(**STUDY.resampling)
    study = Study(models, agreement, per_task, SETTING, resampling)
    return compute_tables(study, options, processes=processes)


def _cpu_seconds() -> float:
    own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _peak(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1e6


if __name__ == "__main__":
    main()
