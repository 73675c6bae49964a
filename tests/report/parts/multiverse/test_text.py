import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.multiverse import paragraphs
from prgbench.robustness.choices import CHOICES

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


def nearest(distances, facts=None, **second):
    universes = pd.DataFrame({"default": [True, False], "distance": distances})
    for choice in CHOICES:
        universes[choice] = ["x", second.get(choice, "x")]
    ranges = pd.DataFrame([row("best_differs", "all", 0.2, 0.1, 0.5)])
    facts = facts or make_facts(replication=True)
    return paragraphs({"multiverse": universes, "multiverse_range": ranges}, facts)[-1]


def test_the_nearest_choices_are_named_with_what_they_cannot_tell():
    said = nearest([2.5, 0.5], ties="one_order", auprg="auprg_clipped")
    assert said.startswith(
        "Of the choices tried, the tie rule (one random order) and the definition of AUPRG "
        "(AUPRG, clipped), otherwise as in the study, are nearest to the printed numbers, at a "
        "distance of 0.500 (the study's own: 2.500). A distance is the root mean square"
    )
    assert "It cannot tell what the paper did" in said


def test_the_nearest_single_choice_is_named():
    said = nearest([2.5, 0.5], ties="one_order")
    assert (
        "(the study's own: 2.500; by one choice, the tie rule (one random order): 0.500)" in said
    )


def test_the_study_s_own_choices_are_named_if_none_is_nearer():
    assert nearest([0.5, 0.5], ties="one_order").startswith(
        "Of the choices tried, the study's own are nearest to the printed numbers, at a distance "
        "of 0.500. A distance"
    )


def test_only_a_replication_is_held_against_the_printed_numbers():
    for facts in (make_facts(), make_facts(replication=True, top=5)):
        assert nearest([2.5, 0.5], facts, ties="one_order").startswith("- AUPR – AUROC")
    assert nearest([float("nan")] * 2, ties="one_order").startswith("- AUPR – AUROC")
