"""Which class a label spells."""

import pytest

from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.layout import NO_CLASS, LabelMatcher


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
