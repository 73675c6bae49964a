"""Every number that Flach & Kull (2015) and its poster print."""

from itertools import combinations
from math import comb

import numpy as np

from prgbench import metrics
from prgbench.metrics import theorems
from prgtheory.flach_kull.model import (
    baseline_precision_gain,
    baseline_recall_gains,
    beta2_of_score,
    example,
    expected_fbeta_gain,
    integral_of_accuracy,
    integral_of_fbeta_gain,
    integral_of_inverse_f1,
    skew_sensitive_accuracy,
)
from prgtheory.flach_kull.printed_f_measure import f_measure_rows
from prgtheory.flach_kull.printed_formulas import formula_rows
from prgtheory.flach_kull.printed_statements import statement_rows
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import (
    FLACH_KULL,
    POSTER,
    Points,
    labels_and_scores,
    ranked_example,
)


def rows() -> list[Row]:
    """Return every checkable statement that we found in the paper and the poster.

    Examples
    --------
    >>> row = next(row for row in rows() if row.verdict == "misprint")
    >>> row.where, row.printed, row.found
    ('section 1, Calibration; poster', 'c', '1 - c')
    """
    return [
        *formula_rows(),
        *f_measure_rows(),
        *statement_rows(),
        *_calibration_rows(),
        *_convention_rows(),
        *_area_rows(),
        *_theorem_3_rows(),
        *_experiment_rows(),
    ]


def _calibration_rows() -> list[Row]:
    curves = example()
    unknown = (
        "the data of Figures 1-3 is printed nowhere; found are the hull segments of the authors' "
        "25-point example"
    )
    rule = "beta^2 = (1 - d)/d, by theorem 4, for d = "
    where = "section 3.4"
    return [
        FLACH_KULL.number(where, rule + "0.76", "0.32", beta2_of_score(0.76)),
        FLACH_KULL.number(where, rule + "0.49", "1.04", beta2_of_score(0.49)),
        *(
            FLACH_KULL.row(
                f"section 3.4, Figure 3 {side}",
                f"{measure}-calibrated scores beside a hull point",
                printed,
                ", ".join(f"{score:.2f}" for score in hull.calibrated),
                "data not printed",
                unknown,
            )
            for side, measure, printed, hull in (
                ("left", "accuracy", "0.29, 0.75", curves.roc_hull),
                ("right", "F", "0.76, 0.49", curves.prg_hull),
            )
        ),
        _unrelated_scores(),
    ]


def _unrelated_scores() -> Row:
    """Compare the segment of as many positives as negatives in two models."""
    models = [labels_and_scores(Points(tp, (0, 0, 1, 4))) for tp in ((0, 1, 2, 4), (0, 2, 3, 4))]
    c = [float(metrics.roc_convex_hull(*model).calibrated[1]) for model in models]
    d = [float(metrics.prg_convex_hull(*model).calibrated[0]) for model in models]
    return FLACH_KULL.claim(
        "section 3.4",
        "c and d of one segment each of two models",
        "no model-independent relation",
        f"c {c[0]:.4g} and {c[1]:.4g}, d {d[0]:.4g} and {d[1]:.4g}",
        holds=c[0] == c[1] and abs(d[0] - d[1]) > 0.01,
    )


def _convention_rows() -> list[Row]:
    """Compare the printed acc_c with the printed score c on a segment of the 25-point example."""
    curves = example()
    pi, hull = curves.prevalence, curves.roc_hull
    segment = 2
    score = float(hull.calibrated[segment])
    d_tpr, d_fpr = np.diff(hull.tpr)[segment], np.diff(hull.fpr)[segment]
    # acc_c is linear in c, so its difference along a segment vanishes at one c.
    along = [
        float(np.diff(skew_sensitive_accuracy([0, d_tpr], [0, d_fpr], pi, c))[0]) for c in (0, 1)
    ]
    indifferent = along[0] / (along[0] - along[1])
    slopes = np.diff(hull.tpr)[1:-1] / np.diff(hull.fpr)[1:-1]
    poster_roc = 1 / (1 + (1 - pi) / pi / slopes)
    prg = curves.prg_hull
    poster_prg = 1 / (1 - np.diff(prg.precision_gain) / np.diff(prg.recall_gain))
    return [
        FLACH_KULL.misprint(
            "section 1, Calibration; poster",
            "acc_c = 2 c pi tpr + 2 (1 - c)(1 - pi)(1 - fpr): the c at which the ends of a hull "
            "segment are equal, and c = pi r/(pi r + 1 - pi) of it, 25-point example",
            "c",
            "1 - c",
            as_printed=indifferent,
            recomputed=score,
            words="outputs, for every instance, the value of c for which the instance is on the "
            "acc_c decision boundary",
            why="the formulas of acc_c and of c exclude each other; the hull's functions take "
            "c = pi r/(pi r + 1 - pi), the calibrated score, and weigh false positives by it",
        ),
        POSTER.formula(
            "calibration",
            "cROC = 1/(1 + (1 - pi)/pi/slope), and the scores of the ROC hull, summed over inner "
            "segments, 25 points",
            float(poster_roc.sum()),
            float(hull.calibrated[1:-1].sum()),
        ),
        POSTER.formula(
            "calibration",
            "cPRG = 1/(1 - slope), and the scores of the PRG hull, summed over segments",
            float(poster_prg.sum()),
            float(prg.calibrated.sum()),
        ),
    ]


def _area_rows() -> list[Row]:
    curves = example()
    by_theorem_0 = float(
        theorems.expected_accuracy(metrics.auroc_score(*ranked_example()), curves.prevalence)
    )
    return [
        FLACH_KULL.formula(
            "section 1; poster, theorem 0",
            "E[acc] = pi (1 - pi)(2 AUROC - 1) + 1/2, on the 25-point example",
            by_theorem_0,
            integral_of_accuracy(curves.roc),
        ),
        POSTER.formula(
            "corollary of theorem 0",
            "E[acc] = AUC/2 + 1/4 for balanced classes, AUC 0.8",
            0.8 / 2 + 0.25,
            float(theorems.expected_accuracy(0.8, 0.5)),
        ),
    ]


def _theorem_3_rows() -> list[Row]:
    curves = example()
    pi, area = curves.prevalence, metrics.auprg_score(*ranked_example())
    y0 = baseline_precision_gain(curves.prg)
    integral = integral_of_fbeta_gain(curves.prg)
    # Theorem 3 with each candidate of the poster's y0, and the value that comes nearest.
    swapped = theorems.expected_fg1(area, pi, baseline_recall_gains(curves.prg))
    first, second, third, last = (f"{value:.4f}" for value in swapped)
    nearest = float(swapped[np.abs(swapped - integral).argmin()])
    expected = float(theorems.expected_fg1(area, pi, y0))
    kept = curves.prg.recall_gain >= 0
    recall_gain, precision_gain = curves.prg.recall_gain[kept], curves.prg.precision_gain[kept]
    delta = recall_gain / pi - precision_gain / (1 - pi)
    steps = np.diff(delta)
    return [
        FLACH_KULL.formula(
            "section 3.3",
            "lower end of Delta, -y0/(1 - pi), and its least value on the 25-point example",
            -y0 / (1 - pi),
            float(delta.min()),
        ),
        FLACH_KULL.claim(
            "section 3.3",
            "least step of Delta on the 25-point example, before and after the last negative",
            "monotonically increasing",
            f"{steps[:-1].min():.4f}, {abs(steps[-1]):.4f}",
            holds=bool((steps[:-1] > 0).all() and abs(steps[-1]) < 1e-12),
        ),
        FLACH_KULL.formula(
            "theorem 3",
            "E[FG1] by the formula, and by integration over Delta, on the 25-point example",
            expected,
            integral,
        ),
        _theorem_3_without_range(),
        FLACH_KULL.formula(
            "section 3.3, before theorem 3",
            "E[FG_beta] by parts (our formula; the paper's is in its supplement), and by "
            "integration over Delta, beta 2, on the 25-point example",
            expected_fbeta_gain(area, pi, y0, 2.0),
            integral_of_fbeta_gain(curves.prg, 2.0),
        ),
        FLACH_KULL.formula(
            "after theorem 3; poster, corollary",
            "E[FG1] = AUPRG/2 + 1/4 where y0 = 1, AUPRG 0.9",
            0.9 / 2 + 0.25,
            float(theorems.expected_fg1(0.9, pi, 1.0)),
        ),
        FLACH_KULL.formula(
            "after theorem 3",
            "E[1/F1] = (1 - (1 - pi) E[FG1])/pi, and by integration, on the 25-point example",
            float(theorems.expected_inverse_f1(expected, pi)),
            integral_of_inverse_f1(curves.prg),
        ),
        POSTER.misprint(
            "theorem 3",
            "y0",
            "recall gain at precision gain 0",
            "precision gain at recall gain 0",
            as_printed=nearest,
            recomputed=integral,
            words="y0 is the value of recGain at precGain = 0",
            why="E[FG1] of the 25-point example by the formula with the poster's y0 and by "
            "integration, which the paper's y0 gives; the curve has four points of precision gain "
            f"0, which give {first}, {second}, {third} and {last}, and this is the nearest",
        ),
    ]


def _theorem_3_without_range() -> Row:
    """Rank six positives and two negatives in all ways: the range of Delta may be empty."""
    pos, neg = 6, 2
    pi = pos / (pos + neg)
    empty = early = 0
    for places in combinations(range(pos + neg), neg):
        labels = np.ones(pos + neg, dtype=np.int64)
        labels[list(places)] = 0
        curve = metrics.precision_recall_gain_curve(labels, range(pos + neg, 0, -1))
        y0 = baseline_precision_gain(curve)
        empty += bool(np.isnan(theorems.expected_fg1(0.0, pi, y0)))
        # All positives that come before the last negative are within recall pi.
        early += max(places) + 1 - neg <= pi * pos
    rankings = comb(pos + neg, neg)
    return FLACH_KULL.claim(
        "theorem 3",
        "rankings of 6 + 2 instances whose range of Delta, [-y0/(1 - pi), 1/pi], is one point",
        "Delta is uniformly distributed within this range",
        f"{empty} of {rankings}",
        holds=empty == early and 0 < empty < rankings,
        verdict="not general",
        why="it needs 1 - pi (1 - y0) > 0; where every negative comes before recall exceeds pi, "
        "this is 0 and equation 5 is 0/0; of all other rankings it holds",
    )


def _experiment_rows() -> list[Row]:
    study = "a result of the experiment on OpenML; the study's page has ours beside it"
    printed = (
        ("tasks; data sets", "886; 426"),
        ("AUPR and AUPRG disagree on top 1; top 3", "24%; 58%"),
        ("AUPR and AUPRG agree on the top three", "42%"),
        ("AUPR and AUROC disagree on top 1; top 3", "29%; 65%"),
        ("AUPRG and AUROC disagree on top 1; top 3", "22%; 57%"),
        ("rank correlations AUPR-AUPRG, AUPR-AUROC, AUPRG-AUROC", "0.95, 0.95, 0.96"),
        ("rank correlations at the quartiles", "0.944, 0.991"),
        ("AUPR of AdaBoost; logistic regression on white-clover", "0.724; 0.773"),
        ("AUPRG of AdaBoost; logistic regression on white-clover", "0.714; 0.687"),
    )
    return [
        FLACH_KULL.misprint(
            "section 4",
            "models, 30 in each of 886 tasks",
            "25 980",
            "26 580",
            as_printed=25980,
            recomputed=886 * 30,
            words="In each of the obtained 886 tasks ... 30 randomly selected models",
            why="models of all tasks; 25,980 is 866 x 30, the paper does not say which is meant",
        ),
        *(
            FLACH_KULL.row("section 4", quantity, value, "", "experiment", study)
            for quantity, value in printed
        ),
    ]
