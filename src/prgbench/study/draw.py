"""Which runs of a task are drawn, and in which order they are tried."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from prgbench.sources.flow_family import algorithm, flow_family
from prgbench.sources.interface import Reason, Run, Task
from prgbench.study.selection import Selection


@dataclass(frozen=True, slots=True)
class Draw:
    """The candidates of a task in the order of the draw, and why other runs are none."""

    candidates: list[Run]
    n_flows: int
    excluded: Counter[Reason]


def draw_candidates(
    task: Task, runs: Sequence[Run], selection: Selection, *, checks_aurocs: bool = True
) -> Draw:
    """Draw the candidates of a task.

    The order depends only on the seed, the task and its runs, not on other tasks of the study.
    Pinned runs come first, in the order of the study file. There is one run per flow, at most the
    models and spares that the study asks for.
    """
    key_of = flow_key(selection)
    excluded: Counter[Reason] = Counter()
    pinned = selection.pinned_runs.get(task.task_id, ())
    flows: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.run_id):
        reason = _mismatch(run, selection, checks_aurocs, pinned=run.run_id in pinned)
        if reason is None:
            flows.setdefault(key_of(run), []).append(run)
        else:
            excluded[reason] += 1
    rng = np.random.default_rng([selection.seed, task.task_id])
    keys = sorted(flows)
    drawn = {
        keys[place]: flows[keys[place]][rng.integers(len(flows[keys[place]]))]
        for place in rng.permutation(len(keys))
    }
    by_id = {run.run_id: run for run in runs}
    first = {key_of(by_id[run_id]): by_id[run_id] for run_id in pinned if run_id in by_id}
    candidates = list((first | {k: run for k, run in drawn.items() if k not in first}).values())
    excluded[Reason.SAME_FLOW] += sum(map(len, flows.values())) - len(drawn)
    if selection.n_models is not None:
        candidates = candidates[: selection.n_models + selection.spares]
    return Draw(candidates, len(flows), +excluded)


def flow_key(selection: Selection) -> Callable[[Run], str]:
    """Return the function from a run to the key by which a study tells flows apart."""
    if selection.distinct_flows_by == "name":
        return lambda run: algorithm(run.flow_name)
    return lambda run: f"{run.flow_id:012d}"


def _mismatch(
    run: Run, selection: Selection, checks_aurocs: bool, *, pinned: bool
) -> Reason | None:
    if run.run_id in selection.excluded_runs:
        return Reason.LEFT_OUT
    if pinned:
        return None
    if run.auroc is None and checks_aurocs:
        return Reason.NO_STORED_AUROC
    if selection.uploaded_until is not None:
        day = _day(run.upload_time)
        if day is None:
            return Reason.UNDATED
        if day > selection.uploaded_until:
            return Reason.TOO_LATE
    if selection.uploaders and run.uploader_id not in selection.uploaders:
        return Reason.UPLOADER
    if selection.flow_families and flow_family(run.flow_name) not in selection.flow_families:
        return Reason.FAMILY
    return None


def _day(upload_time: str) -> str | None:
    """Return the day as YYYY-MM-DD, None if it is no time, such as 0000-00-00."""
    try:
        return datetime.fromisoformat(upload_time).date().isoformat()
    except ValueError:
        return None
