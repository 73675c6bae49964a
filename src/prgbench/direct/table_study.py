"""A study of a table of predictions that is in memory or in files."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.sources.table.layout import ROLES, name_text
from prgbench.sources.table.source import TableSource
from prgbench.study_file import StudyFile


def as_arrow(frame: Any) -> pa.Table:
    """Return a data frame of pandas, or any with ``__arrow_c_stream__``, as a table of Arrow.

    Those of polars, DuckDB and others have this method, or are lazy and have one that does
    (``collect``). Levels of an index of pandas are columns if they are called as those of tables,
    such as ``row_id``. `TypeError` if it is none of these, or Arrow can't hold a column.

    Examples
    --------
    >>> import pandas as pd
    >>> as_arrow(pd.DataFrame({"model": ["a", "b"], "y_score": [0.5, 1.0]})).column_names
    ['model', 'y_score']
    """
    import pandas as pd

    if isinstance(frame, pa.Table):
        return frame
    try:
        if isinstance(frame, pd.DataFrame):
            known = [name for names in ROLES.values() for name in names if name not in frame]
            levels = [name for name in frame.index.names if name in known]
            named = frame.reset_index(level=levels)
            named.columns = [str(name) for name in named.columns]
            for name, column in named.items():
                if pd.api.types.infer_dtype(column).startswith("mixed"):
                    named[name] = column.map(name_text)
            return pa.Table.from_pandas(named, preserve_index=False)
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
        if hasattr(frame, "collect"):
            return pa.table(frame.collect())
    except pa.ArrowException as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise TypeError(f"The table can't be read ({problem}): correct its column.") from None
    raise TypeError(
        f"A table of predictions is a file's path or a data frame of pandas, polars or Arrow, "
        f"not {type(frame).__name__}."
    )


MEASURES = ("aupr", "auprg", "auroc")
IN_MEMORY = "a table in memory"

NamedMeasure = str | Callable[..., float]


def study_of_table(
    predictions: Any, arguments: Mapping[str, Any], settings: Mapping[str, Any]
) -> tuple[StudyFile, TableSource]:
    """Return the study of a data frame or files, and its source.

    ``arguments`` are the keys of a study file for which a call has arguments, ``settings`` the
    others.
    """
    table, archive = _table(predictions)
    labels = _as_labels(arguments["positive_label"])
    own = {**arguments, "archive": archive, "positive_label": labels}
    for name in own:
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    study = check_settings({**own, **settings}, "`settings`", StudyFile)
    source = TableSource(table, columns=study.columns)
    source.positive_label = study.source["positive_label"]
    return study, source


def measure_name(measure: NamedMeasure) -> str:
    """Return the name by which a measure is found or imported."""
    return measure if isinstance(measure, str) else f"{measure.__module__}:{measure.__qualname__}"


def _table(predictions: Any) -> tuple[Any, str | list[str]]:
    """Return what `TableSource` takes, and what the settings call it."""
    if isinstance(predictions, str | PathLike):
        path = fspath(predictions)
        return path, path
    if isinstance(predictions, Sequence):
        paths = [fspath(path) for path in predictions]
        return paths, paths
    return as_arrow(predictions), IN_MEMORY


def _as_labels(labels: Any) -> Any:
    """Return labels as a study file has them: those of NumPy are numbers there."""
    if isinstance(labels, Mapping):
        return {str(name): _as_labels(label) for name, label in labels.items()}
    return labels.item() if hasattr(labels, "item") else labels
