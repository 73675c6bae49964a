import numpy as np
import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.breakdown import paragraphs

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}
FACTS = make_facts("made-up archive")


def make_table(*rows):
    return pd.DataFrame(
        [
            {
                **PAIR,
                "by": by,
                "bin": name,
                "best_differs": share,
                "lower": np.nan,
                "upper": np.nan,
                "others": 0.2,
                "note": "",
                "datasets": 20,
                "p_value": p,
                "tasks": 40,
                "difference": share - 0.2,
                "difference_lower": share - 0.3,
                "difference_upper": share - 0.1,
                "p_value_adjusted": p,
            }
            for by, name, share, p in rows
        ]
    )


def test_bins_that_differ_are_told_with_their_adjusted_p_values():
    table = make_table(
        ("prevalence", "(-inf, 0.1]", 0.1, 0.2),
        ("prevalence", "(0.4, inf]", 0.9, 0.004),
        ("instances", "(-inf, 300.0]", 0.0, 0.03),
    )
    first, lines = paragraphs({"breakdown": table}, FACTS)
    assert first.startswith("Of 3 bins of all pairs, 2 differ from the other tasks")
    assert "p < 0.05" in first
    assert lines.splitlines() == [
        "- AUPR – AUPRG, prevalence > 0.4: 90.0% of 40 tasks, +70.0 [+60.0, +80.0], p = 0.004",
        "- AUPR – AUPRG, instances ≤ 300: 0.0% of 40 tasks, −20.0 [−30.0, −10.0], p = 0.030",
    ]


def test_the_most_extreme_of_many_bins_is_no_finding():
    table = make_table(
        ("prevalence", "(-inf, 0.1]", 0.0, 0.2), ("prevalence", "(0.4, inf]", 0.9, 0.06)
    )
    [text] = paragraphs({"breakdown": table}, FACTS)
    assert text.startswith("Of 2 bins of all pairs, none differ")
    assert "> 0.4" not in text


def test_few_data_sets_are_not_tested():
    table = make_table(
        ("prevalence", "(-inf, 0.1]", 0.0, np.nan), ("prevalence", "(0.4, inf]", 0.9, np.nan)
    )
    [text] = paragraphs({"breakdown": table}, FACTS)
    assert "not tested with fewer than 20 data sets" in text


def test_without_two_bins_there_is_nothing_to_compare():
    table = make_table(("prevalence", "(-inf, 0.1]", 0.1, np.nan)).assign(difference=np.nan)
    [text] = paragraphs({"breakdown": table}, FACTS)
    assert text.endswith("No property has two bins with tasks.")
