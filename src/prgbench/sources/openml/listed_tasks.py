"""Tasks as the server lists them: all, those of ids, tags or a suite, and which match a query."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from xml.etree import ElementTree

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    EmptyError,
    ServerError,
    UnansweredCallError,
    count,
    identifier,
    records,
    text,
)
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.listings import NoResultsError, Rows, listing
from prgbench.sources.openml.procedures import Procedure
from prgbench.sources.tasks import TaskQuery

IDS_PER_CALL = 200
NO_SUITE = {600, 601, 602}
"""Codes of the server where it has no such suite."""


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task as the list has it; None if the list does not say.

    Only a task's own description has the ``procedure`` itself.
    """

    task_id: int
    dataset_id: int
    dataset_name: str
    procedure_id: int | None
    target: str | None
    n_instances: int | None
    minority_size: int | None
    procedure: Procedure | None = None


Tasks = dict[int, ListedTask]
PageDone = Callable[[], None]


def all_tasks(client: Client, page_done: PageDone, tag: str = "") -> Tasks:
    """Return all classification tasks, including those of deactivated data sets.

    With a tag, those that have it. The server's filter by number of classes is not used: it counts
    those of the data set's default target.
    """
    call = calls.tagged_tasks(tag) if tag else calls.CLASSIFICATION_TASKS
    try:
        return listing(client, call, ROWS, nonempty=True, page_done=page_done)
    except UnansweredCallError as error:
        if not isinstance(error.cause, EmptyError):
            raise
        problem = (
            f"has no classification task with the tag {plain(tag)!r}: correct `tags` in the "
            "study file, or try again later."
            if tag
            else "lists no classification task at all, which is also what it says when its query "
            "fails: try again later, or name a few under `tasks` in the study file."
        )
        raise PrgbenchError(f"{client.server} {problem}") from error


def tasks_by_id(client: Client, task_ids: Sequence[int], page_done: PageDone) -> Tasks:
    """Return those of the tasks that the list has."""
    listed: Tasks = {}
    for start in range(0, len(task_ids), IDS_PER_CALL):
        call = calls.tasks_by_id(task_ids[start : start + IDS_PER_CALL])
        try:
            listed |= listing(client, call, ROWS, page_done=page_done)
        except NoResultsError:
            page_done()
    return listed


def suite_tasks(client: Client, suite: str) -> tuple[int, ...]:
    """Return the tasks of a benchmark suite, given by number or alias."""
    _check_name("suite", suite)
    try:
        root = client.ask(calls.described(Kind.SUITES, suite), cached=True)
    except ServerError as error:
        if error.code not in NO_SUITE:
            raise
        raise PrgbenchError(
            f"{client.server} has no suite {plain(suite)!r} ({plain(error.message)}): "
            "correct `suite` in the study file."
        ) from error
    stated = (identifier((record.text or "").strip()) for record in records(root, "task_id"))
    task_ids = {task_id for task_id in stated if task_id is not None}
    if not task_ids:
        raise PrgbenchError(
            f"The suite {plain(suite)!r} of {client.server} has no tasks: "
            "correct `suite` in the study file."
        )
    return tuple(sorted(task_ids))


def _check_name(key: str, name: str) -> None:
    """Refuse a name with a slash, such as an address: a server takes it for another call."""
    if "/" in name:
        raise PrgbenchError(
            f"`{key}` names {plain(repr(name))}, but no name on OpenML has a slash: give only the "
            f"name{', or the number at the end of its address' if key == 'suite' else ''}."
        )


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Return the task of a row; None without task or data set, e.g. after a deletion."""
    task_id = identifier(text(record, "task_id"))
    dataset_id = identifier(text(record, "did"))
    if task_id is None or dataset_id is None:
        return None
    inputs = {field.get("name"): field.text for field in records(record, "input")}
    qualities = {field.get("name"): field.text for field in records(record, "quality")}
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
    """Keep what two rows of a task surely share: the task itself is asked for the rest."""
    return replace(
        min(first, second, key=repr),
        dataset_name="",
        procedure_id=None,
        target=None,
        n_instances=None,
        minority_size=None,
    )


ROWS = Rows("task", _listed, _contradicted)
"""How pages of the list of tasks are read."""


@dataclass(frozen=True, slots=True)
class Match:
    """The listed tasks that match a query, ids that the list lacks, and exclusions."""

    listed: Tasks
    absent: list[int] = field(default_factory=list)
    excluded: list[Exclusion] = field(default_factory=list)

    def by_dataset(self) -> list[list[ListedTask]]:
        """Return the listed tasks, those of a data set together."""
        by_dataset: dict[int, list[ListedTask]] = {}
        for task in self.listed.values():
            by_dataset.setdefault(task.dataset_id, []).append(task)
        return list(by_dataset.values())


def matching(client: Client, query: TaskQuery, page_done: PageDone) -> Match:
    """Return the tasks with the ids, suite and tags of a query; there must be one."""
    wanted = None if query.task_ids is None else set(query.task_ids)
    if query.suite is not None:
        suite = set(suite_tasks(client, query.suite))
        wanted = suite if wanted is None else wanted & suite
        if not wanted:
            raise PrgbenchError(
                f"None of the requested tasks is in the suite {plain(query.suite)!r}: "
                "correct `tasks` or `suite` in the study file."
            )
    if query.tags:
        for tag in query.tags:
            _check_name("tags", tag)
        return _with_tags(client, query.tags, wanted, page_done)
    if wanted is None:
        return Match(all_tasks(client, page_done))
    listed = tasks_by_id(client, sorted(wanted), page_done)
    return Match(listed, sorted(wanted - listed.keys()))


def _with_tags(
    client: Client, tags: Sequence[str], wanted: set[int] | None, page_done: PageDone
) -> Match:
    tagged = [all_tasks(client, page_done, tag) for tag in tags]
    common = set.intersection(*(set(tasks) for tasks in tagged))
    listed = {
        task_id: tagged[0][task_id] for task_id in common if wanted is None or task_id in wanted
    }
    if not listed:
        raise PrgbenchError(
            f"{client.server} has no classification task that meets all conditions: "
            "correct `tags`, `suite` or `tasks` in the study file."
        )
    untagged = (wanted or set()) - listed.keys()
    return Match(listed, [], [Exclusion(task, None, Reason.NOT_REQUESTED) for task in untagged])
