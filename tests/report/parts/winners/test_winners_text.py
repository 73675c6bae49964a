import pandas as pd

from made_up_facts import make_facts
from prgbench.answer.interface import columns_of
from prgbench.answer.winners import Winners
from prgbench.report.parts.winners import paragraphs

ROW = {
    "measure_a": "aupr",
    "measure_b": "auroc",
    "a_kept": 0.12,
    "b_kept": -0.03,
    "certain": 3,
    "certain_by_chance": 0.79,
    "p_adjusted": 0.012,
    "verdict": "the winners differ",
    "detectable": 0.1,
    "tasks": 40,
    "datasets": 30,
}


def words(**changes):
    table = pd.DataFrame([ROW | changes]).reindex(columns=columns_of(Winners))
    return paragraphs({"winners": table}, make_facts())


def test_both_tests_are_in_a_table():
    intro, table = words()
    assert intro.startswith("Mean of 40 tasks on 30 data sets.")
    assert table.splitlines()[2:] == [
        "| AUPR – AUROC | +12.0 | −3.0 | 3 (0.8) | the winners differ (p = 0.012) |"
    ]


def test_what_an_open_verdict_could_have_shown_is_said():
    *_, power = words(verdict="not resolved")
    assert power == (
        "AUPR – AUROC: this study would have shown picks kept by 10.0% or more with a power of "
        "80%."
    )


def test_without_tasks_it_says_why():
    assert words(tasks=0) == ["No task has both classes in two halves of its instances."]
