"""The server's lists of estimation procedures and of classification tasks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote
from xml.etree import ElementTree

from prgbench.archive.openml.answers import ServerError, records, text
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.paging import listing
from prgbench.pipeline.errors import PrgbenchError

SUPERVISED_CLASSIFICATION = 1
NO_QUALITIES = {361, 362, 363, 364}
IDS_PER_CALL = 200


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task as the list has it; None where the list does not say."""

    task_id: int
    dataset_id: int
    dataset_name: str
    procedure_id: int | None
    target: str | None
    n_instances: int | None
    minority_size: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of supervised classification by their ids."""
    root = client.ask("estimationprocedure/list", cached=True)
    found = {}
    for record in records(root, "estimationprocedure"):
        if text(record, "ttid") == str(SUPERVISED_CLASSIFICATION):
            leave_one_out = text(record, "type") == "leaveoneout"
            n_folds = None if leave_one_out else int(text(record, "folds") or 1)
            n_repeats = int(text(record, "repeats") or 1)
            found[int(text(record, "id"))] = Procedure(n_repeats, n_folds)
    return found


def listed_tasks(
    client: Client, tag: str | None = None, task_ids: Sequence[int] | None = None
) -> dict[int, ListedTask]:
    """Return the supervised classification tasks, those of deactivated data sets included.

    The number of classes is no filter here: the server counts those of the data set's
    default target, and labels that do not occur too.
    """
    call = f"task/list/type/{SUPERVISED_CLASSIFICATION}/status/all"
    if tag is not None:
        call += f"/tag/{quote(tag, safe='')}"
    if task_ids is None:
        return listing(client, call, "task", _listed)
    found: dict[int, ListedTask] = {}
    for start in range(0, len(task_ids), IDS_PER_CALL):
        ids = ",".join(map(str, task_ids[start : start + IDS_PER_CALL]))
        found |= listing(client, f"{call}/task_id/{ids}", "task", _listed)
    return found


def suite_tasks(client: Client, suite: str) -> tuple[int, ...]:
    """Return the tasks of a benchmark suite, which is given by its number or alias."""
    try:
        root = client.ask(f"study/{quote(suite, safe='')}", cached=True)
    except ServerError as error:
        raise PrgbenchError(
            f"{client.server} has no suite {suite!r} ({error.message.strip()}): "
            "correct `suite` in the study file."
        ) from error
    return tuple(int(found.text or 0) for found in records(root, "task_id"))


def with_inputs(client: Client, task: ListedTask) -> ListedTask:
    """Ask the task itself for the procedure and the target where the list lacks them."""
    if task.procedure_id is not None and task.target is not None:
        return task
    root = client.ask(f"task/{task.task_id}", cached=True)
    procedure = next(records(root, "estimation_procedure"), None)
    stated = "" if procedure is None else text(procedure, "id")
    return replace(
        task,
        procedure_id=int(stated) if stated else task.procedure_id,
        target=next((found.text for found in records(root, "target_feature")), task.target),
    )


def with_sizes(client: Client, task: ListedTask) -> ListedTask:
    """Ask the data set for the number of its instances where the list lacks it."""
    if task.n_instances is not None:
        return task
    try:
        root = client.ask(f"data/qualities/{task.dataset_id}", cached=True)
    except ServerError as error:
        if error.code in NO_QUALITIES:
            return task
        raise
    sizes = {text(row, "name"): _count(text(row, "value")) for row in records(root, "quality")}
    return replace(
        task,
        n_instances=sizes.get("NumberOfInstances"),
        minority_size=sizes.get("MinorityClassSize"),
    )


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Make the task of a row; None without its data set, as of one that was deleted."""
    task_id, dataset_id = _count(text(record, "task_id")), _count(text(record, "did"))
    if task_id is None or dataset_id is None:
        return None
    inputs = {found.get("name"): found.text for found in records(record, "input")}
    qualities = {found.get("name"): found.text for found in records(record, "quality")}
    task = ListedTask(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name=text(record, "name"),
        procedure_id=_count(inputs.get("estimation_procedure")),
        target=(inputs.get("target_feature") or "").strip() or None,
        n_instances=_count(qualities.get("NumberOfInstances")),
        minority_size=_count(qualities.get("MinorityClassSize")),
    )
    return task_id, task


def _count(value: str | None) -> int | None:
    try:
        return int(float(value or ""))
    except (ValueError, OverflowError):
        return None
