"""The plan of a study: its tasks and, for each, the candidate runs in the order of the draw.

A plan is cut into chunks, the parts that jobs work on: a task belongs to a chunk by its id.
"""

import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file, write_text
from prgbench.run.records import RecordError, from_json, to_json
from prgbench.run.safe_text import plain, some_of
from prgbench.run.units import counted
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import TASKS_FOR_NOW, Exclusion, Reason
from prgbench.sources.fields import Count, CountOrZero, Detail, Moment, Name
from prgbench.sources.interface import Source
from prgbench.sources.runs import Run, run_problem
from prgbench.sources.tasks import Task, estimated_bytes, task_problem
from prgbench.study.cost import TaskModels, cost_text
from prgbench.study.named_runs import read_run_ids
from prgbench.study.selection import (
    Draw,
    Selection,
    check_positive_labels,
    draw_candidates,
    flow_key,
    only_asked_for,
)

N_CLASSES = 2
FEWEST_COMMON = 2
LARGEST_FILE = 250_000_000
MOST_CHUNKS = 32
FEWEST_CHUNKS = 2
TASKS_OF_CHUNK = 8
"""With fewer, the jobs of a chunk take longer to start than to work."""

MOST_NOT_ANSWERED = 0.05
"""The share of tasks that a plan may lack because nobody answered."""
SHOWN_TASKS = 5

_CANDIDATES = re.compile(rb'"candidates"\s*:')


def n_chunks_of(n_tasks: int) -> int:
    """Return the number of chunks for a number of tasks: a power of two.

    A few more tasks then rarely change it, and most chunks stay as they are.
    """
    n_chunks = FEWEST_CHUNKS
    while n_chunks * TASKS_OF_CHUNK < n_tasks:
        n_chunks *= 2
    return min(n_chunks, n_tasks, MOST_CHUNKS)


def chunk_of(task_id: int, n_chunks: int) -> int:
    """Return the chunk of a task, which does not depend on the other tasks."""
    return zlib.crc32(str(task_id).encode()) % n_chunks


def chunks_with_tasks(plans: Iterable[str | Path]) -> list[str]:
    """Return the names of the chunks that have a task, given the files of their plans."""
    return [path.stem for path in map(Path, plans) if _CANDIDATES.search(path.read_bytes())]


@dataclass(frozen=True, slots=True)
class PlannedTask(Task):
    """A task, the number of flows that could be drawn, and the candidates drawn."""

    n_flows: CountOrZero = 0
    candidates: list[Run] = field(default_factory=list)

    @classmethod
    def of(cls, task: Task, n_flows: int, candidates: list[Run]) -> Self:
        """Add to a task what was drawn for it."""
        return cls(**_task_fields(task), n_flows=n_flows, candidates=candidates)

    @property
    def task(self) -> Task:
        """Return the task alone."""
        return Task(**_task_fields(self))


@dataclass(frozen=True, slots=True)
class Plan:
    """A study's tasks and candidate runs.

    ``excluded_tasks`` are the tasks that a filter removed; ``excluded_runs`` counts the runs of
    the remaining tasks that are no candidates, by reason. ``notes`` are sentences on what was
    assumed of a table. ``made_for`` is a checksum of the settings that it was drawn with, "" in
    the parts of a plan and in plans of earlier versions: a plan whose record is lost is not taken
    for that of other settings.
    """

    study: Name
    archive: Name
    created: Moment
    n_models: Annotated[Count, Field(ge=2)] | None
    # Fields before `tasks` are on the first line of the file, the only one `read_head` reads.
    notes: list[Detail] = field(default_factory=list, kw_only=True)
    made_for: Annotated[str, Field(max_length=100)] = field(default="", kw_only=True)
    tasks: list[PlannedTask]
    excluded_tasks: list[Exclusion] = field(default_factory=list)
    excluded_runs: dict[Reason, CountOrZero] = field(default_factory=dict)
    format: Annotated[Count, Field(le=1)] = 1

    def write(self, path: Path) -> None:
        """Write the plan as JSON, a line per task and per run."""
        # The head on a line of its own is all that `read_head` reads of a large plan.
        head = to_json(replace(self, tasks=[]))
        tasks = ",\n".join(
            _with_lines(
                to_json(replace(task, candidates=[])), "candidates", map(to_json, task.candidates)
            )
            for task in self.tasks
        )
        write_text(path, _with_lines(head, "tasks", [tasks] if tasks else []) + "\n")

    @classmethod
    def read(cls, path: Path, *, chunk: bool = False) -> Self:
        """Read a plan of this or an earlier version, which somebody else may have made.

        Only a ``chunk`` of a plan may have no task.
        """
        text = read_text_file(path, LARGEST_FILE)
        try:
            plan = from_json(cls, text)
        except RecordError as error:
            raise PrgbenchError(f"{path} is not a plan ({error}): make it again.") from None
        contradiction = _contradiction(plan.tasks)
        if contradiction is None and not (plan.tasks or chunk):
            contradiction = "it has no task"
        if contradiction is not None:
            raise PrgbenchError(f"{path} is not a plan ({contradiction}): make it again.")
        return plan

    @classmethod
    def read_head(cls, path: Path) -> Self:
        """Read a plan that `write` has written without its tasks, which take most of the time."""
        with path.open(encoding="utf-8") as file:
            head = file.readline()
        try:
            # The line ends with the list of tasks open: closed, it is a plan without tasks.
            return from_json(cls, f"{head}]}}")
        except RecordError as error:
            raise PrgbenchError(f"{path} is not a plan ({error}): make it again.") from None

    @property
    def drawn_runs(self) -> list[tuple[Task, list[Run]]]:
        """The tasks with their candidates, in the order of the plan."""
        return [(planned.task, planned.candidates) for planned in self.tasks]

    @property
    def run_ids(self) -> set[int]:
        """The candidates of all tasks by their ids."""
        return {run.run_id for task in self.tasks for run in task.candidates}

    def without(self, run_ids: Collection[int]) -> Self:
        """Return the plan without some runs, which are counted as left out."""
        tasks = [
            replace(task, candidates=[r for r in task.candidates if r.run_id not in run_ids])
            for task in self.tasks
        ]
        n_left_out = sum(len(task.candidates) for task in self.tasks) - sum(
            len(task.candidates) for task in tasks
        )
        counts = Counter(self.excluded_runs) + Counter({Reason.LEFT_OUT: n_left_out})
        return replace(self, tasks=tasks, excluded_runs=dict(counts))

    def smallest(self, percent: int) -> Self:
        """Return the plan with a share of its tasks, those with the smallest files, and a note."""
        # Rounded up, so that even a small share has a task.
        n_tasks = -(-len(self.tasks) * percent // 100)
        if n_tasks == len(self.tasks):
            return self
        by_size = sorted(self.tasks, key=lambda task: (estimated_bytes(task), task.task_id))
        kept = {task.task_id for task in by_size[:n_tasks]}
        note = (
            f"These are the {n_tasks} tasks with the smallest files of the {len(self.tasks)} in "
            "the plan; the others are left for later."
        )
        return replace(
            self,
            tasks=[task for task in self.tasks if task.task_id in kept],
            excluded_tasks=[
                *self.excluded_tasks,
                *(task.left_out(Reason.LATER) for task in by_size[n_tasks:]),
            ],
            notes=[*self.notes, note],
        )

    def chunk(self, number: int, n_chunks: int) -> Self:
        """Return the tasks of a chunk as a plan without anything that depends on other tasks."""
        tasks = [t for t in self.tasks if chunk_of(t.task_id, n_chunks) == number]
        return replace(
            self, created="", tasks=tasks, excluded_tasks=[], excluded_runs={}, notes=[]
        )


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
    excluded_tasks = list(listing.excluded)
    excluded_runs: Counter[Reason] = Counter()
    of_few: Counter[Reason] = Counter()
    tasks = []
    drawn: set[int] = set()
    unlisted = {task.task_id for task in listing.tasks}
    unknown = set(selection.excluded_runs)
    for task, runs in _candidate_runs(source, listing.tasks, selection, unknown):
        unlisted.remove(task.task_id)
        # A run that a task has drawn stands for no other, or its model would count twice.
        draw = draw_candidates(
            task,
            [r for r in runs if r.run_id not in drawn],
            selection,
            checks_aurocs=source.checks_aurocs,
        )
        if _has_few(draw, selection):
            excluded_tasks.append(_few(task, runs, draw, selection))
            # Told only where no task is left: otherwise these runs belong to no task of the study.
            of_few += draw.excluded
            continue
        excluded_runs += draw.excluded
        drawn |= {run.run_id for run in draw.candidates}
        tasks.append(PlannedTask.of(task, draw.n_flows, draw.candidates))
    excluded_tasks += [Exclusion(t, None, Reason.NOT_LISTED) for t in sorted(unlisted)]
    _check_few_for_now(source, excluded_tasks, len(listing.tasks) - len(unlisted))
    if not tasks:
        left_out = _counts(exclusion.reason for exclusion in excluded_tasks) or "it has none"
        raise PrgbenchError(
            f"Study {study}: no task of the {source.label} is left after the filters "
            f"({left_out}{_of_runs(of_few)}): loosen `selection` in its file."
        )
    # A source may list its tasks in any order; a plan has one.
    tasks.sort(key=lambda planned: planned.task_id)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Plan(
        study,
        source.label,
        now,
        selection.n_models,
        tasks,
        excluded_tasks,
        dict(excluded_runs),
        notes=[
            *listing.notes,
            *_pinned_not_drawn(selection, drawn),
            *excluded_not_there(unknown, "no task of the study has"),
        ],
    )


def describe(plan: Plan, requests_per_second: float | None = None) -> str:
    """Return the plan as text: its tasks, data sets, flows and files, filters, and cost."""
    works = planned_works(plan)
    numbers = {
        "task": len(plan.tasks),
        "data set": len({planned.dataset_id for planned in plan.tasks}),
        "flow": len({run.flow_id for planned in plan.tasks for run in planned.candidates}),
        "prediction file": sum(work.n_models for work in works),
    }
    tasks, datasets, flows, files = (counted(f"{n:,}", noun) for noun, n in numbers.items())
    lines = [
        f"Plan of study {plain(plan.study)} ({plain(plan.archive)}): "
        f"{tasks} on {datasets}, {flows}, {files}."
    ]
    if plan.excluded_tasks:
        reasons = _counts(exclusion.reason for exclusion in plan.excluded_tasks)
        lines.append(f"Tasks left out: {reasons}.")
    if not_answered := missing_tasks(plan):
        lines.append(f"{not_answered} At once: the same command with `--config again=1`.")
    if plan.excluded_runs:
        runs = ", ".join(f"{count} {reason}" for reason, count in plan.excluded_runs.items())
        lines.append(f"Runs left out: {runs}.")
    lines += map(plain, plan.notes)
    return "\n".join([*lines, cost_text(works, requests_per_second)])


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


def excluded_not_there(run_ids: Iterable[int], who_lacks: str) -> list[str]:
    """Name the runs that a study leaves out and that are nowhere: an id may be misspelt.

    Examples
    --------
    >>> excluded_not_there([7, 5], "the plan does not have")
    ['Not left out, as the plan does not have them: run 5, run 7 (`excluded_runs`).']
    """
    lacking = [f"run {run_id}" for run_id in sorted(run_ids)]
    if not lacking:
        return []
    return [f"Not left out, as {who_lacks} them: {some_of(lacking)} (`excluded_runs`)."]


def missing_tasks(plan: Plan) -> str:
    """Say which tasks are left out because nobody answered for them; "" if none.

    Examples
    --------
    >>> left_out = [Exclusion(7, None, Reason.NOT_LISTED), Exclusion(9, None, Reason.NO_RUNS)]
    >>> missing_tasks(Plan("small", "OpenML", "", 2, [], left_out))
    'The server did not answer for task 7, which is left out for now: a new plan asks again.'
    """
    tasks = [str(e.task_id) for e in plan.excluded_tasks if e.reason in TASKS_FOR_NOW]
    if not tasks:
        return ""
    named, are = ("task", "is") if len(tasks) == 1 else ("tasks", "are")
    return (
        f"The server did not answer for {named} {', '.join(tasks)}, which {are} left out for now: "
        "a new plan asks again."
    )


def lacks_tasks(path: Path) -> bool:
    """Return whether the file of a plan names a task that is left out for now, unread."""
    text = path.read_bytes()
    return any(f'"reason":"{reason}"'.encode() in text for reason in TASKS_FOR_NOW)


def planned_works(plan: Plan) -> list[TaskModels]:
    """Return the tasks of a plan, each with how many models are fetched for it."""
    # A slice up to None has all candidates.
    return [TaskModels(task, len(task.candidates[: plan.n_models])) for task in plan.tasks]


def _contradiction(tasks: Iterable[PlannedTask]) -> str | None:
    """Say where tasks and runs of a plan contradict each other.

    A plan does not say how its study tells flows apart: two runs are of one flow only if both its
    id and its name are the same.
    """
    task_ids: set[int] = set()
    run_ids: set[int] = set()
    for planned in tasks:
        task = f"task {planned.task_id}"
        if planned.task_id in task_ids:
            return f"{task} occurs twice"
        if len(planned.classes) != N_CLASSES:
            return f"{task} has {len(planned.classes)} classes, not two"
        if (problem := task_problem(planned)) is not None:
            return f"{task}: {problem}"
        task_ids.add(planned.task_id)
        flows: set[tuple[int, str]] = set()
        for run in planned.candidates:
            if (problem := run_problem(planned, run)) is not None:
                return f"{task}, run {run.run_id}: {problem}"
            if run.run_id in run_ids:
                return f"{task}, run {run.run_id}: it occurs twice"
            if (run.flow_id, run.flow_name) in flows:
                return f"{task}, run {run.run_id}: its flow {run.flow_id} occurs twice"
            run_ids.add(run.run_id)
            flows.add((run.flow_id, run.flow_name))
    return None


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
    if len(common) < FEWEST_COMMON:
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
        f", {shown}{more}{why}: without more than 5% of the tasks no plan is made. Try again "
        "later, or choose other tasks; what was answered is kept for a day."
    )


def _of_runs(reasons: Counter[Reason]) -> str:
    return f"; of their runs {_counts(reasons)}" if reasons else ""


def _has_few(draw: Draw, selection: Selection) -> bool:
    """Say whether a task has fewer flows than asked for, or than models are drawn from it.

    The latter would be left out in the end, when all its files have been fetched.
    """
    few_flows = draw.n_flows < (selection.min_flows or 0)
    return few_flows or len(draw.candidates) < (selection.n_models or 0)


def _few(task: Task, runs: Sequence[Run], draw: Draw, selection: Selection) -> Exclusion:
    if not runs:
        return task.left_out(Reason.NO_RUNS)
    fewest = max(selection.min_flows or 0, selection.n_models or 0)
    detail = f"{draw.n_flows} of {fewest}{_of_runs(draw.excluded)}"
    return task.left_out(Reason.FEW_FLOWS, detail)


def _counts(reasons: Iterable[Reason]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in Counter(reasons).most_common())


def _task_fields(task: Task) -> dict[str, Any]:
    return {field.name: getattr(task, field.name) for field in fields(Task)}


def _with_lines(record: str, name: str, lines: Iterable[str]) -> str:
    """Fill the empty list of a name in a record's JSON, one line per entry."""
    filled = ",\n".join(lines)
    return record.replace(f'"{name}":[]', f'"{name}":[\n{filled}]', 1)
