"""How a table has results on items: in a long or a wide form, and in which columns.

Long: a row for each model, item and run. Wide: a row for each item, a column for each model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.items.item_columns import (
    CLUSTER,
    DATASET,
    ITEM,
    MODEL,
    ROLES,
    RUN,
    found_column,
    key_of,
)
from prgbench.sources.items.item_names import (
    is_name_of_items,
    item_of_long,
    item_of_wide,
    likely_items,
)
from prgbench.sources.items.outcomes import is_graded, is_pass_or_fail
from prgbench.sources.items.result_columns import (
    is_outcome,
    known_scores,
    other_numbers,
    outcomes_of,
    wide_models,
)
from prgbench.sources.scores.columns import found_column as of_scores
from prgbench.sources.scores.columns import is_known, is_numeric
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS, shown

PASSED = "passed"
SCORE = "score"
"""What the outcomes of a wide table are called unless somebody names them."""

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
    item_of = item_of_long if long else item_of_wide
    item = mapping.get(ITEM) or item_of(table, roles, mapping, measures)
    if item is None:
        if long:
            _check_named(label, table, roles[MODEL], mapping, measures)
        return None
    roles[ITEM] = item
    _add_datasets_and_runs(roles, table, mapping)
    other = [name for name in names if name not in roles.values() and name not in INDEX_COLUMNS]
    layout_of = _long if long else _wide
    layout = layout_of(label, table, roles, other, measures)
    if layout is None or not layout.wide or stated or measures or is_name_of_items(item):
        return layout
    # Labels of instances look like results on items, where no name tells them apart.
    guessed = all(is_numeric(table[name]) for name in layout.outcomes)
    return replace(layout, guessed=guessed)


def _add_datasets_and_runs(
    roles: dict[str, str], table: pd.DataFrame, mapping: Mapping[str, str]
) -> None:
    """Add the columns of data sets and runs, where there are any, to the ``roles``."""
    for role in (DATASET, RUN):
        left = [name for name in table.columns if name not in roles.values()]
        if found := found_column(role, left, mapping):
            roles[role] = found
    if DATASET in roles and DATASET not in mapping and _names_items(table, roles):
        del roles[DATASET]


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
    models = wide_models(table, other)
    if len(models) < FEWEST_MODELS:
        return None
    unused = [name for name in other if name not in models]
    passed = all(is_pass_or_fail(table[name]) for name in models)
    if passed and (unclear := other_numbers(table, unused)):
        raise PrgbenchError(
            f"{label} has pass-or-fail results ({some_of(models)}) beside other numbers "
            f"({some_of(unclear)}): leave out the columns that are not models, or if all are "
            f"models, write a long table with the columns {plain(roles[ITEM])}, model and score."
        )
    called = PASSED if passed else SCORE
    return ItemLayout(roles, models, unused, wide=True, measure=next(iter(measures), called))


def _check_named(
    label: str,
    table: pd.DataFrame,
    model: str,
    mapping: Mapping[str, str],
    measures: Sequence[str],
) -> None:
    """Refuse several results of pass or fail of a model of which none says on which item.

    A column that is not called as those of items, but has the same values for each model, is
    offered.
    """
    names = [str(name) for name in table.columns]
    outcomes = [name for name in names if is_outcome(name) and is_pass_or_fail(table[name])]
    others = [name for name in names if name not in outcomes]
    if outcomes and table.astype(str).duplicated(others).any() and not _has_replicates(names):
        raise PrgbenchError(
            f"{label} has several results ({plain(outcomes[0])}) for a model, but no column that "
            "names the items: add a column item, by which models are compared."
        )
    if measures or of_scores("dataset", names, mapping) or known_scores(table, names):
        return
    for outcome in outcomes:
        if is_known(outcome) and is_numeric(table[outcome]):
            continue
        if items := likely_items(table, model, outcome):
            raise PrgbenchError(
                f"{label} has pass-or-fail results ({plain(outcome)}) of models, but no column "
                f"called as those of items: if {some_of(items)} names them, give "
                f"{as_columns(ITEM, items)}."
            )


def _has_replicates(names: Sequence[str]) -> bool:
    return found_column(RUN, names, {}) is not None or "fold" in map(key_of, names)


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
            f"{label} has no outcome column {plain(missing[0])}; it has "
            f"{shown(list(table.columns))}: correct the name."
        )
    outcomes = list(measures) or outcomes_of(table, other)
    if not outcomes:
        candidates = [name for name in other if is_graded(table[name])]
        advice = f"one of {shown(candidates)}" if candidates else "a column with 1 or 0"
        raise PrgbenchError(
            f"{label} has results on items, but no column named like an outcome, such as "
            f"correct, passed or resolved; it has {shown(list(table.columns))}: name {advice} "
            "with `measures`."
        )
    unused = [] if measures else [name for name in other if name not in outcomes]
    return ItemLayout(roles, outcomes, unused)


def _names_items(table: pd.DataFrame, roles: Mapping[str, str]) -> bool:
    """Say whether a column names each item anew, so that it names no data sets."""
    items = table[roles[ITEM]]
    datasets = table[roles[DATASET]]
    n_datasets = datasets.nunique()
    return bool(n_datasets > 1 and n_datasets >= items.nunique())
