"""The figure of the agreement on whole rankings and their tops."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import FEWEST_FOR_QUARTILES
from prgbench.comparison.rank_agreement.names import COEFFICIENTS
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import looks
from prgbench.plotting.sentences import count, decimal
from prgbench.plotting.style import PAGE


def rank_agreement(tables: Tables, facts: Facts) -> Drawn:
    """Draw the quartiles of the rank correlations and the top-weighted agreement."""
    table = tables["rank_agreement"].assign(pair=pair_labels)
    appearance = looks(table["pair"])
    table = table[table["tasks"] >= FEWEST_FOR_QUARTILES]
    if table.empty:
        return not_drawn(
            f"Rankings of fewer than {FEWEST_FOR_QUARTILES} tasks have no quartiles to draw."
        )
    table = table.assign(named=table["coefficient"].map(COEFFICIENTS))
    figure, (axes,) = rows_figure(2 * len(COEFFICIENTS), width=PAGE * 0.8)
    data = draw_rows(
        axes,
        table,
        row="named",
        series="pair",
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
        appearance=appearance,
    )
    axes.set_xlabel("Median and quartiles over the tasks")
    axes.set_xlim(right=1 + 0.02 * (1 - axes.get_xlim()[0]))
    legend_below(figure, axes)
    caption = (
        f"Agreement of the rankings ({facts.source}, {count(table['tasks'].max(), 'task')}): "
        "correlation of whole rankings (Spearman, Kendall's tau-b), weighted tau and rank-biased "
        "overlap, which give the top more weight, and the mean overlap of the first one, two and "
        "three models; these two with ties broken in one random order, the same for both "
        "measures. Lines are quartiles over the tasks, no intervals."
    )
    spearman = data[data["row"] == COEFFICIENTS["spearman"]]
    alt = f"Median agreement of the rankings: {spoken(spearman, decimal)}."
    return Drawn(figure, caption, alt, data)
