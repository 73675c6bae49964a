"""Williams (2021): the ROC curve and the class ratio predict how the PR curve moves with it."""

from collections.abc import Sequence

import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.claims.frame import (
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
    OTHER,
    OTHER_REWEIGHTED,
    THINNED,
    thinned_areas,
)

MARGIN = 0.1
AUROC_MARGIN = 0.005
_AUROC, _AUPR = AREAS.index("auroc"), AREAS.index("aupr")


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return the observed and the predicted change of AUPR, and the change of AUROC."""
    areas = thinned_areas(task, setting)
    if areas is None:
        return None
    mean = areas.mean(axis=(0, 3))
    return {
        "observed": float(mean[THINNED, _AUPR] - mean[HALF, _AUPR]),
        "predicted": float(mean[OTHER_REWEIGHTED, _AUPR] - mean[OTHER, _AUPR]),
        "auroc": float(mean[THINNED, _AUROC] - mean[HALF, _AUROC]),
    }


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return how much of the predicted change is observed, and the change of AUROC."""
    ratio = Evidence.of_ratio(own, "observed", "predicted", study.resampling)
    moves = Evidence.of_mean(own, "predicted", study.resampling).above() == HOLDS
    auroc = Evidence.of_mean(own, "auroc", study.resampling)
    return [
        Result(
            CLAIM.claim,
            "observed by predicted change of AUPR when half of the negatives are left out",
            ratio,
            ratio.within(1 - MARGIN, 1 + MARGIN) if moves else TOO_LITTLE,
        ),
        Result(
            "The ROC curve does not depend on the ratio of positives to negatives.",
            "change of AUROC when half of the negatives are left out",
            auroc,
            auroc.within(-AUROC_MARGIN, AUROC_MARGIN),
        ),
    ]


CLAIM = Claim(
    name="imbalance",
    claim="A classifier's ROC curve and the ratio of positives to negatives predict how its PR "
    "curve changes with this ratio.",
    source="C. K. I. Williams (2021). The Effect of Class Imbalance on Precision-Recall Curves. "
    "arXiv 2007.01905",
    test="Half of the negatives of a random half of a task are left out at random; the change of "
    "AUPR is predicted from the other half, with less weight on its negatives. Observed by "
    "predicted change must lie between .9 and 1.1, AUROC's change between −.005 and .005.",
    limits="Algebra, apart from sampling: a failure would point to bias in small samples. Models "
    "trained at another ratio, drift that changes the scores and differences between data sets "
    "are another matter. The paper's statements on F-scores, precision gain and recall gain are "
    "not tested.",
    verdicts=2,
    per_task=per_task,
    rows=rows,
)
