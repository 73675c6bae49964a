"""Instances that each model predicts several times, as in repeats of a cross-validation.

Counted as several instances, they would make all intervals too narrow. tidymodels names repeats,
folds and bootstrap samples in ``id`` and ``id2``, caret in ``Resample``: these are read. Where
nothing tells repeats, but a column numbers rows and has each number several times, an error asks.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import TableLayout, is_called_as_models
from prgbench.sources.table.row_numbers import names_rows

Reader = Callable[[Sequence[str], int], Iterable[pa.RecordBatch]]

NAMES = ("id", "id2", "Resample")
"""What tidymodels and caret call the columns that name resamples."""

FEWEST = 10
"""Fewer different ids may be anything, such as hospitals that have one class each."""

_REPEAT = re.compile(r"Rep(eat)?\d+")
_FOLD = re.compile(r"Fold\d+")
_FOLD_OF_REPEAT = re.compile(r"Fold\d+\.Rep\d+")
_SAMPLE = re.compile(r"(Resample|Bootstrap)\d+")
_NUMBERED = re.compile(r"([A-Za-z]+[ _.-]*)?\d+(\.0)?")


def with_resamples(table: str, layout: TableLayout, batches: Reader) -> TableLayout:
    """Return a layout with the repeats and folds that caret or tidymodels have named.

    Raises
    ------
    PrgbenchError
        If nothing tells the repeats of rows whose ids come again.
    """
    named = [name for name in NAMES if name in layout.without_role]
    rows = first_rows(batches, named) if named else pd.DataFrame()
    roles = dict(layout.roles)
    of_resamples = []
    for name in named:
        for role in _roles(rows[name], lambda: _come_again(layout, batches)):
            roles.setdefault(role, name)
            of_resamples.append(name)
    layout = replace(
        layout,
        roles=roles,
        scores={label: n for label, n in layout.scores.items() if label not in of_resamples},
        unused=[name for name in layout.unused if name not in roles.values()],
    )
    _check_ids(table, layout, batches)
    return layout


def numbers_of_repeats(parts: Sequence[Part]) -> list[str]:
    """Return the columns that tell rows with the same id apart by a number.

    That of folds is one if it counts on over the repeats, as ``iteration`` of mlr3 does.
    """
    part = parts[0]
    keys = _columns(part.layout, ("dataset", "model", "row_id", "fold"))
    if "fold" in part.layout.roles and not first_rows(part.batches, keys).duplicated().any():
        return _columns(part.layout, ("fold",))
    return _telling_apart(part.layout, part.batches, keys)


def _roles(column: pd.Series, come_again: Callable[[], bool]) -> Sequence[str]:
    """Return the roles of a column all of whose texts name repeats, folds or samples.

    Samples such as ``Resample1`` are folds where no row ``come_again``.
    """
    texts = column.map(str).drop_duplicates()
    for pattern, roles in (
        (_REPEAT, ("repeat",)),
        (_FOLD, ("fold",)),
        (_FOLD_OF_REPEAT, ("fold", "repeat")),
    ):
        if texts.str.fullmatch(pattern).all():
            return roles
    if not texts.str.fullmatch(_SAMPLE).all():
        return ()
    return ("repeat",) if come_again() else ("fold",)


def _come_again(layout: TableLayout, batches: Reader) -> bool:
    keys = _columns(layout, ("dataset", "model", "row_id"))
    return "row_id" not in layout.roles or bool(first_rows(batches, keys).duplicated().any())


def _columns(layout: TableLayout, roles: Sequence[str]) -> list[str]:
    """Return the columns of the table that have some roles."""
    columns = [layout.roles[role] for role in roles if role in layout.roles]
    return list(dict.fromkeys(name for name in columns if name not in layout.fixed))


def _check_ids(table: str, layout: TableLayout, batches: Reader) -> None:
    """Refuse a column of ids that is not used and says that rows are repeated.

    A model has most of them several times, each with one true class.
    """
    if not layout.roles.keys().isdisjoint(("row_id", "repeat", "group")):
        return
    keys = _columns(layout, ("dataset", "model"))
    free = layout.without_role
    if "model" not in layout.roles and any(map(is_called_as_models, free)):
        # Which rows are of one model is asked first: their ids come again with each.
        return
    for name in [name for name in free if names_rows(name)]:
        [truth] = _columns(layout, ("y_true",)) or [""]
        if not truth:
            return
        rows = first_rows(batches, [*keys, name, truth])
        of_ids = rows.groupby([*keys, name])[truth].agg(["size", "nunique"])
        several = of_ids["size"].gt(1).mean() > 1 / 2
        if rows[name].nunique() < FEWEST or not several or of_ids["nunique"].gt(1).any():
            continue
        repeats = _telling_apart(layout, batches, [*keys, name])
        row_id = as_columns("row_id", [name])
        advice = f"number these in a column repeat and give {row_id}"
        if repeats:
            also = " or ".join(as_shell_word(f"repeat={repeat}") for repeat in repeats)
            advice = f"give {row_id} {also}"
        raise PrgbenchError(
            f"{table} repeats most values of {plain(name)} for a model, each with one true "
            f"class, so its rows would count as more instances than there are: if they are "
            f"repeats of an instance, {advice}; if they are different rows that depend on each "
            f"other, give {as_columns('group', [name])}."
        )


def _telling_apart(layout: TableLayout, batches: Reader, keys: Sequence[str]) -> list[str]:
    """Return the other columns that have numbers and tell the rows of ``keys`` apart."""
    names = [name for name in layout.without_role if name not in keys]
    rows = first_rows(batches, [*keys, *names])
    return [
        name
        for name in names
        if 1 < rows[name].nunique() < len(rows) / 2
        and rows[name].map(str).str.fullmatch(_NUMBERED).all()
        and not rows.duplicated([*keys, name]).any()
    ]
