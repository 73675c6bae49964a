"""What tasks and runs say of each other."""

from dataclasses import replace

from folder_archives import make_run, make_task
from prgbench.sources.interface import run_problem, task_problem

TASK = make_task(7, n=60)


def test_a_task_needs_an_instance_with_a_class():
    assert task_problem(replace(TASK, n_unlabelled=59)) is None
    assert task_problem(replace(TASK, n_unlabelled=60)) == "none of its 60 instances has a class"
    assert task_problem(replace(TASK, n_unlabelled=61)) == "61 of its 60 instances have no class"


def test_a_run_is_of_its_task_and_has_an_auroc_of_each_class_or_none():
    run = make_run(TASK, 3, 0.8)
    assert run_problem(TASK, run) is None
    assert run_problem(TASK, replace(run, aurocs=(0.8, 0.8))) is None
    assert run_problem(TASK, replace(run, task_id=8)) == "it is of task 8, not of task 7"
    assert run_problem(TASK, replace(run, aurocs=(0.8,) * 3)) == (
        "the number of its aurocs is 3, that of the classes of task 7 is 2"
    )
