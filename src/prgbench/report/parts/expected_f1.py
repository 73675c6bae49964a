"""The part `expected_f1`: which measure prefers models with lower expected F1, in words."""

import math

from prgbench.answer.expected_f1 import EXPECTED_F1, LowerF1
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import bounds, count, measure_label, percent
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, markdown_table

LOWER_F1 = ("preferred by", "lower expected F1, in sample", "held out")


def expected_f1_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often each measure prefers the model with the lower expected F1."""
    rows = rows_of(LowerF1, tables["expected_f1"])
    # A measure that some models lack, such as the Brier score, has fewer pairs.
    most = max(row.pairs for row in rows)
    up_to = "" if all(row.pairs == most for row in rows) else "up to "
    intro = (
        f"Of {up_to}{count(most, 'pair')} of models that differ in both, with "
        f"{facts.interval}s. Held out: preferred on one half of the instances, judged on the "
        "other; the row of expected F1 shows the effect of sampling noise by itself."
    )
    cells = [
        (
            "expected F1 itself" if row.measure == EXPECTED_F1 else measure_label(row.measure),
            f"{percent(row.in_sample)} {_bounds(row.in_sample_lower, row.in_sample_upper)}",
            f"{percent(row.held_out)} {_bounds(row.held_out_lower, row.held_out_upper)}",
        )
        for row in rows
    ]
    return [intro, markdown_table(LOWER_F1, cells)]


def _bounds(lower: float, upper: float) -> str:
    return "" if math.isnan(lower) else bounds(lower, upper)


SHOWN = ShownPart(
    "expected_f1",
    title="Which measure prefers models with lower expected F1?",
    shows='The paper\'s claim that "AUPR can easily favour models with lower expected F1", over '
    "all pairs of models of a task.",
    cannot_tell="How much F1 is lost: that is in the losses of each choice.",
    paragraphs=expected_f1_paragraphs,
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
