"""Tables of one model, which no column names: often each model has a file of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.layout import DATASET, MODEL, MODELS, Layout
from prgbench.sources.table.names import label_text, snake_case
from prgbench.sources.table.part import Part

ONLY_MODEL = "model"
"""What the model of a single table is called."""

ONLY_DATASET = "data"
ROWS_AT_ONCE = 1 << 16


def check_one_model(
    table: str, layout: Layout, batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]]
) -> None:
    """Refuse true classes and scores beside a column that may name several models.

    Else their rows would be taken as those of one.

    Raises
    ------
    PrgbenchError
        If a column that is not used has several texts, or is called as those of models and has
        several values.
    """
    if layout.fixed.get(MODEL) != "" or not layout.unused:
        return
    rows = first_rows(batches, list(layout.unused))
    for name in map(str, rows):
        values = [text for text in map(label_text, rows[name].unique()) if text is not None]
        numbers = all(map(_is_number, values))
        if len(values) > 1 and (snake_case(name) in MODELS or not numbers):
            raise PrgbenchError(
                f"{table} lacks the column model, and {plain(name)} has several values "
                f"({some_of(values)}): if these are models, give {as_columns('model', [name])}; "
                f"if all rows are of one model, leave {plain(name)} out."
            )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def called_as_files(parts: Sequence[Part], names: Mapping[str, str]) -> list[Part]:
    """Return tables whose model has no name with that of their file, if they can be compared.

    They can if they state data sets, or have equally many rows: then they are of one data set.
    Other files are of one model each, on a data set that is called as the file.

    Parameters
    ----------
    parts : sequence of Part
        The tables.
    names : mapping of str to str
        The names of their files, without folders that all have and endings, by `Part.name`.
    """
    nameless = [part for part in parts if part.layout.fixed.get(MODEL) == ""]
    of_one = [part for part in nameless if DATASET in part.layout.fixed]
    as_files = len(nameless) > 1 and (not of_one or len(set(map(_n_rows, of_one))) == 1)
    return [
        _called(part, names[part.name] if as_files else ONLY_MODEL, as_files)
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
