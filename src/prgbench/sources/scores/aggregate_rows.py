"""Rows of averages and the like among data sets, models and replicates: left out, and named.

Published tables end in a row "Average" or have one model "Mean". Counted as a data set or a model,
it would count every score twice. A name alone may mislead, as of a model called average: where the
numbers can tell, they decide.
"""

from collections.abc import Iterator, Sequence

import pandas as pd

from prgbench.sources.scores.averages import aggregates, averages_by_name
from prgbench.sources.scores.columns import (
    REPLICATES,
    ROLES,
    SUBSET,
    averaged_words,
    is_aggregate,
    may_be_aggregate,
)
from prgbench.sources.scores.wording import named

ROLES_OF_AVERAGES = {"dataset": "data set", "model": "model"}


def without_aggregates(scores: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Leave out rows of averages and the like, and say which; a role of such alone is none."""
    listed = []
    for role in ("dataset", *REPLICATES):
        every = list(scores[role].dropna().unique())
        by_name = averages_by_name(every) if role == "dataset" else []
        names = [name for name in every if is_aggregate(name, role) or name in by_name]
        if 0 < len(names) < len(every):
            listed.append(named("data set" if role == "dataset" else role, names))
            scores = scores[~scores[role].isin(names)]
    for role, noun in ROLES_OF_AVERAGES.items():
        if names := _means_of_others(scores, role):
            listed.append(named(noun, names))
            scores = scores[~scores[role].isin(names)]
    notes = [f"Left out as aggregates: {'; '.join(listed)}."] if listed else []
    return scores, [*notes, *_counted_averages(scores)]


def _counted_averages(scores: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence on the data sets, and the models, that are called as averages."""
    for role, noun in ROLES_OF_AVERAGES.items():
        every = scores[role].unique()
        names = [n for n in every if averaged_words(_called(n, role)) is not None]
        # A single data set, such as one called as its file, has no others to be the average of.
        if len(every) == 1:
            continue
        if len(names) == 1:
            yield (
                "Counted although its name says average, as it is not the mean of the others: "
                f"{named(noun, names)}; leave it out if it is an average."
            )
        elif names:
            yield (
                "Counted although their names say average, as they are not means of the others: "
                f"{named(noun, names)}; leave out those that are averages."
            )


def _means_of_others(scores: pd.DataFrame, role: str) -> list[str]:
    """Name the data sets or models that are called as averages and hold those of the others."""
    values = [name for name in scores.columns if name not in ROLES]
    names = [name for name in scores[role].unique() if may_be_aggregate(_called(name, role))]
    if not names or len(names) == scores[role].nunique():
        return []
    other_role = "model" if role == "dataset" else "dataset"
    keys = [other_role, *REPLICATES, SUBSET]
    found = set(names)
    for measure in values:
        numbers = scores.assign(**_filled(scores, keys)).pivot_table(
            measure, keys, role, sort=False
        )
        # A name without any number has no column, and is the mean of nothing.
        written = numbers.columns.intersection(names)
        numbers = numbers[numbers[written].notna().any(axis="columns")]
        found &= {*aggregates(numbers.set_axis([*map(str, numbers)], axis="columns"))}
    return sorted(found)


def _called(name: object, role: str) -> str:
    """Return a name by its words: of models, FedAvg and MeanTeacher are one and no means."""
    return str(name).lower() if role == "model" else str(name)


def _filled(scores: pd.DataFrame, keys: Sequence[str]) -> dict[str, pd.Series]:
    """Return keys as texts, as rows without one would not be grouped."""
    return {key: scores[key].map(str) for key in keys}
