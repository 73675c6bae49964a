"""The whole comparison of models in one call: `prgbench.compare`.

What is given decides what is computed: predictions in a table or in arrays, fitted or unfitted
estimators with data, one score for each model and data set, or results on items. Each becomes a
study with the settings of a study file, computed in memory by the stages of the workflow
(`prgbench.direct.study_run`), and nothing is written until a report is asked for.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from operator import index
from typing import Any, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike

from prgbench.direct.arrays import Scores, study_of_table, table_of_scores
from prgbench.direct.compared_models import ComparedModels
from prgbench.direct.data_frames import given_table
from prgbench.direct.estimators import (
    CrossValidation,
    DataSets,
    Estimators,
    are_estimators,
    table_of_estimators,
)
from prgbench.direct.item_study import ItemStudy
from prgbench.direct.measure_names import MEASURES, NamedMeasure, measure_names
from prgbench.direct.score_study import ScoreStudy, of_scores
from prgbench.direct.study_run import PredictionStudy, StudyRun
from prgbench.direct.whole_numbers import check_jobs
from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import ProgressBars
from prgbench.run.safe_text import plain
from prgbench.sources.items.table import item_frames, read_items
from prgbench.sources.scores.table import read_scores
from prgbench.sources.table.names import ONLY_DATASET

FORMATS = ("svg", "png")
"""The formats of figures unless the settings name others: fonts in PDF files take longest."""

OF_WORKFLOW = ("plan", "second_opinion")
"""Keys of a study file that promise what only the workflow does."""

TITLE = "Own predictions"


class Options(TypedDict, total=False):
    """The arguments of `compare` that every call may have."""

    measures: Sequence[NamedMeasure]
    positive_label: Any
    seed: int
    title: str
    costs: tuple[float, float] | None
    beta: float | None
    settings: Mapping[str, Any] | None
    n_jobs: int
    progress: bool | None


@overload
def compare(
    table: Any,
    /,
    *,
    columns: Mapping[str, str] | None = None,
    higher_is_better: Mapping[str, bool] | None = None,
    **options: Unpack[Options],
) -> ComparedModels: ...
@overload
def compare(
    y_true: ArrayLike,
    scores: Scores,
    /,
    *,
    groups: ArrayLike | None = None,
    **options: Unpack[Options],
) -> ComparedModels: ...
@overload
def compare(
    estimators: Estimators,
    features: Any,
    y: ArrayLike,
    /,
    *,
    cv: Any = 5,
    groups: ArrayLike | None = None,
    **options: Unpack[Options],
) -> ComparedModels: ...
@overload
def compare(
    estimators: Estimators, datasets: DataSets, /, *, cv: Any = 5, **options: Unpack[Options]
) -> ComparedModels: ...
def compare(
    predictions: Any,
    scores: Any = None,
    y: ArrayLike | None = None,
    /,
    *,
    cv: Any = 5,
    groups: ArrayLike | None = None,
    measures: Sequence[NamedMeasure] = MEASURES,
    positive_label: Any = None,
    seed: int = 2015,
    columns: Mapping[str, str] | None = None,
    title: str = TITLE,
    higher_is_better: Mapping[str, bool] | None = None,
    costs: tuple[float, float] | None = None,
    beta: float | None = None,
    settings: Mapping[str, Any] | None = None,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> ComparedModels:
    """Compare models: which is the best, and does the measure change which of them wins?

    Call it with a table of predictions, ``compare(table)``; with the scores of models for the
    same labels, ``compare(y_true, {"forest": p1, "logistic": p2})``; or with estimators of
    scikit-learn, ``compare(estimators, X, y, cv=5)``. A study is computed in memory; its tables
    are those that ``snakemake`` writes for a study whose `archive` is the table.

    Parameters
    ----------
    predictions : table, array-like or estimators
        A table of pandas, polars or Arrow (any with ``__arrow_c_stream__``), or files, folders
        and patterns. Long: the columns ``dataset``, ``model``, ``y_true`` and ``y_score``, and
        where there are any ``row_id``, ``fold``, ``repeat`` and ``decision``. Wide: ``dataset``,
        ``y_true`` and a column of scores for each model. Or a table of scores: ``dataset``,
        ``model``, ``fold``, ``repeat`` or ``seed`` where there are any, and a column for each
        measure. Or results on items: ``model``, ``item``, an outcome such as ``passed``, and
        where there are any ``run``, ``dataset`` and ``cluster``.

        Or the true labels of one data set. Or estimators: a dict by name, a list of (name,
        estimator) as for a `VotingClassifier`, or a list.
    scores : dict, data frame or features, optional
        With labels, the scores by model, each an array or what ``predict_proba`` returns. With
        estimators, the features, or a dict of several data sets, ``{"heart": (X, y), ...}``.
    y : array-like, optional
        The labels of the features.
    cv : int or cross-validator
        How estimators are cross-validated: the number of stratified folds, drawn by the seed, or
        what scikit-learn takes. Their scores are those of ``predict_proba`` or else of
        ``decision_function``, out of fold.
    groups : array-like, optional
        What each label belongs to, such as a patient: groups stay together in folds and samples.
    measures : sequence of str or callable
        One or more: names of `prgbench.metrics.measures`, or functions
        ``(y_true, y_score) -> float`` that can be imported from their module. For a table of
        scores, its columns; default all that are measures by their names.
    positive_label : str, bool, int or mapping of str to these
        The label of the positive class, whose scores an array or one column has; or one for each
        data set that is named, with the key "*" for all others. Default scikit-learn's: 1, True,
        or else the label that sorts last. "minority" is the rarer class of each data set,
        whosever scores are given. Data sets that are not named are refused if most of their
        models are below chance beyond noise, as if the scores were those of the other class.
    seed : int
        The seed of all resampling and of the folds.
    columns : mapping of str to str, optional
        Columns of a table by what they are, where they have other names: ``{"model": "learner"}``.
        In a table of scores, ``{"family": "domain"}`` says which data sets belong together.
    title : str
        How the pages call the comparison, and labels or features their data set.
    higher_is_better : mapping of str to bool, optional
        Of a table of scores, whether higher is better by the measures whose names do not tell.
    costs : tuple of two float, optional
        What a miss and a false alarm cost, such as ``(5, 1)``: only their ratio counts. The answer
        is the one for these costs, at the best threshold of each model (the measure
        "expected_cost@5"), and other `measures` come after it if they are named. Costs are those
        at the data's prevalence, or at ``{"comparison": {"costs": {"prevalence": 0.02}}}`` of the
        settings.
    beta : float, optional
        The beta of the F-beta that the answer is for, at the best threshold (the measure
        "max_f1@2" for 2), likewise.
    settings : mapping, optional
        Other keys of a study file, such as ``{"comparison": {"replicates": 1000}}``.
    n_jobs : int
        How many processes share the work; -1 for all processors. Nothing depends on it.
    progress : bool, optional
        Whether progress bars are shown; default where stderr is a terminal. Elsewhere, by default,
        a line says now and then how far a stage is that takes longer than 30 seconds.

    Returns
    -------
    ComparedModels
        The answer, leaderboard, tables, figures and pages.

    Raises
    ------
    PrgbenchError
        If something is wrong with the data or a setting; the sentence says where and what to do.
    TypeError
        If the arguments are none of these, or of other types than are stated here.
    Exception
        What an estimator raises stays its own, with a note that names estimator and data set.

    Examples
    --------
    Three models on a data set.

    >>> import numpy as np, pandas as pd
    >>> rng = np.random.default_rng(0)
    >>> y_true = np.arange(90) % 3 == 0
    >>> scores = {name: y_true + rng.normal(size=90) for name in ("forest", "logistic", "tree")}
    >>> few = {"comparison": {"replicates": 20, "splits": 2}}
    >>> compared = compare(y_true, scores, measures=["auroc"], settings=few)
    >>> compared.leaderboard["auroc_rank"].to_dict()
    {'tree': 1, 'logistic': 2, 'forest': 3}

    The best of them where a miss costs as much as five false alarms.

    >>> compare(y_true, scores, costs=(5, 1), settings=few).leaderboard.index[0]
    'tree'

    Scores of three models on ten data sets.

    >>> rows = [(f"d{n}", m, f, rng.random()) for n in range(10) for m in "abc" for f in range(4)]
    >>> scores = pd.DataFrame(rows, columns=["dataset", "model", "fold", "accuracy"])
    >>> scores["my_loss"] = 1 - scores["accuracy"]
    >>> compared = compare(scores, higher_is_better={"my_loss": False})
    >>> compared.answer.pairs[0].disagree.count
    0
    """
    check_jobs(n_jobs)
    if not isinstance(higher_is_better, Mapping | None):
        raise TypeError(
            "higher_is_better must be a mapping of measures to True or False, not "
            f"{type(higher_is_better).__name__}."
        )
    bars = ProgressBars(progress)
    # Settings are checked strictly: an integer of NumPy would be rejected.
    seed = index(seed) if hasattr(seed, "dtype") else seed
    how = CrossValidation(cv=cv, groups=groups, seed=seed, n_jobs=n_jobs)
    dataset = ONLY_DATASET if title == TITLE else title
    table = _as_predictions(predictions, scores, y, how, bars, dataset)
    names = measure_names(measures)
    # The defaults are of predictions; a table of scores has measures of its own.
    named = None if tuple(names) == MEASURES else names
    # The measure of stated costs comes first: the answer is the one for it.
    of_costs = measures_of_costs(costs, beta, _stated_prevalence(settings))
    if of_costs:
        names = list(dict.fromkeys([*of_costs, *(named or ())]))
    arguments = {
        "title": title,
        "measures": names,
        "positive_label": positive_label,
        "columns": dict(columns or {}),
    }
    other_settings = _with_defaults(
        settings, {"comparison": {"seed": seed}, "figures": {"formats": FORMATS}}
    )
    study_run = _study_run(
        table,
        arguments,
        other_settings,
        named=named,
        higher_is_better=higher_is_better,
        of_costs=bool(of_costs),
        n_jobs=n_jobs,
        bars=bars,
    )
    return ComparedModels(study_run)


def _study_run(
    table: Any,
    arguments: Mapping[str, Any],
    settings: Mapping[str, Any],
    *,
    named: Sequence[str] | None,
    higher_is_better: Mapping[str, bool] | None,
    of_costs: bool,
    n_jobs: int,
    bars: ProgressBars,
) -> StudyRun:
    """Return the study of results on items, of scores or of predictions, as the columns say.

    ``named`` are the measures that the call names, None for none; ``of_costs`` says that it states
    costs of errors or a beta, which only predictions have.
    """
    columns = arguments["columns"]
    # Items first, as their outcome could be read as a score.
    if items := item_frames(table, () if of_costs else named or (), columns):
        if of_costs:
            raise PrgbenchError(
                "`costs` and `beta` are for predictions, whose scores have thresholds, but the "
                "table has results on items: leave them out."
            )
        results = read_items(items, higher_is_better)
        return ItemStudy(results, arguments, settings, n_jobs=n_jobs, bars=bars)
    if not of_costs and of_scores(table, named, columns, higher_is_better):
        scored = read_scores(table, measures=named, stated=higher_is_better, columns=columns)
        return ScoreStudy(scored, arguments, settings, n_jobs=n_jobs, bars=bars)
    study, source = study_of_table(table, arguments, settings)
    return PredictionStudy(arguments["title"], study, source, n_jobs=n_jobs, bars=bars)


def measures_of_costs(costs: Any, beta: Any, prevalence: float | None = None) -> list[str]:
    """Return the measures that stated costs of errors, or a beta, stand for.

    Costs refer to the prevalence, if one is stated.
    """
    stated = []
    if costs is not None:
        numbers = list(costs) if isinstance(costs, Iterable) else []
        if not (len(numbers) == 2 and all(map(_is_positive, numbers))):
            raise PrgbenchError(
                "`costs` are what a miss and a false alarm cost, two numbers above 0 such as "
                f"(5, 1), not {plain(repr(costs))}."
            )
        at = "" if prevalence is None else f"@prevalence={_plain_number(prevalence)}"
        stated.append(f"expected_cost@{_plain_number(numbers[0] / numbers[1])}{at}")
    if beta is not None:
        if not _is_positive(beta):
            raise PrgbenchError(f"`beta` is a number above 0, such as 2, not {plain(repr(beta))}.")
        stated.append(f"max_f1@{_plain_number(beta)}")
    return stated


def _stated_prevalence(settings: Any) -> float | None:
    """Return the prevalence that costs refer to; None if the settings state none that is one.

    All that the first screen says of costs refers to it. Reading the settings says what is wrong.
    """
    part = settings
    for key in ("comparison", "costs"):
        part = part.get(key) if isinstance(part, Mapping) else None
    stated = part.get("prevalence") if isinstance(part, Mapping) else None
    if stated is None or not _is_positive(stated):
        return None
    return float(stated) if stated < 1 else None


def _is_positive(value: Any) -> bool:
    """Say whether this is a finite number above 0."""
    return isinstance(value, Real) and 0 < float(value) < math.inf


def _plain_number(value: float) -> str:
    """Write a number without an exponent, as names of measures have it."""
    return np.format_float_positional(value, precision=12, trim="-", fractional=False)


def _with_defaults(settings: Any, defaults: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the settings with the defaults of a call for what their sections leave open.

    What is no section, such as a number, stays as it is: reading the settings says what is wrong.
    """
    if settings is None:
        return {**defaults}
    if not isinstance(settings, Mapping):
        raise PrgbenchError(
            "`settings` are no keys with values, such as comparison: {replicates: 1000}, but "
            f"{plain(repr(settings))}."
        )
    for name in OF_WORKFLOW:
        if settings.get(name):
            raise PrgbenchError(
                f"`settings` has the key {name}, which is for studies of the workflow: leave it "
                "out, or run the study file with snakemake."
            )
    stated = {key: settings.get(key, {}) for key in defaults}
    return {**settings} | {
        key: {**defaults[key], **section} if isinstance(section, Mapping) else section
        for key, section in stated.items()
    }


def _as_predictions(
    predictions: Any, scores: Any, y: Any, how: CrossValidation, bars: ProgressBars, dataset: str
) -> Any:
    """Return the given table, or the one that estimators or arrays make up."""
    if are_estimators(predictions):
        return table_of_estimators(predictions, scores, y, how, bars, dataset)
    if y is not None:
        raise TypeError(
            f"X and y need scikit-learn estimators before them, not {type(predictions).__name__}."
        )
    if scores is not None:
        return table_of_scores(predictions, scores, groups=how.groups, dataset=dataset)
    if isinstance(predictions, Mapping):
        raise TypeError("Give the true labels before the scores: compare(y_true, scores).")
    if how.groups is not None:
        raise TypeError("A table states its groups in a column group.")
    return given_table(predictions)
