"""The figure of which part of the curve decides."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import PAGE


def attribution(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the low against the high part of AUPR of the best models of each disagreement."""
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
        f"Where in the curve a disagreement comes from ({facts.source}): the AUPR of the best "
        "model by the first measure minus that of the best model by the second, cut at recall = "
        "prevalence, where recall gain is 0. In the grey wedges the early part decides against "
        "the rest: the paper's explanation. The titles count the disagreements that lie there."
    )
    return figure, caption
