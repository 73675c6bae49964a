"""The part `given`: figure and words."""

import pandas as pd
from matplotlib.ticker import MaxNLocator

from prgbench.answer.given_picks import (
    CHANGES,
    INSTANCES,
    INTERACTIONS,
    MODELS,
    NO_REPEATS,
    PARTITION,
    TASK,
    TOTAL,
    WITH_PARTITION,
    WITHOUT_PARTITION,
    design_name,
)
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import (
    MARGIN,
    draw_rows,
    legend_below,
    look,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair,
    pair_labels,
    percent,
    points,
    records,
    rows_by,
    sample_size,
    share_of,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.study.agreement import by_pair

TITLE = "What all of it takes as given"
SHOWS = (
    "What else changes the best model, seen beside another measure: averaging over folds, another "
    "repeat, the other half of the instances."
)
CANNOT_TELL = (
    "What new training sets would change. Halves and repeats share the fitted models or the "
    "instances, and where no task repeats its cross-validation its partition stays hidden."
)
GIVEN = (
    "The fitted models and the partition of each task are taken as given: instances and data sets "
    "are resampled, training sets and partitions are not. Halves of cross-validated scores are "
    "independent only given the fitted models, because a model that scores one half was trained "
    "on instances of the other."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what is taken as given and what that hides, as far as the archive shows it."""
    return [
        GIVEN,
        *_changes(tables["given"], facts),
        *_repeats(tables["given_pairs"]),
        *_variance(tables["variance_split"]),
        *_training(tables["training_error"]),
    ]


def _changes(table: pd.DataFrame, facts: Facts) -> list[str]:
    lines = []
    for source in CHANGES:
        own = table[table["source"] == source]
        used = records(own[own["tasks"] > 0])
        parts = [
            f"{percent(row['best_models_change'])} {bounds(row['lower'], row['upper'])} of "
            f"{count(row['tasks'], 'task')} by {measure_label(row['measure'])}"
            for row in used
        ]
        lines.append(f"- {source}: {listing(parts) or own['note'].iloc[0]}.")
    return [
        f"The best model by the same measure changes (expected share of tasks with its "
        f"{facts.interval} by resampling data sets, ties broken in one random order) with",
        "\n".join(lines),
    ]


def _repeats(table: pd.DataFrame) -> list[str]:
    used = records(table[table["tasks"] > 0])
    lines = [
        f"- {pair(row)}: two measures in two repeats {percent(row['across_repeats'])}, one "
        f"measure in two repeats {percent(row['one_measure'])}, excess {points(row['excess'])} "
        f"points {bounds(row['lower'], row['upper'], points)} "
        f"({count(row['tasks'], 'task')}, {count(row['datasets'], 'data set')})."
        for row in used
    ]
    if not lines:
        return []
    return [
        "Different best models in two repeats, which share the instances and neither the "
        "partition nor the fitted models:",
        "\n".join(lines),
    ]


def _variance(table: pd.DataFrame) -> list[str]:
    written = []
    for design, rows in table.groupby("design", sort=False):
        written += [
            _DESIGNS[str(design)],
            "\n".join(_split(own) for _, _, own in by_pair(rows)),
        ]
    if written and PARTITION not in set(table["source"]):
        written.append(_PARTITION_UNKNOWN)
    if written and table["datasets"].min() < FEWEST_CLUSTERS:
        written.append(f"*Fewer than {FEWEST_CLUSTERS} data sets give a rough split only.*")
    return written


def _split(rows: pd.DataFrame) -> str:
    by = rows_by(rows, "source")
    total = by[TOTAL]
    start = f"- {pair(total)}, {count(total['tasks'], 'task')}"
    if not total["variance"] > 0:
        return f"{start}: no variance to split."
    parts = [
        f"{name} {_signed(by[source]['share'])} "
        f"{bounds(by[source]['lower'], by[source]['upper'], _signed)}"
        for source, name in _SOURCES.items()
        if source in by
    ]
    return f"{start}: {listing(parts)}."


def _signed(share: float) -> str:
    return percent(share).replace("-0.0%", "0.0%").replace("-", "−")


_DESIGNS = {
    design_name(WITHOUT_PARTITION): (
        "Where the variance of two measures' disagreement comes from, seen on half the instances "
        "and half the models of a task (the components are unbiased, so one that is 0 in truth "
        "may be found below 0):"
    ),
    design_name(WITH_PARTITION): (
        "The same in single repeats of the tasks that repeat their cross-validation:"
    ),
}
_SOURCES = {
    TASK: "the task itself",
    INSTANCES: "the instances alone",
    PARTITION: "the partition and the fits alone",
    MODELS: "the draw of the models alone",
    INTERACTIONS: "several of these together",
}
_PARTITION_UNKNOWN = (
    "What the partition and the fits add can't be told apart from the task and the models: "
    f"{NO_REPEATS}."
)


def _training(table: pd.DataFrame) -> list[str]:
    used = records(table[table["tasks"] > 0])
    if not used:
        return []
    return [
        "The gap between the best two models by a measure, with the corrected resampled error, "
        "which counts the training sets as drawn. The second model is selected: this describes, "
        "it tests nothing.",
        "\n".join(_gap(row) for row in used),
    ]


def _gap(row: Row) -> str:
    beyond = round(row["beyond_twice"] * row["tasks"])
    return (
        f"- {measure_label(row['measure'])}: the error is "
        f"{decimal(row['corrected_to_instances'], 2)} times that of the instances alone (median); "
        f"the gap is more than twice the error in {share_of(beyond, row['tasks'])} tasks."
    )


FEW_PAIRS = 3
ANOTHER_MEASURE = "another measure"
SAME_MEASURE = "the same measure"


def given(tables: Tables, facts: Facts) -> Drawn:
    """Draw how often the best model changes, by what changes."""
    changes, pairs = tables["given"], tables["given_pairs"]
    shown = changes.dropna(subset="best_models_change")
    if shown.empty:
        return not_drawn("No task has several folds, repeats or halves.")
    others = pairs.assign(pair=pair_labels, source=ANOTHER_MEASURE)
    if shown["datasets"].max() < FEWEST_FOR_INTERVAL:
        others[["another_measure_lower", "another_measure_upper"]] = float("nan")
    sources = [source for source in CHANGES if source in set(shown["source"])]
    rows = max(len(others), len(sources) * shown["measure"].nunique())
    figure, (left, right) = rows_figure(rows + 2, 2, sharey=False)
    same = shown.assign(label=shown["measure"].map(measure_label))
    data = {
        ANOTHER_MEASURE: draw_rows(
            left,
            others,
            row="pair",
            series="source",
            value="another_measure",
            lower="another_measure_lower",
            upper="another_measure_upper",
            # A look that the legend of the other panel does not have.
            appearance={ANOTHER_MEASURE: look(len(CHANGES))},
        ),
        SAME_MEASURE: draw_rows(
            right,
            same,
            row="label",
            series="source",
            value="best_models_change",
            lower="lower",
            upper="upper",
        ),
    }
    left.set_title(ANOTHER_MEASURE.capitalize())
    right.set_title(SAME_MEASURE.capitalize())
    for axes in (left, right):
        percent_axis(axes, "Tasks whose\nbest model changes")
        if len(others) > FEW_PAIRS:
            axes.xaxis.set_major_locator(MaxNLocator(2))
    widest = max(left.get_xlim()[1], right.get_xlim()[1])
    for axes in (left, right):
        axes.set_xlim(-MARGIN * widest, widest)
    legend_below(figure, right)
    drawn = panels_table(data)
    alt = (
        f"Share of tasks whose best model changes by another measure: "
        f"{spoken(data[ANOTHER_MEASURE].drop(columns='series'))}; by the same measure: "
        f"{spoken(data[SAME_MEASURE])}."
    )
    return Drawn(figure, _caption(same, facts) + open_marks(drawn), alt, drawn)


def _caption(same: pd.DataFrame, facts: Facts) -> str:
    tasks = [f"{source}: {sample_size(own)}" for source, own in same.groupby("source", sort=False)]
    return (
        f"What changes the best model ({facts.source}): share of tasks whose best model is not "
        f"the same by another measure (left), or by the same measure if something else changes "
        f"(right; {listing(tasks)}), ties broken in one random order, with its {facts.interval} "
        "by resampling data sets. Halves have half the instances and the same fitted models; "
        "repeats have the same instances."
    )


SHOWN = ShownPart("given", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"given": given})
