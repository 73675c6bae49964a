"""The server's lists of classification tasks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote
from xml.etree import ElementTree

from prgbench.archive.openml.answers import ServerError, records, text
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.fields import count, identifier
from prgbench.archive.openml.paging import NoResultsError, Rows, listing
from prgbench.archive.openml.procedures import SUPERVISED_CLASSIFICATION
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain

IDS_PER_CALL = 200
SMALLER_PAGE = 1_000
LIST = f"task/list/type/{SUPERVISED_CLASSIFICATION}/status/all"


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


Tasks = dict[int, ListedTask]
PageDone = Callable[[], None]


def all_tasks(client: Client, page_done: PageDone) -> Tasks:
    """Return the supervised classification tasks, those of deactivated data sets included.

    The number of classes is no filter here: the server counts those of the data set's
    default target, and labels that do not occur too.

    Raises
    ------
    PrgbenchError
        If the server says twice that it has none.
    """
    try:
        return _checked_listing(client, LIST, page_done)
    except NoResultsError:
        raise PrgbenchError(
            f"{client.server} lists no classification task at all, which is also what it says "
            "when its query fails: try again later, or name a few under `tasks` in the study file."
        ) from None


def tagged_tasks(client: Client, tag: str, page_done: PageDone) -> Tasks:
    """Return the supervised classification tasks that have a tag.

    Raises
    ------
    PrgbenchError
        If the server says twice that it has none.
    """
    try:
        return _checked_listing(client, f"{LIST}/tag/{quote(tag, safe='')}", page_done)
    except NoResultsError:
        raise PrgbenchError(
            f"{client.server} has no classification task with the tag {plain(tag)!r}: "
            "correct `tags` in the study file, or try again later."
        ) from None


def tasks_by_id(client: Client, task_ids: Sequence[int], page_done: PageDone) -> Tasks:
    """Return those of the tasks that the list has; others may be described all the same."""
    found: Tasks = {}
    for start in range(0, len(task_ids), IDS_PER_CALL):
        ids = ",".join(map(str, task_ids[start : start + IDS_PER_CALL]))
        try:
            found |= listing(client, f"{LIST}/task_id/{ids}", ROWS, page_done=page_done)
        except NoResultsError:
            page_done()
    return found


def suite_tasks(client: Client, suite: str) -> tuple[int, ...]:
    """Return the tasks of a benchmark suite, which is given by its number or alias.

    Raises
    ------
    PrgbenchError
        If the server does not know it, or it has no tasks.
    """
    try:
        root = client.ask(f"study/{quote(suite, safe='')}", cached=True)
    except ServerError as error:
        raise PrgbenchError(
            f"{client.server} has no suite {plain(suite)!r} ({plain(error.message)}): "
            "correct `suite` in the study file."
        ) from error
    stated = (identifier((found.text or "").strip()) for found in records(root, "task_id"))
    task_ids = {task_id for task_id in stated if task_id is not None}
    if not task_ids:
        raise PrgbenchError(
            f"The suite {plain(suite)!r} of {client.server} has no tasks: "
            "correct `suite` in the study file."
        )
    return tuple(sorted(task_ids))


def _checked_listing(client: Client, call: str, page_done: PageDone) -> Tasks:
    """Return the tasks of a listing, believing that there are none only after smaller pages."""
    try:
        return listing(client, call, ROWS, page_done=page_done)
    except NoResultsError:
        smaller = (SMALLER_PAGE, SMALLER_PAGE - 1)
        return listing(client, call, ROWS, limits=smaller, doubted=True, page_done=page_done)


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Make the task of a row; None without its data set, as of one that was deleted."""
    task_id, dataset_id = identifier(text(record, "task_id")), identifier(text(record, "did"))
    if task_id is None or dataset_id is None:
        return None
    inputs = {found.get("name"): found.text for found in records(record, "input")}
    qualities = {found.get("name"): found.text for found in records(record, "quality")}
    task = ListedTask(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name=plain(text(record, "name")),
        procedure_id=identifier(inputs.get("estimation_procedure")),
        target=inputs.get("target_feature") or None,
        n_instances=count(qualities.get("NumberOfInstances")) or None,
        minority_size=count(qualities.get("MinorityClassSize")),
    )
    return task_id, task


def _contradicted(first: ListedTask, second: ListedTask) -> ListedTask:
    """Keep of two rows of one task what they agree on: the task itself is asked for the rest."""
    return replace(
        min(first, second, key=repr),
        dataset_name="",
        procedure_id=None,
        target=None,
        n_instances=None,
        minority_size=None,
    )


ROWS = Rows("task", _listed, _contradicted)
