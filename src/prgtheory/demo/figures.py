"""The demo's tasks and one of its models."""

import numpy as np
from matplotlib.figure import Figure

from prgtheory.demo.model import (
    RATIOS,
    RECALL,
    Demo,
    coverage,
    downsampled,
    flow_averages,
    notes_of_band,
    task_averages,
)
from prgtheory.panels import BLUE, FAINT, GREY, VERMILLION, mark, row_of_panels

MOST_TICKS = 6


def figure_averages(demo: Demo) -> tuple[Figure, str]:
    """Draw mean AUPR and AUCNPR of the tasks, and the flows' ranks by both.

    Examples
    --------
    >>> import pandas as pd
    >>> from prgtheory.demo.model import RealModel
    >>> models = pd.DataFrame(
    ...     {"task_id": 1, "flow_id": [7, 8], "prevalence": 0.5, "aupr": [0.6, 0.8]}
    ... )
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> figure, caption = figure_averages(Demo(models, model))
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['Prevalence of the task', 'Rank by mean AUPR']
    """
    figure, (left, right) = row_of_panels(2, height=3.0)
    tasks = task_averages(demo.models).sort_values("prevalence", ignore_index=True)
    position = np.arange(len(tasks))
    left.vlines(position, tasks["aucnpr"], tasks["aupr"], color=GREY)
    mark(left, position, tasks["aupr"], color=BLUE, label="AUPR")
    mark(left, position, tasks["aucnpr"], color=VERMILLION, marker="s", label="AUCNPR")
    left.plot(position, tasks["minimum"], color=GREY, linestyle=":", label="minimum AUPR")
    ticks = np.unique(np.linspace(0, len(tasks) - 1, MOST_TICKS).round().astype(int))
    left.set_xticks(ticks, [f"{value:.2f}" for value in tasks["prevalence"].iloc[ticks]])
    left.set(xlabel="Prevalence of the task", ylabel="Mean over its models", ylim=(0, 1.02))
    figure.legend(loc="outside lower left", ncols=3)
    flows = flow_averages(demo.models)
    last = len(flows)
    right.plot([1, last], [1, last], **FAINT)
    mark(right, flows["rank_aupr"], flows["rank_aucnpr"], color=BLUE)
    right.set(xlabel="Rank by mean AUPR", ylabel="Rank by mean AUCNPR", aspect="equal")
    caption = (
        "The demo's tasks by prevalence with mean AUPR and AUCNPR of their models, and the "
        "ranks of the flows by both means over the tasks. After Boyd et al. (2012), section "
        "4.2, on the demo."
    )
    return figure, caption


def figure_model(demo: Demo) -> tuple[Figure, str]:
    """Draw down-sampling and the coverage of bands for one model.

    Examples
    --------
    >>> import pandas as pd
    >>> from prgtheory.demo.model import RealModel
    >>> models = pd.DataFrame(
    ...     {"task_id": 1, "flow_id": [7, 8], "prevalence": 0.5, "aupr": [0.6, 0.8]}
    ... )
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> figure, caption = figure_model(Demo(models, model))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['Area', 'Share of samples covered']
    """
    figure, (left, right) = row_of_panels(2, height=2.8)
    areas = downsampled(demo.model)
    left.plot(RATIOS, areas.aupr, color=BLUE, marker="o", label="AUPR")
    left.plot(RATIOS, areas.aucnpr, color=VERMILLION, marker="s", linestyle="--", label="AUCNPR")
    left.set(xlabel="Negatives kept for each positive", ylabel="Area")
    left.legend()
    covered = coverage(demo.model)
    safe = np.array([not note for note in notes_of_band(demo.model)])
    right.plot(RECALL, covered, color=BLUE, linewidth=0.8)
    mark(right, RECALL[safe], covered[safe], color=BLUE)
    mark(right, RECALL[~safe], covered[~safe], color=BLUE, markerfacecolor="w")
    right.axhline(0.95, color=GREY, linestyle=":")
    right.set(xlabel="Recall", ylabel="Share of samples covered", ylim=(0, 1.02))
    caption = (
        f"{demo.model.name}. Left: what keeping fewer negatives does to its areas. Right: "
        "coverage of nominal 95% bands (logit scale) in samples of 1,000 from its own scores; "
        "open marks: recalls at which the band of its own curve names a failure."
    )
    return figure, caption
