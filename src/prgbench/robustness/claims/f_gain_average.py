"""Flach & Kull (2015), first recommendation: average F-scores as F-gain."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.choosing import mean_of_sets
from prgbench.answer.interface import Setting, Study
from prgbench.answer.targets import UNSTATED, ratio
from prgbench.answer.task_scores import BoolArray, TaskScores
from prgbench.plotting.words import percent
from prgbench.robustness.claims.frame import Claim, Evidence, Numbers, Result
from prgbench.study.agreement import best_by_score

FEWEST_FOLDS = 4
WORTH = 0.01
_STREAM = 7_010


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return the F1 of the pick by the mean F-gain of folds less that by the mean F1.

    None with fewer than `FEWEST_FOLDS` folds that have both classes, or two models with decisions.
    """
    decisions = _decisions(task)
    folds = [rows for rows in task.fold_rows() if 0 < task.y_true[rows].sum() < len(rows)]
    if len(folds) < FEWEST_FOLDS or len(decisions) < 2:
        return None
    positives = np.array([task.y_true[rows].sum() for rows in folds], dtype=float)[:, None]
    sizes = np.array([len(rows) for rows in folds], dtype=float)[:, None]
    predicted, tp = (
        np.array([yes[:, rows].sum(axis=1) for rows in folds], dtype=float)
        for yes in (decisions, decisions & task.y_true)
    )
    f1 = ratio(2 * tp, predicted + positives)
    with np.errstate(divide="ignore"):
        # 1 less the F-gain.
        losses = positives / (sizes - positives) * (1 / f1 - 1)
    first = _first_halves(task, setting, len(folds))
    halves = np.concatenate([first, ~first])[:, :, None]
    decimals = setting.ranking.decimals
    sets = np.stack(
        [
            best_by_score(np.where(halves, values, 0).sum(axis=1), decimals)
            for values in (f1, -losses)
        ],
        axis=1,
    )
    hits, totals = (
        np.where(halves, 0, counts).sum(axis=1) for counts in (2 * tp, predicted + positives)
    )
    plain, by_gain = mean_of_sets(sets, ratio(hits, totals)).T
    return {
        "difference": float((by_gain - plain).mean()),
        "differ": float((sets[:, 0] != sets[:, 1]).any(axis=1).mean()),
    }


def _decisions(task: TaskScores) -> BoolArray:
    """Return the decisions of the models that state them or have probabilities, at 1/2."""
    stated = (task.decisions != UNSTATED).all(axis=1)
    probable = (task.y_scores.min(axis=1) >= 0) & (task.y_scores.max(axis=1) <= 1)
    decided = np.where(stated[:, None], task.decisions == 1, task.y_scores >= 0.5)
    kept: BoolArray = decided[stated | probable]
    return kept


def _first_halves(task: TaskScores, setting: Setting, folds: int) -> BoolArray:
    """Draw half of the folds in each split: shape (splits, folds)."""
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    half = np.arange(folds) < folds // 2
    return rng.permuted(np.tile(half, (setting.splits, 1)), axis=1)


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what the pick by F-gain is worth."""
    difference = Evidence.of_mean(own, "difference", study.resampling)
    differ = own.reindex(columns=["differ"]).mean().iloc[0]
    return [
        Result(
            CLAIM.claim,
            "pooled F1 on the other folds of the pick by mean F-gain less that by mean F1",
            difference,
            difference.above(fails=WORTH),
            f"the picks differ in {percent(differ)} of the splits" if difference.tasks else "",
        )
    ]


CLAIM = Claim(
    name="f_gain_average",
    claim="Averaging the F1 of folds as F-gain finds better models than averaging F1 itself.",
    source="P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. "
    "NeurIPS 28. Conclusion, first recommendation",
    test="A model is picked by the mean F-gain over half of the folds and one by the mean F1. "
    "They are compared by F1 of the pooled decisions on the other folds. It does not hold if an "
    "advantage of .01 can be ruled out.",
    limits="A recommendation is neither true nor false; this is whether it finds better models. "
    "One fold without a true positive makes a model's mean F-gain minus infinity. Pooled F1 is a "
    "third scale: each mean would win by its own. Over data sets of different prevalence, where "
    "F-gain matters most, any judge would be an average itself.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
