import pytest

from made_up_facts import make_facts
from prgbench.answer.excess import Excess
from prgbench.answer.interface import table_of
from prgbench.report.parts.excess import paragraphs

NAN = float("nan")
HALVES = {
    "parts": 2,
    "measure_a": "aupr",
    "measure_b": "auroc",
    "two_measures": 0.5,
    "one_measure": 0.3,
    "excess": 0.2,
    "lower": 0.1,
    "upper": 0.3,
    "replicated": 0.15,
    "replicated_lower": 0.05,
    "replicated_upper": 0.25,
    "tasks": 40,
    "datasets": 30,
    "undefined": 0,
    "note": "",
}
QUARTERS = {"parts": 4, "excess": 0.1, "lower": -0.1, "upper": 0.2}


def words(**changes):
    """Return the paragraphs of one pair, of halves and of quarters."""
    rows = [Excess(**HALVES | changes), Excess(**HALVES | QUARTERS | changes | {"parts": 4})]
    return paragraphs({"excess": table_of(Excess, rows)}, make_facts(confidence_level=0.9))


def test_every_number_is_in_the_table():
    intro, table = words()
    assert "mean of 40 tasks on 30 data sets" in intro
    assert "with its 90% interval." in intro
    assert table.splitlines()[2:] == [
        "| AUPR – AUROC | 50.0% | 30.0% | +20.0 [+10.0, +30.0] | "
        "+15.0 [+5.0, +25.0] | +10.0 [−10.0, +20.0] |"
    ]


def test_tasks_left_out_are_said():
    intro, _ = words(tasks=5, datasets=4, undefined=1)
    assert intro.endswith(" 1 task without both classes in two halves left out.")


def test_missing_bounds_are_said():
    assert "| +20.0 [no interval] |" in words(lower=NAN, upper=NAN)[1]


def test_nothing_to_compare_is_said():
    assert words(tasks=0) == ["No task has both classes in two halves of its instances."]


@pytest.mark.parametrize("word", ["less than noise", "equal"])
def test_equality_is_never_claimed(word):
    assert word not in " ".join(words(excess=-0.2, lower=-0.3, upper=-0.1))
