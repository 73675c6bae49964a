"""What all sources share: estimated sizes, where bundles lie, and which class is positive."""

from dataclasses import replace

import pytest

from folder_archives import make_folder, make_run, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import (
    Reason,
    RunUnusableError,
    Task,
    estimated_bytes,
    run_problem,
    task_problem,
)

TASK = make_task(7)
LONG = Task(7, 1, "clover", "class", ("negative", "positive!!"), 1000, 1, 10, 10)


@pytest.fixture
def source(tmp_path):
    return make_folder(tmp_path / "archive", [TASK])


def test_a_row_takes_forty_bytes_and_two_labels():
    assert estimated_bytes(TASK) == 60 * (40 + 5)
    assert estimated_bytes(LONG) == 1000 * 10 * (40 + 18)


def test_the_minority_is_positive_unless_the_source_says_otherwise(source):
    assert source.positive_label_of(TASK) is None
    assert source.positive_class_of(TASK) is None
    source.positive_label = "no"
    assert source.positive_class_of(TASK) == 0
    source.positive_label = "yes"
    assert source.positive_class_of(TASK) == 1
    source.positive_label = "minority"
    assert source.positive_class_of(TASK) is None
    source.positive_label = "scored"
    assert source.positive_class_of(TASK) == 1
    assert source.positive_class_of(replace(TASK, classes=("yes", "no"))) == 0


def test_each_data_set_may_have_its_own_label(source):
    source.positive_label = {"data-7": "yes", "7": "no"}
    assert source.positive_class_of(TASK) == 1
    source.positive_label = {"7": "no", "data-8": "yes"}
    assert source.positive_class_of(TASK) == 0
    assert source.positive_class_of(make_task(9)) is None


def test_the_label_or_rule_of_all_others_may_be_stated(source):
    source.positive_label = {"data-7": "no", "*": "yes"}
    assert source.positive_class_of(TASK) == 0
    assert source.positive_class_of(make_task(9)) == 1
    assert (source.names_label_of(TASK), source.names_label_of(make_task(9))) == (True, False)
    source.positive_label = {"7": "minority", "*": "scored"}
    assert source.positive_class_of(TASK) is None
    assert source.positive_class_of(make_task(9)) == 1


def test_a_label_that_the_task_does_not_have(source):
    source.positive_label = "1"
    with pytest.raises(PrgbenchError) as raised:
        source.positive_class_of(TASK)
    assert str(raised.value) == (
        "`positive_label` says '1', but the data set data-7 has the classes 'no', 'yes': "
        "name one of them, or a label for each data set."
    )


def test_a_label_that_yaml_has_turned_into_true_is_to_stand_in_quotes(source):
    source.positive_label = "True"
    with pytest.raises(PrgbenchError, match=r"yes and no are True and False unless .* quotes\."):
        source.positive_class_of(TASK)


def test_bundles_of_another_positive_class_lie_elsewhere(source):
    assert source.bundles == source.store
    places = {source.store}
    for chosen in ("yes", "no", {"a": "yes", "b": "no"}):
        source.positive_label = chosen
        assert source.bundles.parent == source.store.parent
        assert source.bundles.name.startswith(f"{source.store.name}-positive-")
        places.add(source.bundles)
    assert len(places) == 4
    before = source.bundles
    source.positive_label = {"b": "no", "a": "yes"}
    assert source.bundles == before


def test_why_a_run_can_not_be_used_is_a_reason_with_or_without_detail():
    assert str(RunUnusableError(Reason.NO_FILE)) == "no prediction file"
    assert str(RunUnusableError(Reason.NO_FILE, "HTTP 404")) == "no prediction file: HTTP 404"


def test_a_task_needs_an_instance_with_a_class():
    assert task_problem(replace(TASK, n_unlabelled=59)) is None
    assert task_problem(replace(TASK, n_unlabelled=60)) == "none of its 60 instances has a class"
    assert task_problem(replace(TASK, n_unlabelled=61)) == "61 of its 60 instances have no class"


def test_a_run_is_of_its_task_and_has_an_auroc_of_each_class_or_none():
    run = make_run(TASK, 3, 0.8)
    assert run_problem(TASK, replace(run, aurocs=(0.8, 0.8))) is None
    assert run_problem(TASK, replace(run, task_id=8)) == "it is of task 8, not of task 7"
    assert "is 3, that of the classes of task 7 is 2" in run_problem(
        TASK, replace(run, aurocs=(0.8,) * 3)
    )
