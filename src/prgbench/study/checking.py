"""Tries a server before hours of work: a call of each kind, one file, and what a study takes."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.run.units import size
from prgbench.sources.interface import Run, Source, Task, TaskQuery
from prgbench.study.cost import REQUESTS_PER_FILE, cost_text, study_cost
from prgbench.study.plan import Plan, planned_works
from prgbench.study.selection import Selection

ANY_TASK = 3872
"""A small task of OpenML, tried where neither a plan nor the study names one."""


def check_server(
    source: Source, selection: Selection, plan: Plan | None, *, store: Path, free_bytes: float
) -> Iterator[str]:
    """Yield in lines what a server answers, how fast, and what the study takes.

    The source has an empty cache, and ``store`` is an empty folder. What the study takes is known
    from its plan.
    """
    task_id, run_ids = _task_and_runs(selection, plan)
    begin = time.monotonic()
    task = _task(source, task_id)
    api = f" ({source.api})" if source.api else ""
    yield (
        f"- lists and labels{api}: task {task.task_id} ({plain(task.dataset_name)}, "
        f"{task.n_instances:,} instances), {_since(begin)};"
    )
    begin = time.monotonic()
    [(_, runs)] = source.candidate_runs([task])
    yield f"- evaluations: {len(runs):,} runs of it with an AUROC, {_since(begin)};"
    run = _run(task, runs, run_ids)
    if missing := set(run_ids) - {listed.run_id for listed in runs}:
        named = ", ".join(map(str, sorted(missing)))
        yield f"- the study asks for runs that the server no longer lists: {named};"
    begin = time.monotonic()
    auroc = _auroc(source, task, run, store)
    seconds = time.monotonic() - begin
    stored = "" if run.auroc is None else f", {run.auroc:.6f} stored"
    yield (
        f"- description and file: run {run.run_id}, {seconds:.1f} s; AUROC {auroc:.6f} "
        f"here{stored}."
    )
    yield from _cost(source, plan, seconds / REQUESTS_PER_FILE, free_bytes)


def _task_and_runs(selection: Selection, plan: Plan | None) -> tuple[int, tuple[int, ...]]:
    """Choose a task with its pinned runs, the smallest one of the plan, or one with an id."""
    if selection.pinned_runs:
        return next(iter(selection.pinned_runs.items()))
    if plan is not None:
        return min(plan.tasks, key=lambda task: task.n_instances).task_id, ()
    ids = (task for task in selection.tasks or () if isinstance(task, int))
    return next(ids, ANY_TASK), ()


def _task(source: Source, task_id: int) -> Task:
    listing = source.tasks(TaskQuery(task_ids=(task_id,)))
    if not listing.tasks:
        why = next((str(exclusion.reason) for exclusion in listing.excluded), "not listed")
        raise PrgbenchError(
            f"The {source.label} answers, but task {task_id} can't be tried ({why}): make the "
            "plan first; then one of its tasks is tried."
        )
    return listing.tasks[0]


def _run(task: Task, runs: Sequence[Run], pinned: Sequence[int]) -> Run:
    if not runs:
        raise PrgbenchError(
            f"The server lists no evaluated run of task {task.task_id}: without its evaluations "
            "there is no study; try again later."
        )
    return next((run for run in runs if run.run_id in pinned), runs[0])


def _auroc(source: Source, task: Task, run: Run, store: Path) -> float:
    """Fetch a run as a study does, with all checks, and return its AUROC."""
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.sources.store.fetch import fetch_task

    fetched = fetch_task(source, BundleStore(store), task, [run], 1)
    if not fetched.models:
        [why, *_] = fetched.exclusions
        detail = f", {why.detail}" if why.detail else ""
        raise PrgbenchError(
            f"The server answers calls, but run {run.run_id} of task {task.task_id} can't be used "
            f"({why.reason}{detail}): a study would be left without it; try again later."
        )
    return fetched.models[0].auroc


def _cost(source: Source, plan: Plan | None, latency: float, free_bytes: float) -> Iterator[str]:
    """Yield what the study takes at the rate that is kept or that the server manages."""
    if plan is None:
        yield "What the study takes is said when it is planned: snakemake --cores 8 plan."
        return
    works = planned_works(plan)
    rate = min(source.requests_per_second or 1.0, source.connections / max(latency, 1e-9))
    rate = float(f"{rate:.2g}")
    yield f"Cost of the study, estimated from its plan. {cost_text(works, rate)}"
    kept = study_cost(works).kept_bytes
    room = "enough" if kept < free_bytes else "not enough: make room"
    yield f"Free on the disk: {size(free_bytes)}, {room}."


def _since(begin: float) -> str:
    return f"{time.monotonic() - begin:.1f} s"
