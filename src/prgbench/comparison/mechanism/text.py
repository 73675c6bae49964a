"""The report's paragraphs on why two measures disagree."""

import math

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    pair,
    points,
    records,
    share_of,
)
from prgbench.replication.groups import PAIR

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
