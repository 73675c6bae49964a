"""The figure of what counts as a tie."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels

TIE_POLICIES = {
    "strict": "sets of best models differ",
    "expected": "ties broken in one random order",
    "lenient": "no best model in common",
}


def ties(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreement by what counts as a tie and by how ties are treated."""
    table = tables["ties"].assign(pair=pair_labels)
    table["within"] = [f"{eps:g}" for eps in table["tolerance"]]
    figure, panels = rows_figure(2 * table["within"].nunique(), len(TIE_POLICIES))
    for axes, (policy, label) in zip(panels, TIE_POLICIES.items(), strict=True):
        draw_rows(axes, table, row="within", colour="pair", value=policy)
        axes.set_title(label)
        percent_axis(axes, "Tasks")
    panels[0].set_ylabel("Tied within")
    legend_below(figure, panels[0])
    caption = (
        f"What counts as a tie ({facts.source}): share of tasks in which two measures disagree "
        "about the best model, if scores that differ by at most the tolerance are tied, under "
        "three ways to compare sets of best models."
    )
    return figure, caption
