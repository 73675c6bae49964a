"""What is said of a plan: its tasks, files and cost, and what it lacks."""

from collections import Counter
from collections.abc import Iterable

from prgbench.run.safe_text import plain, some_of
from prgbench.run.units import counted
from prgbench.sources.exclusions import TASKS_FOR_NOW, Reason
from prgbench.study.cost import TaskModels, cost_text
from prgbench.study.plan import Plan


def describe(
    plan: Plan, requests_per_second: float | None = None, *, is_given: bool = False
) -> str:
    """Return the plan as text: its tasks, data sets, flows and files, filters, and cost.

    A plan that ``is_given`` by the study or its archive is never drawn anew.
    """
    works = planned_works(plan)
    numbers = {
        "task": len(plan.tasks),
        "data set": len({planned.dataset_id for planned in plan.tasks}),
        "flow": len({run.flow_id for planned in plan.tasks for run in planned.candidates}),
        "prediction file": sum(work.n_models for work in works),
    }
    tasks, datasets, flows, files = (counted(f"{n:,}", noun) for noun, n in numbers.items())
    lines = [
        f"Plan of study {plain(plan.study)} ({plain(plan.archive)}): "
        f"{tasks} on {datasets}, {flows}, {files}."
    ]
    if plan.excluded_tasks:
        reasons = counts_of_reasons(exclusion.reason for exclusion in plan.excluded_tasks)
        lines.append(f"Tasks left out: {reasons}.")
    if not is_given and (not_answered := missing_tasks(plan)):
        lines.append(f"{not_answered} To ask now, add `--config again=1` to the command.")
    if plan.excluded_runs:
        runs = ", ".join(f"{count} {reason}" for reason, count in plan.excluded_runs.items())
        lines.append(f"Runs left out: {runs}.")
    lines += map(plain, plan.notes)
    return "\n".join([*lines, cost_text(works, requests_per_second)])


def planned_works(plan: Plan) -> list[TaskModels]:
    """Return the tasks of a plan, each with how many models are fetched for it."""
    # A slice up to None has all candidates.
    return [TaskModels(task, len(task.candidates[: plan.n_models])) for task in plan.tasks]


def missing_tasks(plan: Plan) -> str:
    """Say which tasks are left out because nobody answered for them; "" if none.

    Examples
    --------
    >>> from prgbench.sources.exclusions import Exclusion
    >>> left_out = [Exclusion(7, None, Reason.NOT_LISTED), Exclusion(9, None, Reason.NO_RUNS)]
    >>> missing_tasks(Plan("small", "OpenML", "", 2, [], left_out))
    'The server did not answer for task 7, which is left out for now: a new plan asks again.'
    """
    tasks = [str(e.task_id) for e in plan.excluded_tasks if e.reason in TASKS_FOR_NOW]
    if not tasks:
        return ""
    named, are = ("task", "is") if len(tasks) == 1 else ("tasks", "are")
    return (
        f"The server did not answer for {named} {', '.join(tasks)}, which {are} left out for now: "
        "a new plan asks again."
    )


def excluded_not_there(run_ids: Iterable[int], who_lacks: str) -> list[str]:
    """Name the runs that a study leaves out and that are nowhere: an id may be misspelt.

    Examples
    --------
    >>> excluded_not_there([7, 5], "the plan does not have")
    ['Not left out, as the plan does not have them: run 5, run 7 (`excluded_runs`).']
    """
    lacking = [f"run {run_id}" for run_id in sorted(run_ids)]
    if not lacking:
        return []
    return [f"Not left out, as {who_lacks} them: {some_of(lacking)} (`excluded_runs`)."]


def counts_of_reasons(reasons: Iterable[Reason]) -> str:
    """Write how often each reason is given, the most frequent first.

    Examples
    --------
    >>> counts_of_reasons([Reason.FEW_FLOWS, Reason.NO_RUNS, Reason.FEW_FLOWS])
    '2 with fewer flows than asked for, 1 without evaluated runs'
    """
    return ", ".join(f"{count} {reason}" for reason, count in Counter(reasons).most_common())
