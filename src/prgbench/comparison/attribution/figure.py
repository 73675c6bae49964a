"""The figure of which part of the curve decides."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import looks
from prgbench.plotting.sentences import listing
from prgbench.plotting.style import PAGE
from prgbench.replication.groups import PAIR

FEWEST_DISAGREEMENTS = 5
"""Of a panel: 5 of 5 on one side is the first count that a coin gives less often than 1 in 20."""

_COLUMNS = 3


def attribution(tables: Tables, facts: Facts) -> Drawn:
    """Draw the low against the high part of AUPR of the best models of each disagreement."""
    pairs = tables["attributed"].assign(pair=pair_labels)
    shown = pairs[pairs["disagreements"] >= FEWEST_DISAGREEMENTS]
    if shown.empty:
        return not_drawn(
            f"No pair of measures has {FEWEST_DISAGREEMENTS} disagreements whose curves could be "
            "cut."
        )
    table = tables["attribution"].assign(pair=pair_labels)
    table = table[table["pair"].isin(shown["pair"])]
    columns = min(len(shown), _COLUMNS)
    rows = -(-len(shown) // columns)
    figure, panels = plt.subplots(
        rows,
        columns,
        figsize=(PAGE * columns / _COLUMNS, 2.1 * rows + 0.4),
        layout="constrained",
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    appearance = looks(pairs["pair"])
    reach = 1.15 * _reach(table)
    for axes, pair in zip(panels.flat, shown.itertuples(), strict=False):
        own = table[table["pair"] == pair.pair]
        _wedges(axes, reach)
        axes.plot(
            own["low"], own["high"], **appearance[str(pair.pair)], linestyle="none", alpha=0.7
        )
        axes.set_title(f"{pair.pair}: {pair.early} of {pair.disagreements}")
    for axes in panels.flat[len(shown) :]:
        axes.set_axis_off()
    figure.supxlabel("Difference of AUPR at recall below the prevalence", fontsize="medium")
    figure.supylabel("At recall above it", fontsize="medium")
    data = table[[*PAIR, "task_id", "low", "high", "early"]].reset_index(drop=True)
    return Drawn(figure, _caption(pairs, facts), _alt(shown), data)


def _reach(table: pd.DataFrame) -> float:
    differences = np.abs(table[["low", "high"]].to_numpy(dtype=float))
    return float(np.max(differences[np.isfinite(differences)], initial=1e-3))


def _wedges(axes: Axes, reach: float) -> None:
    """Shade where the early part decides against the rest."""
    axes.fill([0, -reach, -reach], [0, reach, 0], color="0.93", linewidth=0)
    axes.fill([0, reach, reach], [0, -reach, 0], color="0.93", linewidth=0)
    axes.axhline(0, color="0.6", linewidth=0.8)
    axes.axvline(0, color="0.6", linewidth=0.8)
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_locator(MaxNLocator(4))


def _caption(pairs: pd.DataFrame, facts: Facts) -> str:
    few = pairs.loc[pairs["disagreements"] < FEWEST_DISAGREEMENTS, "pair"]
    left_out = f" With fewer than {FEWEST_DISAGREEMENTS} disagreements, not drawn: "
    return (
        f"Where in the curve a disagreement comes from ({facts.source}): the AUPR of the best "
        "model by the first measure minus that of the best model by the second, cut at recall = "
        "prevalence, where recall gain is 0. In the grey wedges the early part decides against "
        "the rest: the paper's explanation. The titles count the disagreements that lie there."
        f"{f'{left_out}{listing(list(few))}.' if len(few) else ''}"
    )


def _alt(shown: pd.DataFrame) -> str:
    counts = [f"{p.pair} {p.early} of {p.disagreements}" for p in shown.itertuples()]
    return (
        "Scatter plots of the difference of AUPR at low against high recall; disagreements in "
        f"which the early part decides: {'; '.join(counts)}."
    )
