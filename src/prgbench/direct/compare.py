"""The whole comparison of a table of predictions in one call."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from prgbench.archive.interface import MINORITY
from prgbench.archive.table.source import TableSource
from prgbench.comparison.config import StudyFile
from prgbench.direct.compared_models import ComparedModels
from prgbench.direct.data_frames import as_arrow
from prgbench.direct.progress_bars import ProgressBars
from prgbench.direct.study_run import StudyRun
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.settings import check_settings

MEASURES = ("aupr", "auprg", "auroc")
IN_MEMORY = "a table in memory"

Measure = str | Callable[..., float]


def compare(
    predictions: Any,
    *,
    measures: Sequence[Measure] = MEASURES,
    positive_label: Any = MINORITY,
    seed: int = 2015,
    columns: Mapping[str, str] | None = None,
    title: str = "Own predictions",
    settings: Mapping[str, Any] | None = None,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> ComparedModels:
    """Compare models by their predictions: does the measure change which of them wins?

    All stages of a study are computed in this process, as ``snakemake`` would for a study whose
    `archive` is the table; its tables are the same.

    Parameters
    ----------
    predictions : data frame, path or sequence of paths
        A table of pandas, polars or Arrow (any with ``__arrow_c_stream__``), or files, folders
        and patterns. Long: the columns ``dataset``, ``model``, ``y_true`` and ``y_score``, and
        where there are any ``row_id``, ``fold``, ``repeat`` and ``decision``. Wide: ``dataset``,
        ``y_true`` and a column of scores for each model.
    measures : sequence of str or callable
        The measures, AUPR and AUPRG among them: names of `prgbench.metrics.measures`, or
        functions ``(y_true, y_score) -> float`` that can be imported from their module.
    positive_label : str, bool, int or mapping of str to these
        The label of the positive class, or one for each data set that is named; default the
        minority of each data set. In a table with one column of scores it is the label whose
        scores these are.
    seed : int
        The seed of all resampling.
    columns : mapping of str to str, optional
        Columns by what they are, where they have other names: ``{"model": "learner"}``.
    title : str
        How the pages call the comparison.
    settings : mapping, optional
        Other keys of a study file, such as ``{"comparison": {"replicates": 1000}}``.
    n_jobs : int
        How many processes share the work; -1 for all processors. Nothing depends on it.
    progress : bool, optional
        Whether progress bars are shown; default where stderr is a terminal.

    Returns
    -------
    ComparedModels
        The answer, tables, figures and pages.

    Raises
    ------
    PrgbenchError
        If something is wrong with the table or a setting; the sentence says where and what to do.
    TypeError
        If the predictions are no table.

    Examples
    --------
    Three models on a data set, without the parts of the comparison, which take longest.

    >>> import numpy as np, pandas as pd
    >>> from prgbench.comparison.parts import PARTS
    >>> rng = np.random.default_rng(0)
    >>> y_true = np.arange(90) % 3 == 0
    >>> models = {name: y_true + rng.normal(size=90) for name in ("forest", "logistic", "tree")}
    >>> table = pd.DataFrame({"dataset": "heart", "y_true": y_true, **models})
    >>> off = {part.name: {"enabled": False} for part in PARTS}
    >>> compared = compare(table, settings={"comparison": off})
    >>> compared.answer.pairs[0].disagree.tasks
    1
    """
    own = {
        "title": title,
        "measures": [_name(measure) for measure in measures],
        "positive_label": _as_labels(positive_label),
        "columns": dict(columns or {}),
    }
    table, archive = _table(predictions)
    study = _study(own | {"archive": archive}, seed, settings or {})
    folder = TemporaryDirectory(prefix="prgbench-")
    source = TableSource(table, Path(folder.name) / "resources", study.columns)
    source.positive_label = study.source["positive_label"]
    results = Path(folder.name) / "results"
    run = StudyRun(title, study, source, results, n_jobs=n_jobs, bars=ProgressBars(progress))
    run.compute()
    return ComparedModels(run, folder)


def _table(predictions: Any) -> tuple[Any, str | list[str]]:
    """Return what `TableSource` takes, and what the settings call it."""
    if isinstance(predictions, str | PathLike):
        path = fspath(predictions)
        return path, path
    if isinstance(predictions, Sequence):
        paths = [fspath(path) for path in predictions]
        return paths, paths
    return as_arrow(predictions), IN_MEMORY


def _study(own: dict[str, Any], seed: int, settings: Mapping[str, Any]) -> StudyFile:
    for name in own:
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    comparison = {"seed": seed} | dict(settings.get("comparison", {}))
    return check_settings({**own, **settings, "comparison": comparison}, "`settings`", StudyFile)


def _as_labels(labels: Any) -> Any:
    """Return labels as a study file has them: those of NumPy are numbers there."""
    if isinstance(labels, Mapping):
        return {str(name): _as_labels(label) for name, label in labels.items()}
    return labels.item() if hasattr(labels, "item") else labels


def _name(measure: Measure) -> str:
    """Return the name by which a measure is imported."""
    return measure if isinstance(measure, str) else f"{measure.__module__}:{measure.__qualname__}"
