"""Columns that say two things: which data set, or model, and which measure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_measure
from prgbench.sources.scores.averages import averages_by_name
from prgbench.sources.scores.columns import ROLES, found_column, is_known, is_numeric
from prgbench.sources.scores.directions import known_measure, ways_to_state, words_of

LEVELS = 2
MOST_STATED = 6
"""Of more columns, a sentence does not list the directions."""


def with_one_level(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a data frame whose columns have two levels, measures and models, in long form.

    `pandas.DataFrame.pivot` makes such columns. Levels with one name are dropped. Where the rows
    are models, the other level has the data sets.

    Raises
    ------
    PrgbenchError
        If neither or both of two levels are called as measures, or a column has no name at all.
    """
    if frame.columns.nlevels == 1:
        return frame
    useful = [
        n for n in range(frame.columns.nlevels) if frame.columns.get_level_values(n).nunique() > 1
    ]
    if len(useful) == 1:
        named_once: pd.DataFrame = frame.set_axis(
            frame.columns.get_level_values(useful[0]), axis="columns"
        )
        return named_once
    # Columns that were an index have a name in one level only.
    names = [tuple[object, ...](name) for name in frame.columns.to_flat_index()]
    keys = [name for name in names if sum(map(_is_filled, name)) == 1]
    if not all(any(map(_is_filled, name)) for name in names):
        raise PrgbenchError(
            "The table has a column without a name beside columns of several levels: read it as "
            "the index (`index_col=0`), or name it dataset."
        )
    scores = frame.drop(columns=keys)
    levels = [
        level
        for level in range(scores.columns.nlevels)
        if all(is_known(str(name)) for name in scores.columns.get_level_values(level).unique())
    ]
    if scores.columns.nlevels != LEVELS or len(levels) != 1:
        first = some_of([" / ".join(map(str, name)) for name in list(scores.columns)[:3]])
        raise PrgbenchError(
            f"The table has columns of several levels ({first}), and one of two levels should "
            "name measures: stack the level of the models, such as "
            "`table.stack(level='model').reset_index()`."
        )
    index = pd.DataFrame({_key(name): frame[name].to_numpy() for name in keys}, index=frame.index)
    named = isinstance(frame.index, pd.RangeIndex) and frame.index.name is None
    if not named:
        index = index.join(frame.index.to_frame().set_axis(_index_names(frame, keys), axis=1))
    measure_names = scores.columns.get_level_values(levels[0]).unique()
    role = "dataset" if found_column("model", [*map(str, index)], {}) else "model"
    names_of_role = scores.columns.get_level_values(1 - levels[0])
    parts = []
    for name in names_of_role.unique():
        of_name = scores.loc[:, names_of_role == name]
        of_name = of_name.set_axis(of_name.columns.get_level_values(levels[0]), axis="columns")
        part = of_name.reindex(columns=measure_names)
        parts.append(pd.concat([index.assign(**{role: str(name)}), part], axis="columns"))
    long: pd.DataFrame = pd.concat(parts, ignore_index=True)
    return long


def _is_filled(name: object) -> bool:
    return str(name) != "" and not str(name).startswith("Unnamed:")


def _key(name: tuple[object, ...]) -> str:
    return next(str(part) for part in name if _is_filled(part))


def _index_names(frame: pd.DataFrame, keys: Sequence[object]) -> list[str]:
    if frame.index.nlevels == 1 and frame.index.name is None:
        return ["index" if keys else "dataset"]
    return [str(name) for name in frame.index.names]


def datasets_of_columns(
    label: str, table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> tuple[pd.DataFrame, list[str]]:
    """Return a table with a column for each data set and measure, such as ``adult_auc``, as long.

    Second are the columns that it lacks: averages such as "Avg WER".
    All columns of numbers that are no measures themselves have to be called so, and all data sets
    need the same measures. Columns of other measures, such as an AUC beside two kinds of errors,
    or those that somebody has named, tell that the table has a column for each measure.

    Raises
    ------
    PrgbenchError
        If the data sets have different measures, and none of these is named.
    """
    names = [str(name) for name in table.columns]
    if set(measures) & set(names):
        return table, []
    roles = [column for role in ROLES if (column := found_column(role, names, mapping))]
    if found_column("model", names, mapping) is None or found_column("dataset", names, mapping):
        return table, []
    numbers = [name for name in names if name not in roles and is_numeric(table[name])]
    told = {
        name: pair for name in numbers if name not in measures and (pair := _told(name, measures))
    }
    of_others: list[str] = []
    if len(measures) == 1:
        # HELM has another measure for each scenario: that which is named has some of them.
        of_named = [name for name in told if told[name][1] == measures[0]]
        if len({told[name][0] for name in of_named}) >= LEVELS:
            of_others = [name for name in told if name not in of_named]
            told = {name: told[name] for name in of_named}
    datasets = dict.fromkeys(dataset for dataset, _ in told.values())
    if len(datasets) < LEVELS:
        return table, []
    measured = {measure for _, measure in told.values()}
    if len(measured) == 1 and len(measures) == 1 and _are_alike(min(measured), measures[0]):
        # Somebody has named the only measure: "EM" may be called exact_match.
        told = {name: (dataset, measures[0]) for name, (dataset, _) in told.items()}
    each = [{m for d, m in told.values() if d == dataset} for dataset in datasets]
    averages = averages_by_name(numbers)
    known = [n for n in numbers if n not in [*told, *averages, *of_others] and is_known(n)]
    if not all(_is_of(measured, name) for name in known) or len(set(told.values())) < len(told):
        return table, []
    if any(of_one != each[0] for of_one in each):
        if not measures:
            raise PrgbenchError(f"{label} {_of_different_measures(told)}.")
        return table, []
    dropped = [*known, *(n for n in averages if n not in told), *of_others]
    # Texts may tell the rows apart, such as the cases of a challenge.
    kept = table[[name for name in names if name in roles or name not in numbers]]
    other = [name for name in numbers if name not in told and name not in dropped]
    # Unknown numbers beside them may be anything but scores of these data sets.
    parts = [
        kept.assign(dataset=dataset)
        .assign(**{m: table[name] for name, (d, m) in told.items() if d == dataset})
        .assign(**{name: table[name] for name in other})
        for dataset in datasets
    ]
    return pd.concat(parts, ignore_index=True), dropped


def _of_different_measures(told: Mapping[str, tuple[str, str]]) -> str:
    """Say what to name where columns are data sets with different measures, as those of HELM."""
    numbers = Counter(measure for _, measure in told.values())
    measure, number = numbers.most_common(1)[0]
    advice = []
    if number >= LEVELS:
        advice.append(f"to compare by one measure, name it, such as {as_measure(measure)}")
    directions = {known.higher_is_better for name in numbers if (known := known_measure(name))}
    if len(directions) == 1:
        way = "higher" if directions.pop() else "lower"
        advice.append(
            "to take all as scores of data sets, give --measures score "
            f"--{way}-is-better score (`measures` and `higher_is_better` in Python)"
        )
    if not advice:
        advice.append("write a table with the columns dataset, model and one for each measure")
    # clean_acc, robust_acc and clean_f1 are no data sets.
    if len(told) <= MOST_STATED:
        advice.append(f"if they are measures of one data set, {ways_to_state([*told])}")
    return f"has data sets with different measures ({some_of([*told])}): {'; '.join(advice)}"


def _is_of(measures: Collection[str], name: str) -> bool:
    """Say whether a name ends with one of the measures, as that of their average does."""
    return f"_{'_'.join(words_of(name))}".endswith(tuple(f"_{measure}" for measure in measures))


def _are_alike(name: str, other: str) -> bool:
    """Say whether two names may be those of one measure: both are better in the same direction."""
    first = known_measure(name)
    second = known_measure(other)
    return first is not None and second is not None and first[0] == second[0]


def _told(name: str, measures: Sequence[str]) -> tuple[str, str] | None:
    """Return the data set and the measure that a title names, the measure last or first.

    One of the ``measures`` is called as somebody has named it.
    """
    named = {"_".join(words_of(measure)): measure for measure in measures}
    if known_measure(name) is not None:
        return None
    words = words_of(name)
    cuts = range(1, len(words))
    for cut in cuts:
        if known_measure("_".join(words[cut:])):
            measure = "_".join(words[cut:])
            return " ".join(words[:cut]), named.get(measure, measure)
    for cut in reversed(cuts):
        if known_measure("_".join(words[:cut])):
            measure = "_".join(words[:cut])
            return " ".join(words[cut:]), named.get(measure, measure)
    return None


def check_one_kind_of_metric(label: str, table: pd.DataFrame, metric: str, value: str) -> None:
    """Refuse values of several metrics in one column by which other values are better.

    Raises
    ------
    PrgbenchError
        If higher is better by some of the metrics and lower by others.
    """
    metrics = list(table[metric].dropna().map(str).unique())
    known = {name: measure for name in metrics if (measure := known_measure(name))}
    if len({measure.higher_is_better for measure in known.values()}) > 1:
        raise PrgbenchError(
            f"{label} has the values of several metrics ({some_of(metrics)}, column "
            f"{plain(metric)}) in {plain(value)}, and higher is better only for some of them: "
            f"name one, such as {as_measure(metrics[0])}."
        )
