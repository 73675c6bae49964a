"""Fetches the models of a plan, task by task."""

import time
from collections.abc import Callable
from dataclasses import replace

from prgbench.archive.interface import Exclusion, Reason, Source
from prgbench.archive.store.bundle import BundleStore
from prgbench.archive.store.fetch import fetch_task
from prgbench.archive.store.fetched import FetchedTask
from prgbench.study.plan import Plan

FEWEST_MODELS = 2


def fetch_plan(
    source: Source,
    store: BundleStore,
    plan: Plan,
    on_task: Callable[[str], None] = lambda _: None,
) -> list[FetchedTask]:
    """Fetch the models of every task of a plan.

    Parameters
    ----------
    source, store
        The source and the store of its bundles.
    plan : Plan
        The tasks and their candidates.
    on_task : callable
        Is told after each task what has been received and left out so far.

    Returns
    -------
    list of FetchedTask
        A task that does not reach the plan's number of models has none, with the reason.
    """
    tally = _Tally()
    fetched = []
    for planned in plan.tasks:
        task = fetch_task(
            source, store, planned.task, planned.candidates, plan.n_models, tally.add_file
        )
        fetched.append(_complete(task, plan.n_models))
        tally.n_excluded += len(task.exclusions)
        on_task(str(tally))
    return fetched


class _Tally:
    """What has been received and left out so far."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.n_files = 0
        self.n_bytes = 0
        self.n_excluded = 0

    def add_file(self, n_bytes: int) -> None:
        self.n_files += 1
        self.n_bytes += n_bytes

    def __str__(self) -> str:
        rate = self.n_bytes / 1e6 / max(time.monotonic() - self.start, 1e-3)
        return f"{self.n_files} files, {rate:.1f} MB/s, {self.n_excluded} left out"


def _complete(task: FetchedTask, n_models: int | None) -> FetchedTask:
    wanted = FEWEST_MODELS if n_models is None else n_models
    if len(task.models) >= wanted:
        return task
    detail = f"{len(task.models)} of {wanted}"
    few = Exclusion(task.task.task_id, None, Reason.FEW_MODELS, detail)
    return replace(task, models=[], exclusions=[*task.exclusions, few])
