"""The runs of tasks that have a stored AUROC, from the server's lists of evaluations."""

from collections.abc import Sequence
from math import isfinite
from sys import intern
from xml.etree import ElementTree

from prgbench.archive.interface import ArchiveUnreachableError, Run
from prgbench.archive.openml.answers import text
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.paging import listing, short_listing

MEASURE = "area_under_roc_curve"
ATTEMPTS_FOR_MANY = 4

RunAndEngine = tuple[int, int]


def evaluated_runs(client: Client, task_ids: Sequence[int]) -> dict[int, list[Run]]:
    """Return the runs of each task that the server has evaluated, each run once.

    Several tasks are asked for in one call. Where that is too much for the server, or for a
    page, the tasks are asked for in halves.
    """
    call = f"evaluation/list/function/{MEASURE}/task/{','.join(map(str, task_ids))}"
    rows: dict[RunAndEngine, Run] | None
    if len(task_ids) == 1:
        rows = listing(client, call, "evaluation", _row)
    else:
        try:
            rows = short_listing(client, call, "evaluation", _row, ATTEMPTS_FOR_MANY)
        except ArchiveUnreachableError:
            rows = None
    if rows is None:
        middle = len(task_ids) // 2
        halves = task_ids[:middle], task_ids[middle:]
        return evaluated_runs(client, halves[0]) | evaluated_runs(client, halves[1])
    found: dict[int, list[Run]] = {task_id: [] for task_id in task_ids}
    for run in _one_per_run(rows).values():
        if run.task_id in found:
            found[run.task_id].append(run)
    return found


def _one_per_run(rows: dict[RunAndEngine, Run]) -> dict[int, Run]:
    """Collapse the rows of several engines; the lowest engine with a value counts."""
    runs: dict[int, Run] = {}
    for (run_id, _), run in sorted(rows.items(), key=lambda item: item[0]):
        if run_id not in runs or runs[run_id].auroc is None:
            runs[run_id] = run
    return runs


def _row(record: ElementTree.Element) -> tuple[RunAndEngine, Run] | None:
    """Make the run of a row; None without run, task or flow, as of one that was deleted."""
    stated = {name: text(record, name) for name in ("run_id", "task_id", "flow_id")}
    if not all(value.isdigit() for value in stated.values()):
        return None
    run = Run(
        **{name: int(value) for name, value in stated.items()},
        flow_name=intern(text(record, "flow_name")),
        setup_id=_id(text(record, "setup_id")),
        uploader_id=_id(text(record, "uploader")),
        upload_time=text(record, "upload_time"),
        auroc=_number(text(record, "value")),
    )
    return (run.run_id, _id(text(record, "evaluation_engine_id"))), run


def _id(stated: str) -> int:
    return int(stated) if stated.isdigit() else 0


def _number(stated: str) -> float | None:
    try:
        number = float(stated)
    except ValueError:
        return None
    return number if isfinite(number) else None
