"""Figures of where measures disagree: by property, by part of the curve, by gap."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from prgbench.comparison.predictors.tables import PREDICTORS
from prgbench.comparison.table_files import Tables
from prgbench.plotting.interval_rows import PERCENT, ROW, draw_rows, pair_labels
from prgbench.plotting.style import COLUMN, PAGE


def breakdown(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the disagreements of each pair by the properties of tasks and picks."""
    table = tables["breakdown"].assign(pair=pair_labels)
    counts = table.drop_duplicates(["by", "bin"]).groupby("by", sort=False)["bin"].count()
    halves = [list(counts.index[0::2]), list(counts.index[1::2])]
    rows = max(int(counts[half].sum()) + 2 * len(half) for half in halves)
    figure = plt.figure(figsize=(PAGE, 0.8 + 1.15 * ROW * rows), layout="constrained")
    columns = np.atleast_1d(np.asarray(figure.subfigures(1, 2)))
    for column, half in zip(columns, halves, strict=True):
        panels = column.subplots(
            len(half), 1, squeeze=False, gridspec_kw={"height_ratios": counts[half] + 1}
        )
        for axes, by in zip(panels[:, 0], half, strict=True):
            own = table[table["by"] == by]
            tasks = own.drop_duplicates("bin").set_index("bin")["tasks"]
            named = own.assign(named=[f"{name} (n={tasks[name]:,})" for name in own["bin"]])
            draw_rows(
                axes,
                named,
                row="named",
                colour="pair",
                value="best_differs",
                lower="lower",
                upper="upper",
            )
            axes.set_title(by.capitalize() if by.islower() else by, loc="left")
            axes.set_xlim(-0.03, 1.03)
            axes.xaxis.set_major_formatter(PERCENT)
            axes.label_outer()
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    caption = (
        f"Where measures disagree ({source}): share of tasks with different best models by "
        "properties of the task and of the first measure's pick (flow family, share of distinct "
        "scores, upload), with intervals by resampling data sets where a bin has more than one; n "
        "is the number of tasks of the first pair."
    )
    return figure, caption


def attribution(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the low against the high part of AUPR of the picks of each disagreement."""
    table = tables["attribution"]
    pairs = tables["attributed"].assign(pair=pair_labels)
    columns = min(len(pairs), 3)
    rows = -(-len(pairs) // columns)
    figure, panels = plt.subplots(
        rows,
        columns,
        figsize=(PAGE, 2.4 * rows + 0.4),
        layout="constrained",
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    differences = np.abs(table[["low", "high"]].to_numpy(dtype=float))
    reach = float(np.max(differences[np.isfinite(differences)], initial=1e-3)) * 1.1
    for axes, pair in zip(panels.flat, pairs.itertuples(), strict=False):
        own = table[
            (table["measure_a"] == pair.measure_a) & (table["measure_b"] == pair.measure_b)
        ]
        axes.fill([0, -reach, -reach], [0, reach, 0], color="0.93", linewidth=0)
        axes.fill([0, reach, reach], [0, -reach, 0], color="0.93", linewidth=0)
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.axvline(0, color="0.6", linewidth=0.8)
        axes.plot(own["low"], own["high"], "o", alpha=0.6, markersize=3)
        axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
        axes.set_title(f"{pair.pair}: {pair.early} of {pair.disagreements}")
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.yaxis.set_major_locator(MaxNLocator(4))
    figure.supxlabel("Difference of AUPR at recall below the prevalence", fontsize="medium")
    figure.supylabel("At recall above it", fontsize="medium")
    caption = (
        f"Where in the curve a disagreement comes from ({source}): the AUPR of the first "
        "measure's pick minus that of the second's, cut at recall = prevalence, where recall gain "
        "is 0. In the grey wedges the early part decides against the rest: the paper's "
        "explanation. The titles count the disagreements that lie there."
    )
    return figure, caption


def predictors(tables: Tables, source: str) -> tuple[Figure, str]:
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
        x = np.maximum(own["gap_median"], 1e-6) * (1 + 0.06 * (place - 1))
        axes.plot(x, own["best_differs"], "o-", linewidth=1, label=pair)
        axes.vlines(x, own["lower"], own["upper"], color=f"C{place}", linewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(bottom=0)
    axes.set(
        xlabel="Gap of the best two by the first measure",
        ylabel="Tasks with different best models",
    )
    caption = (
        f"What predicts a disagreement ({source}): share of tasks with different best models by "
        "how far the best model is before the second by the first measure, with intervals by "
        "resampling data sets."
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
        caption += " Right: coefficients of the logistic model, clustered by data set."
    else:
        caption += " There are too few tasks for the logistic model."
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3 if len(model) else 1)
    return figure, caption
