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

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.per_task import Setting, instance_tables, noise_tables
from prgbench.comparison.run import Study, compare
from prgbench.comparison.table_files import gather
from prgbench.replication.agreement import task_agreement
from prgbench.study.config import Ranking

SEED = 2015
RESAMPLES = 10_000
REPLICATES = 200
PARTS = {
    "intervals": {},
    "noise_floor": {"winner_share": 0.05},
    "separability": {"level": 0.05},
    "regret": {"splits": 20},
    "ties": {"tolerances": [0, 1e-12, 1e-6, 1e-3]},
    "draws": {"draws": 200, "sizes": [2, 3, 5, 10, 20, 30, 50]},
    "rank_agreement": {"persistence": 0.9},
    "duplicates": {},
    "aggregation": {},
    "breakdown": {},
    "attribution": {},
    "measure_matrix": {},
    "prevalence": {"prevalences": [0.01, 0.1, 0.5]},
    "predictors": {},
}
NEED_NOISE = ("noise_floor", "separability")


def main() -> None:
    """Make the study, run the comparison with and without the noise floor, print the results."""
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
        instances = _timed(
            seconds, "instances", lambda: _chunks(instance_tables, store, models, sizes.processes)
        )
        quick = {name: part for name, part in PARTS.items() if name not in NEED_NOISE}
        _timed(seconds, "tables", lambda: _compare(models, instances, quick, sizes.processes))
        seconds["without the noise floor"] = time.perf_counter() - start
        seconds["of the processors, without the noise floor"] = _cpu_seconds() - cpu_before
        replicated = partial(noise_tables, replicates=REPLICATES)
        noise = _timed(
            seconds, "noise floor", lambda: _chunks(replicated, store, models, sizes.processes)
        )
        rest = {name: PARTS[name] for name in NEED_NOISE}
        _timed(
            seconds,
            "tables of the noise floor",
            lambda: _compare(models, instances | noise, rest, sizes.processes),
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


def _setting(parts: dict[str, dict[str, object]]) -> Setting:
    return Setting(("aupr", "auprg", "auroc"), Ranking(), SEED, 0.95, parts)


def _chunks(tables_of, store: BundleStore, models: pd.DataFrame, processes: int) -> Tables:
    """Do what the workflow's jobs do, each process one half of the tasks."""
    tasks = np.array_split(models["task_id"].unique(), processes)
    chunks = [models[models["task_id"].isin(own)] for own in tasks]
    work = partial(_chunk, tables_of, store)
    with ProcessPoolExecutor(processes) as pool:
        return gather(pool.map(work, chunks))


def _chunk(tables_of, store: BundleStore, models: pd.DataFrame) -> Tables:
    return gather(tables_of(models, store, _setting(PARTS)))


def _compare(models: pd.DataFrame, instances: Tables, parts, processes: int) -> Tables:
    setting = _setting(parts)
    agreement = task_agreement(models, setting.measures)
    study = Study(models, agreement, instances, setting, RESAMPLES)
    return compare(study, processes=processes)


def _cpu_seconds() -> float:
    own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _peak(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1e6


if __name__ == "__main__":
    main()
