"""The figure of what predicts a disagreement."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from prgbench.comparison.compared import Tables
from prgbench.comparison.predictors.names import PREDICTORS, SMALLEST_GAP
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import MARGIN, PERCENT, draw_rows
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import Look, looks
from prgbench.plotting.sentences import count, listing
from prgbench.plotting.style import COLUMN, PAGE

FEWEST_OF_EACH = 10
"""Disagreements and agreements of a curve, which asks what one predictor does: as many as the
logistic model asks for a predictor."""


def predictors(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements by the gap of the best two models, and the model's coefficients."""
    curve = tables["gap_curve"].assign(pair=pair_labels)
    appearance = looks(curve["pair"])
    few = _pairs_with_few(curve)
    curve = curve[~curve["pair"].isin(few)]
    if curve.empty:
        return not_drawn(
            f"No pair of measures has {FEWEST_OF_EACH} disagreements and {FEWEST_OF_EACH} "
            "agreements to predict."
        )
    model = tables["predictors"].assign(pair=pair_labels).dropna(subset="coefficient")
    figure, axes, beside = _panels(bool(len(model)))
    data = {"gap": _draw_curve(axes, curve, appearance)}
    caption = (
        f"What predicts a disagreement ({facts.source}, {_size(curve)}): share of tasks with "
        "different best models by how far the best model is before the second by the first "
        f"measure, with its {facts.interval} (data sets as clusters)."
    )
    if few:
        caption += (
            f" With fewer than {FEWEST_OF_EACH} disagreements or agreements, not drawn: "
            f"{listing(few)}."
        )
    if beside is None:
        caption += " There are too few tasks for the logistic model."
    else:
        data["coefficient"] = _draw_coefficients(beside, model, appearance)
        caption += (
            f" Right: coefficients of the logistic model with their {facts.interval}s, clustered "
            "by data set."
        )
    figure.legend(
        *axes.get_legend_handles_labels(), loc="outside lower center", ncols=3 if beside else 2
    )
    alt = (
        "Share of tasks with different best models against the gap of the best two models, for "
        f"{listing(list(dict.fromkeys(curve['pair'])))}."
    )
    return Drawn(figure, caption, alt, panels_table(data))


def _pairs_with_few(curve: pd.DataFrame) -> list[str]:
    counts = curve.assign(disagreements=curve["best_differs"] * curve["tasks"])
    sums = counts.groupby("pair", sort=False)[["disagreements", "tasks"]].sum()
    rarer = np.minimum(sums["disagreements"], sums["tasks"] - sums["disagreements"])
    return [str(pair) for pair in sums.index[rarer.round() < FEWEST_OF_EACH]]


def _size(curve: pd.DataFrame) -> str:
    tasks = curve.groupby("pair")["tasks"].sum()
    low, high = int(tasks.min()), int(tasks.max())
    return count(high, "task") if low == high else f"{low:,} to {count(high, 'task')}"


def _panels(has_model: bool) -> tuple[Figure, Axes, Axes | None]:
    n_panels = 2 if has_model else 1
    width = PAGE if has_model else COLUMN + 1.6
    figure, axes = plt.subplots(
        1, n_panels, figsize=(width, COLUMN), layout="constrained", squeeze=False
    )
    return figure, axes[0, 0], axes[0, 1] if has_model else None


def _draw_curve(axes: Axes, curve: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
    for place, (pair, look) in enumerate(appearance.items()):
        own = curve[curve["pair"] == pair]
        if own.empty:
            continue
        x = np.maximum(own["gap_median"], SMALLEST_GAP) * (1 + 0.06 * (place - 1))
        axes.plot(x, own["best_differs"], **look, linewidth=1, label=pair)
        axes.vlines(x, own["lower"], own["upper"], color=look["color"], linewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda gap, _: f"{gap:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(bottom=-MARGIN * axes.get_ylim()[1])
    axes.set(
        xlabel="Gap of the best two models by the first measure",
        ylabel="Tasks with different best models",
    )
    columns = {"pair": "row", "gap_median": "gap", "best_differs": "value"}
    kept = [*columns.values(), "lower", "upper", "tasks"]
    return curve.rename(columns=columns)[kept].reset_index(drop=True)


def _draw_coefficients(
    axes: Axes, model: pd.DataFrame, appearance: dict[str, Look]
) -> pd.DataFrame:
    drawn = draw_rows(
        axes,
        model.assign(predictor=model["predictor"].map(PREDICTORS)),
        row="predictor",
        series="pair",
        value="coefficient",
        lower="lower",
        upper="upper",
        appearance=appearance,
    )
    axes.axvline(0, color="0.4", linewidth=0.8)
    axes.set_xlabel("Change of the log-odds per standard deviation")
    return drawn
