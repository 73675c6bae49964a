"""The part `confidence_sets`: figure and words."""

from typing import TYPE_CHECKING

import pandas as pd

from prgbench.answer.confidence_sets import Certain, SetSize, level_of_sets
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    measure_label,
    pair_label,
    pair_labels,
    sample_size,
    share_of,
)
from prgbench.report.shown_part import (
    FEWEST_FOR_INTERVAL,
    FEWEST_FOR_QUARTILES,
    ShownPart,
    markdown_table,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in how many tasks the two best models are surely not the same."""
    intro = (
        f"A {_level(facts)} confidence set contains the models that are "
        "statistically indistinguishable from the best "
        "on the instances of a task. A disagreement is certain if the sets of the two measures "
        f"have no model in common. In brackets, the {facts.interval} by resampling data sets."
    )
    certain = markdown_table(
        ["measures", "best models differ", "certain", "expected by chance, at most"],
        map(_certain, rows_of(Certain, tables["certain"])),
    )
    sizes = markdown_table(
        ["measure", "models in the set, median", "quartiles", "one model", "all models"],
        map(_size, rows_of(SetSize, tables["set_sizes"])),
    )
    return [intro, certain, sizes]


def _level(facts: Facts) -> str:
    return f"{100 * level_of_sets(facts.confidence_level):.10g}%"


def _certain(row: Certain) -> tuple[str, ...]:
    pair = pair_label(row.measure_a, row.measure_b)
    without = f"{count(row.undefined, 'task')} without sets"
    if not row.tasks:
        return pair, "", without, ""
    share = f"{share_of(row.certain, row.tasks)} {bounds(row.lower, row.upper)}"
    if row.undefined:
        share += f", {without}"
    return pair, f"{row.disagreements:,}", share, f"{row.false_at_most:.1f}"


def _size(row: SetSize) -> tuple[str, ...]:
    label = measure_label(row.measure)
    if not row.tasks:
        return label, "no sets", "", "", ""
    quartiles = f"{row.lower_quartile:g} and {row.upper_quartile:g}"
    single, every = (share_of(number, row.tasks) for number in (row.single, row.all))
    return label, f"{row.median:g}", quartiles, single, every


def confidence_sets(tables: Tables, facts: Facts) -> Drawn:
    """Draw how many disagreements are certain, and how many models are in the sets."""
    pairs = tables["certain"].assign(pair=pair_labels)
    sizes = tables["set_sizes"].assign(label=lambda rows: rows["measure"].map(measure_label))
    sizes = sizes[sizes["tasks"] >= FEWEST_FOR_QUARTILES]
    if sizes.empty:
        return not_drawn(
            f"Confidence sets of fewer than {FEWEST_FOR_QUARTILES} tasks are not drawn."
        )
    any_certain = bool(pairs["certain"].any())
    n_rows = max(len(pairs) * any_certain, len(sizes), 3)
    figure, panels = rows_figure(round(1.3 * n_rows) + any_certain, 1 + any_certain, sharey=False)
    data = {"models in the set": _draw_sizes(panels[-1], sizes)}
    certain = f"certain if their {_level(facts)} confidence sets have no model in common"
    quartiles = "models in the set by each measure, median and quartiles over the tasks"
    if any_certain:
        data["disagreements"] = _draw_outcomes(panels[0], pairs)
        figure.legend(loc="outside lower center", ncols=2)
        drawn = f"Left: tasks with different best models, {certain}. Right: {quartiles}."
    else:
        number = count(int(pairs["disagreements"].sum()), "disagreement")
        drawn = f"None of {number} is {certain}. Drawn: {quartiles}."
    counts = "; ".join(
        f"{pair.pair} {pair.certain} of {pair.disagreements}" for pair in pairs.itertuples()
    )
    alt = (
        f"Certain disagreements: {counts}. Median number of models in the confidence set: "
        f"{spoken(data['models in the set'], lambda number: f'{number:g}')}."
    )
    caption = f"Certain disagreements ({facts.source}, {sample_size(pairs)}). {drawn}"
    return Drawn(figure, caption, alt, panels_table(data))


def _draw_outcomes(axes: "Axes", pairs: pd.DataFrame) -> pd.DataFrame:
    from matplotlib.ticker import MaxNLocator

    outcomes = {
        "certain": (pairs["certain"], "C1"),
        "not certain": (pairs["disagreements"] - pairs["certain"], "0.8"),
    }
    left = pd.Series(0, index=pairs.index)
    for outcome, (counts, colour) in outcomes.items():
        axes.barh(pairs["pair"], counts, left=left, height=0.5, color=colour, label=outcome)
        left = left + counts
    axes.set_ylim(len(pairs) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("Tasks with different best models")
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_xlim(0, max(1, 1.05 * left.max()))
    return pd.concat(
        pd.DataFrame({"row": pairs["pair"], "series": outcome, "value": counts})
        for outcome, (counts, _) in outcomes.items()
    )


def _draw_sizes(axes: "Axes", sizes: pd.DataFrame) -> pd.DataFrame:
    from matplotlib.ticker import MaxNLocator

    drawn = draw_rows(
        axes,
        sizes,
        row="label",
        series=None,
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    axes.set_xlabel("Models in the confidence set")
    axes.set_xlim(0, 1.05 * sizes["upper_quartile"].max())
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    return drawn


SHOWN = ShownPart(
    "confidence_sets",
    title="Which disagreements are certain?",
    shows="In how many tasks no model could be the best one by both of two measures, and how "
    "many models could be the best one by each.",
    cannot_tell="That measures agree: with few positives the sets hold almost all models, and "
    "hardly any disagreement can be certain.",
    paragraphs=paragraphs,
    figures={"confidence_sets": confidence_sets},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
