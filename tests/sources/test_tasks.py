"""Tasks: the estimated size of their files, and contradictions in them."""

from dataclasses import replace

from folder_archives import make_task
from prgbench.sources.tasks import Task, estimated_bytes, task_problem

TASK = make_task(7)
LONG = Task(7, 1, "clover", "class", ("negative", "positive!!"), 1000, 1, 10, 10)


def test_a_row_takes_forty_bytes_and_two_labels():
    assert estimated_bytes(TASK) == 60 * (40 + 5)
    assert estimated_bytes(LONG) == 1000 * 10 * (40 + 18)


def test_a_task_needs_an_instance_with_a_class():
    assert task_problem(replace(TASK, n_unlabelled=59)) is None
    assert task_problem(replace(TASK, n_unlabelled=60)) == "none of its 60 instances has a class"
    assert task_problem(replace(TASK, n_unlabelled=61)) == "61 of its 60 instances have no class"
