"""Which column of a prediction file means what."""

import pytest

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.class_labels import NO_CLASS, LabelMatcher
from prgbench.sources.prediction_files.file_columns import MOST_COLUMNS, find_file_layout

CLASSES = ("no", "yes")
SCORES = ("confidence.no", "confidence.yes")


def test_columns_are_found_by_name_whatever_their_case_and_order():
    names = ("confidence.yes", "Fold_nr", "extra", "ROWID", "correct", "confidence.no", "repeat")
    layout = find_file_layout(names, CLASSES)
    assert (layout.confidences, layout.classes, layout.complement) == ((0, 5), (1, 0), None)
    assert (layout.n_columns, layout.unknown) == (7, (2,))
    assert list(layout.counts.items()) == [("repeat", 6), ("fold", 1), ("row_id", 3)]
    assert layout.labels == {"truth": 4}
    assert layout.numbers == (6, 1, 3, 0, 5)


def test_labels_are_the_prediction_then_the_truth():
    layout = find_file_layout(("row_id", "truth", "prediction", *SCORES), CLASSES)
    assert list(layout.labels.items()) == [("prediction", 2), ("truth", 1)]
    matcher = LabelMatcher(CLASSES)
    assert matcher.index("maybe") == -1
    with pytest.raises(RunUnusableError):
        matcher.true_index("maybe")


def test_the_scores_of_one_of_two_classes_are_enough():
    assert find_file_layout(("row_id", "confidence.yes"), CLASSES).complement == 0
    assert find_file_layout(("row_id", "confidence.no"), CLASSES).complement == 1
    with pytest.raises(RunUnusableError, match="none of class 'no'"):
        find_file_layout(("row_id", "confidence.yes", "confidence.other"), CLASSES)
    with pytest.raises(RunUnusableError, match="none of class 'c'"):
        find_file_layout(("row_id", "confidence.a", "confidence.b"), ("a", "b", "c"))


def test_scores_of_other_labels_stand_beside():
    layout = find_file_layout(("row_id", *SCORES, "confidence.?"), CLASSES)
    assert layout.classes == (0, 1, -1)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("row_id", "row_id", *SCORES), "two columns of the name 'row_id'"),
        (("row_id", "rowid", *SCORES), "two columns of row_id"),
        (("fold", *SCORES), "no column row_id"),
        (("row_id", *SCORES, "confidence.YES"), "two score columns for one class"),
        (("row_id", "prediction"), "scores"),
        (tuple(f"x{i}" for i in range(MOST_COLUMNS + 1)), "257 columns"),
    ],
)
def test_columns_that_contradict_or_are_missing_are_refused(names, why):
    with pytest.raises(RunUnusableError, match=why):
        find_file_layout(names, CLASSES)


@pytest.mark.parametrize(
    ("classes", "label", "index"),
    [
        (["no", "yes"], "yes", 1),
        (["no", "yes"], " 'YES' ", 1),
        (["no", "yes"], '"No"', 0),
        (["no", "yes"], "maybe", NO_CLASS),
        (["no", "yes"], "?", NO_CLASS),
        (["1", "2"], "2.0", 1),
        (["1", "2"], "1e0", 0),
        (["1", "2"], "3", NO_CLASS),
        # What is written exactly as a class is that class, however the others are spelt.
        (["a", "A"], "A", 1),
        (["a", "A"], " a", NO_CLASS),
        (["1", "1.0"], "1.0", 1),
        (["1", "1.0"], "1.00", NO_CLASS),
        (["1", "2"], "+2e0", 1),
        (["1", "2"], "\u0662", NO_CLASS),
        (["10", "2"], "1_0", NO_CLASS),
        (["9007199254740992", "5"], "9007199254740993", NO_CLASS),
        (["0.1", "0.2"], "0.10000000000000001", NO_CLASS),
        (["0", "1"], "-0.0", 0),
        (["1e999", "5"], "inf", NO_CLASS),
        (["nan", "5"], "NaN", 0),
        (["?", "b"], "?", 0),
    ],
)
def test_spellings(classes, label, index):
    assert LabelMatcher(classes).index(label) == index


def test_the_truth_is_a_class_or_missing():
    matcher = LabelMatcher(["no", "yes"])
    assert [matcher.true_index(label) for label in ("no", "YES", "?")] == [0, 1, NO_CLASS]
    with pytest.raises(
        RunUnusableError, match="a true class that the task does not have: 'maybe'"
    ):
        matcher.true_index("maybe")
