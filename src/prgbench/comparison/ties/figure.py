"""The figure of what counts as a tie."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.sentences import count

TIE_POLICIES = {
    "strict": "sets of best models differ",
    "expected": "ties broken in one\nrandom order",
    "lenient": "no best model in common",
}


def ties(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreement by what counts as a tie and by how ties are treated."""
    table = tables["ties"].assign(pair=pair_labels)
    table["within"] = [f"{eps:g}" for eps in table["tolerance"]]
    figure, panels = rows_figure(2 * table["within"].nunique(), len(TIE_POLICIES))
    data = {}
    for axes, (policy, label) in zip(panels, TIE_POLICIES.items(), strict=True):
        data[policy] = draw_rows(axes, table, row="within", series="pair", value=policy)
        axes.set_title(label)
        percent_axis(axes, "Tasks")
    panels[0].set_ylabel("Tied within")
    legend_below(figure, panels[0])
    caption = (
        f"What counts as a tie ({facts.source}, {count(table['tasks'].max(), 'task')}): share of "
        "tasks in which two measures disagree about the best model, if scores that differ by at "
        "most the tolerance are tied, under three ways to compare sets of best models."
    )
    alt = (
        "Share of tasks in which the sets of best models differ, by tolerance: "
        f"{spoken(data['strict'])}."
    )
    return Drawn(figure, caption, alt, panels_table(data))
