"""Flach & Kull (2015) and its poster, on the authors' 25-point example."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench import metrics
from prgbench.metrics import (
    PRGCurve,
    PRGHull,
    ROCHull,
    gains,
    isometrics,
    prg_convex_hull,
    roc_convex_hull,
    theorems,
)
from prgbench.theory.comparison import Row, number
from prgbench.theory.examples import FLACH_KULL, POSTER, ranked_example

Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """Curves and hulls of the 25-point example."""

    roc: metrics.ROCCurve
    pr: metrics.PRCurve
    prg: PRGCurve
    roc_hull: ROCHull
    prg_hull: PRGHull

    @property
    def prevalence(self) -> float:
        """Share of positives, 16/25."""
        return self.roc.prevalence


def example() -> Example:
    """Return the curves and hulls of the 25-point example."""
    sample = ranked_example()
    return Example(
        metrics.roc_curve(*sample),
        metrics.precision_recall_curve(*sample),
        metrics.precision_recall_gain_curve(*sample),
        roc_convex_hull(*sample),
        prg_convex_hull(*sample),
    )


def non_dominated(up: npt.ArrayLike, right: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which points no other point beats in both coordinates (higher is better).

    Examples
    --------
    >>> non_dominated([1.0, 0.5, 0.4], [0.2, 0.6, 0.5]).tolist()
    [True, True, False]
    """
    y, x = np.asarray(up, dtype=np.float64), np.asarray(right, dtype=np.float64)
    at_least = (y[None, :] >= y[:, None]) & (x[None, :] >= x[:, None])
    better = (y[None, :] > y[:, None]) | (x[None, :] > x[:, None])
    return np.asarray(~(at_least & better).any(axis=1))


def baseline_precision_gain(curve: PRGCurve) -> float:
    """Return y0, the precision gain where the curve passes recall gain 0."""
    return float(curve.precision_gain[np.flatnonzero(curve.recall_gain >= 0)[0]])


def baseline_recall_gain(curve: PRGCurve) -> float:
    """Return the recall gain where precision gain is 0: what the poster calls y0."""
    return float(curve.recall_gain[np.flatnonzero(curve.precision_gain <= 0)[0]])


def integral_of_fg1(curve: PRGCurve) -> float:
    """Return the expected F1 gain by integrating over Delta, without theorem 3."""
    kept = curve.recall_gain >= 0
    precision_gain, recall_gain = curve.precision_gain[kept], curve.recall_gain[kept]
    pi = curve.prevalence
    delta = recall_gain / pi - precision_gain / (1 - pi)
    fg1 = theorems.fbeta_gain(precision_gain, recall_gain)
    return float(np.trapezoid(fg1, delta) / (delta[-1] - delta[0]))


def integral_of_accuracy(curve: metrics.ROCCurve) -> float:
    """Return the expected accuracy by integrating over the predicted positive rate."""
    pi = curve.prevalence
    rate = pi * curve.tpr + (1 - pi) * curve.fpr
    accuracy = pi * curve.tpr + (1 - pi) * (1 - curve.fpr)
    return float(np.trapezoid(accuracy, rate))


def rows() -> list[Row]:
    """Return every number that the paper and the poster print."""
    return [*_calibration_rows(), *_formula_rows(), *_theorem_rows(), *_experiment_rows()]


def _calibration_rows() -> list[Row]:
    found = example()
    roc_scores = ", ".join(f"{c:.2f}" for c in found.roc_hull.calibrated)
    prg_scores = ", ".join(f"{d:.2f}" for d in found.prg_hull.calibrated)
    unknown = (
        "the data of Figures 1-3 is printed nowhere; found are the hull segments of the authors' "
        "25-point example"
    )
    rule = "beta^2 = (1 - d)/d for d = "
    where = "section 3.4"
    return [
        number(FLACH_KULL, where, rule + "0.76", "0.32", (1 - 0.76) / 0.76),
        number(FLACH_KULL, where, rule + "0.49", "1.04", (1 - 0.49) / 0.49),
        Row(
            FLACH_KULL,
            "section 3.4, Figure 3 left",
            "accuracy-calibrated scores beside a hull point",
            "0.29, 0.75",
            roc_scores,
            "data not printed",
            unknown,
        ),
        Row(
            FLACH_KULL,
            "section 3.4, Figure 3 right",
            "F-calibrated scores beside a hull point",
            "0.76, 0.49",
            prg_scores,
            "data not printed",
            unknown,
        ),
    ]


def _formula_rows() -> list[Row]:
    low, x = 0.2, 0.5
    harmonic = (1 / x - 1 / low) / (1 - 1 / low)
    pi, p, beta = 0.3, 0.4, 2.0
    random_f = (1 + beta**2) * p * pi / (p + beta**2 * pi)
    by_definition = 1 / (1 / (1 + beta**2) / pi + beta**2 / (1 + beta**2) / p)
    recall_gain = np.array([0.2, 0.7])
    slope = np.diff(isometrics.fbeta_gain_isometric(0.5, recall_gain)) / np.diff(recall_gain)
    return [
        Row(
            FLACH_KULL,
            "equation 3",
            "both forms of the harmonic scale, min 0.2, max 1, x 0.5",
            f"{(x - low) / ((1 - low) * x):.6g}",
            f"{harmonic:.6g}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "definition 1",
            "precision gain, from precision and from counts (TP 2, FP 1, P 4, N 4)",
            f"{float(gains.gain(2 / 3, 0.5)):.6g}",
            f"{float(gains.precision_gain(2, 1, 4, 4)):.6g}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "section 3.1",
            "F-beta of a random classifier, (1 + b^2) p pi/(p + b^2 pi), pi 0.3, p 0.4, b 2",
            f"{random_f:.6g}",
            f"{by_definition:.6g}",
            "agrees",
        ),
        number(FLACH_KULL, "section 3.2", "slope of F1 isometrics in PRG space", "-1", slope[0]),
        number(FLACH_KULL, "section 3.1", "precision gain of always-positive", "0", _floor(0)),
        number(FLACH_KULL, "section 3.1", "recall gain of always-positive", "1", _floor(1)),
        Row(
            FLACH_KULL,
            "definition 1",
            "negative gains",
            "are ignored",
            "counted in the area",
            "remark",
            "the plot shows the unit square only; the area of section 3.3 is the integral over "
            "recall gain 0 to 1, where negative precision gain counts, as in the authors' code",
        ),
    ]


def _floor(coordinate: int) -> float:
    pos, neg = 16, 9
    gain = (gains.precision_gain(pos, neg, pos, neg), gains.recall_gain(pos, pos, neg))
    return float(gain[coordinate])


def _theorem_rows() -> list[Row]:
    found = example()
    labels, scores = ranked_example()
    pi, area = found.prevalence, metrics.auprg_score(labels, scores)
    y0 = baseline_precision_gain(found.prg)
    other = baseline_recall_gain(found.prg)
    integral = integral_of_fg1(found.prg)
    auroc = metrics.auroc_score(labels, scores)
    perfect = theorems.expected_fg1(0.9, pi, 1.0)
    swapped = float(theorems.expected_fg1(area, pi, other))
    by_theorem_0 = float(theorems.expected_accuracy(auroc, pi))
    expected = float(theorems.expected_fg1(area, pi, y0))
    inverse = float(theorems.expected_inverse_f1(expected, pi))
    return [
        Row(
            FLACH_KULL,
            "section 1; poster, theorem 0",
            "E[acc] = pi (1 - pi)(2 AUROC - 1) + 1/2, on the 25-point example",
            f"{by_theorem_0:.9f}",
            f"{integral_of_accuracy(found.roc):.9f}",
            "agrees",
        ),
        Row(
            POSTER,
            "corollary of theorem 0",
            "E[acc] = AUC/2 + 1/4 for balanced classes, AUC 0.8",
            f"{0.8 / 2 + 0.25:.6g}",
            f"{float(theorems.expected_accuracy(0.8, 0.5)):.6g}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "theorem 3",
            "E[FG1] by the formula, and by integration over Delta, on the 25-point example",
            f"{expected:.9f}",
            f"{integral:.9f}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "after theorem 3; poster, corollary",
            "E[FG1] = AUPRG/2 + 1/4 where y0 = 1, AUPRG 0.9",
            f"{0.9 / 2 + 0.25:.6g}",
            f"{float(perfect):.6g}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "after theorem 3",
            "E[1/F1] = (1 - (1 - pi) E[FG1])/pi, on the 25-point example",
            "formula only",
            f"{inverse:.9f}",
            "agrees",
        ),
        Row(
            FLACH_KULL,
            "theorem 3",
            "lower end of Delta",
            "-y0/1 - pi",
            "-y0/(1 - pi)",
            "misprint",
            "parentheses lost in the statement of the theorem; the text above it has them",
        ),
        Row(
            POSTER,
            "theorem 3",
            "y0",
            "recall gain at precision gain 0",
            "precision gain at recall gain 0",
            "misprint",
            f"with the poster's y0 ({other:.4f}) the formula gives {swapped:.6f}, the integral is "
            f"{integral:.6f}, the paper's y0 ({y0:.4f}) gives that",
        ),
    ]


def _experiment_rows() -> list[Row]:
    study = "a result of the experiment on OpenML; the study's report has ours beside it"
    printed = (
        ("tasks; data sets", "886; 426"),
        ("AUPR and AUPRG disagree on top 1; top 3", "24%; 58%"),
        ("AUPR and AUROC disagree on top 1; top 3", "29%; 65%"),
        ("AUPRG and AUROC disagree on top 1; top 3", "22%; 57%"),
        ("rank correlations AUPR-AUPRG, AUPR-AUROC, AUPRG-AUROC", "0.95, 0.95, 0.96"),
        ("rank correlations at the quartiles", "0.944, 0.991"),
        ("AUPR of AdaBoost; logistic regression on white-clover", "0.724; 0.773"),
        ("AUPRG of AdaBoost; logistic regression on white-clover", "0.714; 0.687"),
    )
    return [
        number(
            FLACH_KULL,
            "section 4",
            "models, 30 in each of 886 tasks",
            "25980",
            886 * 30,
            verdict="misprint",
            why="886 x 30 = 26,580; 25,980 is 866 x 30. The paper does not say which is meant",
        ),
        number(FLACH_KULL, "section 4", "agree on the top three, 100% - 58%", "42", 100 - 58),
        *(
            Row(FLACH_KULL, "section 4", quantity, value, "", "experiment", study)
            for quantity, value in printed
        ),
    ]
