"""Which listed tasks can be used, and why others can't."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from prgbench.run.safe_text import plain
from prgbench.sources.errors import NoSuchTaskError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.openml.answers import ServerError, UnansweredCallError
from prgbench.sources.openml.classes import ClassesUnknownError, Targets
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.described_tasks import (
    described,
    with_inputs,
    with_name,
    with_sizes,
)
from prgbench.sources.openml.listed_tasks import ListedTask, Match, Tasks
from prgbench.sources.openml.procedures import Procedure
from prgbench.sources.tasks import Task, TaskListing, TaskQuery, task_problem

SHOWN_IDS = 5
REFUSED = {
    Reason.NO_SUCH_TASK,
    Reason.CLASSES_UNKNOWN,
    Reason.SIZE_UNKNOWN,
    Reason.TASK_NOT_DESCRIBED,
}
"""Reasons that rest on what the server refused, which a second look may mend."""


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
        """Return the task, or why it is left out; what costs most calls is asked last."""
        stated = with_inputs(self.client, listed)
        if stated is None:
            return Reason.NO_SUCH_TASK
        # No procedure has the number 0, and one without a number is none that was asked for.
        procedure_id = stated.procedure_id or 0
        if self.procedures is None:
            procedure = stated.procedure
        else:
            procedure = self.procedures.get(procedure_id)
        wanted = self.query.estimation_procedures
        if procedure is None or (wanted and procedure_id not in wanted):
            return Reason.PROCEDURE
        listed = with_sizes(self.client, stated)
        if listed.n_instances is None:
            return Reason.SIZE_UNKNOWN
        misfit = self.query.misfit_of_size(listed.n_instances)
        if misfit is not None:
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
