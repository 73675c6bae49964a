"""The figure of the number of models drawn."""

from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import COLUMN


def draws(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreement against the number of models drawn."""
    table = tables["draws"].assign(pair=pair_labels).dropna(subset="best_differs")
    figure, axes = plt.subplots(figsize=(COLUMN + 1.2, COLUMN), layout="constrained")
    for place, (pair, own) in enumerate(table.groupby("pair", sort=False)):
        x = own["size"] * (1 + 0.03 * (place - 1))
        axes.errorbar(
            x, own["best_differs"], own["sd"], marker="o", capsize=2, label=pair, linewidth=1
        )
    axes.set_xscale("log")
    sizes = sorted(table["size"].unique())
    axes.set_xticks(sizes, [f"{size}" for size in sizes])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="Models drawn", ylabel="Tasks with different best models")
    figure.legend(loc="outside lower center", ncols=2)
    first = table.iloc[0]
    caption = (
        f"Disagreement by the number of models ({facts.source}): mean and standard deviation over "
        f"{first['draws']} draws without replacement; tasks with fewer models are left out. Where "
        "as many are drawn as there are, all draws are the same."
    )
    return figure, caption
