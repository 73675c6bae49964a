"""Tables of one model, which no column names: often each model has a file of its own."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.names import ONLY_DATASET, label_text
from prgbench.sources.table.part import Part
from prgbench.sources.table.prediction_columns import (
    DATASET,
    MODEL,
    TableLayout,
    is_called_as_models,
)

ONLY_MODEL = "model"
"""What the model of a single table is called."""

ROWS_AT_ONCE = 1 << 16
FEWEST_ROWS = 4
"""A model has at least so many rows, on average."""

SHARED = {"dataset", "repeat", "fold"}
"""The roles of columns that the models of a data set share."""

Reader = Callable[[Sequence[str], int], Iterable[pa.RecordBatch]]


def check_one_model(table: str, layout: TableLayout, batches: Reader) -> None:
    """Refuse true classes and scores beside a column that may name several models.

    Else their rows would be taken as those of one.

    Raises
    ------
    PrgbenchError
        If a column that is not used is called as those of models and has several values, or has
        several texts with equally many rows of each class, as the models of an instance have.
    """
    if layout.fixed.get(MODEL) != "" or not layout.unused:
        return
    rows = first_rows(batches, list(layout.unused))
    for name in map(str, rows):
        values = [text for text in map(label_text, rows[name].unique()) if text is not None]
        called = is_called_as_models(name) and len(values) > 1
        if called or (_may_be_names(values, len(rows)) and _share_rows(name, layout, batches)):
            raise PrgbenchError(
                f"{table} lacks the column model, and {plain(name)} has several values "
                f"({some_of(values)}): if these are models, give {as_columns('model', [name])}; "
                f"if all rows are of one model, leave {plain(name)} out."
            )


def _may_be_names(values: Sequence[str], n_rows: int) -> bool:
    """Say whether there are several texts, each in several rows: patients have few rows each."""
    return 1 < len(values) <= n_rows // FEWEST_ROWS and not all(map(_is_number, values))


def _share_rows(name: str, layout: TableLayout, batches: Reader) -> bool:
    """Say whether each value of a column has equally many rows of each class and data set."""
    columns = [
        layout.roles["y_true"],
        *(layout.roles[role] for role in SHARED & layout.roles.keys()),
    ]
    shared = [column for column in columns if column not in layout.fixed]
    counts: dict[Any, Counter[Any]] = {}
    for batch in batches([name, *shared], ROWS_AT_ONCE):
        sizes = batch.to_pandas().astype(str).value_counts(sort=False)
        for (value, *key), n_rows in sizes.items():
            counts.setdefault(value, Counter())[tuple(key)] += n_rows
    first, *others = counts.values()
    return all(of_value == first for of_value in others)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def called_as_files(parts: Sequence[Part], names: Mapping[str, str]) -> list[Part]:
    """Return tables whose model has no name with that of their file, if they can be compared.

    A name that columns of classes give to the only model of each of several tables, such as the
    ``cats`` of spaCy's ``cats.POS``, is none.

    They can if they state data sets, or have equally many rows: then they are of one data set.
    Other files are of one model each, on a data set that is called as the file.

    Parameters
    ----------
    parts : sequence of Part
        The tables.
    names : mapping of str to str
        The names of their files, without folders that all have and endings, by `Part.name`.

    Raises
    ------
    PrgbenchError
        If some tables of one data set each name their models, and others do not: they would be
        other data sets.
    """
    only = {part.layout.fixed.get(MODEL) for part in parts} if len(names) > 1 else set()
    called = only.pop() if len(only) == 1 else None
    nameless = [part for part in parts if part.layout.fixed.get(MODEL) in ("", called or "")]
    alone = [part for part in parts if DATASET in part.layout.fixed]
    named = [part for part in alone if part.layout.roles.get("model", MODEL) != MODEL]
    if nameless and named:
        raise PrgbenchError(
            f"{named[0].name} has a column model, {nameless[0].name} has none: name the models in "
            "all files or in none; without names, each is named after its file."
        )
    of_one = [part for part in nameless if DATASET in part.layout.fixed]
    as_files = len(nameless) > 1 and (not of_one or len(set(map(_n_rows, of_one))) == 1)
    return [
        _called(part, names[part.name] if as_files else called or ONLY_MODEL, as_files)
        if part in nameless
        else part
        for part in parts
    ]


def _called(part: Part, model: str, called_as_file: bool) -> Part:
    fixed = {**part.layout.fixed, MODEL: model}
    if called_as_file and DATASET in fixed:
        fixed[DATASET] = ONLY_DATASET
    layout = replace(part.layout, fixed=fixed)
    return replace(part, layout=layout, called_as_file=called_as_file)


def _n_rows(part: Part) -> int:
    truth = part.layout.roles["y_true"]
    return sum(batch.num_rows for batch in part.batches([truth], ROWS_AT_ONCE))
