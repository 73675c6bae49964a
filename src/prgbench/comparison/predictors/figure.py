"""The figure of what predicts a disagreement."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from prgbench.comparison.compared import Tables
from prgbench.comparison.predictors.names import PREDICTORS, SMALLEST_GAP
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT, draw_rows
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import COLUMN, PAGE


def predictors(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreements by the gap of the best two models, and the model's coefficients."""
    curve = tables["gap_curve"].assign(pair=pair_labels)
    model = tables["predictors"].assign(pair=pair_labels).dropna(subset="coefficient")
    figure, panels = plt.subplots(
        1,
        2 if len(model) else 1,
        figsize=(PAGE if len(model) else COLUMN + 1.2, COLUMN),
        layout="constrained",
        squeeze=False,
    )
    axes = panels[0, 0]
    for place, (pair, own) in enumerate(curve.groupby("pair", sort=False)):
        x = np.maximum(own["gap_median"], SMALLEST_GAP) * (1 + 0.06 * (place - 1))
        axes.plot(x, own["best_differs"], "o-", linewidth=1, label=pair)
        axes.vlines(x, own["lower"], own["upper"], color=f"C{place}", linewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda gap, _: f"{gap:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(bottom=0)
    axes.set(
        xlabel="Gap of the best two models by the first measure",
        ylabel="Tasks with different best models",
    )
    caption = (
        f"What predicts a disagreement ({facts.source}): share of tasks with different best "
        "models by how far the best model is before the second by the first measure, with its "
        f"{facts.interval} (data sets as clusters)."
    )
    if len(model):
        draw_rows(
            panels[0, 1],
            model.assign(predictor=model["predictor"].map(PREDICTORS)),
            row="predictor",
            colour="pair",
            value="coefficient",
            lower="lower",
            upper="upper",
        )
        panels[0, 1].axvline(0, color="0.4", linewidth=0.8)
        panels[0, 1].set_xlabel("Change of the log-odds per standard deviation")
        caption += (
            f" Right: coefficients of the logistic model with their {facts.interval}s, clustered "
            "by data set."
        )
    else:
        caption += " There are too few tasks for the logistic model."
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3 if len(model) else 1)
    return figure, caption
