"""Every number that Flach & Kull (2015) and its poster print."""

import numpy as np

from prgbench import metrics
from prgbench.metrics import gains, isometrics, theorems
from prgbench.papers.flach_kull.model import (
    baseline_precision_gain,
    baseline_recall_gain,
    example,
    integral_of_accuracy,
    integral_of_fg1,
    integral_of_inverse_f1,
)
from prgbench.papers.printed_beside_found import Row, formula, number
from prgbench.papers.printed_data import FLACH_KULL, POSTER, ranked_example


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
        formula(
            FLACH_KULL,
            "equation 3",
            "both forms of the harmonic scale, min 0.2, max 1, x 0.5",
            (x - low) / ((1 - low) * x),
            harmonic,
        ),
        formula(
            FLACH_KULL,
            "definition 1",
            "precision gain, from precision and from counts (TP 2, FP 1, P 4, N 4)",
            float(gains.gain(2 / 3, 0.5)),
            float(gains.precision_gain(2, 1, 4, 4)),
        ),
        formula(
            FLACH_KULL,
            "section 3.1",
            "F-beta of a random classifier, (1 + b^2) p pi/(p + b^2 pi), pi 0.3, p 0.4, b 2",
            random_f,
            by_definition,
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
        formula(
            FLACH_KULL,
            "section 1; poster, theorem 0",
            "E[acc] = pi (1 - pi)(2 AUROC - 1) + 1/2, on the 25-point example",
            by_theorem_0,
            integral_of_accuracy(found.roc),
        ),
        formula(
            POSTER,
            "corollary of theorem 0",
            "E[acc] = AUC/2 + 1/4 for balanced classes, AUC 0.8",
            0.8 / 2 + 0.25,
            float(theorems.expected_accuracy(0.8, 0.5)),
        ),
        formula(
            FLACH_KULL,
            "theorem 3",
            "E[FG1] by the formula, and by integration over Delta, on the 25-point example",
            expected,
            integral,
        ),
        formula(
            FLACH_KULL,
            "after theorem 3; poster, corollary",
            "E[FG1] = AUPRG/2 + 1/4 where y0 = 1, AUPRG 0.9",
            0.9 / 2 + 0.25,
            float(perfect),
        ),
        formula(
            FLACH_KULL,
            "after theorem 3",
            "E[1/F1] = (1 - (1 - pi) E[FG1])/pi, and by integration, on the 25-point example",
            inverse,
            integral_of_inverse_f1(found.prg),
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
