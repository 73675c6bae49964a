"""Which of the listed tasks are binary classification tasks that match a query."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from prgbench.archive.interface import Exclusion, Reason, Task, TaskQuery
from prgbench.archive.openml.classes import ClassesUnknownError, Targets
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.listings import (
    ListedTask,
    Procedure,
    listed_tasks,
    suite_tasks,
    with_inputs,
    with_sizes,
)


@dataclass(frozen=True, slots=True)
class TaskJudge:
    """Judge listed tasks, asking the server for what the list leaves open."""

    client: Client
    targets: Targets
    procedures: Mapping[int, Procedure]
    query: TaskQuery

    def judge(self, tasks: Iterable[ListedTask]) -> list[Task | Exclusion]:
        """Return what becomes of each task."""
        return [self._judge(task) for task in tasks]

    def _judge(self, listed: ListedTask) -> Task | Exclusion:
        listed = with_inputs(self.client, listed)
        task_id, wanted = listed.task_id, self.query.estimation_procedures
        procedure_id = listed.procedure_id or 0
        procedure = self.procedures.get(procedure_id)
        if procedure is None or (wanted and procedure_id not in wanted):
            return Exclusion(task_id, None, Reason.PROCEDURE)
        listed = with_sizes(self.client, listed)
        if listed.n_instances is None:
            return Exclusion(task_id, None, Reason.SIZE_UNKNOWN)
        if self.query.min_instances is not None and listed.n_instances < self.query.min_instances:
            return Exclusion(task_id, None, Reason.TOO_SMALL)
        if self.query.max_instances is not None and listed.n_instances > self.query.max_instances:
            return Exclusion(task_id, None, Reason.TOO_LARGE)
        target = listed.target or ""
        try:
            classes = self.targets.classes(listed.dataset_id, target, listed.minority_size)
        except ClassesUnknownError as error:
            return Exclusion(task_id, None, Reason.CLASSES_UNKNOWN, str(error))
        if len(classes) != 2:
            return Exclusion(task_id, None, Reason.NOT_BINARY)
        return Task(
            task_id=task_id,
            dataset_id=listed.dataset_id,
            dataset_name=listed.dataset_name,
            target=target,
            classes=classes,
            n_instances=listed.n_instances,
            estimation_procedure=procedure_id,
            n_repeats=procedure.n_repeats,
            n_folds=listed.n_instances if procedure.n_folds is None else procedure.n_folds,
        )


def matching(client: Client, query: TaskQuery) -> tuple[dict[int, ListedTask], list[Exclusion]]:
    """Return the tasks of the ids, suite and tags asked for, and the ids that are no tasks."""
    wanted = None if query.task_ids is None else set(query.task_ids)
    if query.suite is not None:
        suite = set(suite_tasks(client, query.suite))
        wanted = suite if wanted is None else wanted & suite
    task_ids = None if wanted is None else sorted(wanted)
    if not query.tags:
        found = listed_tasks(client, task_ids=task_ids)
    else:
        tagged = [listed_tasks(client, tag, task_ids) for tag in query.tags]
        common = set.intersection(*(set(tasks) for tasks in tagged))
        found = {task_id: tagged[0][task_id] for task_id in common}
    missing = Reason.NO_SUCH_TASK if not query.tags else Reason.NOT_REQUESTED
    absent = sorted(set(task_ids or ()) - found.keys())
    return found, [Exclusion(task_id, None, missing) for task_id in absent]
