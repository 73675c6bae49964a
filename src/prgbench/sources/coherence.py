"""What the fields of a task, and of a run of it, must say of each other."""

from prgbench.sources.interface import Run, Task


def task_problem(task: Task) -> str | None:
    """Return what contradicts itself in a task, if anything does.

    Examples
    --------
    >>> task_problem(Task(7, 1, "iris", "class", ("a", "b"), 60, 1, 1, 10, n_unlabelled=60))
    'none of its 60 instances has a class'
    """
    if task.n_unlabelled > task.n_instances:
        return f"{task.n_unlabelled} of its {task.n_instances} instances have no class"
    if task.n_unlabelled == task.n_instances:
        return f"none of its {task.n_instances} instances has a class"
    return None


def run_problem(task: Task, run: Run) -> str | None:
    """Return what contradicts a task in a run of it, if anything does.

    Examples
    --------
    >>> task = Task(7, 1, "iris", "class", ("a", "b"), 60, 1, 1, 10)
    >>> run_problem(task, Run(5, 7, 1, "weka.J48(1)", 1, 1, "2014-04-01", 0.8, aurocs=(0.8,)))
    'the number of its aurocs is 1, that of the classes of task 7 is 2'
    """
    if run.task_id != task.task_id:
        return f"it is of task {run.task_id}, not of task {task.task_id}"
    if run.aurocs and len(run.aurocs) != len(task.classes):
        return (
            f"the number of its aurocs is {len(run.aurocs)}, that of the classes of task "
            f"{task.task_id} is {len(task.classes)}"
        )
    return None
