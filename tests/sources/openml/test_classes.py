"""The classes of a target: as declared, read again where the server damaged them, or counted."""

import re

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.answers import ServerError
from prgbench.sources.openml.classes import ClassesUnknownError, Target, Targets
from prgbench.sources.openml.client import AnswerCache

FEATURES = "data/features/40"
FILE = "data/v1/download/99/data.arff"
DESCRIPTION = answer("data_set_description", fields(id=40, file_id=99))


def features(*labels, name="class", missing=0):
    stated = [element("nominal_value", label) for label in labels]
    other = element("feature", fields(index=0, name="age", number_of_missing_values=7))
    target = element("feature", fields(index=1, name=name, number_of_missing_values=missing))
    target = target.replace("</oml:feature>", "".join(stated) + "</oml:feature>")
    return answer("data_features", other, target)


def arff(labels, *rows):
    lines = ["@relation x", "@attribute age numeric", f"@attribute class {labels}", "@data", *rows]
    return "\n".join(lines).encode()


def client(declared, file=None):
    files = {} if file is None else {FILE: file}
    return CannedClient({FEATURES: declared, "data/40": DESCRIPTION}, files)


def target_of(asked, folder, minority_size=20):
    return Targets(asked, AnswerCache(folder)).target(40, "class", minority_size)


def test_two_declared_labels_are_the_classes_and_no_file_is_asked_for(tmp_path):
    asked = client(features("N", "P", missing="3"))
    assert target_of(asked, tmp_path) == Target("class", ("N", "P"), 3)
    assert asked.calls == [FEATURES]


def test_more_labels_stay_as_declared_unless_one_may_not_occur(tmp_path):
    asked = client(features("a", "b?", "c"))
    assert target_of(asked, tmp_path).classes == ("a", "b?", "c")
    assert asked.calls == [FEATURES]


def test_labels_that_do_not_occur_are_counted_in_the_data(tmp_path):
    rows = ("1,c", "2,'a'", "{0 5}", "3,c", "4,?")
    asked = client(features("a", "b", "c"), arff("{a,b,c}", *rows))
    assert target_of(asked, tmp_path, minority_size=0).classes == ("a", "c")
    assert asked.calls == [FEATURES, "data/40", FILE]
    assert target_of(asked, tmp_path, minority_size=0).classes == ("a", "c")
    assert asked.calls[3:] == [FEATURES]


def test_one_declared_label_needs_no_count(tmp_path):
    assert target_of(client(features("a")), tmp_path, minority_size=0).classes == ("a",)


def test_question_marks_are_replaced_by_the_letters_of_the_file(tmp_path):
    asked = client(features("??", "???"), arff("{да,нет}", "1,да"))
    assert target_of(asked, tmp_path).classes == ("да", "нет")
    assert target_of(asked, tmp_path).classes == ("да", "нет")
    assert asked.calls.count(FILE) == 1


def test_true_labels_are_counted_where_one_may_not_occur(tmp_path):
    asked = client(features("??", "???", "?"), arff("{да,нет,й}", "1,да", "2,нет", "3,да"))
    assert target_of(asked, tmp_path, minority_size=0).classes == ("да", "нет")


def test_a_real_question_mark_stays(tmp_path):
    asked = client(features("no", "yes?"), arff("{no,yes?}", "1,no"))
    assert target_of(asked, tmp_path).classes == ("no", "yes?")
    without_file = client(features("no", "yes?"))
    assert target_of(without_file, tmp_path / "without").classes == ("no", "yes?")
    other_file = client(features("no", "yes?"), arff("{nein,ja}", "1,ja"))
    assert target_of(other_file, tmp_path / "other").classes == ("no", "yes?")


DAMAGED = [("??", "???"), ("?", "f"), ("ye?s", "no"), ("a", "a")]


@pytest.mark.parametrize("labels", DAMAGED)
@pytest.mark.parametrize(
    "file", [arff("{ja,nein}", "1,ja"), arff("numeric", "1,1"), b"@data\n1\n"]
)
def test_damaged_labels_that_the_file_does_not_have_are_named(tmp_path, labels, file):
    arrived = f"the labels of 'class' arrive as '{labels[0]}', '{labels[1]}'"
    with pytest.raises(ClassesUnknownError, match=re.escape(arrived)) as it:
        target_of(client(features(*labels), file), tmp_path)
    assert it.value.reason == Reason.LABELS_DAMAGED


@pytest.mark.parametrize("labels", DAMAGED)
def test_damaged_labels_whose_file_does_not_come_are_asked_for_again(tmp_path, labels):
    arrived = f"the labels of 'class' arrive as '{labels[0]}', '{labels[1]}'; the labels of data"
    with pytest.raises(ClassesUnknownError, match=re.escape(arrived)) as it:
        target_of(client(features(*labels)), tmp_path)
    assert it.value.reason == Reason.TASK_NOT_DESCRIBED


def test_only_the_beginning_of_a_big_file_is_fetched_for_its_header(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.openml.classes.HEADER_BYTES", 100)
    asked = client(features("??", "???"), arff("{да,нет}", *["1,да"] * 100))
    assert target_of(asked, tmp_path).classes == ("да", "нет")


@pytest.mark.parametrize("labels", [("a", ""), ("a", "b" * 10_001)])
def test_labels_that_are_empty_or_too_long_are_none(tmp_path, labels):
    with pytest.raises(ClassesUnknownError, match="data set 40 has a label of 'class' that is em"):
        target_of(client(features(*labels)), tmp_path)


def test_a_feature_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ClassesUnknownError, match="data set 40 has no feature 'class'") as raised:
        target_of(client(features("a", "b", name="kind")), tmp_path)
    assert raised.value.reason == Reason.CLASSES_UNKNOWN


@pytest.mark.parametrize("code", [271, 272, 273, 274, 112])
def test_a_data_set_that_was_not_processed_is_named_with_its_code(tmp_path, code):
    asked = CannedClient({FEATURES: ServerError(code, "not processed", FEATURES)})
    with pytest.raises(ClassesUnknownError, match=rf"data set 40: not processed \(code {code}\)"):
        target_of(asked, tmp_path)


def test_labels_can_not_be_counted_without_the_file(tmp_path):
    with pytest.raises(ClassesUnknownError, match="the labels of data set 40 can't be counted"):
        target_of(client(features("a", "b", "c")), tmp_path, minority_size=0)
