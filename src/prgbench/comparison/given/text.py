"""The report on what the answer takes as given."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.given.names import (
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
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    pair,
    percent,
    points,
    records,
    rows_by,
    share_of,
)
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

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
