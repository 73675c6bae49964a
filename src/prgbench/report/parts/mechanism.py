"""The part `mechanism`: figure and words."""

import math

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table
from prgbench.plotting.rows import PERCENT, ROW, Look, looks
from prgbench.plotting.style import COLUMN, PAGE
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    measure_label,
    pair,
    pair_labels,
    points,
    records,
    sample_size,
    share_of,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.shown_part import ShownPart
from prgbench.study.agreement import PAIR

TITLE = "Why do two measures disagree? ROC curves that cross"
SHOWS = (
    "Whether the ROC curves of the two best models cross, without which these measures cannot "
    "disagree, and where in the ranking the models differ."
)
CANNOT_TELL = "Whether a disagreement is true: curves of samples also cross by noise."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how many disagreements have crossing curves, and where recall differs."""
    rows = records(tables["mechanism"])
    quantiles = tables["mechanism_quantiles"]
    lines = [
        _crossing(row) + _widest(records(quantiles[(quantiles[PAIR] == own).all(axis=1)]), facts)
        for row in rows
        for own in [[row[name] for name in PAIR]]
    ]
    return [
        "Where one model's ROC curve is nowhere below another's, neither AUROC nor AUPR nor AUPRG "
        f"can prefer the other model (Davis and Goadrich 2006). {_room(rows[0], facts)}",
        "Disagreements whose two models have crossing curves:",
        "\n".join(lines),
        "The same instances choose the models and show the difference: it describes what the "
        "measures look at, not what to expect of new instances.",
    ]


def _room(row: Row, facts: Facts) -> str:
    text = (
        f"In {share_of(row['crossed_tasks'], row['tasks'] - row['crossed_undefined'])} "
        f"tasks some model's curve crosses that of the best model by "
        f"{measure_label(row['room_measure'])} ({facts.interval} over data sets "
        f"{bounds(row['lower'], row['upper'])}); in the others no two of these measures can "
        "disagree but by ties."
    )
    if row["crossed_undefined"]:
        text += f" Left out: {count(row['crossed_undefined'], 'task')} with one class only."
    return text


def _crossing(row: Row) -> str:
    compared = row["crossing"] + row["dominated"]
    text = f"- {pair(row)}: {share_of(row['crossing'], compared)} disagreements"
    if compared == 0:
        text = f"- {pair(row)}: no disagreement"
    if not math.isnan(row["median_crossings"]):
        text += f" (median number of crossings: {row['median_crossings']:.3g})"
    if row["tied"]:
        text += (
            f"; in {row['tied']:,} further the best model by one measure is tied for "
            "best by the other"
        )
    return f"{text}."


def _widest(quantiles: list[Row], facts: Facts) -> str:
    """Say where the mean recall of the two models differs most."""
    if not quantiles:
        return ""
    row = max(quantiles, key=lambda row: abs(row["difference"]))
    return (
        f" The mean difference is greatest with {100 * row['predicted_positive']:.3g}% of the "
        f"instances predicted positive: {points(row['difference'])} points of recall for the best "
        f"model by {measure_label(row['measure_a'])} against that by "
        f"{measure_label(row['measure_b'])} ({facts.interval} "
        f"{bounds(row['lower'], row['upper'], points)})."
    )


MOST_LINES = 6
DODGE = 0.08
KINDS = {"crossing": ("cross", "0.35"), "dominated": ("do not cross", "0.7")}
TIED = ("tied best models", "0.9")


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
        "whose best models' ROC "
        "curves cross, do not cross (then one model has recall at least as high at every "
        "false positive rate), or whose best models by one measure are also among the best by "
        f"the other.{_lines_caption(quantiles, shown, facts)}"
    )
    crossing = "; ".join(f"{row.pair} {row.crossing}" for row in counts.itertuples())
    alt = f"Disagreements whose best models have crossing ROC curves: {crossing}."
    return Drawn(figure, caption, alt, panels_table(data))


def _lines_caption(quantiles: pd.DataFrame, shown: pd.DataFrame, facts: Facts) -> str:
    if shown.empty:
        return (
            f" No pair of measures disagrees on {FEWEST_FOR_INTERVAL} data sets, as many as a "
            "line of recall takes."
        )
    pairs, drawn = quantiles["pair"].nunique(), shown["pair"].nunique()
    enough = f" on at least {FEWEST_FOR_INTERVAL} data sets"
    left_out = f"; the {count(drawn, 'pair')} with most of them{enough}" if drawn < pairs else ""
    return (
        " Lines: recall of the best model by the first measure minus that of the best "
        "by the second, where so many instances are predicted positive: mean over the "
        f"disagreements without such ties (their number in brackets), with the {facts.interval} "
        f"over data sets{left_out}."
    )


def _panels(n_pairs: int, *, has_lines: bool) -> tuple[Figure, Axes, Axes | None]:
    """Put the panels side by side, or the second above the first where many pairs are long."""
    length = 0.6 + ROW * n_pairs
    if not has_lines:
        figure, alone = plt.subplots(
            figsize=(COLUMN + 1.6, 0.8 + max(1.2, length)), layout="constrained"
        )
        return figure, alone, None
    if n_pairs <= MOST_LINES:
        figure, panels = plt.subplots(
            1,
            2,
            figsize=(PAGE, 0.8 + max(2.2, length)),
            layout="constrained",
            width_ratios=(1, 1.4),
        )
        return figure, panels[0], panels[1]
    figure, panels = plt.subplots(
        2,
        1,
        figsize=(PAGE, 3.8 + length),
        layout="constrained",
        height_ratios=(2.4, length),
    )
    return figure, panels[1], panels[0]


def _draw_counts(axes: Axes, counts: pd.DataFrame) -> pd.DataFrame:
    y = np.arange(len(counts))
    left = np.zeros(len(counts))
    outcomes = {**KINDS, "tied": TIED}
    for column, (label, colour) in outcomes.items():
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
        for column, (label, _) in outcomes.items()
    )


def _draw_recall(axes: Axes, table: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
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
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set(xlabel="Instances predicted positive", ylabel="Difference of recall")
    columns = {"pair": "row", "difference": "value"}
    kept = [*columns.values(), "predicted_positive", "lower", "upper", "disagreements"]
    return table.rename(columns=columns)[kept]


def _most_frequent(table: pd.DataFrame) -> pd.DataFrame:
    """Keep the pairs with most disagreements, in their order: more lines cannot be read."""
    disagreements = table.groupby("pair", sort=False)["disagreements"].first()
    kept = disagreements.sort_values(ascending=False, kind="stable").index[:MOST_LINES]
    return table[table["pair"].isin(kept)]


SHOWN = ShownPart("mechanism", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"mechanism": mechanism})
