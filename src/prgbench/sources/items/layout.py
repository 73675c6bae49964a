"""The columns of a table of results on items: which name the items, models, runs and outcomes.

Long: a row for each model, item and run. Wide: a row for each item, a column for each model.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain, some_of
from prgbench.sources.items.outcomes import (
    has_words,
    higher_is_better,
    is_graded,
    is_pass_or_fail,
)
from prgbench.sources.scores.columns import METRICS, is_count, is_known, is_numeric, is_text
from prgbench.sources.scores.columns import ROLES as SCORE_ROLES
from prgbench.sources.scores.directions import is_measure, known_measure, words_of
from prgbench.sources.scores.properties import may_be_property
from prgbench.sources.scores.shapes import VALUES
from prgbench.sources.table.layout import INDEX_COLUMNS, TRUTHS, shown

ITEM = "item"
CLUSTER = "cluster"
RUN = "run"
DATASET = "dataset"
MODEL = "model"

_SURE = (
    *("item", "item_id", "instance_id", "question_id", "doc_id", "sample_id", "example_id"),
    *("problem_id", "prompt_id", "test_id", "case_id", "test_case_id", "qid"),
    *("question_number", "question_no", "problem_number", "caseid", "questionid", "itemid"),
)
_PERHAPS = (
    *("instance", "question", "doc", "document_id", "example", "prompt", "case", "test_case"),
    *("problem", "task_id", "sample", "task", "task_name", "id", "dataset", "dataset_name"),
    *("data_set", "benchmark_id", "name"),
)
"""Columns that name items only if models pass or fail there: elsewhere they name data sets."""

_OF_DATASETS = ("dataset", "dataset_name", "data_set")
"""Those of them that name data sets wherever there are scores."""

ROLES = {
    ITEM: (*_SURE, *_PERHAPS),
    MODEL: (
        *SCORE_ROLES["model"],
        *("agent", "agent_name", "llm", "submission", "participant", "solver", "assistant"),
        *("model_name_or_path", "model_id", "models", "agents"),
    ),
    RUN: (
        *("run", "run_id", "epoch", "seed", "trial", "attempt", "repeat", "repetition"),
        *("rollout", "sample", "random_seed"),
    ),
    CLUSTER: ("cluster", "cluster_id", "group"),
    DATASET: (
        *("dataset", "benchmark", "dataset_name", "benchmark_name", "data_set", "suite"),
        *("task_name", "task", "subset", "subject"),
    ),
}
"""The roles of columns, and the names that a column may have without being mapped."""

FEWEST_MODELS = 2
FEWEST_ITEMS = 5
"""So many names are those of items, where the name of their column does not say it."""

PASSED = "passed"
SCORE = "score"
"""What the outcomes of a wide table are called unless somebody names them."""

_ATTRIBUTES = ("is_", "has_")
_OF_ITEMS = frozenset({"difficulty", "level", "id", "idx", "index", "group", "seed"})
"""Words of which one is in the name of a number that describes an item."""

_PREDICTIONS = frozenset({"y_true", "y_score"})


@dataclass(frozen=True, slots=True)
class ItemLayout:
    """The columns by role, those of outcomes, and those that are not used.

    Of a ``wide`` table, the outcomes are the models, by ``measure``; they are ``guessed`` to be
    models if no name says that the rows are items: labels of instances look alike.
    """

    roles: Mapping[str, str]
    outcomes: Sequence[str]
    unused: Sequence[str]
    wide: bool = False
    measure: str = ""
    guessed: bool = False


def may_have_items(names: Sequence[str]) -> bool:
    """Say whether columns with these names may have results on items: no predictions have."""
    return bool(names) and _PREDICTIONS.isdisjoint(names)


def find_item_layout(
    label: str, table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> ItemLayout | None:
    """Return how a table has results on items; None if its rows are something else.

    ``mapping`` has columns by role, where they have other names, and ``measures`` are the columns
    of outcomes that somebody has named, or what a wide table has.
    """
    names = [str(name) for name in table.columns]
    stated = ITEM in mapping or CLUSTER in mapping
    if first_repeated(names) is not None or not (stated or may_have_items(names)):
        return None
    if stated:
        _check_mapped(label, names, mapping)
    table = table.set_axis(names, axis="columns")
    roles = {
        role: found for role in (MODEL, CLUSTER) if (found := found_column(role, names, mapping))
    }
    long = MODEL in roles
    item_of = _item_of_long if long else _item_of_wide
    item = mapping.get(ITEM) or item_of(table, roles, mapping, measures)
    if item is None:
        if long:
            _check_named(label, table)
        return None
    roles[ITEM] = item
    for role in (DATASET, RUN):
        left = [name for name in names if name not in roles.values()]
        if found := found_column(role, left, mapping):
            roles[role] = found
    if DATASET in roles and DATASET not in mapping and _names_items(table, roles):
        del roles[DATASET]
    other = [name for name in names if name not in roles.values() and name not in INDEX_COLUMNS]
    layout_of = _long if long else _wide
    layout = layout_of(label, table, roles, other, measures)
    if layout is None or not layout.wide or stated or measures or _is_name_of_items(item):
        return layout
    # Labels of instances look like results on items, where no name tells them apart.
    guessed = all(is_numeric(table[name]) for name in layout.outcomes)
    return replace(layout, guessed=guessed)


def _check_mapped(label: str, names: Sequence[str], mapping: Mapping[str, str]) -> None:
    for role, column in mapping.items():
        if role in ROLES and column not in names:
            raise PrgbenchError(
                f"{label} lacks the column {plain(column)}, which `columns` maps to {role}; it "
                f"has {shown(names)}: correct one of them."
            )


def _wide(
    label: str,
    table: pd.DataFrame,
    roles: Mapping[str, str],
    other: Sequence[str],
    measures: Sequence[str],
) -> ItemLayout | None:
    """Return the layout with the columns of models; None if there are not two."""
    models = _wide_models(table, other)
    if len(models) < FEWEST_MODELS:
        return None
    unused = [name for name in other if name not in models]
    passed = all(is_pass_or_fail(table[name]) for name in models)
    if passed and (unclear := _other_numbers(table, unused)):
        raise PrgbenchError(
            f"{label} has results of pass or fail ({some_of(models)}) beside other numbers "
            f"({some_of(unclear)}): leave out the columns that are no models, or if all are "
            f"models, write a long table with the columns {plain(roles[ITEM])}, model and score."
        )
    called = PASSED if passed else SCORE
    return ItemLayout(roles, models, unused, wide=True, measure=next(iter(measures), called))


def metrics_as_columns(
    table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> pd.DataFrame:
    """Return a table with a row for each metric of an item as one with a column for each."""
    names = {_key(str(name)): str(name) for name in reversed(list(table.columns))}
    metric = next((names[name] for name in METRICS if name in names), None)
    value = next((names[name] for name in VALUES if name in names), None)
    called = {_key(name) for name in (*mapping.values(), *measures)}
    if metric is None or value is None or _key(value) in called or not is_text(table[metric]):
        return table
    item = mapping.get(ITEM) or next((names[name] for name in _SURE if name in names), None)
    roles = (MODEL, RUN, CLUSTER, DATASET)
    left = [str(name) for name in table.columns if str(name) not in (item, metric, value)]
    keys = [column for role in roles if (column := found_column(role, left, mapping))]
    # A column that is named as the data set, such as that of queries, holds no items.
    if item is None or item in keys or table.duplicated([item, *keys, metric]).any():
        return table
    # A word beside a number, as of accuracy and of a verdict: each metric by itself.
    texts = table.astype({value: object})
    wide = texts.pivot(index=[item, *keys], columns=metric, values=value)
    return wide.infer_objects().reset_index().rename_axis(columns=None)


def _check_named(label: str, table: pd.DataFrame) -> None:
    """Refuse several results of pass or fail of a model of which none says on which item."""
    names = [str(name) for name in table.columns]
    outcomes = [name for name in names if is_outcome(name) and is_pass_or_fail(table[name])]
    others = [name for name in names if name not in outcomes]
    if outcomes and table.astype(str).duplicated(others).any() and not _has_replicates(names):
        raise PrgbenchError(
            f"{label} has several results ({plain(outcomes[0])}) of a model, but no column that "
            "says on which item: add a column item, by which models are compared."
        )


def _has_replicates(names: Sequence[str]) -> bool:
    return found_column(RUN, names, {}) is not None or "fold" in map(_key, names)


def _long(
    label: str,
    table: pd.DataFrame,
    roles: Mapping[str, str],
    other: Sequence[str],
    measures: Sequence[str],
) -> ItemLayout:
    """Return the layout with the columns of outcomes: those named, or all that are called so."""
    if missing := [name for name in measures if name not in other]:
        raise PrgbenchError(
            f"{label} has no column {plain(missing[0])} of an outcome; it has "
            f"{shown(list(table.columns))}: correct the name."
        )
    outcomes = list(measures) or _outcomes(table, other)
    if not outcomes:
        candidates = [name for name in other if is_graded(table[name])]
        advice = f"one of {shown(candidates)}" if candidates else "a column with 1 or 0"
        raise PrgbenchError(
            f"{label} has results on items, but no column that is called as an outcome, such as "
            f"correct, passed or resolved; it has {shown(list(table.columns))}: name {advice} "
            "with `measures`."
        )
    unused = [] if measures else [name for name in other if name not in outcomes]
    return ItemLayout(roles, outcomes, unused)


def _outcomes(table: pd.DataFrame, other: Sequence[str]) -> list[str]:
    """Return the columns that are called as outcomes, or the only one of pass or fail."""
    binary = [name for name in other if is_pass_or_fail(table[name])]
    called = [name for name in binary if is_outcome(name)]
    if called:
        return called
    graded = [name for name in other if is_outcome(name) and is_graded(table[name])]
    # A text that is no outcome is refused where it is read, by its row.
    others = [name for name in other if is_outcome(name) and _may_be_outcome(table[name])]
    return graded or others or (binary if len(binary) == 1 else [])


def _may_be_outcome(column: pd.Series) -> bool:
    """Say whether a column that is called as an outcome has outcomes: words, grades or points."""
    return is_graded(column) or has_words(column) or is_numeric(column)


def is_outcome(name: str) -> bool:
    """Say whether a column is called as a result on an item."""
    return is_measure(name) and (
        higher_is_better(name) is not None or known_measure(name) is not None
    )


def _item_of_long(
    table: pd.DataFrame,
    roles: Mapping[str, str],
    mapping: Mapping[str, str],
    measures: Sequence[str],
) -> str | None:
    """Return the column of a long table that names the items, if one does."""
    left = _free_columns(table, roles, mapping)
    sure, perhaps = _called_as_items(left, mapping)
    if sure is not None:
        outcomes = _long_outcomes(table, _without(left, sure), measures)
        are_results = outcomes and all(_may_be_outcome(table[name]) for name in outcomes)
        return sure if are_results else None
    for item in perhaps:
        rest = _without(left, item)
        outcomes = _long_outcomes(table, rest, measures)
        if not outcomes or not all(is_pass_or_fail(table[name]) for name in outcomes):
            continue
        named = any(name in measures for name in outcomes)
        if not named and _are_beside_scores(table, rest, outcomes):
            continue
        if _key(item) in _OF_DATASETS and _scores(table, rest) and not measures:
            continue
        if _may_name_items(table, item, rest, roles, measures):
            return item
    return None


def _item_of_wide(
    table: pd.DataFrame,
    roles: Mapping[str, str],
    mapping: Mapping[str, str],
    measures: Sequence[str],
) -> str | None:
    """Return the column of a wide table that names the items, if one does."""
    left = _free_columns(table, roles, mapping)
    sure, perhaps = _called_as_items(left, mapping)
    if sure is not None:
        return sure if _have_models(table, _without(left, sure)) else None
    # Nothing else has words in a wide table: they are names of the items, however called.
    if not perhaps and DATASET not in mapping:
        perhaps = [name for name in left if is_text(table[name])]
    for item in perhaps:
        rest = _without(left, item)
        if not _have_models(table, rest) or not _are_only_passed(table, rest, measures):
            continue
        if _may_name_items(table, item, rest, roles, measures):
            return item
    return None


def _free_columns(
    table: pd.DataFrame, roles: Mapping[str, str], mapping: Mapping[str, str]
) -> list[str]:
    """Return the columns without a role, but for those of a saved index."""
    taken = {*roles.values(), *mapping.values(), *INDEX_COLUMNS}
    return [str(name) for name in table.columns if name not in taken]


def _called_as_items(
    names: Sequence[str], mapping: Mapping[str, str]
) -> tuple[str | None, list[str]]:
    """Return the column that is surely one of items, and those that perhaps are, by their names.

    Beside the column that is said to name the data sets, one that is called so names families of
    these, such as the archive that a series comes from.
    """
    by_name = {_key(name): name for name in reversed(names)}
    families = ROLES[DATASET] if DATASET in mapping else ()
    sure = next((by_name[name] for name in _SURE if name in by_name), None)
    perhaps = [by_name[name] for name in _PERHAPS if name in by_name and name not in families]
    return sure, perhaps


def _without(names: Sequence[str], left_out: str | None) -> list[str]:
    return [name for name in names if name != left_out]


def _may_name_items(
    table: pd.DataFrame,
    item: str,
    names: Sequence[str],
    roles: Mapping[str, str],
    measures: Sequence[str],
) -> bool:
    """Say whether a column of unclear meaning names items: at least five, one row per model each.

    If another column is named like an outcome, repeated rows of a model are runs without an id.
    If none is, they are instances: the column names data sets, and the column of two values holds
    the true classes under another name than `y_true`.
    """
    if table[item].nunique() < FEWEST_ITEMS:
        return False
    if any(is_outcome(name) or name in measures for name in names):
        return True
    keys = [*roles.values(), item, *filter(None, [found_column(RUN, names, {})])]
    return not table[keys].astype(str).duplicated().any()


def _long_outcomes(
    table: pd.DataFrame, names: Sequence[str], measures: Sequence[str]
) -> list[str]:
    """Return the columns of outcomes of a long table: those named, or else those called so."""
    return [name for name in measures if name in names] or _outcomes(table, names)


def _have_models(table: pd.DataFrame, names: Sequence[str]) -> bool:
    """Say whether columns are those of models in a wide table, not measures or true classes."""
    names = _without(names, found_column(RUN, names, {}))
    models = _wide_models(table, names)
    if len(models) < FEWEST_MODELS or any(map(known_measure, models)):
        return False
    return TRUTHS.isdisjoint(map(str.lower, names))


def _are_only_passed(table: pd.DataFrame, names: Sequence[str], measures: Sequence[str]) -> bool:
    """Say whether models pass or fail in a wide table, and no other number is beside them.

    One other number, such as 0.61 beside baselines of 0 and 1, and all are scores; so they are by
    a measure, such as roc_auc, that no single item has.
    """
    names = _without(names, found_column(RUN, names, {}))
    are_outcomes = all(higher_is_better(name) is not None for name in measures)
    passed = all(is_pass_or_fail(table[name]) for name in _wide_models(table, names))
    return passed and are_outcomes and not _other_numbers(table, names)


def _is_name_of_items(name: str) -> bool:
    """Say whether a column is called as those of items are: another text may name any rows."""
    return _key(name) in (*_SURE, *_PERHAPS)


def _other_numbers(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of numbers that are neither pass nor fail, but may be models."""
    return [
        name
        for name in names
        if is_numeric(table[name])
        and not is_pass_or_fail(table[name])
        and not name.lower().startswith(_ATTRIBUTES)
        and _OF_ITEMS.isdisjoint(words_of(name))
        and not (may_be_property(name) or is_count(name))
    ]


def _are_beside_scores(table: pd.DataFrame, names: Sequence[str], outcomes: Sequence[str]) -> bool:
    """Say whether the rows have scores by a known measure, beside which no outcome is one.

    A recall may be 0 or 1 on all data sets, and so may the status of a run be that it is OK, or
    failed where there is no score: the F1 beside them tells that these are no items.
    """
    scores = _scores(table, names)
    scored = table[scores].apply(pd.to_numeric, errors="coerce").notna().any(axis="columns")
    called = [name for name in outcomes if higher_is_better(name) is not None]
    return bool(scores) and all(table[name][scored].nunique() < 2 for name in called)


def _scores(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of known measures with other numbers than pass or fail."""
    known = [name for name in names if is_known(name) and is_numeric(table[name])]
    return [name for name in known if not is_pass_or_fail(table[name])]


def _wide_models(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of models in a wide table: pass or fail, or else grades.

    What an item is or has, such as ``is_hard``, is no model.
    """
    named = [name for name in names if not name.lower().startswith(_ATTRIBUTES)]
    passed = [name for name in named if is_pass_or_fail(table[name])]
    if len(passed) >= FEWEST_MODELS:
        return passed
    return [name for name in named if is_graded(table[name])]


def _names_items(table: pd.DataFrame, roles: Mapping[str, str]) -> bool:
    """Say whether a column names each item anew, so that it names no data sets."""
    items = table[roles[ITEM]]
    datasets = table[roles[DATASET]]
    n_datasets = datasets.nunique()
    return bool(n_datasets > 1 and n_datasets >= items.nunique())


def found_column(role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """Return the column of a role, in any case and with any blanks."""
    if role in mapping:
        return mapping[role]
    taken = set(mapping.values())
    by_name = {_key(name): name for name in reversed(names) if name not in taken}
    return next((by_name[alias] for alias in ROLES[role] if alias in by_name), None)


def _key(name: str) -> str:
    """Return a name as roles are called: in small letters, its words joined by one sign."""
    return re.sub(r"[\s_.-]+", "_", name.strip().lower())
