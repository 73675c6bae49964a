"""The figure of what changes the best model: another measure, average, repeat or half."""

import pandas as pd
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.comparison.given.names import CHANGES
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import (
    MARGIN,
    draw_rows,
    legend_below,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.looks import look
from prgbench.plotting.sentences import listing, sample_size

FEW_PAIRS = 3
ANOTHER_MEASURE = "another measure"
SAME_MEASURE = "the same measure"


def given(tables: Tables, facts: Facts) -> Drawn:
    """Draw how often the best model changes, by what changes."""
    changes, pairs = tables["given"], tables["given_pairs"]
    shown = changes.dropna(subset="best_models_change")
    if shown.empty:
        return not_drawn("No task has several folds, repeats or halves.")
    others = pairs.assign(pair=pair_labels, source=ANOTHER_MEASURE)
    if shown["datasets"].max() < FEWEST_FOR_INTERVAL:
        others[["another_measure_lower", "another_measure_upper"]] = float("nan")
    sources = [source for source in CHANGES if source in set(shown["source"])]
    rows = max(len(others), len(sources) * shown["measure"].nunique())
    figure, (left, right) = rows_figure(rows + 2, 2, sharey=False)
    same = shown.assign(label=shown["measure"].map(measure_label))
    data = {
        ANOTHER_MEASURE: draw_rows(
            left,
            others,
            row="pair",
            series="source",
            value="another_measure",
            lower="another_measure_lower",
            upper="another_measure_upper",
            # A look that the legend of the other panel does not have.
            appearance={ANOTHER_MEASURE: look(len(CHANGES))},
        ),
        SAME_MEASURE: draw_rows(
            right,
            same,
            row="label",
            series="source",
            value="best_models_change",
            lower="lower",
            upper="upper",
        ),
    }
    left.set_title(ANOTHER_MEASURE.capitalize())
    right.set_title(SAME_MEASURE.capitalize())
    for axes in (left, right):
        percent_axis(axes, "Tasks whose\nbest model changes")
        if len(others) > FEW_PAIRS:
            axes.xaxis.set_major_locator(MaxNLocator(2))
    widest = max(left.get_xlim()[1], right.get_xlim()[1])
    for axes in (left, right):
        axes.set_xlim(-MARGIN * widest, widest)
    legend_below(figure, right)
    drawn = panels_table(data)
    alt = (
        f"Share of tasks whose best model changes by another measure: "
        f"{spoken(data[ANOTHER_MEASURE].drop(columns='series'))}; by the same measure: "
        f"{spoken(data[SAME_MEASURE])}."
    )
    return Drawn(figure, _caption(same, facts) + open_marks(drawn), alt, drawn)


def _caption(same: pd.DataFrame, facts: Facts) -> str:
    tasks = [f"{source}: {sample_size(own)}" for source, own in same.groupby("source", sort=False)]
    return (
        f"What changes the best model ({facts.source}): share of tasks whose best model is not "
        f"the same by another measure (left), or by the same measure if something else changes "
        f"(right; {listing(tasks)}), ties broken in one random order, with its {facts.interval} "
        "by resampling data sets. Halves have half the instances and the same fitted models; "
        "repeats have the same instances."
    )
