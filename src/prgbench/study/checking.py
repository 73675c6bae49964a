"""Tries a server before hours of work: a call of each kind, one file, and what a study takes."""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.run.units import size
from prgbench.sources.errors import NoSuchTaskError
from prgbench.sources.interface import Source
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task, TaskQuery
from prgbench.study.cost import REQUESTS_PER_FILE, cost_text, study_cost
from prgbench.study.named_runs import read_run_ids
from prgbench.study.plan import Plan, PlannedTask
from prgbench.study.plan_text import planned_works
from prgbench.study.selection import Selection

ANY_TASK = 3872
"""A small task of OpenML, tried where neither a plan nor the study names one."""
TRIED_RUNS = 3
"""Of the runs that a study names, the first few are tried: one may be gone."""


def check_server(
    source: Source, selection: Selection, plan: Plan | None, *, store: Path, free_bytes: float
) -> Iterator[str]:
    """Yield in lines what a server answers, how fast, and what the study takes.

    The source has an empty cache, and ``store`` is an empty folder. What the study takes is known
    from its plan. Where lists lack, a run that the study or its plan names is tried.
    """
    if selection.runs is not None:
        task, run = yield from _named(source, read_run_ids(Path(selection.runs)))
    else:
        task, run = yield from _listed(source, selection, plan)
    begin = time.monotonic()
    auroc = _auroc(source, task, run, store)
    seconds = time.monotonic() - begin
    stored = "" if run.auroc is None else f", {run.auroc:.6f} stored"
    yield (
        f"- description and file: run {run.run_id}, {seconds:.1f} s; AUROC {auroc:.6f} "
        f"here{stored}."
    )
    # What the server manages now is the best guess of what it will manage for hours.
    yield from _cost(source, plan, seconds / REQUESTS_PER_FILE, free_bytes)


def _named(source: Source, run_ids: Sequence[int]) -> Generator[str, None, tuple[Task, Run]]:
    """Yield what the server answers for runs that the study names; return one of them."""
    begin = time.monotonic()
    of_runs = source.of_runs(run_ids[:TRIED_RUNS])
    task = _task(of_runs, TaskQuery())
    [(_, runs)] = of_runs.candidate_runs([task])
    yield f"- tasks and labels{_by(source)}: {_shown(task)}, {_since(begin)};"
    if not_answered := source.lists_not_answered(task.task_id):
        yield f"{_lists_missing(not_answered)} This study names its runs;"
    else:
        yield "- lists: answered, though this study needs none;"
    return task, runs[0]


def _listed(
    source: Source, selection: Selection, plan: Plan | None
) -> Generator[str, None, tuple[Task, Run]]:
    """Yield what the server lists for a task; return it with a run of it."""
    named = _task_and_runs(selection, plan)
    task_id, pinned = named or (ANY_TASK, ())
    try:
        begin = time.monotonic()
        task = _task(source, TaskQuery(task_ids=(task_id,)))
        yield f"- lists and labels{_by(source)}: {_shown(task)}, {_since(begin)};"
        begin = time.monotonic()
        [(_, runs)] = source.candidate_runs([task])
        yield f"- evaluations: {len(runs):,} runs of it with an AUROC, {_since(begin)};"
    except NoSuchTaskError as error:
        if named is not None:
            raise
        raise PrgbenchError(
            f"The {source.label} answers, but does not have task {task_id}, which is tried if a "
            "study names none: make the plan first; then one of its tasks is tried."
        ) from error
    except PrgbenchError as error:
        not_answered = source.lists_not_answered(task_id)
        if not not_answered:
            raise
        yield _lists_missing(not_answered)
        return _planned(source, plan, error)
    if not runs:
        raise PrgbenchError(
            f"The server lists no evaluated run of task {task_id}: without its evaluations "
            "there is no study; try again later."
        )
    if missing := set(pinned) - {listed.run_id for listed in runs}:
        gone = ", ".join(map(str, sorted(missing)))
        yield f"- the study asks for runs that the server no longer lists: {gone};"
    return task, next((run for run in runs if run.run_id in pinned), runs[0])


def _task_and_runs(selection: Selection, plan: Plan | None) -> tuple[int, tuple[int, ...]] | None:
    """Choose a task with its pinned runs, the smallest one of the plan, or one with an id."""
    if selection.pinned_runs:
        return next(iter(selection.pinned_runs.items()))
    if plan is not None:
        return _smallest(plan).task_id, ()
    ids = (task for task in selection.tasks or () if isinstance(task, int))
    first = next(ids, None)
    return None if first is None else (first, ())


def _smallest(plan: Plan) -> PlannedTask:
    return min(plan.tasks, key=lambda task: task.n_instances)


def _planned(source: Source, plan: Plan | None, error: PrgbenchError) -> tuple[Task, Run]:
    """Return a task and a run of the plan, where the server lists none."""
    if plan is None:
        raise PrgbenchError(
            f"The {source.label} does not list what this study needs: name its runs in a file "
            "(`selection.runs` in the study file), give it a plan (`plan`), or try again later."
        ) from error
    planned = _smallest(plan)
    return planned.task, planned.candidates[0]


def _task(source: Source, query: TaskQuery) -> Task:
    listing = source.tasks(query)
    if listing.tasks:
        return listing.tasks[0]
    if listing.excluded:
        left_out = listing.excluded[0]
        tried = f"task {left_out.task_id}"
        why = str(left_out.reason)
    else:
        tried = "the first runs of the file"
        why = " ".join(listing.notes)
    raise PrgbenchError(
        f"The {source.label} answers, but {tried} can't be tried ({why}): make the "
        "plan first; then one of its tasks is tried."
    )


def _lists_missing(not_answered: Mapping[str, str]) -> str:
    """Say which lists the server does not answer, and which studies need none."""
    lists = ", ".join(f"{name} ({detail})" for name, detail in not_answered.items())
    return (
        f"- lists: the server does not send those of {lists}. Studies with a plan (`plan`), or "
        "with runs named in a file (`selection.runs`), need none."
    )


def _by(source: Source) -> str:
    return f" ({source.api})" if source.api else ""


def _shown(task: Task) -> str:
    return f"task {task.task_id} ({plain(task.dataset_name)}, {task.n_instances:,} instances)"


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
        yield "The plan says what the study takes: the same command, with plan instead of check."
        return
    works = planned_works(plan)
    rate = min(source.requests_per_second or 1.0, source.connections / max(latency, 1e-9))
    rate = float(f"{rate:.2g}")
    yield f"Cost of the study, estimated from its plan. {cost_text(works, rate)}"
    kept = study_cost(works).kept_bytes
    room = "enough" if kept < free_bytes else "not enough: free some"
    yield f"Free on the disk: {size(free_bytes)}, {room}."


def _since(begin: float) -> str:
    return f"{time.monotonic() - begin:.1f} s"
