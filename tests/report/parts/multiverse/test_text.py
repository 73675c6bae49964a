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
            row("best_differs", "ties", 0.2, 0.15, 0.2, least_at="a", greatest_at="b"),
            row("best_differs", "aupr", 0.2, 0.2, 0.4, least_at="aupr",
                greatest_at="average_precision"),
            row("rank_correlation", "all", 0.9, 0.85, 0.95, median=0.9),
            row("rank_correlation", "ties", 0.9, 0.9, 0.9),
        ]
    )  # fmt: skip
    first, lines = paragraphs({"multiverse_range": table}, FACTS)
    assert first.startswith(
        "The paper's nine numbers in 6 universes, one for each combination of the tie rule and "
        "the definition of AUPR."
    )
    assert "the estimation procedures, models that rank alike" in first
    assert lines.splitlines() == [
        "- AUPR and AUROC, different best models: 20.0% as the study chooses, 10.0% to 50.0% over "
        "all universes (median 25.0%); of the choices alone the definition of AUPR moves it most: "
        "20.0% (AUPR) to 40.0% (average precision).",
        "- AUPR and AUROC, correlation of the ranks: 0.900 as the study chooses, 0.850 to 0.950 "
        "over all universes (median 0.900); no choice alone moves it.",
    ]


def test_a_number_that_is_undefined_everywhere():
    nan = float("nan")
    table = pd.DataFrame([row("best_differs", "all", nan, nan, nan, universes=0)])
    assert paragraphs({"multiverse_range": table}, FACTS)[1].endswith(
        "undefined in all universes."
    )
