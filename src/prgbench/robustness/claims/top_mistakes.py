"""McDermott et al. (2024): AUPR weighs mistakes at high scores more, AUROC all alike."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.subsamples import defined_parts, random_parts, scores_of_parts
from prgbench.answer.task_scores import BoolArray, Floats, IntArray, TaskScores
from prgbench.plotting.words import decimal, percent
from prgbench.robustness.claims.frame import Claim, Evidence, Numbers, Result
from prgbench.robustness.claims.samples import AREAS, by_areas
from prgbench.study.ranking import ranks_of

FEWEST_MISTAKES = 10
TOP = 0.5
"""The top has so many instances for each positive."""

_MEMBER = 1 << 32
_CELLS_AT_ONCE = 1 << 18
_AUROC, _AUPR = AREAS.index("auroc"), AREAS.index("aupr")


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return how gains fall with the rank, and whose picks have more recall at the top."""
    orders = np.argsort(-task.y_scores, axis=1, kind="stable")
    ranked = (
        (task.y_true[order], scores[order])
        for order, scores in zip(orders, task.y_scores, strict=True)
    )
    weights = [weight for weight in map(weights_of_mistakes, ranked) if weight is not None]
    numbers = {}
    if weights:
        numbers["at_the_top"], numbers["always_falling"] = np.mean(weights, axis=0).tolist()
    return numbers | preferences(task, orders, setting)


def weights_of_mistakes(ranked: tuple[BoolArray, Floats]) -> tuple[float, bool] | None:
    """Correlate what average precision gains by mending a mistake with how high the mistake is.

    A mistake is a negative right above a positive with a lower score. With the negative at rank k
    and t positives above, the gain is (t + 1) / (k (k + 1)) by the number of positives; that of
    AUROC is the same for all. Returns Spearman's correlation with the scores' order, and whether
    gains fall all the way; None for too few mistakes.
    """
    positive, scores = ranked
    mistake = ~positive[:-1] & positive[1:] & (scores[:-1] > scores[1:])
    rank = np.flatnonzero(mistake) + 1.0
    if len(rank) < FEWEST_MISTAKES:
        return None
    gain = (np.cumsum(positive)[:-1][mistake] + 1) / (rank * (rank + 1))
    correlation = np.corrcoef(ranks_of(gain, "average"), -np.arange(len(rank)))[0, 1]
    return float(correlation), bool((np.diff(gain) < 0).all())


def preferences(task: TaskScores, orders: IntArray, setting: Setting) -> dict[str, float]:
    """Compare the recall of models on one half that AUPR and AUROC order differently on the other.

    ``orders`` has the rows of each model from the highest score on.
    Returns the mean recall of the models that AUPR prefers less that of those that AUROC prefers,
    at the top of the ranking and in its upper half.
    """
    members = random_parts(task, setting, 2)
    defined = defined_parts(task, members).all(axis=1)
    if not defined.any():
        return {}
    areas = scores_of_parts(task, by_areas(setting), 2)[defined]
    recalls = _recalls(task, orders, members[defined], np.array([TOP * task.y_true.mean(), 0.5]))
    gains = []
    for of_split, recall in zip(areas, recalls, strict=True):
        for judge, half in enumerate(of_split[::-1]):
            auroc, aupr = (np.sign(a[:, None] - a) for a in (half[_AUROC], half[_AUPR]))
            dissent = np.where(aupr * auroc < 0, aupr, 0.0)
            # Each pair is there twice: with either model first.
            if pairs := np.abs(dissent).sum() / 2:
                gains.append(dissent.sum(axis=1) @ recall[judge] / pairs)
    if not gains:
        return {}
    top, middle = np.mean(gains, axis=0).tolist()
    return {"recall_at_top": top, "recall_at_half": middle}


def _recalls(task: TaskScores, orders: IntArray, members: BoolArray, shares: Floats) -> Floats:
    """Return recalls where these shares of a part are predicted positive.

    Returns (splits, parts, models, shares).
    """
    parts = members.reshape(-1, members.shape[-1])
    at = shares * parts.sum(axis=1)[:, None]
    recalls = np.empty((len(parts), len(task.run_ids), len(shares)))
    at_once = max(1, _CELLS_AT_ONCE // parts.shape[1])
    for model, order in enumerate(orders):
        positive, ranked = task.y_true[order], task.y_scores[model, order]
        for start in range(0, len(parts), at_once):
            own = slice(start, start + at_once)
            recalls[own, model] = _recalls_of_model(positive, ranked, parts[own, order], at[own])
    return recalls.reshape(*members.shape[:2], *recalls.shape[1:])


def _recalls_of_model(positive: BoolArray, scores: Floats, parts: BoolArray, at: Floats) -> Floats:
    """Return recalls where so many of each part are predicted positive: shape (parts, numbers).

    Rows come from the highest score on. Recall is linear between the ends of ties.
    """
    n = len(scores)
    ends = np.append(np.flatnonzero(scores[1:] != scores[:-1]) + 1, n)
    # The members up to each row in the upper half of the bits, the positive ones in the lower.
    counts = np.zeros((len(parts), n + 1), dtype=np.int64)
    np.cumsum(parts * (_MEMBER + positive), axis=1, out=counts[:, 1:])
    enough = _MEMBER * (at.astype(np.int64) + 1)
    reached = np.array([row.searchsorted(own) for row, own in zip(counts, enough, strict=True)])
    block = np.searchsorted(ends, reached)
    (before, hits_before), (after, hits_after) = (
        np.divmod(np.take_along_axis(counts, rows, axis=1), _MEMBER)
        for rows in (np.append(0, ends)[block], ends[block])
    )
    slope = (hits_after - hits_before) / (after - before)
    hits: Floats = slope * (at - before) + hits_before
    return hits / (counts[:, -1:] % _MEMBER)


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return where mistakes weigh most, and who gets more recall at the top."""
    weights = Evidence.of_mean(own, "at_the_top", study.resampling)
    recall = Evidence.of_mean(own, "recall_at_top", study.resampling)
    falling = own.reindex(columns=["always_falling", "recall_at_half"]).mean()
    return [
        Result(
            "AUROC gives all mistakes of order the same weight, AUPR more to those among high "
            "scores.",
            "rank correlation of the gain by mending a mistake with the place of its score",
            weights,
            weights.above(),
            f"gains fall all the way down in {percent(falling['always_falling'])} of the models",
        ),
        Result(
            "Of two models that AUPR and AUROC order differently, the one that AUPR prefers "
            "finds more positives at the top, on other instances, too.",
            "its recall less that of the other, with half as many predicted positive as there "
            "are positives",
            recall,
            recall.above(),
            f"with half of the instances predicted positive: {decimal(falling['recall_at_half'])}",
        ),
    ]


CLAIM = Claim(
    name="top_mistakes",
    claim="AUROC gives all mistakes of order the same weight, AUPR more to those among high "
    "scores; so where AUPR disagrees with AUROC, it prefers fewer mistakes at the top.",
    source="M. B. A. McDermott, H. Zhang, L. H. Hansen, G. Angelotti, J. Gallifant (2024). A "
    "Closer Look at AUROC and AUPRC under Class Imbalance. arXiv 2401.06091",
    test="First row: a mistake is a negative right above a positive; what average precision gains "
    "if the two change places is correlated with the order of the scores. Second row: two models "
    "that AUPR and AUROC order differently on one half of a task are judged by their recall on "
    "the other half.",
    limits="That preferences follow from weights is our reading. If AUPR is only noisier than "
    "AUROC, its dissent is often error, and the second row fails though the first holds. "
    "Whether the top should count more is not asked. The paper's claim on subpopulations is left "
    "out: these data have none.",
    verdicts=2,
    per_task=per_task,
    rows=rows,
)
