"""The part `confidence_sets`: figure and words."""

import pandas as pd

from prgbench.answer.confidence_sets import Certain, SetSize, level_of_sets
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.rows import legend_below, rows_figure
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
    ShownPart,
    markdown_table,
)


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
    """Draw how many disagreements are certain."""
    from matplotlib.ticker import MaxNLocator

    pairs = tables["certain"].assign(pair=pair_labels)
    certain = f"certain if their {_level(facts)} confidence sets have no model in common"
    # Bars without a certain part would be a picture of the word none.
    if not pairs["certain"].any():
        number = count(int(pairs["disagreements"].sum()), "disagreement")
        return not_drawn(f"None of {number} is {certain}.")
    figure, (axes,) = rows_figure(round(1.3 * len(pairs)) + 1)
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
    # An axis of no disagreements still needs a length.
    axes.set_xlim(0, max(1, 1.05 * left.max()))
    legend_below(figure, axes, columns=2)
    data = pd.concat(
        pd.DataFrame({"row": pairs["pair"], "series": outcome, "value": counts})
        for outcome, (counts, _) in outcomes.items()
    )
    caption = (
        f"Certain disagreements ({facts.source}, {sample_size(pairs)}): tasks with different best "
        f"models, {certain}."
    )
    listed = "; ".join(
        f"{pair.pair} {pair.certain} of {pair.disagreements}" for pair in pairs.itertuples()
    )
    return Drawn(figure, caption, f"Certain disagreements: {listed}.", data)


SHOWN = ShownPart(
    "confidence_sets",
    title="Which disagreements are certain?",
    shows="In how many tasks no model could be the best under both of two measures, and how "
    "many models could be the best under each.",
    cannot_tell="That measures agree: with few positives the sets hold almost all models, and "
    "hardly any disagreement can be certain.",
    paragraphs=paragraphs,
    figures={"confidence_sets": confidence_sets},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
