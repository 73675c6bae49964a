"""Runs: contradictions between one and its task."""

from dataclasses import replace

from folder_archives import make_run, make_task
from prgbench.sources.runs import run_problem

TASK = make_task(7)


def test_a_run_is_of_its_task_and_has_an_auroc_of_each_class_or_none():
    run = make_run(TASK, 3, 0.8)
    assert run_problem(TASK, replace(run, aurocs=(0.8, 0.8))) is None
    assert run_problem(TASK, replace(run, task_id=8)) == "it belongs to task 8, not to task 7"
    assert "is 3, but task 7 has 2 classes" in run_problem(TASK, replace(run, aurocs=(0.8,) * 3))
