"""Beam (2023): AUROC tells similar models apart better, AUPR very good ones of rare positives."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores, model_batches
from prgbench.metrics import evaluate
from prgbench.metrics.engine.orders import orders_of
from prgbench.metrics.resampling import bootstrap_areas
from prgbench.robustness.claims.frame import Claim, Evidence, Numbers, Result

SHIFT = 0.1
"""How far the positives are moved, in standard deviations of the negatives."""

FEWEST_PER_CLASS = 20
FEWEST_MODELS = 3
RARE, GOOD = 0.1, 0.9
FREQUENT = 0.3
_AUROCS = (0.55, 0.99)
_AREAS = ("auroc", "aupr")
_STREAM = 3


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return the mean log ratio of the resolving powers, for ordinary and for very good models.

    It is positive where AUROC resolves better.
    """
    prevalence = task.y_true.mean()
    per_class = min(task.y_true.sum(), (~task.y_true).sum())
    if prevalence > 0.5 or per_class < FEWEST_PER_CLASS:
        return None
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    parts = [
        log_ratios(task.y_true, task.y_scores[own], rng, setting.replicates)
        for own in model_batches(task.y_scores)
    ]
    auroc, ratio = np.concatenate(parts, axis=1)
    usable = (auroc > _AUROCS[0]) & (auroc < _AUROCS[1]) & np.isfinite(ratio)
    cells = {
        "ordinary": usable & ((auroc < GOOD) | (prevalence >= FREQUENT)),
        "very_good": usable & (auroc >= GOOD) & (prevalence <= RARE),
    }
    return {
        name: float(ratio[own].mean()) for name, own in cells.items() if own.sum() >= FEWEST_MODELS
    }


def log_ratios(
    y_true: BoolArray, y_scores: Floats, rng: np.random.Generator, resamples: int
) -> Floats:
    """Return AUROC, and the log of AUPR's sampling error by AUROC's: shape (2, models).

    Both errors are standard deviations over stratified resamples, in units of the response of the
    area when all positives move up and down by `SHIFT`.
    """
    drawn = bootstrap_areas(
        y_true, y_scores, measures=_AREAS, n_resamples=resamples, stratified=True, random_state=rng
    )
    scores = _normal_scores(y_true, y_scores)
    up, down = (evaluate(y_true, scores + step * y_true, list(_AREAS)) for step in (SHIFT, -SHIFT))
    with np.errstate(divide="ignore", invalid="ignore"):
        of_auroc, of_aupr = np.log(drawn.std(axis=0, ddof=1) / (up - down)).T
        ratios = of_aupr - of_auroc
    return np.array([evaluate(y_true, y_scores, ["auroc"])[:, 0], ratios])


def _normal_scores(y_true: BoolArray, y_scores: Floats) -> Floats:
    """Replace scores by the normal quantiles of their ranks among the negatives."""
    from scipy.special import ndtri

    n_neg = (~y_true).sum()
    places, ends = orders_of(y_scores)
    # The negatives from the first model's best score to the end of each block of ties.
    reached = np.append(0, np.cumsum(~y_true[places])[ends.ravel()])
    sizes = np.diff(np.flatnonzero(ends), prepend=-1)
    above = np.repeat(reached[:-1] + reached[1:], sizes).reshape(y_scores.shape)
    below = np.empty_like(y_scores)
    models = np.arange(len(y_scores))[:, None]
    np.put_along_axis(below, places, n_neg * (models + 1) - above / 2, axis=1)
    normal: Floats = ndtri((below + 0.5) / (n_neg + 1))
    return normal


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return which area resolves better, among ordinary models and among very good ones."""
    ordinary, very_good = (
        Evidence.of_mean(own, name, study.resampling) for name in ("ordinary", "very_good")
    )
    statistic = "log of AUPR's sampling error by AUROC's, each in units of model quality"
    return [
        Result(
            "AUROC tells similar models apart better than AUPR does, unless positives are rare "
            "and models very good.",
            statistic,
            ordinary,
            ordinary.above(),
        ),
        Result(
            "Among very good models of rare positives, AUPR tells similar models apart better "
            "than AUROC does.",
            statistic,
            very_good,
            very_good.below(),
        ),
    ]


CLAIM = Claim(
    name="resolving_power",
    claim="Measured by its sampling error in units of model quality, AUROC tells similar models "
    "apart better than AUPR does, except very good models of rare positives.",
    source="C. Beam (2023). Resolving power: A general approach to compare the distinguishing "
    "ability of threshold-free evaluation metrics. arXiv 2304.00059",
    test="The sampling error is that of stratified resamples; its unit is the response of the "
    "area when the scores of all positives move a little. Very good models of rare positives have "
    "an AUROC of at least .9 at a prevalence up to .1; those from .1 to .3 are in neither row.",
    limits="Models rarely differ by a shift of all positives, and the error is that of one model, "
    "not of the difference between two. The borders of the two groups are ours.",
    verdicts=2,
    per_task=per_task,
    rows=rows,
)
