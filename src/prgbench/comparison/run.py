"""Runs the parts: first task by task where they need predictions, then over all tasks."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import pandas as pd
from threadpoolctl import threadpool_limits

from prgbench.archive.store.bundle import Bundle, BundleStore
from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.kept_tables import KeptTables
from prgbench.comparison.parts import PartOptions, parts_named
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import load_task_scores

Options = Mapping[str, PartOptions]


def options_of(sections: Mapping[str, Mapping[str, Any]]) -> dict[str, PartOptions]:
    """Return the options of parts from their sections of a study file, in the order of the list.

    Raises
    ------
    ValueError
        If there is no such part, or one of its options is wrong.
    """
    return {
        part.name: part.options.from_params(sections[part.name]) for part in parts_named(sections)
    }


def per_task_tables(
    models: pd.DataFrame,
    store: BundleStore,
    setting: Setting,
    options: Options,
    kept: KeptTables | None = None,
) -> Iterator[Tables]:
    """Yield what the parts compute from the predictions of each task.

    Parameters
    ----------
    models : DataFrame
        Ranked models of the tasks.
    store : BundleStore
        Where their bundles are.
    setting : Setting
        What all parts share.
    options : mapping of str to PartOptions
        The parts to compute.
    kept : KeptTables, optional
        Where the tables of each task are kept, and may be already.
    """
    if models.empty:
        return
    for task_id, own in models.groupby("task_id"):
        bundle = store.open(int(str(task_id)))
        make = partial(_of_task, bundle, own, setting, options)
        yield make() if kept is None else kept.get_or_make(bundle.header, own, make)


def _of_task(bundle: Bundle, models: pd.DataFrame, setting: Setting, options: Options) -> Tables:
    task = load_task_scores(bundle, sorted(models["run_id"].tolist()))
    tables: Tables = {}
    # Chunks share the processors; threads inside a chunk only get in each other's way.
    with threadpool_limits(1, user_api="blas"):
        for part in parts_named(options):
            per_task = part.load("per_task", "per_task")
            tables |= per_task(task, models, setting, options[part.name])
    return tables


def compare(study: Study, options: Options, *, processes: int = 1) -> Tables:
    """Compute the tables of the parts.

    Parameters
    ----------
    study : Study
        The data.
    options : mapping of str to PartOptions
        The parts to compute.
    processes : int
        How many processes share the parts; the tables do not depend on it.

    Returns
    -------
    dict of str to DataFrame
        The tables by name, in the order of the parts.
    """
    parts = parts_named(options)
    work = [(part.name, options[part.name]) for part in parts]
    if processes == 1:
        results = [_tables(name, own, study) for name, own in work]
    else:
        with ProcessPoolExecutor(processes, initializer=_share, initargs=(study,)) as pool:
            results = list(pool.map(_shared_tables, *zip(*work, strict=True)))
    return {name: table for tables in results for name, table in tables.items()}


_shared: list[Study] = []


def _share(study: Study) -> None:
    _shared[:] = [study]


def _shared_tables(name: str, options: PartOptions) -> Tables:
    return _tables(name, options, _shared[0])


def _tables(name: str, options: PartOptions, study: Study) -> Tables:
    [part] = parts_named([name])
    tables: Tables = part.load("tables", "tables")(study, options)
    return tables
