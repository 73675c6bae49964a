"""Worlds for the claims on tools, rare positives, MCC-F1, half of F1, and F-gain."""

from dataclasses import replace

import numpy as np

from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.claims import (
    f_gain_average,
    gain_area,
    half_of_f1,
    mcc_f1,
    rare_positives,
    tool_definitions,
)
from prgbench.robustness.claims.frame import FAILS, HOLDS, TOO_LITTLE
from worlds.claims import Case, alike
from worlds.made import CROSSING, Kind, shift_of

AUROC = 0.8
CROSSING_RARELY = Kind(600, 0.05, CROSSING.shifts[10:20], CROSSING.scales[10:20])
EARLY_FAULTS = Kind(
    400, 0.5, (shift_of(0.8, 0.5),) * 5 + (shift_of(0.75, 2.0),) * 5, (0.5,) * 5 + (2.0,) * 5
)
"""Negatives with the highest scores in the models of scale .5, which are better but for these."""
APART = Kind(2000, 0.5, (0.5, 1.5, 3.0), (1.0,) * 3)
FOLDED = Kind(2000, 0.05, (1.0, 1.0), (1.0, 1.0))


def probabilities(task: TaskScores) -> TaskScores:
    """Return the task with its scores between 0 and 1."""
    return replace(task, y_scores=1 / (1 + np.exp(-task.y_scores)))


def posterior(task: TaskScores) -> TaskScores:
    """Return the task with the posterior probabilities of models of AUROC .8 and scale 1."""
    shift, odds = shift_of(AUROC), task.y_true.sum() / (~task.y_true).sum()
    ratio = odds * np.exp(shift * task.y_scores - shift**2 / 2)
    return replace(task, y_scores=ratio / (1 + ratio))


def two_values(task: TaskScores) -> TaskScores:
    """Return the task with scores 0 and 1, some of the second half's 1 moved up at random to 2.

    A point on a chord of the ROC curve changes neither area, but is far from (1, 1) by MCC and F1.
    """
    scores = (task.y_scores > 1).astype(float)
    half = len(scores) // 2
    moved = np.random.default_rng(task.task_id).random(scores[half:].shape) < 0.1
    scores[half:] += scores[half:] * moved
    return replace(task, y_scores=scores)


def folds_apart(task: TaskScores, *, careless: bool) -> TaskScores:
    """Give the first model F1 .95 and less than .2 in turn, the second 1/3 in all folds.

    In its bad folds the first predicts all positive if it is careless, else one instance: its
    pooled F1 is .17 or .67.
    """
    decisions = np.zeros((2, len(task.y_true)), dtype=np.int8)
    for fold, rows in enumerate(task.fold_rows()):
        positives, negatives = (rows[task.y_true[rows] == own] for own in (True, False))
        good = positives[: 1 if fold % 2 else 9]
        decisions[0, rows if fold % 2 and careless else good] = 1
        decisions[1, [*positives[:4], *negatives[:10]]] = 1
    return replace(task, decisions=decisions)


def careless(task: TaskScores) -> TaskScores:
    return folds_apart(task, careless=True)


def careful(task: TaskScores) -> TaskScores:
    return folds_apart(task, careless=False)


SPREAD = alike(400, 0.1, AUROC, spread=0.3)
EQUAL = alike(400, 0.1, AUROC)
FEW_VALUES = Kind(300, 0.05, (shift_of(AUROC),) * 10, (1.0,) * 10, levels=5)
FURTHER = (
    Case(tool_definitions.CLAIM, 0, "scores of 5 values", FEW_VALUES, HOLDS),
    Case(
        tool_definitions.CLAIM,
        0,
        "models far apart",
        replace(APART, n=200),
        FAILS,
        probabilities,
        tasks=150,
    ),
    Case(tool_definitions.CLAIM, 1, "scores of 5 values", FEW_VALUES, HOLDS),
    Case(tool_definitions.CLAIM, 1, "1,000 positives", APART, FAILS, probabilities),
    Case(rare_positives.CLAIM, 0, "ROC curves cross", CROSSING_RARELY, HOLDS),
    Case(
        rare_positives.CLAIM,
        0,
        "one model far better",
        Kind(400, 0.1, (3.0, *alike(400, 0.1, 0.7).shifts), (1.0,) * 11),
        FAILS,
    ),
    Case(rare_positives.CLAIM, 0, "equal models", alike(300, 0.05, AUROC), TOO_LITTLE),
    Case(rare_positives.CLAIM, 0, "frequent positives", EARLY_FAULTS, TOO_LITTLE),
    Case(
        mcc_f1.CLAIM,
        0,
        "models differ in their shift alone",
        alike(1500, 0.1, AUROC, spread=0.2),
        FAILS,
        tasks=30,
    ),
    Case(mcc_f1.CLAIM, 0, "points on chords", alike(600, 0.3, AUROC), HOLDS, two_values),
    Case(mcc_f1.CLAIM, 0, "equal models", EQUAL, TOO_LITTLE),
    Case(
        half_of_f1.CLAIM, 0, "posterior probabilities", alike(2000, 0.1, AUROC), HOLDS, posterior
    ),
    Case(half_of_f1.CLAIM, 0, "random scores", alike(1000, 0.3, 0.5), HOLDS),
    Case(half_of_f1.CLAIM, 0, "15 positives", alike(300, 0.05, AUROC), TOO_LITTLE),
    Case(f_gain_average.CLAIM, 0, "bad folds cost much", FOLDED, HOLDS, careless),
    Case(f_gain_average.CLAIM, 0, "bad folds cost little", FOLDED, FAILS, careful),
    Case(gain_area.CLAIM, 0, "early faults", EARLY_FAULTS, HOLDS),
    Case(gain_area.CLAIM, 0, "models differ in their shift alone", SPREAD, FAILS),
    Case(gain_area.LOWER_F1, 0, "early faults", EARLY_FAULTS, HOLDS),
    Case(gain_area.LOWER_F1, 0, "models differ in their shift alone", SPREAD, FAILS),
    Case(gain_area.LOWER_F1, 0, "equal models", EQUAL, TOO_LITTLE),
)
