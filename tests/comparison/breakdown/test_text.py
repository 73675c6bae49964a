import pandas as pd

from made_up_facts import make_facts
from prgbench.comparison.breakdown.text import paragraphs

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}


def make_table(*rows):
    return pd.DataFrame(
        [
            {**PAIR, "by": by, "bin": name, "best_differs": share, "tasks": tasks}
            for by, name, share, tasks in rows
        ]
    )


def test_the_least_and_the_greatest_share_of_each_property_are_told():
    table = make_table(
        ("prevalence", "≤ 0.1", 0.1, 20),
        ("prevalence", "> 0.1", 0.3, 12),
        ("prevalence", "> 0.4", 0.9, 2),
        ("instances", "≤ 300", 0.2, 34),
    )
    _, line = paragraphs({"breakdown": table}, make_facts("made-up archive"))
    assert line == "- AUPR and AUPRG: prevalence: 10.0% (≤ 0.1) to 30.0% (> 0.1)."


def test_without_two_bins_there_is_nothing_to_compare():
    table = make_table(("prevalence", "≤ 0.1", 0.1, 20))
    _, line = paragraphs({"breakdown": table}, make_facts("made-up archive"))
    assert line.endswith("no property has two bins of that size.")
