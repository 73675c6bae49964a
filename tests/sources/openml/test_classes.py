"""The classes of a target, as declared."""

import re

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.interface import Reason
from prgbench.sources.openml.answers import ServerError
from prgbench.sources.openml.classes import ClassesUnknownError, Target, target_of

FEATURES = "data/features/40"


def features(*labels, name="class", missing=0):
    stated = [element("nominal_value", label) for label in labels]
    other = element("feature", fields(index=0, name="age", number_of_missing_values=7))
    target = element("feature", fields(index=1, name=name, number_of_missing_values=missing))
    target = target.replace("</oml:feature>", "".join(stated) + "</oml:feature>")
    return answer("data_features", other, target)


def target_with(*labels, **stated):
    return target_of(CannedClient({FEATURES: features(*labels, **stated)}), 40, "class")


@pytest.mark.parametrize("labels", [("N", "P"), ("no", "yes?"), ("a",), ("a", "b?", "c")])
def test_the_declared_labels_are_the_classes(labels):
    assert target_with(*labels, missing="3") == Target("class", labels, 3)


@pytest.mark.parametrize("labels", [("??", "???"), ("?", "f"), ("ye?s", "no"), ("a", "a")])
def test_labels_that_the_server_has_damaged_are_named(labels):
    arrived = f"the labels of 'class' arrive as '{labels[0]}', '{labels[1]}'"
    with pytest.raises(ClassesUnknownError, match=re.escape(arrived)) as it:
        target_with(*labels)
    assert it.value.reason == Reason.LABELS_DAMAGED


@pytest.mark.parametrize("labels", [("a", ""), ("a", "b" * 10_001)])
def test_labels_that_are_empty_or_too_long_are_none(labels):
    with pytest.raises(ClassesUnknownError, match="data set 40 has a label of 'class' that is em"):
        target_with(*labels)


def test_a_feature_that_is_not_there_is_named():
    with pytest.raises(ClassesUnknownError, match="data set 40 has no feature 'class'") as raised:
        target_with("a", "b", name="kind")
    assert raised.value.reason == Reason.CLASSES_UNKNOWN


@pytest.mark.parametrize("code", [271, 272, 273, 274, 112])
def test_a_data_set_that_was_not_processed_is_named_with_its_code(code):
    asked = CannedClient({FEATURES: ServerError(code, "not processed", FEATURES)})
    with pytest.raises(ClassesUnknownError, match=rf"data set 40: not processed \(code {code}\)"):
        target_of(asked, 40, "class")
