"""What all sources share: where bundles lie, and which class is positive."""

from dataclasses import replace

import pytest

from folder_archives import make_folder, make_task
from prgbench.run.errors import PrgbenchError

TASK = make_task(7)


@pytest.fixture
def source(tmp_path):
    return make_folder(tmp_path / "archive", [TASK])


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
        "`positive_label` is '1', but the data set data-7 has the classes 'no', 'yes': "
        "name one of them, or a label for each data set."
    )


def test_a_label_that_yaml_has_turned_into_true_is_to_stand_in_quotes(source):
    source.positive_label = "True"
    with pytest.raises(PrgbenchError, match=r"yes and no mean True and False unless .* quoted\."):
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
