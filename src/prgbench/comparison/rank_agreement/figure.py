"""The figure of the agreement on whole rankings and their tops."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.rank_agreement.names import COEFFICIENTS
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import PAGE


def rank_agreement(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the quartiles of the rank correlations and the top-weighted agreement."""
    table = tables["rank_agreement"].assign(pair=pair_labels)
    table["named"] = table["coefficient"].map(COEFFICIENTS)
    figure, (axes,) = rows_figure(2 * len(COEFFICIENTS), width=PAGE * 0.75)
    draw_rows(
        axes,
        table,
        row="named",
        colour="pair",
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    axes.set_xlabel("Median and quartiles over the tasks")
    axes.set_xlim(right=1.005)
    legend_below(figure, axes, columns=2)
    caption = (
        f"Agreement of the rankings ({facts.source}): correlation of whole rankings (Spearman, "
        "Kendall's tau-b), weighted tau and rank-biased overlap, which give the top more weight, "
        "and the mean overlap of the first one, two and three models; these two with ties broken "
        "in one random order, the same for both measures."
    )
    return figure, caption
