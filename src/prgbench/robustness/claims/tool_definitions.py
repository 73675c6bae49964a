"""Chen et al. (2024): tools that compute AUPR rank models differently, and some are too high."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.subsamples import best_on_parts, disagreement_across, scores_of_parts
from prgbench.answer.task_scores import Floats, TaskScores, mean_or_nan
from prgbench.metrics.other_tools import AUPR_OF_TOOLS
from prgbench.plotting.words import decimal, listing
from prgbench.robustness.claims.frame import (
    DESCRIBED,
    FAILS,
    HOLDS,
    TOO_LITTLE,
    Claim,
    Evidence,
    Numbers,
    Result,
    shared_by,
)
from prgbench.robustness.claims.samples import AREAS, by_areas, evaluate_rows
from prgbench.study.agreement import best_by_score

FEW = 0.05
TOO_HIGH = 0.01
_STREAM = 7_006
_EXACT, *_OTHERS = AUPR_OF_TOOLS
_AUPR = AREAS.index("aupr")


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return whether the tools have no common best model, and how far each is above the area.

    Rows are in random order, since PerfMeas depends on it. A tool that has no value for a model is
    left out.
    """
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    order = rng.permutation(len(task.y_true))
    values = evaluate_rows(task, order, list(AUPR_OF_TOOLS.values()))
    untied = np.array([len(np.unique(scores)) == len(scores) for scores in task.y_scores])
    halves = best_on_parts(scores_of_parts(task, by_areas(setting), 2), setting.ranking.decimals)
    across = disagreement_across(halves)[:, _AUPR, _AUPR]
    return {
        "differ": _no_common_best(values, setting),
        "differ_untied": _no_common_best(values[:, untied], setting),
        "differ_itself": mean_or_nan(across[~np.isnan(across)]),
        **dict(zip(_OTHERS, (values[1:] - values[0]).mean(axis=1).tolist(), strict=True)),
    }


def _no_common_best(values: Floats, setting: Setting) -> float:
    """Tell whether no model is among the best of every tool; NaN for fewer than two models."""
    if values.shape[1] < 2:
        return float("nan")
    values = values[~np.isnan(values).any(axis=1)]
    return float(not best_by_score(values, setting.ranking.decimals).all(axis=0).any())


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return how often the tools have no common best model, and the tool that is most too high."""
    differ = Evidence.of_share(own, "differ", study.resampling)
    together = shared_by(study.resampling, len(_OTHERS))
    above = {tool: Evidence.of_mean(own, tool, together) for tool in _OTHERS}
    means = own.reindex(columns=_OTHERS).mean()
    highest = str(means.idxmax()) if means.notna().any() else _OTHERS[0]
    too_high = [
        f"{tool} {decimal(mean)}"
        for tool, mean in means.items()
        if mean > TOO_HIGH and tool != highest
    ]
    verdicts = {evidence.above(holds=TOO_HIGH, fails=TOO_HIGH) for evidence in above.values()}
    return [
        Result(
            "Tools that compute AUPR rank models differently.",
            "share of tasks in which no model is best by all tools",
            differ,
            differ.above(holds=FEW, fails=FEW),
        ),
        Result(
            "Some of the tools give values that are too high.",
            f"value by {highest} less the exact area, mean over models",
            above[highest],
            HOLDS if HOLDS in verdicts else TOO_LITTLE if TOO_LITTLE in verdicts else FAILS,
            f"too high, too: {listing(too_high)}" if too_high else "",
        ),
        Result(
            "Among models without tied scores, tools rank differently, too.",
            "share of tasks in which no model is best by all tools, tied models left out",
            Evidence.of_share(own, "differ_untied", study.resampling),
            DESCRIBED,
        ),
        Result(
            "So does AUPR itself on other instances.",
            "share of tasks in which AUPR's best model on one half is not that on the other",
            Evidence.of_mean(own, "differ_itself", study.resampling),
            DESCRIBED,
        ),
    ]


CLAIM = Claim(
    name="tool_definitions",
    claim="Ten popular tools that compute AUPR rank models differently, and some of them give "
    "values that are too high.",
    source="W. Chen, C. Miao, Z. Zhang, C. S.-H. Fung, R. Wang, Y. Chen, Y. Qian, L. Cheng, K. Y. "
    "Yip, S. K.-W. Tsui, Q. Cao (2024). Commonly used software tools produce conflicting and "
    "overly-optimistic AUPRC values. Genome Biology 25, 118",
    test="The eight definitions of the ten tools, written from the tools' sources. Tools rank "
    "differently if in more than 5% of the tasks no model is best by all of them; one is too high "
    "if its values are more than .01 above the exact area in the mean.",
    limits="The tools themselves are not run, and newer versions may differ. That the exact area "
    "is right is our choice. The limits 5% and .01 are ours, too. That the best models differ is "
    "no great difference: often their values are nearly equal.",
    verdicts=2,
    per_task=per_task,
    rows=rows,
)
