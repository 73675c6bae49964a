import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.multiverse import paragraphs

PAIR = {"measure_a": "aupr", "measure_b": "auroc"}
FACTS = make_facts("made-up archive")


def row(statistic, choice, found, least, greatest, **more):
    return {
        **PAIR, "statistic": statistic, "choice": choice, "found": found, "least": least,
        "greatest": greatest, "median": 0.25, "least_at": "", "greatest_at": "", "universes": 6,
        **more,
    }  # fmt: skip


def test_the_choice_that_moves_a_number_most_is_named():
    table = pd.DataFrame(
        [
            row("best_differs", "all", 0.2, 0.1, 0.5),
            row("best_differs", "ties", 0.2, 0.15, 0.2, least_at="one_order", greatest_at="sets"),
            row("best_differs", "aupr", 0.2, 0.2, 0.4, least_at="aupr",
                greatest_at="average_precision"),
            row("rank_correlation", "all", 0.9, 0.85, 0.95, median=0.9),
            row("rank_correlation", "ties", 0.9, 0.9, 0.9),
        ]
    )  # fmt: skip
    first, *lines = paragraphs({"multiverse_range": table}, FACTS)
    assert "6 universes, one for each combination of the tie rule and the definition" in first
    assert lines == [
        "Different best models:",
        "- AUPR – AUROC: 20.0%, 10.0% to 50.0%; 40.0% by the definition of AUPR (average "
        "precision).",
        "Correlation of the ranks:",
        "- AUPR – AUROC: 0.900, 0.850 to 0.950.",
    ]


def test_a_number_that_is_undefined_everywhere():
    nan = float("nan")
    table = pd.DataFrame([row("best_differs", "all", nan, nan, nan, universes=0)])
    assert paragraphs({"multiverse_range": table}, FACTS)[-1].endswith(
        "undefined in all universes."
    )
