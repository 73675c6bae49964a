import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.aggregation.text import paragraphs

FACTS = make_facts("made-up archive")


def test_an_empty_aggregation_says_so(tables):
    empty = {"aggregation": pd.DataFrame(), "aggregated_decisions": pd.DataFrame()}
    assert paragraphs(empty, FACTS) == [
        "No task has several folds or repeats that its files state.",
        "No task has stored decisions of several folds.",
    ]
    unstated = tables["aggregated_decisions"].assign(tasks=0)
    assert (
        "No task has stored" in paragraphs(tables | {"aggregated_decisions": unstated}, FACTS)[2]
    )


def test_every_number_is_named(tables):
    _, lines, _ = paragraphs(tables, FACTS)
    assert lines.splitlines()[0] == (
        "- AUPR, mean over folds: the best models change in 50.0% of 12 tasks [40.0%, 75.0%]; "
        "3 of 1,000 values of single folds are undefined."
    )


def test_ways_to_put_decisions_of_folds_together_are_compared(tables):
    *_, decisions = paragraphs(tables, FACTS)
    assert decisions == (
        "F1 of the stored decisions, put together from the folds in different ways: the best "
        "models differ in 50.0% of 10 tasks [40.0%, 75.0%] between averaged as F-gain and "
        "averaged arithmetically, 25.0% of 10 tasks [12.5%, 50.0%] between averaged as F-gain and "
        "pooled and 12.5% of 12 tasks [0.0%, 25.0%] between averaged arithmetically and pooled. "
        "The arithmetic mean of F-scores is on the wrong scale (Flach & Kull 2015, section 4). "
        "Left out: 2 tasks whose models all have the same F1 in one of these ways; averaged as "
        "F-gain it is 0 for each model that has a fold without a true positive."
    )
