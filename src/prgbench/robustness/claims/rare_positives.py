"""Cook & Ramadas (2020): where positives are rare, PR curves find the better model."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.resampling import reweighted_areas
from prgbench.robustness.claims.frame import DESCRIBED, Claim, Evidence, Numbers, Result
from prgbench.robustness.claims.samples import advantage

RARE = 0.1
WORTH = 0.01
BALANCED, VERY_RARE = 0.5, 0.01


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return how much better AUPR's pick is than AUROC's, if positives are rare."""
    prevalence = task.y_true.mean()
    if prevalence > RARE:
        return None
    odds = prevalence / (1 - prevalence)
    targets = np.array([[BALANCED], [VERY_RARE]])
    weights = np.where(task.y_true, 1.0, odds * (1 - targets) / targets)
    auprs = reweighted_areas(task.y_true, task.y_scores, weights, measures=("aupr",))[..., 0]
    balanced, rare = (auprs - targets) / (1 - targets)
    return {
        "f1": advantage(task, setting, "aupr", "auroc", "honest_f1"),
        "mcc": advantage(task, setting, "aupr", "auroc", "stored_mcc"),
        "fall": float(np.median(balanced) - np.median(rare)),
    }


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what AUPR's pick gains."""
    f1, mcc, fall = (
        Evidence.of_mean(own, name, study.resampling) for name in ("f1", "mcc", "fall")
    )
    return [
        Result(
            CLAIM.claim,
            "F1 of AUPR's pick less that of AUROC's pick, on the other half of the instances",
            f1,
            f1.above(fails=WORTH),
        ),
        Result(
            "The same by the Matthews correlation of the models' own decisions.",
            "MCC of AUPR's pick less that of AUROC's pick",
            mcc,
            DESCRIBED,
        ),
        Result(
            "AUROC looks better than AUPR where positives are rare.",
            "fall of AUPR above chance from prevalence .5 to .01, by weights, which leave AUROC "
            "as it is; median model",
            fall,
            DESCRIBED,
        ),
    ]


CLAIM = Claim(
    name="rare_positives",
    claim="Where positives are rare, ROC curves flatter all models and hide which is better; "
    "comparing by PR finds the better one.",
    source="J. Cook, V. Ramadas (2020). When to consult precision-recall curves. The Stata "
    "Journal 20(1), 131–148",
    test="In tasks with at most 10% positives, a model is picked by AUPR and one by AUROC on one "
    "half of the instances. Their F1 on the other half is compared, at thresholds from further "
    "instances. It does not hold if an advantage of .01 can be ruled out.",
    limits="The paper speaks of curves that people read; here areas pick. F1 ignores true "
    "negatives, as precision and recall do. The limit of 10% is ours. That precision falls with "
    "the prevalence and rates do not is algebra, so the last row has no verdict.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
