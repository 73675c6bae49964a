"""Siblini et al. (2020): AUPR calibrated to a reference prior keeps its value."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.resampling import reweighted_areas
from prgbench.robustness.claims.frame import (
    DESCRIBED,
    HOLDS,
    TOO_LITTLE,
    Claim,
    Evidence,
    Numbers,
    Result,
)
from prgbench.robustness.claims.samples import (
    AREAS,
    HALF,
    HALF_AT_PRIOR,
    PRIOR,
    THINNED,
    THINNED_AT_PRIOR,
    thinned_areas,
)
from prgbench.study.ranking import rank_losses

MARGIN = 0.1
RARE = 0.2
_AUPR = AREAS.index("aupr")


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return the drift of AUPR and of calibrated AUPR, and how much nearer it is to AUROC."""
    areas = thinned_areas(task, setting)
    if areas is None:
        return None
    mean = areas[:, :, _AUPR].mean(axis=(0, 2))
    numbers = {
        "drift": float(mean[THINNED] - mean[HALF]),
        "calibrated_drift": float(mean[THINNED_AT_PRIOR] - mean[HALF_AT_PRIOR]),
    }
    if task.y_true.mean() <= RARE:
        numbers["nearer_to_auroc"] = _nearer_to_auroc(task, setting)
    return numbers


def _nearer_to_auroc(task: TaskScores, setting: Setting) -> float:
    """Return the rank correlation of calibrated AUPR with AUROC less that of AUPR."""
    odds = task.y_true.sum() / (~task.y_true).sum() * (1 - PRIOR) / PRIOR
    weights = np.where(task.y_true, 1.0, [[1.0], [odds]])
    areas = reweighted_areas(task.y_true, task.y_scores, weights, measures=("auroc", "aupr"))
    plain, calibrated = areas.swapaxes(1, 2)
    auroc, *auprs = rank_losses(-np.array([*plain, calibrated[1]]), setting.ranking)
    if min(map(np.ptp, (auroc, *auprs))) == 0:
        return float("nan")
    before, after = (np.corrcoef(auroc, ranks)[0, 1] for ranks in auprs)
    return float(after - before)


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what calibration leaves of the drift, and how it ranks models."""
    left = Evidence.of_ratio(own, "calibrated_drift", "drift", study.resampling)
    drifts = Evidence.of_mean(own, "drift", study.resampling).above() == HOLDS
    return [
        Result(
            CLAIM.claim,
            "change of calibrated AUPR by that of AUPR when half of the negatives are left out",
            left,
            left.within(-MARGIN, MARGIN) if drifts else TOO_LITTLE,
        ),
        Result(
            "Where positives are rare, AUPR calibrated to the prior .5 ranks models more like "
            "AUROC than AUPR does.",
            "rank correlation with AUROC of calibrated AUPR less that of AUPR, at prevalences "
            "up to .2",
            Evidence.of_mean(own, "nearer_to_auroc", study.resampling),
            DESCRIBED,
        ),
    ]


CLAIM = Claim(
    name="calibrated_aupr",
    claim="AUPR with false positives weighted to a reference prior keeps its value when the "
    "prevalence of the test data changes.",
    source="W. Siblini, J. Fréry, L. He-Guelton, F. Oblé, Y.-Q. Wang (2020). Master your Metrics "
    "with Calibration. arXiv 1909.02827",
    test="Half of the negatives of a random half of a task are left out at random. The change of "
    "AUPR calibrated to the prior .5, divided by that of AUPR, must lie between −.1 and .1.",
    limits="Leaving out negatives at random changes the prevalence alone: only small samples can "
    "spoil what is a theorem then. Real drift may change the scores, too. The row on ranks is "
    "read from a table in the authors' code; shared noise alone makes it positive, so it has no "
    "verdict.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
