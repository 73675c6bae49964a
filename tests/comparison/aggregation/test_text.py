import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.aggregation.text import paragraphs

FACTS = make_facts("made-up archive")


def test_an_empty_aggregation_says_so():
    assert "No task" in paragraphs({"aggregation": pd.DataFrame()}, FACTS)[0]


def test_every_number_is_named(tables):
    _, lines = paragraphs(tables, FACTS)
    assert lines.splitlines()[0] == (
        "- AUPR, mean over folds: the best models change in 50.0% of 12 tasks [40.0%, 75.0%]; "
        "3 of 1,000 values of single folds are undefined."
    )
