"""The study of a table of predictions, in a temporary folder."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from prgbench.archive.table.source import TableSource
from prgbench.comparison.config import StudyFile
from prgbench.direct.data_frames import as_arrow
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.settings import check_settings

MEASURES = ("aupr", "auprg", "auroc")
IN_MEMORY = "a table in memory"

NamedMeasure = str | Callable[..., float]


def study_of_table(
    predictions: Any, arguments: Mapping[str, Any], settings: Mapping[str, Any], folder: Path
) -> tuple[StudyFile, TableSource]:
    """Return the study of a table and its source.

    Parameters
    ----------
    predictions : data frame, path or sequence of paths
        The table.
    arguments : mapping
        Keys of a study file that are arguments of a call.
    settings : mapping
        Other keys.
    folder : Path
        Where the source sorts the table.

    Raises
    ------
    PrgbenchError
        If a setting is wrong, or one of the arguments is among the settings.
    TypeError
        If the predictions are no table.
    """
    table, archive = _table(predictions)
    labels = _as_labels(arguments["positive_label"])
    own = {**arguments, "archive": archive, "positive_label": labels}
    for name in own:
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    study = check_settings({**own, **settings}, "`settings`", StudyFile)
    source = TableSource(table, folder / "resources", study.columns)
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
