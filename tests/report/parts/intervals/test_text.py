import pytest

from made_up_facts import make_facts
from prgbench.answer.interface import table_of
from prgbench.answer.intervals import AgreementInterval, PairedTest
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.parts.intervals import paragraphs
from prgbench.stats.interval import EXACT

ESTIMATES = {"best_differs": 0.24, "top_differs": 0.58, "rank_correlation": 0.85}


def make_tables(*p_values, tasks=40, datasets=30, note=""):
    """Return the part's tables of one pair, with a paired test for each p-value."""
    intervals = [
        AgreementInterval(
            "aupr", "auprg", name, estimate, 0.05, estimate - 0.1, estimate + 0.1, 0.0, 1.0, 0,
            note, estimate - 0.05, estimate + 0.05, tasks, datasets,
        )
        for name, estimate in ESTIMATES.items()
    ]  # fmt: skip
    tests = [
        PairedTest(
            "best_differs", "aupr-auprg", "aupr-auroc", 0.2, 0.25, -0.05, 0.02, -0.08, -0.01,
            -0.08, -0.01, 0, "", p / 2, tasks, datasets, p,
        )
        for p in p_values
    ]  # fmt: skip
    return {
        "intervals": table_of(AgreementInterval, intervals),
        "paired_tests": table_of(PairedTest, tests),
    }


def test_every_number_is_in_the_table():
    intro, table = paragraphs(make_tables(), make_facts(confidence_level=0.8))
    assert intro == (
        "Of 40 tasks on 30 data sets; in brackets, the 80% interval, with data sets as clusters."
    )
    assert table.splitlines()[2:] == [
        "| AUPR – AUPRG | 10 of 40 [14.0%, 34.0%] | 23 of 40 [48.0%, 68.0%] | "
        "0.850 [0.750, 0.950] |"
    ]


def test_the_top_has_as_many_models_as_the_study_says():
    header = paragraphs(make_tables(), make_facts(top=5))[1].splitlines()[0]
    assert header == (
        "| measures | best models differ | ordered top five differ | correlation of ranks |"
    )


def test_many_tasks_have_percentages():
    table = paragraphs(make_tables(tasks=800, datasets=400), make_facts())[1]
    assert "| 192 of 800 (24.0%) [14.0%, 34.0%] |" in table


def test_exact_bounds_are_named_where_they_are_shown():
    tables = make_tables(note=EXACT, datasets=5)
    assert "| 10 of 40 [14.0%, 34.0%], exact |" in paragraphs(tables, make_facts())[1]
    hidden = paragraphs(without_rough_intervals(tables), make_facts())[1]
    assert "| 10 of 40 [no interval] |" in hidden


def test_few_data_sets_have_rough_intervals_and_no_tests():
    intro, _ = paragraphs(make_tables(0.001, datasets=19), make_facts())
    assert intro.endswith("With fewer than 20 data sets intervals are rough.")


def test_clear_differences_are_named():
    text = paragraphs(make_tables(0.01, 0.08), make_facts())[-1]
    assert text == (
        "1 of 2 differences between percentages on the same tasks has p < 0.05 after Holm's "
        "adjustment: AUPR–AUPRG against AUPR–AUROC (best models: −5.0 points [−8.0, −1.0], "
        "p = 0.010)."
    )


@pytest.mark.parametrize(
    ("level", "found"),
    [(0.5, "2 of 2 differences"), (0.95, "1 of 2 differences"), (0.999, "None of 2 differences")],
)
def test_what_is_clear_depends_on_the_level_of_the_study(level, found):
    text = paragraphs(make_tables(0.01, 0.4), make_facts(confidence_level=level))[-1]
    assert text.startswith(found)
