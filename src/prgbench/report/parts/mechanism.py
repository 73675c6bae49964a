"""The part `mechanism`: figure and words."""

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table
from prgbench.plotting.rows import ROW, Look, looks, percent_tick
from prgbench.plotting.style import COLUMN, PAGE
from prgbench.plotting.words import (
    bounds,
    count,
    measure_label,
    pair_label,
    pair_labels,
    points,
    sample_size,
    share_of,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.mechanism import Crossings, RecallDifference

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "Why do two measures disagree? ROC curves that cross"
SHOWS = (
    "Whether the ROC curves of the two best models cross: if not, AUROC, AUPR and AUPRG can "
    "disagree only by ties."
)
CANNOT_TELL = "Whether a disagreement is real: curves of samples also cross because of noise."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how many disagreements have crossing curves, and where recall differs."""
    rows = rows_of(Crossings, tables["mechanism"])
    quantiles = rows_of(RecallDifference, tables["mechanism_quantiles"])
    first = rows[0]
    room = (
        f"In {share_of(first.crossed_tasks, first.tasks - first.crossed_undefined)} tasks "
        f"{bounds(first.lower, first.upper)} some model's curve crosses that of the best model by "
        f"{measure_label(first.room_measure)}."
    )
    if first.crossed_undefined:
        room += f" Left out: {count(first.crossed_undefined, 'task')} with one class only."
    lines = []
    for row in rows:
        pair = (row.measure_a, row.measure_b)
        own = [other for other in quantiles if (other.measure_a, other.measure_b) == pair]
        lines.append(f"- {pair_label(*pair)}: {_crossing(row)}{_widest(own)}.")
    return [
        f"{room} Disagreements whose two models have crossing curves, and where their recall "
        f"differs most on average (in points, with the {facts.interval} over data sets; the same "
        "instances choose the models):",
        "\n".join(lines),
    ]


def _crossing(row: Crossings) -> str:
    compared = row.crossing + row.dominated
    text = f"{row.crossing:,} of {compared:,}" if compared else "no disagreement"
    if not math.isnan(row.median_crossings):
        text += f" (median {row.median_crossings:.3g} crossings)"
    return f"{text}, {row.tied:,} more by ties" if row.tied else text


def _widest(quantiles: list[RecallDifference]) -> str:
    """Say where the mean recall of the two models differs most."""
    if not quantiles:
        return ""
    row = max(quantiles, key=lambda row: abs(row.difference))
    return (
        f"; {points(row.difference)} {bounds(row.lower, row.upper, points)} at "
        f"{100 * row.predicted_positive:.3g}% predicted positive"
    )


MOST_LINES = 6
DODGE = 0.08
OUTCOMES = {
    "crossing": ("cross", "0.35"),
    "dominated": ("do not cross", "0.7"),
    "tied": ("tied best models", "0.9"),
}


def mechanism(tables: Tables, facts: Facts) -> Drawn:
    """Draw how many disagreements have crossing curves, and where recall differs."""
    counts = tables["mechanism"].assign(pair=pair_labels)
    if not counts["disagreements"].any():
        return not_drawn("No two measures disagree about the best model of a task.")
    quantiles = tables["mechanism_quantiles"].assign(pair=pair_labels)
    shown = _most_frequent(quantiles[quantiles["datasets"] >= FEWEST_FOR_INTERVAL])
    figure, bars, lines = _panels(len(counts), has_lines=len(shown) > 0)
    data = {"disagreements": _draw_counts(bars, counts)}
    keys = [bars.get_legend_handles_labels()]
    if lines is not None:
        data["difference of recall"] = _draw_recall(lines, shown, looks(counts["pair"]))
        keys.append(lines.get_legend_handles_labels())
    handles, labels = ([key for own in kind for key in own] for kind in zip(*keys, strict=True))
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    caption = (
        f"Why two measures disagree ({facts.source}, {sample_size(counts)}). Bars: disagreements "
        "by whether the best models' ROC curves cross; tied: the best model by one measure is "
        f"also among the best by the other.{_lines_caption(quantiles, shown, facts)}"
    )
    crossing = "; ".join(f"{row.pair} {row.crossing}" for row in counts.itertuples())
    alt = f"Disagreements whose best models have crossing ROC curves: {crossing}."
    return Drawn(figure, caption, alt, panels_table(data))


def _lines_caption(quantiles: pd.DataFrame, shown: pd.DataFrame, facts: Facts) -> str:
    if shown.empty:
        return f" No pair of measures disagrees on {FEWEST_FOR_INTERVAL} data sets: no lines."
    pairs, drawn = quantiles["pair"].nunique(), shown["pair"].nunique()
    enough = f" on at least {FEWEST_FOR_INTERVAL} data sets"
    left_out = f"; the {count(drawn, 'pair')} with most of them{enough}" if drawn < pairs else ""
    return (
        " Lines: mean recall of the best model by the first measure minus that by the second, at "
        "each share predicted positive, over the other disagreements (their number in brackets), "
        f"with the {facts.interval} over data sets{left_out}."
    )


def _panels(n_pairs: int, *, has_lines: bool) -> "tuple[Figure, Axes, Axes | None]":
    """Put the panels side by side, or the second above the first where many pairs are long."""
    from matplotlib import pyplot as plt

    length = 0.6 + ROW * n_pairs
    if not has_lines:
        size = (COLUMN + 1.6, 0.8 + max(1.2, length))
        figure, alone = plt.subplots(figsize=size, layout="constrained")
        return figure, alone, None
    figure = plt.figure(layout="constrained")
    if n_pairs <= MOST_LINES:
        figure.set_size_inches(PAGE, 0.8 + max(2.2, length))
        bars, lines = figure.subplots(1, 2, width_ratios=(1, 1.4))
    else:
        figure.set_size_inches(PAGE, 3.8 + length)
        lines, bars = figure.subplots(2, 1, height_ratios=(2.4, length))
    return figure, bars, lines


def _draw_counts(axes: "Axes", counts: pd.DataFrame) -> pd.DataFrame:
    from matplotlib.ticker import MaxNLocator

    y = np.arange(len(counts))
    left = np.zeros(len(counts))
    for column, (label, colour) in OUTCOMES.items():
        width = counts[column].to_numpy(dtype=float)
        axes.barh(y, width, left=left, height=0.6, color=colour, label=label)
        left += width
    axes.set_yticks(y, counts["pair"])
    axes.set_ylim(len(counts) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_xlim(0, max(1.0, 1.05 * float(left.max(initial=0))))
    axes.set_xlabel("Disagreements")
    return pd.concat(
        pd.DataFrame({"row": counts["pair"], "series": label, "value": counts[column]})
        for column, (label, _) in OUTCOMES.items()
    )


def _draw_recall(axes: "Axes", table: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
    axes.axhline(0, color="0.6", linewidth=0.8)
    shares = sorted(table["predicted_positive"].unique())
    groups = list(table.groupby("pair", sort=False))
    for place, (name, own) in enumerate(groups):
        places = [shares.index(share) for share in own["predicted_positive"]]
        x = np.array(places) + DODGE * (place - (len(groups) - 1) / 2)
        look = appearance[str(name)]
        label = f"{name} ({own['disagreements'].iloc[0]:,})"
        axes.plot(x, own["difference"], **look, linewidth=1, label=label)
        axes.vlines(x, own["lower"], own["upper"], color=look["color"], linewidth=1)
    axes.set_xticks(range(len(shares)), [f"{100 * share:.3g}%" for share in shares])
    axes.yaxis.set_major_formatter(percent_tick)
    axes.set(xlabel="Instances predicted positive", ylabel="Difference of recall")
    columns = {"pair": "row", "difference": "value"}
    kept = [*columns.values(), "predicted_positive", "lower", "upper", "disagreements"]
    return table.rename(columns=columns)[kept]


def _most_frequent(table: pd.DataFrame) -> pd.DataFrame:
    """Keep the pairs with most disagreements, in their order: more lines cannot be read."""
    disagreements = table.groupby("pair", sort=False)["disagreements"].first()
    kept = disagreements.sort_values(ascending=False, kind="stable").index[:MOST_LINES]
    return table[table["pair"].isin(kept)]


SHOWN = ShownPart(
    "mechanism",
    TITLE,
    SHOWS,
    CANNOT_TELL,
    paragraphs,
    {"mechanism": mechanism},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
