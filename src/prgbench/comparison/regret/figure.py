"""The figure of what choosing by a measure costs."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.regret.names import ITSELF, RANDOM_MODEL, TARGETS
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.labels import measure_label


def regret(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the mean regret of each measure by each target."""
    kinds = {"all instances": tables["regret"]}
    if "split_regret" in tables:
        kinds["chosen on one half, judged on the other"] = tables["split_regret"]
    most = max(kind["target"].nunique() for kind in kinds.values())
    figure, panels = rows_figure(2 * most, len(kinds), sharey=False)
    for axes, (label, table) in zip(panels, kinds.items(), strict=True):
        own = table[~table["measure"].isin([RANDOM_MODEL, ITSELF])]
        draw_rows(
            axes,
            own.assign(target=own["target"].map(TARGETS), label=own["measure"].map(measure_label)),
            row="target",
            colour="label",
            value="mean",
            lower="lower",
            upper="upper",
        )
        axes.set_title(label.capitalize())
        axes.set_xlabel("Mean regret")
        axes.set_xlim(left=min(0, axes.get_xlim()[0]))
    legend_below(figure, panels[0])
    first = tables["regret"].iloc[0]
    random = tables["regret"].query("measure == @RANDOM_MODEL")["mean"]
    caption = (
        f"What choosing by a measure costs ({facts.source}): by how much its best models fall "
        f"short of the best model by the target, mean over {first['tasks']:,} tasks with its "
        f"{facts.interval} by resampling data sets. A random model costs {random.min():.3f} to "
        f"{random.max():.3f}."
    )
    return figure, caption
