"""The plan of a study: its tasks and, for each, the candidate runs in the order of the draw.

A plan is a lock file: everything after it depends on the plan alone, so that runs which arrive at
the archive later change nothing, and a plan that is handed to somebody else gives the same study.
"""

import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from prgbench.archive.interface import Exclusion, Reason, Run, Source, Task, estimated_bytes
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import write_text
from prgbench.pipeline.records import from_json, to_json
from prgbench.study.draw import draw_candidates
from prgbench.study.selection import Selection

FORMAT = 1
REQUESTS_PER_FILE = 2


@dataclass(frozen=True, slots=True)
class _PlanFormat:
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class PlannedTask(Task):
    """A task, the number of flows that could be drawn, and the candidates drawn."""

    n_flows: int = 0
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
    the remaining tasks that are no candidates, by reason.
    """

    study: str
    archive: str
    created: str
    n_models: int | None
    tasks: list[PlannedTask]
    excluded_tasks: list[Exclusion] = field(default_factory=list)
    excluded_runs: dict[Reason, int] = field(default_factory=dict)
    format: int = FORMAT

    def write(self, path: Path) -> None:
        """Write the plan as JSON, a line per task and per run."""
        head = to_json(replace(self, tasks=[]))
        tasks = ",\n".join(
            _with_lines(
                to_json(replace(task, candidates=[])), "candidates", map(to_json, task.candidates)
            )
            for task in self.tasks
        )
        write_text(path, _with_lines(head, "tasks", [tasks] if tasks else []) + "\n")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a plan that `write` has written, in this version or an earlier one."""
        try:
            text = path.read_text(encoding="utf-8")
            found = from_json(_PlanFormat, text).format
            if found > FORMAT:
                raise PrgbenchError(
                    f"{path} has plan format {found}; this version reads {FORMAT}: "
                    "make the plan again."
                )
            return from_json(cls, text)
        except FileNotFoundError:
            raise PrgbenchError(f"The plan {path} does not exist.") from None
        except ValueError as error:
            raise PrgbenchError(f"{path} is not a plan ({error}).") from None

    def chunk(self, number: int, n_chunks: int) -> Self:
        """Return the part of the plan that a chunk works on, free of anything that is not."""
        tasks = [t for t in self.tasks if chunk_of(t.task_id, n_chunks) == number]
        return replace(self, created="", tasks=tasks, excluded_tasks=[], excluded_runs={})


def chunk_of(task_id: int, n_chunks: int) -> int:
    """Return the chunk of a task, which does not depend on the other tasks."""
    return zlib.crc32(str(task_id).encode()) % n_chunks


def make_plan(source: Source, study: str, selection: Selection) -> Plan:
    """Ask the source for the tasks and their runs and draw the candidates.

    Raises
    ------
    PrgbenchError
        If no task is left.
    ArchiveUnreachableError
        If the source does not answer.
    """
    listing = source.tasks(selection.query)
    excluded_tasks = list(listing.excluded)
    excluded_runs: Counter[Reason] = Counter()
    tasks = []
    for task, runs in source.candidate_runs(listing.tasks):
        draw = draw_candidates(task, runs, selection)
        if draw.n_flows < selection.min_flows:
            detail = f"{draw.n_flows} of {selection.min_flows}"
            excluded_tasks.append(Exclusion(task.task_id, None, Reason.FEW_FLOWS, detail))
            continue
        excluded_runs += draw.excluded
        tasks.append(PlannedTask.of(task, draw.n_flows, draw.candidates))
    if not tasks:
        raise PrgbenchError(
            f"Study {study}: no task of the {source.label} is left after the filters "
            f"({_counts(excluded_tasks) or 'it has none'}): loosen `selection` in its file."
        )
    tasks.sort(key=lambda planned: planned.task_id)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Plan(
        study, source.label, now, selection.n_models, tasks, excluded_tasks, dict(excluded_runs)
    )


def describe(plan: Plan, requests_per_second: float | None = None) -> str:
    """Return what the plan takes, as text: tasks, data sets, flows, files, size, time, filters."""
    files = sum(_wanted(planned, plan.n_models) for planned in plan.tasks)
    n_bytes = sum(
        _wanted(planned, plan.n_models) * estimated_bytes(planned) for planned in plan.tasks
    )
    flows = {run.flow_id for planned in plan.tasks for run in planned.candidates}
    gigabytes = n_bytes / 1e9
    cost = f"about {gigabytes:,.0f} GB" if gigabytes >= 10 else f"about {gigabytes:.2g} GB"
    if requests_per_second is not None:
        hours = REQUESTS_PER_FILE * files / requests_per_second / 3600
        cost += f", {hours:.1f} hours at {requests_per_second:g} requests a second"
    lines = [
        f"Plan of study {plan.study} ({plan.archive}): {len(plan.tasks)} tasks on "
        f"{len({planned.dataset_id for planned in plan.tasks})} data sets, "
        f"{len(flows)} flows, {files} prediction files, {cost}."
    ]
    if plan.excluded_tasks:
        lines.append(f"Tasks left out: {_counts(plan.excluded_tasks)}.")
    if plan.excluded_runs:
        runs = ", ".join(f"{count} {reason}" for reason, count in plan.excluded_runs.items())
        lines.append(f"Runs left out: {runs}.")
    return "\n".join(lines)


def _wanted(planned: PlannedTask, n_models: int | None) -> int:
    available = len(planned.candidates)
    return available if n_models is None else min(n_models, available)


def _counts(exclusions: Iterable[Exclusion]) -> str:
    counts = Counter(exclusion.reason for exclusion in exclusions)
    return ", ".join(f"{count} {reason}" for reason, count in counts.most_common())


def _task_fields(task: Task) -> dict[str, Any]:
    return {known.name: getattr(task, known.name) for known in fields(Task)}


def _with_lines(record: str, name: str, lines: Iterable[str]) -> str:
    """Fill the empty list of that name in a record's JSON, one line for each of its entries."""
    filled = ",\n".join(lines)
    return record.replace(f'"{name}":[]', f'"{name}":[\n{filled}]', 1)
