"""How a plan is made: the source is asked for tasks and runs, and candidates are drawn."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.run.units import counted
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import TASKS_FOR_NOW, Exclusion, Reason
from prgbench.sources.interface import Source
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task, TaskListing
from prgbench.study.named_runs import read_run_ids
from prgbench.study.plan import Plan, PlannedTask
from prgbench.study.plan_text import counts_of_reasons, excluded_not_there
from prgbench.study.selection import (
    Draw,
    Selection,
    check_positive_labels,
    draw_candidates,
    flow_key,
    only_asked_for,
)

MOST_NOT_ANSWERED = 0.05
"""The share of tasks that a plan may lack because nobody answered."""
SHOWN_TASKS = 5


def make_plan(source: Source, study: str, selection: Selection) -> Plan:
    """Ask the source for the tasks and their runs and draw the candidates.

    A run is drawn for one task only, whatever the source says. A few tasks of which the source
    says nothing are left out for now; `ArchiveUnreachableError` if they are more than 5%.
    """
    selection = selection.for_source(source)
    if selection.runs is not None:
        source = source.of_runs(read_run_ids(Path(selection.runs)))
    listing = only_asked_for(source.tasks(selection.query), selection.tasks)
    # Before the runs are listed, which takes longest.
    _check_few_for_now(source, listing.excluded, len(listing.tasks))
    check_positive_labels(source, listing.tasks)
    unknown = set(selection.excluded_runs)
    candidates = _candidate_runs(source, listing.tasks, selection, unknown)
    drawn = _DrawnTasks.of(candidates, selection, checks_aurocs=source.checks_aurocs)
    unlisted = {task.task_id for task in listing.tasks} - drawn.listed
    excluded_tasks = [
        *listing.excluded,
        *drawn.excluded_tasks,
        *(Exclusion(task_id, None, Reason.NOT_LISTED) for task_id in sorted(unlisted)),
    ]
    _check_few_for_now(source, excluded_tasks, len(drawn.listed))
    if not drawn.tasks:
        reasons = counts_of_reasons(exclusion.reason for exclusion in excluded_tasks)
        raise PrgbenchError(
            f"Study {study}: no task of the {source.label} is left after the filters "
            f"({reasons or 'it has none'}{_most_flows(drawn.most_flows, selection)}"
            f"{_of_runs(drawn.of_few)}): {_remedy(drawn.most_flows, selection)} in its file."
        )
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Plan(
        study,
        source.label,
        now,
        selection.n_models,
        # A source may list its tasks in any order; a plan has one.
        sorted(drawn.tasks, key=lambda planned: planned.task_id),
        excluded_tasks,
        dict(drawn.excluded_runs),
        notes=[
            *listing.notes,
            *_tasks_not_there(selection, listing),
            *_pinned_not_drawn(selection, drawn.run_ids),
            *excluded_not_there(unknown, "no task of the study has"),
        ],
    )


@dataclass(slots=True)
class _DrawnTasks:
    """The tasks of a plan, with the ids of the runs that were drawn and what was left out.

    ``listed`` are the ids of all tasks whose runs the source listed. Of tasks with few flows,
    ``of_few`` counts why runs are no candidates, and ``most_flows`` is the most that one has.
    """

    tasks: list[PlannedTask] = field(default_factory=list)
    run_ids: set[int] = field(default_factory=set)
    listed: set[int] = field(default_factory=set)
    excluded_tasks: list[Exclusion] = field(default_factory=list)
    excluded_runs: Counter[Reason] = field(default_factory=Counter)
    of_few: Counter[Reason] = field(default_factory=Counter)
    most_flows: int = 0

    @classmethod
    def of(
        cls,
        candidates: Iterable[tuple[Task, list[Run]]],
        selection: Selection,
        *,
        checks_aurocs: bool,
    ) -> Self:
        """Draw the candidates of each task from its runs."""
        drawn = cls()
        for task, runs in candidates:
            drawn.listed.add(task.task_id)
            # A run that a task has drawn stands for no other, or its model would count twice.
            left = [run for run in runs if run.run_id not in drawn.run_ids]
            draw = draw_candidates(task, left, selection, checks_aurocs=checks_aurocs)
            if _has_few(draw, selection):
                drawn.excluded_tasks.append(_few(task, runs, draw, selection))
                # Told only where no task is left: otherwise these runs belong to no task of the
                # study.
                drawn.of_few += draw.excluded
                drawn.most_flows = max(drawn.most_flows, draw.n_flows)
            else:
                drawn.excluded_runs += draw.excluded
                drawn.run_ids |= {run.run_id for run in draw.candidates}
                drawn.tasks.append(PlannedTask.of(task, draw.n_flows, draw.candidates))
        return drawn


def _tasks_not_there(selection: Selection, listing: TaskListing) -> list[str]:
    """Name the tasks that a study asks for by id and the archive lacks: an id may be misspelt."""
    known = {task.task_id for task in listing.tasks} | {
        left_out.task_id for left_out in listing.excluded if left_out.reason != Reason.NO_SUCH_TASK
    }
    asked = dict.fromkeys(task for task in selection.tasks or () if isinstance(task, int))
    lacking = [f"task {task_id}" for task_id in asked if task_id not in known]
    if not lacking:
        return []
    return [f"Not among the archive's classification tasks: {some_of(lacking)} (`tasks`)."]


def _pinned_not_drawn(selection: Selection, drawn: Collection[int]) -> list[str]:
    """Name the runs that a study pins and that are no candidates: its figures may be of others."""
    lacking = [
        f"run {run_id} of task {task_id}"
        for task_id, run_ids in selection.pinned_runs.items()
        for run_id in run_ids
        if run_id not in drawn
    ]
    if not lacking:
        return []
    return [f"Not drawn, as no task of the study has them: {some_of(lacking)} (`pinned_runs`)."]


def _candidate_runs(
    source: Source, tasks: Sequence[Task], selection: Selection, unknown: set[int]
) -> Iterable[tuple[Task, list[Run]]]:
    """Return each task with its runs, or with those of flows that all tasks have.

    The runs that the source has are taken out of ``unknown``.
    """
    runs_of_tasks = _noted(source.candidate_runs(tasks), unknown)
    if not selection.common_models:
        return runs_of_tasks
    key_of = flow_key(selection)
    # What all tasks share is known only when the runs of all of them are.
    of_tasks = list(runs_of_tasks)
    flows = [{key_of(run) for run in runs} for _, runs in of_tasks]
    common = set.intersection(*flows) if flows else set()
    if len(common) < FEWEST_MODELS:
        raise PrgbenchError(
            f"The {len(of_tasks)} tasks of the {source.label} have {len(common) or 'no'} flow in "
            "common: choose other `tasks`, or set `common_models` to false in the study file."
        )
    return [(task, [run for run in runs if key_of(run) in common]) for task, runs in of_tasks]


def _noted(
    runs_of_tasks: Iterable[tuple[Task, list[Run]]], unknown: set[int]
) -> Iterator[tuple[Task, list[Run]]]:
    for task, runs in runs_of_tasks:
        unknown.difference_update(run.run_id for run in runs)
        yield task, runs


def _check_few_for_now(source: Source, excluded: Sequence[Exclusion], n_answered: int) -> None:
    """Refuse to plan without more than a few tasks of which nothing is known."""
    missing = [exclusion for exclusion in excluded if exclusion.reason in TASKS_FOR_NOW]
    n_tasks = n_answered + len(missing)
    if len(missing) <= MOST_NOT_ANSWERED * n_tasks:
        return
    shown = ", ".join(str(exclusion.task_id) for exclusion in missing[:SHOWN_TASKS])
    more = ", ..." if len(missing) > SHOWN_TASKS else ""
    why = f" ({plain(missing[0].detail)})" if missing[0].detail else ""
    raise ArchiveUnreachableError(
        f"The {source.label} did not answer for {len(missing)} of {counted(str(n_tasks), 'task')}"
        f", {shown}{more}{why}: no plan is made if more than 5% of the tasks are missing. Try "
        "again later, or choose other tasks; answers are kept for a day."
    )


def _remedy(most_flows: int, selection: Selection) -> str:
    """Say what to change where no task is left."""
    if most_flows and selection.common_models:
        return "set `common_models` to false, or loosen `selection`"
    return "loosen `selection`"


def _most_flows(most_flows: int, selection: Selection) -> str:
    """Say how many flows would be enough for a task, if one has any."""
    if not most_flows:
        return ""
    common = " that all tasks have" if selection.common_models else ""
    return f"; a task has at most {most_flows} of {_fewest(selection)}{common}"


def _of_runs(reasons: Counter[Reason]) -> str:
    return f"; of their runs {counts_of_reasons(reasons)}" if reasons else ""


def _has_few(draw: Draw, selection: Selection) -> bool:
    """Say whether a task has fewer flows than asked for, or than models are drawn from it.

    The latter would be left out in the end, when all its files have been fetched.
    """
    few_flows = draw.n_flows < (selection.min_flows or 0)
    return few_flows or len(draw.candidates) < (selection.n_models or 0)


def _few(task: Task, runs: Sequence[Run], draw: Draw, selection: Selection) -> Exclusion:
    if not runs:
        return task.left_out(Reason.NO_RUNS)
    detail = f"{draw.n_flows} of {_fewest(selection)}{_of_runs(draw.excluded)}"
    return task.left_out(Reason.FEW_FLOWS, detail)


def _fewest(selection: Selection) -> int:
    """Return how many flows a task needs."""
    return max(selection.min_flows or 0, selection.n_models or 0)
