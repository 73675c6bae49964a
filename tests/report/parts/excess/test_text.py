import pytest

from made_up_facts import make_facts
from prgbench.report.parts.excess import paragraphs

NAN = float("nan")


def test_every_number_is_named(make_excess):
    _, line, tests, meaning = paragraphs(make_excess(), make_facts())
    assert line == (
        "- AUPR and AUROC: across halves the picks of the two measures differ in 50.0%, those of "
        "one measure in 30.0%; the excess is +20.0 points [+10.0, +30.0]: more than noise "
        "(p = 0.003). Replicated disagreement +15.0 points [+5.0, +25.0]. On quarters the excess "
        "is +10.0 points [−10.0, +20.0]: not shown."
    )
    assert tests == (
        "Means over 40 tasks on 30 data sets. p-values are one-sided, by flipping the signs of "
        "data sets, and adjusted for 1 pair (Holm)."
    )
    assert "half the size" in meaning
    assert "independent given the fitted models only" in meaning
    assert meaning.endswith("A difference that is not shown may exist.")


def test_few_data_sets_and_tasks_left_out_are_said(make_excess):
    changed = {"verdict": "too few data sets", "tasks": 5, "datasets": 4, "undefined": 1}
    _, line, tests, _ = paragraphs(make_excess(**changed), make_facts())
    assert ": too few data sets (p = 0.003)" in line
    assert tests.startswith(
        "Means over 5 tasks on 4 data sets; 1 task without both classes in two halves left out."
    )
    assert tests.endswith("Below 20 data sets there is no verdict.")


def test_missing_bounds_are_said(make_excess):
    _, line, *_ = paragraphs(make_excess(lower=NAN, upper=NAN), make_facts())
    assert "+20.0 points [no interval]" in line


def test_nothing_to_compare_is_said(make_excess):
    [text] = paragraphs(make_excess(tasks=0), make_facts())
    assert text == "No task has both classes in two halves of its instances."


@pytest.mark.parametrize("word", ["less than noise", "same"])
def test_equality_is_never_claimed(make_excess, word):
    text = " ".join(paragraphs(make_excess(excess=-0.2, lower=-0.3, upper=-0.1), make_facts()))
    assert word not in text
