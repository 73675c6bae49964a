"""Whether two measures rank the models of a task alike, with the noise of each removed.

Both rankings of one sample share its noise, and each measure adds its own. Rankings of two
independent halves of the instances share none. The product of the ranks by A on one half and by B
on the other estimates what the true ranks share; the products of A and of B with themselves
estimate how much of each is not noise. Their ratio is the correlation without noise [1]_: 1 if the
measures rank the models alike in truth, however noisy each is.

References
----------
.. [1] C. Spearman (1904). The proof and measurement of association between two things. American
       Journal of Psychology 15(1), 72-101.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from pydantic import Field

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import Floats, TaskReplicates, TaskScores
from prgbench.answer.verdicts import RankingVerdict
from prgbench.stats.cluster_bootstrap import clustered_covariance
from prgbench.study.agreement import by_pair
from prgbench.study.ranking import ranks_of

ALL, TOP = "all", "top"
TOP_MODELS = 10
FEWEST_DATASETS = 8
PRODUCTS = ("two_measures", "measure_a_alone", "measure_b_alone")
POWER = 0.8


class Options(PartOptions):
    """Whether two measures rank the models alike, with the noise of each removed."""

    alike: Annotated[float, Field(gt=0, lt=1)] = 0.99
    """From this rank correlation on, measures rank the models alike for all practical purposes."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """The rank correlation of two measures without noise, over all models or at the top.

    ``size`` is the median number of models of a task, ``signal_a`` the share of the variance of
    A's ranks that is not noise. ``detectable`` is the smallest 1 - correlation that this study
    would have shown with a power
    of 80%, ``datasets_needed`` the number of data sets like these that would settle the verdict
    with this power if the estimate is the truth.
    """

    models: str
    size: int
    measure_a: str
    measure_b: str
    without_noise: float
    lower: Bound
    upper: Bound
    alike: float
    verdict: str
    detectable: float
    datasets_needed: float
    signal_a: float
    signal_b: float
    tasks: int
    datasets: int
    undefined: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """A correlation without noise, its interval, and the parts of its linearised variance."""

    estimate: float
    lower: float
    upper: float
    error: float
    signals: tuple[float, float]
    significant: bool
    any_signal: bool


def per_task(task: TaskScores | TaskReplicates, setting: Setting, _options: Options) -> Tables:
    """Return ``rank_products``, a row per pair of measures: of all models and of the best ones.

    ``shared`` says that both halves have the same instances, as seeds do.
    """
    names = [measure.name for measure in setting.measures]
    decimals, n_models = setting.ranking.decimals, len(task.run_ids)
    halves = mean_products(rank_products(scores_of_parts(task, setting, 2), decimals))
    top = top_size(n_models)
    thirds = scores_of_parts(task, setting, 3) if top else None
    rows = []
    for a, b in combinations(range(len(names)), 2):
        products_of_models = {(ALL, n_models): halves[np.ix_([a, b], [a, b])]}
        if thirds is not None:
            products_of_models[TOP, top] = mean_products(
                top_products(thirds[:, :, [a, b]], decimals)
            )
        for (models, size), products in products_of_models.items():
            values = (products[0, 1], products[0, 0], products[1, 1])
            rows.append((task.task_id, models, size, names[a], names[b], *values))
    columns = ["task_id", "models", "size", "measure_a", "measure_b", *PRODUCTS]
    shared = isinstance(task, TaskReplicates) and not task.folds
    return {"rank_products": pd.DataFrame(rows, columns=columns).assign(shared=shared)}


def rank_products(scores: Floats, decimals: int) -> Floats:
    """Multiply the ranks by each measure on one half with those by each on the other half.

    ``scores`` are (splits, 2, measures, models). Returns (splits, measures, measures), the mean of
    both directions, in units of the variance of untied ranks; NaN in splits without scores.
    """
    ranks = centred_ranks(scores, decimals)
    n_models = ranks.shape[-1]
    products = ranks[:, 0] @ ranks[:, 1].swapaxes(-1, -2)
    # The sum of squares of untied centred ranks 1 to n: a product of 1 is perfect agreement.
    unit = n_models * (n_models**2 - 1) / 12
    result: Floats = (products + products.swapaxes(-1, -2)) / 2 / max(unit, 1)
    return result


def centred_ranks(scores: Floats, decimals: int) -> Floats:
    """Rank models along the last axis, the best first, with mean 0; NaN where none has a score."""
    rounded = np.round(scores, decimals)
    losses = np.where(np.isnan(rounded), np.inf, -rounded)
    ranks: Floats = ranks_of(losses, "average") - (scores.shape[-1] + 1) / 2
    ranks[np.isnan(scores).all(axis=-1)] = np.nan
    return ranks


def top_products(thirds: Floats, decimals: int) -> Floats:
    """Return the `rank_products` of two measures among the models that are best on another third.

    ``thirds`` are (splits, 3, 2, models). Each third chooses, by the mean rank of both measures;
    the other two judge. Returns (3 splits, 2, 2).
    """
    order = centred_ranks(thirds, decimals).sum(axis=2)
    size = top_size(thirds.shape[-1])
    products = []
    for chooser in range(3):
        judges = np.delete(np.arange(3), chooser)
        best = np.argsort(order[:, chooser], axis=-1, kind="stable")[:, None, None, :size]
        chosen = np.take_along_axis(thirds[:, judges], best, axis=-1)
        products.append(rank_products(chosen, decimals))
    return np.concatenate(products)


def top_size(n_models: int) -> int:
    """Return how many of the models are the top: ten, or half of them; 0 of fewer than six."""
    return min(TOP_MODELS, n_models // 2) if n_models >= 6 else 0


def mean_products(products: Floats) -> Floats:
    """Return the mean over the splits with scores; NaN if there is none."""
    defined = products[~np.isnan(products).any(axis=(1, 2))]
    return defined.mean(axis=0) if len(defined) else np.full(products.shape[1:], np.nan)


def tables(study: Study, options: Options) -> Tables:
    """Return ``rankings``, a row per pair of measures, of all models and of the top."""
    datasets = study.models.dataset_of_task
    products = study.per_task["rank_products"].join(datasets, on="task_id")
    rows = [
        rank_correlation(
            str(models), a, b, own, alike=options.alike, level=study.setting.confidence_level
        )
        for models, of_models in products.groupby("models", sort=False)
        for a, b, own in by_pair(of_models)
    ]
    return {"rankings": table_of(RankCorrelation, rows)}


def rank_correlation(
    models: str, a: str, b: str, tasks: pd.DataFrame, *, alike: float, level: float
) -> RankCorrelation:
    """Compute the correlation of a pair with its verdict; ``tasks`` are of `per_task`.

    Where halves share their instances, noise of these is in the correlation: a difference is not
    resolved then, with any number of data sets.
    """
    defined = tasks.dropna(subset=list(PRODUCTS))
    ratio = without_noise(defined[list(PRODUCTS)].to_numpy(), defined["dataset_id"], level)
    n = defined["dataset_id"].nunique()
    shared = bool(tasks["shared"].any())
    reach = float("nan") if shared else told_apart(ratio.error, n, level)
    verdict = _verdict(ratio, n, alike)
    return RankCorrelation(
        models=models,
        size=int(tasks["size"].median()),
        measure_a=a,
        measure_b=b,
        without_noise=ratio.estimate,
        lower=ratio.lower,
        upper=ratio.upper,
        alike=alike,
        verdict=RankingVerdict.NOT_RESOLVED
        if shared and verdict == RankingVerdict.DIFFERENT
        else verdict,
        detectable=1 - alike + reach if 1 - alike + reach <= 2 else float("nan"),
        datasets_needed=_datasets_needed(ratio.estimate, reach, n, alike),
        signal_a=ratio.signals[0],
        signal_b=ratio.signals[1],
        tasks=len(defined),
        datasets=n,
        undefined=len(tasks) - len(defined),
    )


def _verdict(ratio: Ratio, n_datasets: int, alike: float) -> str:
    if n_datasets < FEWEST_DATASETS:
        return RankingVerdict.TOO_FEW
    if ratio.upper < alike:
        return RankingVerdict.DIFFERENT
    if not ratio.significant:
        return RankingVerdict.NOT_RESOLVED if ratio.any_signal else RankingVerdict.NO_DIFFERENCES
    return RankingVerdict.ALIKE if ratio.lower > alike else RankingVerdict.NOT_RESOLVED


def told_apart(error: float, n_datasets: int, level: float) -> float:
    """Return how far from a bound a correlation must be to be told from it with the power."""
    from scipy.special import stdtrit

    if n_datasets < 2:
        return float("nan")
    return float(stdtrit(n_datasets - 1, [POWER, (1 + level) / 2]).sum() * error)


def _datasets_needed(estimate: float, reach: float, n_datasets: int, alike: float) -> float:
    """Return how many data sets settle whether an estimate is above or below the bound."""
    distance = abs(alike - min(estimate, 1.0))
    if not distance > 0:
        return float("nan")
    return float(np.ceil(n_datasets * (reach / distance) ** 2))


def without_noise(products: Floats, datasets: ArrayLike, confidence_level: float) -> Ratio:
    """Divide the mean product of two measures by the root of those of each with itself.

    ``products`` are (tasks, 3): of both measures, of A, of B. With w the root of the mean of B by
    that of A, the denominator is the mean of (w A + B / w) / 2, so the interval is that of a ratio
    of means [1]_, with data sets as clusters and Student's quantile. It is cut at -1 and 1, which
    an estimate may exceed. ``significant`` says whether the denominator is above 0 by more than
    chance, ``any_signal`` whether that of one measure is.

    References
    ----------
    .. [1] E. C. Fieller (1954). Some problems in interval estimation. Journal of the Royal
           Statistical Society, Series B 16(2), 175-185.
    """
    from scipy.special import stdtrit

    two, *alone = products.mean(axis=0).tolist() if len(products) else [float("nan")] * 3
    n = len(np.unique(np.asarray(datasets)))
    t = float(stdtrit(max(n - 1, 1), (1 + confidence_level) / 2))
    errors = np.sqrt(clustered_covariance(products, datasets).diagonal())
    signal = alone > t * errors[1:]
    if n < 2 or min(alone) <= 0:
        return Ratio(*(float("nan"),) * 4, (alone[0], alone[1]), False, bool(signal.any()))
    # Rescaled so that A and B weigh alike; AM = GM there: the mean is the geometric mean.
    scale = np.sqrt(alone[1] / alone[0])
    terms = products @ np.array([[1, 0], [0, scale / 2], [0, 0.5 / scale]])
    mean = terms.mean(axis=0)
    variance = clustered_covariance(terms, datasets)
    # Delta method: the gradient of the ratio two / mean[1].
    influence = np.array([1, -two / mean[1]]) / mean[1]
    lower, upper = _fieller(mean, t**2 * variance)
    return Ratio(
        estimate=two / mean[1],
        lower=lower,
        upper=upper,
        error=float(np.sqrt(influence @ variance @ influence)),
        signals=(alone[0], alone[1]),
        significant=bool(mean[1] > t * np.sqrt(variance[1, 1])),
        any_signal=bool(signal.any()),
    )


def _fieller(mean: Floats, room: Floats) -> tuple[float, float]:
    """Return the range of the r in [-1, 1] with (mean[0] - r mean[1])^2 within its ``room``."""
    # Fieller: the r with a r^2 + b r + c <= 0; the set is unbounded if a < 0.
    squared = np.outer(mean, mean) - room
    a, b, c = squared[1, 1], -2 * squared[0, 1], squared[0, 0]
    discriminant = b * b - 4 * a * c
    if discriminant <= 0 or a == 0:
        return -1.0, 1.0
    first, second = sorted((-b + sign * np.sqrt(discriminant)) / (2 * a) for sign in (-1, 1))
    if a > 0:
        return float(np.clip(first, -1, 1)), float(np.clip(second, -1, 1))
    lower = -1.0 if first >= -1 else second
    upper = 1.0 if second <= 1 else first
    return float(np.clip(lower, -1, 1)), float(np.clip(upper, -1, 1))


PART = Part(
    "rankings", Options, tables, per_task, rows={"rankings": RankCorrelation}, of_pairs=True
)
