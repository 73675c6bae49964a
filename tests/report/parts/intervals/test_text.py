import pytest

from made_up_facts import make_facts
from prgbench.report.parts.intervals import paragraphs
from prgbench.stats.interval import EXACT

FACTS = make_facts("made-up archive")


def test_every_number_is_named(make_tables):
    text = "\n".join(paragraphs(make_tables(), FACTS))
    assert "40 tasks stand on 30 data sets" in text
    assert "different best models in 10 of 40 tasks [14.0%, 34.0%]" in text
    assert "independent: [19.0%, 29.0%]" in text
    assert "ordered top three in 23 of 40 [48.0%, 68.0%]" in text
    assert "correlate by 0.850 [0.750, 0.950]" in text
    assert "rough" not in text
    assert "exact" not in text


def test_many_tasks_have_percentages(make_tables):
    text = "\n".join(paragraphs(make_tables(tasks=800, datasets=400), FACTS))
    assert "different best models in 192 of 800 (24.0%) tasks [14.0%, 34.0%]" in text


def test_exact_bounds_are_named(make_tables):
    text = "\n".join(paragraphs(make_tables(note=EXACT), FACTS))
    assert "different best models in 10 of 40 tasks [14.0%, 34.0%], exact (as if" in text
    assert "Where all tasks are alike, bounds are exact (Clopper and Pearson)" in text


def test_few_data_sets_are_warned_of_and_not_tested(make_tables):
    text = "\n".join(paragraphs(make_tables(make_tests(0.001), datasets=19), FACTS))
    assert "fewer than 20 data sets intervals are rough" in text
    assert "not tested with fewer than 20 data sets" in text
    assert "p <" not in text


def test_the_first_paragraph_says_the_level(make_tables):
    assert "95% interval" in paragraphs(make_tables(), FACTS)[0]
    assert "80% interval" in paragraphs(make_tables(), make_facts("made-up archive", 0.8))[0]


def make_tests(*p_values):
    return [
        {
            "statistic": "best_differs",
            "pair_1": "aupr-auprg",
            "pair_2": "aupr-auroc",
            "estimate": -0.05,
            "lower": -0.08,
            "upper": -0.01,
            "p_value": p / 2,
            "p_value_adjusted": p,
        }
        for p in p_values
    ]


def test_paired_tests_that_are_clear_are_named(make_tables):
    text = paragraphs(make_tables(make_tests(0.01, 0.08)), FACTS)[-1]
    assert "Of 2 differences" in text
    assert "one has p < 0.05 by flipping the signs of data sets, adjusted for their number" in text
    assert (
        "AUPR–AUPRG against AUPR–AUROC (best models: −5.0 points [−8.0, −1.0], adjusted "
        "p = 0.010)" in text
    )


@pytest.mark.parametrize(
    ("level", "found"),
    [(0.5, "2 have p < 0.5"), (0.95, "one has p < 0.05"), (0.999, "none has p < 0.001")],
)
def test_what_is_clear_depends_on_the_level_of_the_study(make_tables, level, found):
    tables = make_tables(make_tests(0.01, 0.4))
    assert found in paragraphs(tables, make_facts("made-up archive", level))[-1]
