"""Which column of a table names the items."""

from collections.abc import Mapping, Sequence

import pandas as pd

from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.items.item_columns import (
    DATASET,
    NAMES_OF_ITEMS,
    OF_DATASETS,
    PERHAPS_OF_ITEMS,
    ROLES,
    RUN,
    found_column,
    key_of,
)
from prgbench.sources.items.outcomes import higher_is_better, is_pass_or_fail
from prgbench.sources.items.result_columns import (
    is_outcome,
    known_scores,
    may_be_outcome,
    other_numbers,
    outcomes_of,
    wide_models,
)
from prgbench.sources.scores.columns import is_text, is_whole
from prgbench.sources.scores.directions import known_measure
from prgbench.sources.scores.told_apart import FEWEST_ITEMS
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS, TRUTHS


def item_of_long(
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
        are_results = outcomes and all(may_be_outcome(table[name]) for name in outcomes)
        return sure if are_results else None
    for item in perhaps:
        rest = _without(left, item)
        outcomes = _long_outcomes(table, rest, measures)
        if not outcomes or not all(is_pass_or_fail(table[name]) for name in outcomes):
            continue
        named = any(name in measures for name in outcomes)
        if not named and _are_beside_scores(table, rest, outcomes):
            continue
        if key_of(item) in OF_DATASETS and known_scores(table, rest) and not measures:
            continue
        if _may_name_items(table, item, rest, roles, measures):
            return item
    return None


def item_of_wide(
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


def likely_items(table: pd.DataFrame, model: str, outcome: str) -> list[str]:
    """Return the columns that may name items, however called: each once for every model.

    Where no model's ``outcome`` differs from another's on the same item, it is a property of the
    item, such as the true class of an instance.
    """
    n_models = table[model].nunique()
    found = []
    for name in [str(name) for name in table.columns if name not in (model, outcome)]:
        sizes = table.groupby(name)[model].agg(["size", "nunique"])
        names_items = (
            len(sizes) >= FEWEST_ITEMS
            and (is_text(table[name]) or is_whole(table[name]))
            and bool((sizes == n_models).all(axis=None))
        )
        if names_items and bool((table.groupby(name)[outcome].nunique() > 1).any()):
            found.append(name)
    return found


def is_name_of_items(name: str) -> bool:
    """Say whether a column is called as those of items are: another text may name any rows."""
    return key_of(name) in (*NAMES_OF_ITEMS, *PERHAPS_OF_ITEMS)


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
    by_name = {key_of(name): name for name in reversed(names)}
    families = ROLES[DATASET] if DATASET in mapping else ()
    sure = next((by_name[name] for name in NAMES_OF_ITEMS if name in by_name), None)
    unsure = [name for name in PERHAPS_OF_ITEMS if name not in families]
    perhaps = [by_name[name] for name in unsure if name in by_name]
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
    return [name for name in measures if name in names] or outcomes_of(table, names)


def _have_models(table: pd.DataFrame, names: Sequence[str]) -> bool:
    """Say whether columns are those of models in a wide table, not measures or true classes."""
    names = _without(names, found_column(RUN, names, {}))
    models = wide_models(table, names)
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
    passed = all(is_pass_or_fail(table[name]) for name in wide_models(table, names))
    return passed and are_outcomes and not other_numbers(table, names)


def _are_beside_scores(table: pd.DataFrame, names: Sequence[str], outcomes: Sequence[str]) -> bool:
    """Say whether the rows have scores by a known measure, beside which no outcome is one.

    A recall may be 0 or 1 on all data sets, and so may the status of a run be that it is OK, or
    failed where there is no score: the F1 beside them tells that these are no items.
    """
    scores = known_scores(table, names)
    scored = table[scores].apply(pd.to_numeric, errors="coerce").notna().any(axis="columns")
    called = [name for name in outcomes if higher_is_better(name) is not None]
    return bool(scores) and all(table[name][scored].nunique() < 2 for name in called)
