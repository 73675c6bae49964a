"""Ranks by one measure against ranks by another (Flach & Kull 2015, Figure 4 left)."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.colors import LogNorm
from matplotlib.ticker import LogLocator

from prgbench.metrics import Measure, get_measure
from prgbench.plotting.drawn import Drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count
from prgbench.plotting.style import COLUMN
from prgbench.replication.ranking import rank_column
from prgbench.replication.study_files import StudyFiles


def draw(files: StudyFiles, facts: Facts) -> Drawn:
    """Draw the ranks by AUPRG against those by AUPR, as the paper does."""
    return rank_heatmap(files.read_models(), get_measure("aupr"), get_measure("auprg"), facts)


def rank_heatmap(models: pd.DataFrame, x: Measure, y: Measure, facts: Facts) -> Drawn:
    """Count the models by their ranks in their tasks.

    Parameters
    ----------
    models : DataFrame
        Ranked models.
    x, y : Measure
        The measures of the horizontal and the vertical axis.
    facts : Facts
        What the caption says of the study.

    Returns
    -------
    Drawn
        A cell for each pair of ranks; ranks between two whole ones are rounded up.
    """
    rank_x, rank_y = (
        np.floor(models[rank_column(m.name)].to_numpy(dtype=float) + 0.5) for m in (x, y)
    )
    last = int(max(rank_x.max(), rank_y.max()))
    edges = np.arange(0.5, last + 1)
    counts, _, _ = np.histogram2d(rank_x, rank_y, bins=[edges, edges])
    figure, axes = plt.subplots(figsize=(COLUMN + 0.6, COLUMN), layout="constrained")
    image = axes.pcolormesh(
        edges,
        edges,
        np.ma.masked_equal(counts.T, 0),
        norm=LogNorm(1, max(counts.max(), 2)),
        rasterized=True,
    )
    bar = figure.colorbar(
        image, ax=axes, label="Models", shrink=0.9, ticks=LogLocator(subs=(1, 2, 5)), format="%d"
    )
    bar.ax.minorticks_off()
    bar.outline.set_visible(False)
    ticks = [1, *range(5, last + 1, 5)]
    axes.set(
        xlabel=f"Rank by {x.label}",
        ylabel=f"Rank by {y.label}",
        aspect="equal",
        xticks=ticks,
        yticks=ticks,
    )
    axes.spines[:].set_visible(False)
    caption = (
        f"Ranks by {y.label} against ranks by {x.label}: how many of the {len(models):,} models "
        f"of {count(models['task_id'].nunique(), 'task')} on "
        f"{count(models['dataset_id'].nunique(), 'data set')} ({facts.source}) have these ranks "
        f"in their task; rank 1 is the best, tied models count at {facts.tied_rank}, ranks "
        "between two whole ones are rounded up, white cells are empty. After Figure 4 (left) of "
        "Flach & Kull (2015)."
    )
    first = int(counts[0, 0])
    alt = (
        f"Heat map of the models by their ranks by {x.label} and {y.label}; {first:,} models are "
        f"first by both, {int(np.trace(counts)):,} of {len(models):,} have the same rank by both."
    )
    cells = np.argwhere(counts)
    data = pd.DataFrame(
        {
            f"rank_{x.name}": cells[:, 0] + 1,
            f"rank_{y.name}": cells[:, 1] + 1,
            "models": counts[counts > 0].astype(int),
        }
    )
    return Drawn(figure, caption, alt, data)
