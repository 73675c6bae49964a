"""Flach & Kull (2015): the second and third recommendation, and claim (v) of the introduction."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.expected_f1 import EXPECTED_F1, lower_preferred
from prgbench.answer.interface import Setting, Study
from prgbench.answer.subsamples import expected_f1_of_parts, scores_of_parts
from prgbench.answer.targets import ratio
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.theory import expected_aupr, expected_auprg
from prgbench.plotting.words import percent
from prgbench.robustness.claims.frame import DESCRIBED, Claim, Evidence, Numbers, Result
from prgbench.robustness.claims.samples import AREAS, advantage, by_areas

WORTH = 0.01
FAR = 0.05
_SOURCE = (
    "P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. NeurIPS 28. "
)


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return what AUPRG's pick has more than AUPR's, and how far chance is from the baseline."""
    n_pos = int(task.y_true.sum())
    n_neg = len(task.y_true) - n_pos
    auprg, aupr = expected_auprg(n_pos, n_neg), expected_aupr(n_pos, n_neg)
    return {
        EXPECTED_F1: advantage(task, setting, "auprg", "aupr", EXPECTED_F1),
        "honest_f1": advantage(task, setting, "auprg", "aupr", "honest_f1"),
        "auprg_far": float(abs(auprg) > FAR),
        "aupr_far": float(abs(aupr - task.y_true.mean()) > FAR),
    }


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what AUPRG's pick is worth, and how universal the baseline is."""
    expected, honest = (
        Evidence.of_mean(own, name, study.resampling) for name in (EXPECTED_F1, "honest_f1")
    )
    aupr_far = own.reindex(columns=["aupr_far"]).mean().iloc[0]
    return [
        Result(
            CLAIM.claim,
            "expected F1 of AUPRG's pick less that of AUPR's pick, on the other half of the "
            "instances",
            expected,
            expected.above(fails=WORTH),
        ),
        Result(
            "The same by F1 at a threshold from other instances.",
            "F1 of AUPRG's pick less that of AUPR's pick",
            honest,
            DESCRIBED,
        ),
        Result(
            "Second recommendation: PRG curves instead of PR curves. It is about a display and "
            "can't be tested; one ground for it is the universal baseline.",
            "share of tasks in which the mean AUPRG of random rankings is more than .05 from 0",
            Evidence.of_share(own, "auprg_far", study.resampling),
            DESCRIBED,
            f"AUPR more than .05 from the prevalence: {percent(aupr_far)}"
            if expected.tasks
            else "",
        ),
    ]


CLAIM = Claim(
    name="gain_area",
    claim="Choosing models by AUPRG gets more expected F1 than choosing by AUPR.",
    source=f"{_SOURCE}Conclusion, second and third recommendation",
    test="A model is picked by AUPRG on one half of the instances and one by AUPR. Their expected "
    "F1 on the other half is compared. It does not hold if an advantage of .01 can be ruled out.",
    limits="Expected F1 is computed from AUPRG, the prevalence and the precision gain at the "
    "baseline: it is AUPRG's home ground, so a second row has F1 at a threshold.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)


def lower_per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return how much more often than expected F1 itself an area prefers the lower expected F1.

    Preferred on one half of the instances, judged on the other: what expected F1 itself gets wrong
    is noise.
    """
    own = by_areas(setting)
    expected = expected_f1_of_parts(task, own, 2)
    halves = np.concatenate([scores_of_parts(task, own, 2), expected[:, :, None]], axis=2)
    lower, pairs = lower_preferred(halves, expected[:, ::-1], setting.ranking.decimals)
    *shares, noise = ratio(lower, pairs).tolist()
    return {name: share - noise for name, share in zip(AREAS, shares, strict=True)}


def lower_rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return how often AUPR prefers the lower expected F1, beyond noise."""
    aupr, auprg = (Evidence.of_mean(own, name, study.resampling) for name in ("aupr", "auprg"))
    statistic = "share of pairs of models in which {} prefers the one with the lower expected F1"
    return [
        Result(
            LOWER_F1.claim,
            f"{statistic.format('AUPR')} on the other half, less that of expected F1 itself",
            aupr,
            aupr.above(holds=WORTH, fails=WORTH),
        ),
        Result("The same of AUPRG.", f"{statistic.format('AUPRG')}, likewise", auprg, DESCRIBED),
    ]


LOWER_F1 = Claim(
    name="lower_f1",
    claim="AUPR can easily favour models with lower expected F1.",
    source=f"{_SOURCE}Abstract; section 1, contribution (v)",
    test="Of all pairs of models, those are counted in which AUPR on one half of the instances "
    "prefers the model with the lower expected F1 on the other half. It holds if their share is "
    "more than .01 above that of expected F1 itself, which is noise.",
    limits="How much F1 is lost is not said. The limit of .01 is our reading of 'easily'. "
    "Expected F1 takes all points of the curve as equally likely, in the paper's sense.",
    verdicts=1,
    per_task=lower_per_task,
    rows=lower_rows,
)
