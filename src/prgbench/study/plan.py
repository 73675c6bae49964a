"""The plan of a study: its tasks and, for each, the candidate runs in the order of the draw.

`prgbench.study.make_plan` draws one, and `prgbench.study.plan_text` says what it has.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_text_file, write_text
from prgbench.run.records import RecordError, from_json, to_json
from prgbench.sources.exclusions import TASKS_FOR_NOW, Exclusion, Reason, written_as
from prgbench.sources.fields import Count, CountOrZero, Detail, Moment, Name
from prgbench.sources.runs import Run, run_problem
from prgbench.sources.tasks import N_CLASSES, Task, estimated_bytes, task_problem
from prgbench.study.chunks import chunk_of

LARGEST_FILE = 250_000_000


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


def lacks_tasks(path: Path) -> bool:
    """Return whether the file of a plan names a task that is left out for now, unread."""
    text = path.read_bytes()
    return any(f'"reason":"{reason}"'.encode() in text for reason in written_as(TASKS_FOR_NOW))


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


def _task_fields(task: Task) -> dict[str, Any]:
    return {field.name: getattr(task, field.name) for field in fields(Task)}


def _with_lines(record: str, name: str, lines: Iterable[str]) -> str:
    """Fill the empty list of a name in a record's JSON, one line per entry."""
    filled = ",\n".join(lines)
    return record.replace(f'"{name}":[]', f'"{name}":[\n{filled}]', 1)
