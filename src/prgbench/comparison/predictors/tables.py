"""What predicts a disagreement: a model of it, and its curve over the first two models' gap.

The number of instances is not among the predictors: with the prevalence it makes up the minority
count, and the three together say little of any (variance inflation factors above 30). The minority
count is kept because it sets the noise of all three areas.
"""

import warnings
from typing import Any

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy.stats import t

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.predictors import Options
from prgbench.comparison.predictors.names import PREDICTORS, SMALLEST_GAP
from prgbench.replication.best_models import first_best
from prgbench.replication.groups import by_pair, task_slices
from prgbench.replication.ranking import rank_column
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.families import holm

FEWEST_PER_PREDICTOR = 10
BINS = 10
FEWEST_PER_BIN = 10


def tables(study: Study, _: Options) -> Tables:
    """Return ``predictors``, the model of a disagreement, and ``gap_curve``."""
    predictors = task_predictors(study.models, study.agreement)
    level = study.setting.confidence_level
    return {
        "predictors": disagreement_model(predictors, confidence_level=level),
        "gap_curve": gap_curve(predictors, study.resampling),
    }


def task_predictors(models: pd.DataFrame, agreement: pd.DataFrame) -> pd.DataFrame:
    """Return what may predict the disagreements.

    Returns
    -------
    DataFrame
        The agreement with the columns of `PREDICTORS` and ``gap``, the difference of the first and
        the second model by measure A (0 where two are best; `SMALLEST_GAP` before the logarithm).
    """
    by_task = models.groupby("task_id")
    n, prevalence = by_task["n"].first(), by_task["prevalence"].first()
    tasks = pd.DataFrame(
        {
            "prevalence": prevalence,
            "log_minority": np.log10(np.maximum(n * np.minimum(prevalence, 1 - prevalence), 1)),
        }
    )
    parts = []
    for a, _, pair in by_pair(agreement):
        best = first_best(models, a)
        own = pd.DataFrame(
            {"gap": _gaps(models, a), "tied_scores": 1 - best["n_distinct"] / best["n"]}
        )
        columns = tasks.join(own).reindex(pair["task_id"])
        columns["log_gap"] = np.log10(np.maximum(columns["gap"], SMALLEST_GAP))
        parts.append(pair.reset_index(drop=True).join(columns.reset_index(drop=True)))
    return pd.concat(parts, ignore_index=True)


def disagreement_model(predictors: pd.DataFrame, *, confidence_level: float) -> pd.DataFrame:
    """Fit the chance of a disagreement by logistic regression, tasks clustered by data set.

    Generalised estimating equations [1]_ with independent working correlation, robust errors
    corrected for few data sets [2]_, and Student's distribution with as many degrees of freedom as
    there are data sets less the coefficients.

    Parameters
    ----------
    predictors : DataFrame
        What `task_predictors` returns.
    confidence_level : float
        The level of the intervals.

    Returns
    -------
    DataFrame
        A row per pair and predictor: the change of the log-odds per standard deviation
        (``coefficient``), its robust standard error, interval and p-value, and that adjusted for
        all coefficients of all pairs after Holm (``p_value_adjusted``); the predictor's variance
        inflation factor (``vif``); tasks, data sets and tasks without a predictor (``left_out``).
        A note says why there is no coefficient: a predictor that does not vary, fewer than 10
        disagreements (or agreements, or data sets) per predictor, or a fit that fails.

    References
    ----------
    .. [1] K.-Y. Liang, S. L. Zeger (1986). Longitudinal data analysis using generalized linear
           models. Biometrika 73(1), 13-22.
    .. [2] L. A. Mancl, T. A. DeRouen (2001). A covariance estimator for GEE with improved
           small-sample properties. Biometrics 57(1), 126-134.
    """
    rows = []
    for a, b, pair in by_pair(predictors):
        complete = pair.dropna(subset=list(PREDICTORS))
        varying = [name for name in PREDICTORS if complete[name].nunique() > 1]
        fitted, note = _fit(complete, varying, confidence_level)
        inflation = variance_inflation(complete[varying])
        rows += [
            {
                "measure_a": a,
                "measure_b": b,
                "predictor": name,
                **(fitted.get(name) or dict.fromkeys(_COEFFICIENT, np.nan)),
                "vif": inflation.get(name, np.nan),
                "tasks": len(complete),
                "datasets": complete["dataset_id"].nunique(),
                "left_out": len(pair) - len(complete),
                "note": note or ("" if name in varying else "does not vary"),
            }
            for name in PREDICTORS
        ]
    table = pd.DataFrame(rows)
    table["p_value_adjusted"] = holm(table["p_value"])
    return table


def variance_inflation(predictors: pd.DataFrame) -> dict[str, float]:
    """Return how many times the variance of each coefficient is what it would be alone.

    Examples
    --------
    >>> columns = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": [1.0, 2, 4, 3]})
    >>> {name: round(factor, 2) for name, factor in variance_inflation(columns).items()}
    {'a': 2.78, 'b': 2.78}
    """
    names = [str(name) for name in predictors]
    if not names or len(predictors) <= len(names):
        return {}
    correlations = np.atleast_2d(np.corrcoef(predictors.to_numpy().T))
    try:
        factors = np.diag(np.linalg.inv(correlations)).tolist()
    except np.linalg.LinAlgError:
        factors = [np.inf] * len(names)
    return dict(zip(names, factors, strict=True))


def gap_curve(
    predictors: pd.DataFrame, resampling: Resampling, *, bins: int = BINS
) -> pd.DataFrame:
    """Return the share of disagreements by the gap of the best two models by measure A.

    Returns
    -------
    DataFrame
        A row per pair and bin of about as many tasks each, at least 10: the range of the gap, the
        share of tasks whose best models differ with its interval (data sets as clusters), tasks
        and data sets.
    """
    rows = []
    for a, b, pair in by_pair(predictors):
        places = pair["gap"].rank(method="min", pct=True)
        shown = max(1, min(bins, len(pair) // FEWEST_PER_BIN))
        bootstrap = resampling.of(pair["dataset_id"])
        for _, members in pair.groupby(np.ceil(places * shown)):
            inside = pair.index.isin(members.index)
            interval = bootstrap.interval_of_share(pair["best_differs"], inside)
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "gap_from": members["gap"].min(),
                    "gap_to": members["gap"].max(),
                    "gap_median": members["gap"].median(),
                    "best_differs": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "tasks": len(members),
                    "datasets": members["dataset_id"].nunique(),
                    "note": interval.note,
                }
            )
    return pd.DataFrame(rows)


_COEFFICIENT = ("coefficient", "standard_error", "lower", "upper", "p_value")


def _gaps(models: pd.DataFrame, measure: str) -> pd.Series:
    """Return the gap of the first two models of each task; NaN where there is but one."""
    ordered = models.sort_values(["task_id", rank_column(measure), "run_id"], ignore_index=True)
    values = ordered[measure].to_numpy()
    tasks = {task_id: values[rows] for task_id, rows in task_slices(ordered)}
    return pd.Series(
        {
            task_id: abs(own[0] - own[1]) if len(own) > 1 else np.nan
            for task_id, own in tasks.items()
        }
    )


def _fit(
    pair: pd.DataFrame, names: list[str], level: float
) -> tuple[dict[str, dict[str, float]], str]:
    differs = pair["best_differs"].astype(float)
    n_datasets = pair["dataset_id"].nunique()
    fewest = min(differs.sum(), (1 - differs).sum(), n_datasets)
    if not names or fewest < FEWEST_PER_PREDICTOR * len(names):
        return {}, (
            f"too few disagreements, agreements or data sets: {int(fewest)}, "
            f"not {FEWEST_PER_PREDICTOR * max(len(names), 1)}"
        )
    columns = pair[names]
    design = sm.add_constant((columns - columns.mean()) / columns.std())
    model = sm.GEE(differs, design, groups=pair["dataset_id"], family=sm.families.Binomial())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            result = model.fit(cov_type="bias_reduced")
        except (Warning, np.linalg.LinAlgError, ValueError) as error:
            return {}, f"the fit failed: {error}"
    student = t(n_datasets - len(names) - 1)
    return {
        name: _coefficient(float(result.params[name]), float(result.bse[name]), student, level)
        for name in names
    }, ""


def _coefficient(value: float, error: float, student: Any, level: float) -> dict[str, float]:
    half = error * student.ppf((1 + level) / 2)
    p_value = 2 * student.sf(abs(value / error))
    found = (value, error, value - half, value + half, p_value)
    return dict(zip(_COEFFICIENT, map(float, found), strict=True))
