"""The figure of crossing ROC curves."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT, ROW
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import PAGE
from prgbench.replication.groups import by_pair

MOST_LINES = 6
DODGE = 0.08
KINDS = {"crossing": ("cross", "0.35"), "dominated": ("do not cross", "0.7")}
TIED = ("tied best models", "0.9")


def mechanism(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how many disagreements have crossing curves, and where recall differs."""
    counts = tables["mechanism"].assign(pair=pair_labels)
    figure, (bars, lines) = _panels(len(counts))
    _draw_counts(bars, counts)
    drawn = _draw_recall(lines, _most_frequent(tables["mechanism_quantiles"]))
    left_out = f"; the {drawn} pairs with most of them" if drawn == MOST_LINES else ""
    keys = [axes.get_legend_handles_labels() for axes in (bars, lines)]
    handles, labels = ([*bar, *line] for bar, line in zip(*keys, strict=True))
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    caption = (
        f"Why two measures disagree ({facts.source}). Bars: disagreements whose best models' ROC "
        "curves cross, do not cross (then one model has recall at least as high at every "
        "false positive rate), or whose best models by one measure are also among the best by "
        "the other. Lines: recall of the best model by the first measure minus that of the best "
        "by the second, where so many instances are predicted positive: mean over the "
        f"disagreements without such ties (their number in brackets), with the {facts.interval} "
        f"over data sets{left_out}."
    )
    return figure, caption


def _panels(n_pairs: int) -> tuple[Figure, list[Axes]]:
    """Put the panels side by side, or the second above the first where many pairs are long."""
    length = 0.6 + ROW * n_pairs
    if n_pairs <= MOST_LINES:
        figure, panels = plt.subplots(
            1,
            2,
            figsize=(PAGE, 0.8 + max(2.2, length)),
            layout="constrained",
            width_ratios=(1, 1.4),
        )
        return figure, list(panels)
    figure, panels = plt.subplots(
        2,
        1,
        figsize=(PAGE, 3.8 + length),
        layout="constrained",
        height_ratios=(2.4, length),
    )
    return figure, list(panels[::-1])


def _draw_counts(axes: Axes, counts: pd.DataFrame) -> None:
    y = np.arange(len(counts))
    left = np.zeros(len(counts))
    for column, (label, colour) in {**KINDS, "tied": TIED}.items():
        width = counts[column].to_numpy(dtype=float)
        axes.barh(y, width, left=left, height=0.6, color=colour, label=label)
        left += width
    axes.set_yticks(y, counts["pair"])
    axes.set_ylim(len(counts) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_xlim(0, max(1.0, 1.05 * float(left.max(initial=0))))
    axes.set_xlabel("Disagreements")


def _draw_recall(axes: Axes, table: pd.DataFrame) -> int:
    axes.axhline(0, color="0.6", linewidth=0.8)
    shares = sorted(table["predicted_positive"].unique())
    pairs = list(by_pair(table.assign(pair=pair_labels))) if len(table) else []
    for place, (_, _, own) in enumerate(pairs):
        places = [shares.index(share) for share in own["predicted_positive"]]
        x = np.array(places) + DODGE * (place - (len(pairs) - 1) / 2)
        colour = f"C{place}"
        label = f"{own['pair'].iloc[0]} ({own['disagreements'].iloc[0]:,})"
        axes.plot(x, own["difference"], "o-", color=colour, linewidth=1, label=label)
        axes.vlines(x, own["lower"], own["upper"], color=colour, linewidth=1)
    axes.set_xticks(range(len(shares)), [f"{100 * share:.3g}%" for share in shares])
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set(xlabel="Instances predicted positive", ylabel="Difference of recall")
    return len(pairs)


def _most_frequent(table: pd.DataFrame) -> pd.DataFrame:
    """Keep the pairs with most disagreements, in their order: more lines cannot be read."""
    pairs = pd.MultiIndex.from_frame(table[["measure_a", "measure_b"]])
    disagreements = table["disagreements"].groupby(pairs, sort=False).first()
    kept = disagreements.sort_values(ascending=False, kind="stable").index[:MOST_LINES]
    return table[pairs.isin(kept)]
