"""The part `confidence_sets`: figure and words."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.answer.confidence_sets import level_of_sets
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import ROW, draw_rows
from prgbench.plotting.style import COLUMN, PAGE
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    measure_label,
    pair,
    pair_labels,
    records,
    sample_size,
    share_of,
)
from prgbench.report.enough_data import FEWEST_FOR_QUARTILES
from prgbench.report.shown_part import ShownPart

TITLE = "Which disagreements are certain?"
SHOWS = (
    "Which models could be the best one of a task given its instances, and in how many tasks no "
    "model could be the best one by both of two measures."
)
CANNOT_TELL = (
    "That measures agree: with few positives the sets hold almost all models, and hardly any "
    "disagreement can be certain."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in how many tasks the two best models are surely not the same."""
    level = f"{100 * level_of_sets(facts.confidence_level):.10g}%"
    wrong = f"{100 * facts.significance_level:.10g}%"
    return [
        "The model confidence set of a task by a measure holds the models that can't be told from "
        "the best one on its instances. A disagreement is certain if the sets of the two measures "
        f"have no model in common. Each set is at {level}, so in a task whose best model is truly "
        f"the same by both measures they are disjoint with a probability of at most about "
        f"{wrong}; that many tasks could be false. In brackets, the {facts.interval} by "
        "resampling data sets.",
        "\n".join(f"- {_certain(row)}" for row in records(tables["certain"])),
        "\n".join(f"- {_size(row)}" for row in records(tables["set_sizes"])),
    ]


def _certain(row: Row) -> str:
    if row["tasks"] == 0:
        return f"{pair(row)}: no confidence sets in {count(row['undefined'], 'task')}."
    text = (
        f"{pair(row)}: certain in {share_of(row['certain'], row['tasks'])} tasks "
        f"{bounds(row['lower'], row['upper'])}, where at most {row['false_at_most']:.1f} are "
        f"expected by chance; the best models differ in {row['disagreements']:,}."
    )
    if row["undefined"]:
        text += f" Without sets: {count(row['undefined'], 'task')}."
    return text


def _size(row: Row) -> str:
    label = measure_label(row["measure"])
    if row["tasks"] == 0:
        return f"{label}: no confidence sets."
    return (
        f"{label}: the set holds {_models(row['median'])} in the median task (quartiles "
        f"{row['lower_quartile']:g} and {row['upper_quartile']:g}), a single one in "
        f"{share_of(row['single'], row['tasks'])} tasks, all in "
        f"{share_of(row['all'], row['tasks'])}."
    )


def _models(number: float) -> str:
    return f"{number:g} {'model' if number == 1 else 'models'}"


BESIDE = 6


def confidence_sets(tables: Tables, facts: Facts) -> Drawn:
    """Draw how many disagreements are certain, and how many models are in the sets."""
    pairs = tables["certain"].assign(pair=pair_labels)
    sizes = tables["set_sizes"].assign(label=lambda rows: rows["measure"].map(measure_label))
    sizes = sizes[sizes["tasks"] >= FEWEST_FOR_QUARTILES]
    if sizes.empty:
        return not_drawn(
            f"Confidence sets of fewer than {FEWEST_FOR_QUARTILES} tasks are not drawn."
        )
    figure, bars, members = _panels(len(pairs) * bool(pairs["certain"].any()), len(sizes))
    data = {"models in the set": _draw_sizes(members, sizes)}
    level = f"{100 * level_of_sets(facts.confidence_level):.10g}%"
    certain = f"certain if their {level} model confidence sets have no model in common"
    quartiles = "models in the set by each measure, median and quartiles over the tasks"
    if bars is None:
        number = count(int(pairs["disagreements"].sum()), "disagreement")
        said = f"None of {number} is {certain}. Drawn: {quartiles}."
    else:
        data["disagreements"] = _draw_outcomes(bars, pairs)
        figure.legend(loc="outside lower center", ncols=2)
        said = (
            f"First: tasks in which two measures have different best models, {certain}. Second: "
            f"{quartiles}."
        )
    caption = f"Certain disagreements ({facts.source}, {sample_size(pairs)}). {said}"
    found = "; ".join(
        f"{pair.pair} {pair.certain} of {pair.disagreements}" for pair in pairs.itertuples()
    )
    alt = (
        f"Certain disagreements: {found}. Median number of models in the confidence set: "
        f"{spoken(data['models in the set'], lambda number: f'{number:g}')}."
    )
    return Drawn(figure, caption, alt, panels_table(data))


def _draw_outcomes(axes: Axes, pairs: pd.DataFrame) -> pd.DataFrame:
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


def _draw_sizes(axes: Axes, sizes: pd.DataFrame) -> pd.DataFrame:
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


def _panels(n_pairs: int, n_measures: int) -> tuple[Figure, Axes | None, Axes]:
    """Return the panels of pairs and of measures, below each other where there are many pairs.

    Without a pair there is a panel of measures alone.
    """
    rows = [max(n_pairs, 3), max(n_measures, 3)]
    if not n_pairs:
        figure, alone = plt.subplots(
            figsize=(COLUMN + 1.6, 0.9 + 1.3 * ROW * rows[1]), layout="constrained"
        )
        return figure, None, alone
    if n_pairs <= BESIDE:
        figure, panels = plt.subplots(
            1, 2, figsize=(PAGE, 1.2 + 1.3 * ROW * max(rows)), layout="constrained"
        )
    else:
        figure, panels = plt.subplots(
            2, 1, figsize=(PAGE, 1.6 + ROW * sum(rows)), height_ratios=rows, layout="constrained"
        )
    return figure, panels[0], panels[1]


SHOWN = ShownPart(
    "confidence_sets", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"confidence_sets": confidence_sets}
)
