"""The figure of the number of models drawn."""

from matplotlib import pyplot as plt

from prgbench.comparison.compared import Tables
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import looks
from prgbench.plotting.sentences import count
from prgbench.plotting.style import COLUMN


def draws(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreement against the number of models drawn."""
    table = tables["draws"].assign(pair=pair_labels)
    appearance = looks(table["pair"])
    table = table.dropna(subset="best_differs")
    if table.empty:
        return not_drawn("No task has as many models as the smallest draw.")
    figure, axes = plt.subplots(figsize=(COLUMN + 1.6, COLUMN), layout="constrained")
    for place, (pair, look) in enumerate(appearance.items()):
        own = table[table["pair"] == pair]
        x = own["size"] * (1 + 0.03 * (place - (len(appearance) - 1) / 2))
        axes.errorbar(
            x, own["best_differs"], own["sd"], **look, capsize=2, label=pair, linewidth=1
        )
    axes.set_xscale("log")
    sizes = sorted(table["size"].unique())
    axes.set_xticks(sizes, [f"{size}" for size in sizes])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(-0.03 * axes.get_ylim()[1], axes.get_ylim()[1])
    axes.set(xlabel="Models drawn", ylabel="Tasks with different best models")
    figure.legend(loc="outside lower center", ncols=3)
    first = table.iloc[0]
    least, most = table["tasks"].min(), table["tasks"].max()
    tasks = count(most, "task") if least == most else f"{least:,} to {count(most, 'task')}"
    caption = (
        f"Disagreement by the number of models ({facts.source}, {tasks}): mean and standard "
        f"deviation over {first['draws']} draws without replacement; tasks with fewer models are "
        "left out. Where as many are drawn as there are, all draws are the same."
    )
    data = table[["pair", "size", "best_differs", "sd", "tasks"]].reset_index(drop=True)
    largest = data[data["size"] == sizes[-1]]
    values = spoken(largest.rename(columns={"pair": "row", "best_differs": "value"}))
    alt = (
        "Share of tasks with different best models against the number of models drawn; with "
        f"{sizes[-1]}: {values}."
    )
    return Drawn(figure, caption, alt, data)
