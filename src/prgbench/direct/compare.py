"""The whole comparison of a table of predictions in one call."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from prgbench.archive.interface import MINORITY
from prgbench.direct.compared_models import ComparedModels
from prgbench.direct.progress_bars import ProgressBars
from prgbench.direct.study_of_table import (
    MEASURES,
    NamedMeasure,
    measure_name,
    study_of_table,
)
from prgbench.direct.study_run import StudyRun


def compare(
    predictions: Any,
    *,
    measures: Sequence[NamedMeasure] = MEASURES,
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
    seeded = {"seed": seed, **(settings or {}).get("comparison", {})}
    arguments = {
        "title": title,
        "measures": [measure_name(measure) for measure in measures],
        "positive_label": positive_label,
        "columns": dict(columns or {}),
    }
    folder = TemporaryDirectory(prefix="prgbench-")
    study, source = study_of_table(
        predictions, arguments, {**(settings or {}), "comparison": seeded}, Path(folder.name)
    )
    results = Path(folder.name) / "results"
    run = StudyRun(title, study, source, results, n_jobs=n_jobs, bars=ProgressBars(progress))
    run.compute()
    return ComparedModels(run, folder)
