"""The figure of what choosing by a measure costs."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.cost.names import EQUIVALENT, RANDOM_MODEL, TARGETS_OF_HALVES
from prgbench.comparison.enough_data import open_marks
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import count, decimal


def cost(tables: Tables, facts: Facts) -> Drawn:
    """Draw the cost of each measure by each target."""
    table = tables["cost"].dropna(subset="cost")
    own = table[table["measure"] != RANDOM_MODEL]
    if own.empty:
        return not_drawn("No task has halves on which models can be chosen and judged.")
    per_target = max(2, own["measure"].nunique() / 2)
    figure, (axes,) = rows_figure(round(per_target * own["target"].nunique()))
    axes.axvspan(-EQUIVALENT, EQUIVALENT, color="0.93", linewidth=0)
    axes.axvline(0, color="0.6", linewidth=0.8)
    data = draw_rows(
        axes,
        own.assign(
            target=own["target"].map(TARGETS_OF_HALVES), label=own["measure"].map(measure_label)
        ),
        row="target",
        series="label",
        value="cost",
        lower="lower",
        upper="upper",
    )
    axes.set_xlabel("Cost: target's own pick − measure's pick, on the other half")
    legend_below(figure, axes, columns=5)
    random = table.loc[table["measure"] == RANDOM_MODEL, "cost"]
    against = f" A random model costs {decimal(random.min())} to {decimal(random.max())}."
    caption = (
        f"What choosing by a measure costs ({facts.source}): models are chosen on one half of a "
        "task's instances and judged on the other half, and the cost is how far a measure's pick "
        "falls short of the pick by the target itself; mean over "
        f"{_range(own['tasks'])} tasks on {count(own['datasets'].max(), 'data set')} (F-scores as "
        f"F-gain, converted back) with its {facts.interval} by resampling data sets. Shaded: "
        f"within {EQUIVALENT:g} of 0.{against if len(random) else ''}{open_marks(data)}"
    )
    alt = f"Cost of choosing by each measure, by target: {spoken(data, decimal)}."
    return Drawn(figure, caption, alt, data)


def _range(numbers: pd.Series) -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
