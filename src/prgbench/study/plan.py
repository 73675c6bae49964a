"""The plan of a study: its tasks and, for each, the candidate runs in the order of the draw.

A plan is a lock file: everything after it depends on the plan alone, so that runs which arrive at
the archive later change nothing, and a plan that is handed to somebody else gives the same study.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prgbench.archive.interface import Archive, Exclusion, Reason, Run, Task, estimated_bytes
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import write_text
from prgbench.study.config import Selection
from prgbench.study.draw import draw_candidates

FORMAT = 1
REQUESTS_PER_FILE = 2


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task, the number of flows that could be drawn, and the candidates drawn."""

    task: Task
    n_flows: int
    candidates: list[Run]


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

    def write(self, path: Path) -> None:
        """Write the plan as JSON, a line per task and per run."""
        head = {
            "format": FORMAT,
            "study": self.study,
            "archive": self.archive,
            "created": self.created,
            "n_models": self.n_models,
            "excluded_runs": self.excluded_runs,
            "excluded_tasks": [asdict(exclusion) for exclusion in self.excluded_tasks],
        }
        lines = [json.dumps(head)[:-1] + ', "tasks": [']
        for number, planned in enumerate(self.tasks):
            task = {**asdict(planned.task), "n_flows": planned.n_flows}
            runs = ",\n".join(json.dumps(asdict(run)) for run in planned.candidates)
            comma = "," if number else ""
            lines.append(f'{comma}{json.dumps(task)[:-1]}, "candidates": [\n{runs}]}}')
        write_text(path, "\n".join([*lines, "]}", ""]))

    @classmethod
    def read(cls, path: Path) -> "Plan":
        """Read a plan that `write` has written."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise PrgbenchError(
                    f"{path} has plan format {content['format']}; this version reads {FORMAT}: "
                    "make the plan again."
                )
            return cls(
                study=content["study"],
                archive=content["archive"],
                created=content["created"],
                n_models=content["n_models"],
                tasks=[_planned(task) for task in content["tasks"]],
                excluded_tasks=[
                    Exclusion(**{**exclusion, "reason": Reason(exclusion["reason"])})
                    for exclusion in content["excluded_tasks"]
                ],
                excluded_runs={Reason(r): n for r, n in content["excluded_runs"].items()},
            )
        except FileNotFoundError:
            raise PrgbenchError(f"The plan {path} does not exist.") from None
        except (KeyError, TypeError, ValueError) as error:
            raise PrgbenchError(f"{path} is not a plan ({error!r}).") from None

    def chunk(self, number: int, n_chunks: int) -> "Plan":
        """Return the part of the plan that a chunk works on, free of anything that is not."""
        tasks = [t for t in self.tasks if chunk_of(t.task.task_id, n_chunks) == number]
        return Plan(self.study, self.archive, "", self.n_models, tasks)


def chunk_of(task_id: int, n_chunks: int) -> int:
    """Return the chunk of a task, which does not depend on the other tasks."""
    return zlib.crc32(str(task_id).encode()) % n_chunks


def make_plan(archive: Archive, study: str, selection: Selection) -> Plan:
    """Ask the archive for the tasks and their runs and draw the candidates.

    Raises
    ------
    PrgbenchError
        If no task is left.
    ArchiveUnreachableError
        If the archive does not answer.
    """
    listing = archive.tasks(selection.query)
    excluded_tasks = list(listing.excluded)
    excluded_runs: Counter[Reason] = Counter()
    tasks = []
    for task, runs in archive.candidate_runs(listing.tasks):
        draw = draw_candidates(task, runs, selection)
        if draw.n_flows < selection.min_flows:
            detail = f"{draw.n_flows} of {selection.min_flows}"
            excluded_tasks.append(Exclusion(task.task_id, None, Reason.FEW_FLOWS, detail))
            continue
        excluded_runs += draw.excluded
        tasks.append(PlannedTask(task, draw.n_flows, draw.candidates))
    if not tasks:
        raise PrgbenchError(
            f"Study {study}: no task of the {archive.name} is left after the filters "
            f"({_counts(excluded_tasks) or 'it has none'}): loosen `selection` in its file."
        )
    tasks.sort(key=lambda planned: planned.task.task_id)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Plan(
        study, archive.name, now, selection.models, tasks, excluded_tasks, dict(excluded_runs)
    )


def describe(plan: Plan, requests_per_second: float | None = None) -> str:
    """Return what the plan takes, as text: tasks, data sets, flows, files, size, time, filters."""
    files = sum(_wanted(planned, plan.n_models) for planned in plan.tasks)
    n_bytes = sum(
        _wanted(planned, plan.n_models) * estimated_bytes(planned.task) for planned in plan.tasks
    )
    flows = {run.flow_id for planned in plan.tasks for run in planned.candidates}
    gigabytes = n_bytes / 1e9
    cost = f"about {gigabytes:,.0f} GB" if gigabytes >= 10 else f"about {gigabytes:.2g} GB"
    if requests_per_second is not None:
        hours = REQUESTS_PER_FILE * files / requests_per_second / 3600
        cost += f", {hours:.1f} hours at {requests_per_second:g} requests a second"
    lines = [
        f"Plan of study {plan.study} ({plan.archive}): {len(plan.tasks)} tasks on "
        f"{len({planned.task.dataset_id for planned in plan.tasks})} data sets, "
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


def _planned(fields: Mapping[str, Any]) -> PlannedTask:
    task = {k: v for k, v in fields.items() if k not in ("n_flows", "candidates")}
    candidates: Sequence[Mapping[str, Any]] = fields["candidates"]
    return PlannedTask(
        Task(**{**task, "classes": tuple(task["classes"])}),
        fields["n_flows"],
        [Run(**run) for run in candidates],
    )
