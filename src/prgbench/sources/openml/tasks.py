"""Tasks: those that are listed, which match a query, and which can be used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from xml.etree import ElementTree

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.errors import NoSuchTaskError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    EmptyError,
    NoAnswerError,
    ServerError,
    UnansweredCallError,
    count,
    identifier,
    records,
    text,
)
from prgbench.sources.openml.calls import SUPERVISED_CLASSIFICATION, Kind
from prgbench.sources.openml.classes import ClassesUnknownError, Targets
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.listings import NoResultsError, Rows, listing
from prgbench.sources.tasks import Task, TaskListing, TaskQuery, task_problem

MOST_REPEATS = 1_000
MOST_FOLDS = 10_000
IDS_PER_CALL = 200
UNKNOWN_TASK = 151
NO_QUALITIES = {361, 362, 363, 364}
SHOWN_IDS = 5
NO_DATASET = {110, 111, 112, 113}
NO_SUITE = {600, 601, 602}
REFUSED = {
    Reason.NO_SUCH_TASK,
    Reason.CLASSES_UNKNOWN,
    Reason.SIZE_UNKNOWN,
    Reason.TASK_NOT_DESCRIBED,
}


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of classification by id, without absurd numbers."""
    root = client.ask(calls.PROCEDURES, cached=True)
    by_id = dict(filter(None, map(_procedure, records(root, "estimationprocedure"))))
    if not by_id:
        raise PrgbenchError(
            f"{client.server} lists no estimation procedure for classification, so it is not an "
            "OpenML server: correct `server`, as in server=https://www.openml.org."
        )
    return by_id


def _procedure(record: ElementTree.Element) -> tuple[int, Procedure] | None:
    procedure_id = identifier(text(record, "id"))
    if procedure_id is None or text(record, "ttid") != str(SUPERVISED_CLASSIFICATION):
        return None
    repeats, folds = (text(record, name) or "1" for name in ("repeats", "folds"))
    procedure = _numbers_of(text(record, "type"), repeats, folds)
    return None if procedure is None else (procedure_id, procedure)


def _numbers_of(kind: str, repeats: str, folds: str) -> Procedure | None:
    """Return a procedure of a kind with so many repeats and folds; None if they are absurd."""
    n_repeats = count(repeats, MOST_REPEATS)
    one_each = kind == "leaveoneout"
    n_folds = None if one_each else count(folds, MOST_FOLDS)
    if not n_repeats or not (one_each or n_folds):
        return None
    return Procedure(n_repeats, n_folds)


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
            f"`{key}` names {plain(repr(name))}, but no name on OpenML has a slash: give the name "
            f"alone{', or the number at the end of its address' if key == 'suite' else ''}."
        )


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Return the task of a row; None without task or data set, e.g. after a deletion."""
    task_id, dataset_id = identifier(text(record, "task_id")), identifier(text(record, "did"))
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


@dataclass(frozen=True, slots=True)
class TaskJudge:
    """Judge tasks, asking the server for what the list lacks.

    Without a list of ``procedures``, that of a task is the one in its own description.
    """

    client: Client
    targets: Targets
    procedures: Mapping[int, Procedure] | None
    query: TaskQuery

    def judge_listed(self, tasks: Iterable[ListedTask]) -> list[Task | Exclusion]:
        """Return each listed task as a task or an exclusion."""
        return [self.judge(task.task_id, task) for task in tasks]

    def judge_again(self, listed: Tasks, first: Task | Exclusion) -> Task | Exclusion:
        """Return the verdict on a task about which something was refused.

        What is refused before anything of the kind has come is no more than a hint.
        """
        if isinstance(first, Exclusion) and first.reason in REFUSED:
            return self.judge(first.task_id, listed.get(first.task_id))
        return first

    def judge(self, task_id: int, listed: ListedTask | None = None) -> Task | Exclusion:
        """Return a task, which the list may lack, as a task or an exclusion.

        That a call is not answered, or is refused with a code that does not belong to it, says
        nothing of the task: it is left out for now.
        """
        try:
            stated = listed or described(self.client, task_id)
            verdict = Reason.NO_SUCH_TASK if stated is None else self._verdict(stated)
        except UnansweredCallError as error:
            detail = f"{error.call}: {error.detail}"
            return Exclusion(task_id, None, Reason.TASK_NOT_DESCRIBED, detail)
        except ServerError as error:
            detail = f"{error.call}: {plain(error.message)} (code {error.code})"
            return Exclusion(task_id, None, Reason.TASK_NOT_DESCRIBED, detail)
        except ClassesUnknownError as error:
            return Exclusion(task_id, None, error.reason, str(error))
        if isinstance(verdict, Reason):
            return Exclusion(task_id, None, verdict)
        if (problem := task_problem(verdict)) is not None:
            return Exclusion(task_id, None, Reason.SIZE_UNKNOWN, problem)
        return verdict

    def _verdict(self, listed: ListedTask) -> Task | Reason:
        query, stated = self.query, with_inputs(self.client, listed)
        if stated is None:
            return Reason.NO_SUCH_TASK
        procedure_id, wanted = stated.procedure_id or 0, query.estimation_procedures
        if self.procedures is None:
            procedure = stated.procedure
        else:
            procedure = self.procedures.get(procedure_id)
        if procedure is None or (wanted and procedure_id not in wanted):
            return Reason.PROCEDURE
        listed = with_sizes(self.client, stated)
        if listed.n_instances is None:
            return Reason.SIZE_UNKNOWN
        if (misfit := query.misfit_of_size(listed.n_instances)) is not None:
            return misfit
        target = self.targets.target(listed.dataset_id, listed.target or "", listed.minority_size)
        if len(target.classes) != 2:
            return Reason.NOT_BINARY
        return Task(
            task_id=listed.task_id,
            dataset_id=listed.dataset_id,
            dataset_name=with_name(self.client, listed).dataset_name,
            target=target.name,
            classes=target.classes,
            n_instances=listed.n_instances,
            estimation_procedure=procedure_id,
            n_repeats=procedure.n_repeats,
            n_folds=listed.n_instances if procedure.n_folds is None else procedure.n_folds,
            n_unlabelled=target.n_unlabelled,
        )


def task_listing(client: Client, match: Match, judged: Iterable[Task | Exclusion]) -> TaskListing:
    """Return the tasks and exclusions in the order of their ids."""
    verdicts = sorted([*judged, *match.excluded], key=lambda verdict: verdict.task_id)
    tasks = [verdict for verdict in verdicts if isinstance(verdict, Task)]
    excluded = [verdict for verdict in verdicts if isinstance(verdict, Exclusion)]
    if not tasks and {exclusion.reason for exclusion in excluded} == {Reason.NO_SUCH_TASK}:
        shown = ", ".join(str(exclusion.task_id) for exclusion in excluded[:SHOWN_IDS])
        more = ", ..." if len(excluded) > SHOWN_IDS else ""
        raise NoSuchTaskError(
            f"{client.server} has no classification task {shown}{more}: "
            "correct `tasks` or `suite` in the study file."
        )
    return TaskListing(tasks, excluded)


def described(client: Client, task_id: int) -> ListedTask | None:
    """Return a task by its own description; None if it is no classification task.

    The list of tasks lacks some, such as those whose target has quotes in its name.
    """
    try:
        call, read = calls.described(Kind.TASKS, task_id), partial(_described, task_id)
        return read(client.ask(call, check=read, cached=True))
    except ServerError as error:
        if error.code == UNKNOWN_TASK:
            return None
        raise


def _described(task_id: int, root: ElementTree.Element) -> ListedTask | None:
    if identifier(text(root, "task_id")) != task_id:
        raise NoAnswerError("the description of another task", damaged=True)
    kind = identifier(text(root, "task_type_id"))
    dataset_id = next((identifier(field.text) for field in records(root, "data_set_id")), None)
    if dataset_id is None or kind != SUPERVISED_CLASSIFICATION:
        return None
    procedure = next(records(root, "estimation_procedure"), None)
    target = next(records(root, "target_feature"), None)
    return ListedTask(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name="",
        procedure_id=None if procedure is None else identifier(text(procedure, "id")),
        target=None if target is None else target.text,
        n_instances=None,
        minority_size=None,
        procedure=None if procedure is None else _described_procedure(procedure),
    )


def _described_procedure(record: ElementTree.Element) -> Procedure | None:
    """Return the estimation procedure in a task's own description; None if it is not stated."""
    stated = {field.get("name"): field.text for field in records(record, "parameter")}
    if not stated:
        return None
    repeats, folds = (stated.get(name) or "1" for name in ("number_repeats", "number_folds"))
    return _numbers_of(text(record, "type"), repeats, folds)


def with_inputs(client: Client, listed: ListedTask) -> ListedTask | None:
    """Ask the task itself for procedure and target if the list lacks them; None if gone."""
    if listed.procedure_id is not None and listed.target is not None:
        return listed
    stated = described(client, listed.task_id)
    if stated is None:
        return None
    return replace(
        listed,
        dataset_id=stated.dataset_id,
        procedure_id=stated.procedure_id or listed.procedure_id,
        target=stated.target or listed.target,
        procedure=stated.procedure,
    )


def with_sizes(client: Client, listed: ListedTask) -> ListedTask:
    """Ask the data set for the number of its instances if the list lacks it."""
    if listed.n_instances is not None:
        return listed
    try:
        root = client.ask(calls.described(Kind.QUALITIES, listed.dataset_id), cached=True)
    except ServerError as error:
        if error.code in NO_QUALITIES:
            return listed
        raise
    sizes = {text(row, "name"): count(text(row, "value")) for row in records(root, "quality")}
    return replace(
        listed,
        n_instances=sizes.get("NumberOfInstances") or None,
        minority_size=sizes.get("MinorityClassSize"),
    )


def with_name(client: Client, listed: ListedTask) -> ListedTask:
    """Ask the data set for its name if the list lacks it."""
    if listed.dataset_name:
        return listed
    try:
        root = client.ask(calls.described(Kind.DATASETS, listed.dataset_id), cached=True)
    except ServerError as error:
        if error.code not in NO_DATASET:
            raise
        return replace(listed, dataset_name=f"data set {listed.dataset_id}")
    return replace(listed, dataset_name=plain(text(root, "name")))
