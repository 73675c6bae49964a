"""The figure of the cross-half excess."""

import pandas as pd
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.comparison.excess.names import PARTS
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import look
from prgbench.plotting.sentences import points, sample_size

KINDS = {"two_measures": "two measures", "one_measure": "one measure with itself"}
SIZES = dict(zip(PARTS.values(), (look(2), look(3)), strict=True))


def excess(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements across halves, the excess and the replicated disagreement."""
    table = tables["excess"]
    if not table["tasks"].any():
        return not_drawn("No task has both classes in two halves of its instances.")
    table = table.assign(pair=pair_labels, size=table["parts"].map(PARTS))
    halves = table[table["parts"] == min(PARTS)]
    shares = pd.concat(
        [halves.assign(kind=kind, share=halves[name]) for name, kind in KINDS.items()]
    )
    figure, (left, middle, right) = rows_figure(len(halves) + len(halves) // 2, 3)
    data = {"shares": draw_rows(left, shares, row="pair", series="kind", value="share")}
    percent_axis(left, "Picks differ\nacross halves")
    for axes, value, label in (
        (middle, "excess", "Excess"),
        (right, "replicated", "Replicated\ndisagreement"),
    ):
        bound = "" if value == "excess" else f"{value}_"
        data[value] = draw_rows(
            axes,
            table,
            row="pair",
            series="size",
            value=value,
            lower=f"{bound}lower",
            upper=f"{bound}upper",
            appearance=SIZES,
        )
        axes.axvline(0, color="0.4", linewidth=0.8)
        percent_axis(axes, label, from_zero=False)
        axes.xaxis.set_major_locator(MaxNLocator(3))
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower left", ncols=2)
    figure.legend(*middle.get_legend_handles_labels(), loc="outside lower right", ncols=2)
    drawn = panels_table(data)
    caption = (
        f"More than noise? ({facts.source}) Left: how often the models picked on two disjoint "
        f"halves of a task's instances differ, mean over {sample_size(halves)}: picked by two "
        "measures, and by one measure twice (mean of the two measures). Middle: the first minus "
        "the second, of halves and of quarters; noise alone gives 0. Right: where two measures "
        "pick two models on one part, how much more often on the other part each measure prefers "
        f"its own pick than each prefers the other's. Lines are {facts.interval}s by resampling "
        f"data sets.{open_marks(drawn[drawn['panel'] != 'shares'])}"
    )
    of_halves = data["excess"][data["excess"]["series"] == PARTS[min(PARTS)]]
    alt = (
        "Cross-half excess in percentage points: "
        f"{spoken(of_halves.drop(columns='series'), points)}."
    )
    return Drawn(figure, caption, alt, drawn)
