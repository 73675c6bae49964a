"""Zhao et al. (2013), Lipton et al. (2014): the best threshold is half of the best F1."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.subsamples import defined_parts, random_parts
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores
from prgbench.metrics.engine.counts import count
from prgbench.metrics.interpolation import ends_of_steps, interpolated
from prgbench.metrics.roc_hull import roc_hull_of
from prgbench.plotting.words import decimal
from prgbench.robustness.claims.frame import DESCRIBED, Claim, Evidence, Numbers, Result

FEWEST = 30
SPLITS = 5
MARGIN = 0.01


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return what the rule loses of F1 against a tuned threshold, calibrated or not.

    None with fewer than `FEWEST` positives or negatives, or one class in thirds of all splits.
    """
    n_pos = int(task.y_true.sum())
    if min(n_pos, len(task.y_true) - n_pos) < FEWEST:
        return None
    thirds = random_parts(task, setting, 3)
    thirds = thirds[defined_parts(task, thirds).all(axis=1)][:SPLITS]
    if not len(thirds):
        return None
    found = [_losses_of_models(task, *split) for split in thirds]
    losses, distances, raw_losses = np.concatenate(found, axis=1)
    stated = raw_losses[~np.isnan(raw_losses)]
    return {
        "loss": float(losses.mean()),
        "apart": float(np.median(distances)),
        "raw": float(stated.mean()) if stated.size else np.nan,
    }


def _losses_of_models(
    task: TaskScores, fitted: BoolArray, tuned: BoolArray, judged: BoolArray
) -> Floats:
    """Return the losses of the models, the distances of their thresholds, losses uncalibrated."""
    known, *raw = (task.y_scores[:, rows] for rows in (fitted, tuned, judged))
    labels = task.y_true[tuned], task.y_true[judged]
    scores = np.concatenate(raw, axis=1)
    calibrated = np.array(
        [_calibrated(task.y_true[fitted], *own) for own in zip(known, scores, strict=True)]
    )
    [losses, distances], [raw_losses, _] = (
        _losses(labels, np.split(own, [len(labels[0])], axis=1)) for own in (calibrated, scores)
    )
    for own in (known, scores):
        raw_losses[(own.min(axis=1) < 0) | (own.max(axis=1) > 1)] = np.nan
    return np.array([losses, distances, raw_losses])


def _calibrated(positive: BoolArray, known: Floats, scores: Floats) -> Floats:
    """Calibrate scores for accuracy, by the labels of the known ones."""
    counts = count(positive, known)
    hull = roc_hull_of(counts)
    ends = ends_of_steps(counts.thresholds[:0:-1], hull.thresholds[1:], hull.calibrated)
    return interpolated(scores, *ends)


def _losses(labels: Sequence[BoolArray], scores: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Return F1 at tuned thresholds less that at half of the best F1, and their distances.

    Labels and scores (models, rows) are those to tune on and those to judge by.
    """
    best, thresholds = _best_f1(labels[0], scores[0])
    halves = rule(best)
    tuned_f1, half_f1 = (
        _f1(labels[1], scores[1] >= cuts[:, None]) for cuts in (thresholds, halves)
    )
    return tuned_f1 - half_f1, abs(thresholds - halves)


def _best_f1(positive: BoolArray, scores: Floats) -> tuple[Floats, Floats]:
    """Return the best F1 of each model, and the highest score that reaches it."""
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    sizes = np.arange(1, len(positive) + 1) + np.count_nonzero(positive)
    f1 = 2.0 * np.cumsum(positive[order], axis=1) / sizes
    f1[:, :-1][ranked[:, 1:] == ranked[:, :-1]] = 0.0
    models, best = np.arange(len(scores)), f1.argmax(axis=1)
    return f1[models, best], ranked[models, best]


def rule(best_f1: Floats) -> Floats:
    """Return the thresholds by the claim."""
    return best_f1 / 2


def _f1(positive: BoolArray, predicted: BoolArray) -> Floats:
    hits, sizes = (np.count_nonzero(own, axis=1) for own in (predicted & positive, predicted))
    f1: Floats = 2 * hits / (sizes + np.count_nonzero(positive))
    return f1


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what the rule loses."""
    loss = Evidence.of_mean(own, "loss", study.resampling)
    apart = own.reindex(columns=["apart"]).mean().iloc[0]
    return [
        Result(
            CLAIM.claim,
            "F1 at a tuned threshold less F1 at half of the best F1, calibrated, on other "
            "instances",
            loss,
            loss.below(holds=MARGIN, fails=MARGIN),
            f"the two thresholds are {decimal(apart)} apart in the median" if loss.tasks else "",
        ),
        Result(
            "Without calibration.",
            "the same of the models' own probabilities",
            Evidence.of_mean(own, "raw", study.resampling),
            DESCRIBED,
        ),
    ]


CLAIM = Claim(
    name="half_of_f1",
    claim="For calibrated probabilities, the threshold with the best F1 is half of that best F1.",
    source="M.-J. Zhao, N. Edakunni, A. Pocock, G. Brown (2013). Beyond Fano's inequality: bounds "
    "on the optimal F-score, BER, and cost-sensitive risk and their implications. Journal of "
    "Machine Learning Research 14, 1033–1090; Z. C. Lipton, C. Elkan, B. "
    "Narayanaswamy (2014). Thresholding Classifiers to Maximize F1 Score. arXiv 1402.1892",
    test="Each model is calibrated by isotonic regression on a third of the instances. Another "
    "third gives the best F1 and its threshold; on the last, that threshold may have at most .01 "
    "more F1 than half of the best F1 as threshold.",
    limits="It is a theorem on populations, so the test is whether it is of use. A third of a "
    "small task is calibrated roughly. F1 varies little near the best threshold, so thresholds "
    "may be far apart where F1 is not.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
