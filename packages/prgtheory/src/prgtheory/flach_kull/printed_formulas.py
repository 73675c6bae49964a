"""The equations, theorems 1, 2 and 4, and the general statements of Flach & Kull (2015)."""

from fractions import Fraction

import numpy as np

from prgbench import metrics
from prgbench.metrics import gains, theorems
from prgtheory.flach_kull.model import example
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import FLACH_KULL, Points, labels_and_scores

# TP, FP and FN of one threshold, among 10 positives and 20 negatives.
_TP, _FP, _FN = 6, 3, 4
_POS, _NEG = 10, 20
_PI = _POS / (_POS + _NEG)


def formula_rows() -> list[Row]:
    """Return a row for each equation and general statement of sections 1, 2 and 3.1 to 3.2.

    Examples
    --------
    >>> row = formula_rows()[0]
    >>> row.where, row.printed, row.found
    ('equation 1', 'formula: 0.631579', '0.631579')
    """
    return [*_equations(), *_theorems(), *_baseline(), *_averages()]


def _equation_2(beta: float) -> float:
    """F-beta as equation 2 has it, in whole numbers."""
    weight = Fraction(beta) ** 2
    return float((1 + weight) * _TP / ((1 + weight) * _TP + _FP + weight * _FN))


def _from_gains(beta: float) -> float:
    """F-beta by way of the gains."""
    precision_gain = gains.precision_gain(_TP, _FP, _POS, _NEG)
    recall_gain = gains.recall_gain(_TP, _POS, _NEG)
    return float(gains.ungain(theorems.fbeta_gain(precision_gain, recall_gain, beta), _PI))


def _equations() -> list[Row]:
    low, x = 0.2, 0.5
    harmonic = (1 / x - 1 / low) / (1 - 1 / low)
    table = np.array([[_TP, _FN], [_FP, _TP]])
    correct = float(np.trace(table) / table.sum())
    pi, p, beta = 0.3, 0.4, 2.0
    random_f = (1 + beta**2) * p * pi / (p + beta**2 * pi)
    by_gains = theorems.fbeta_gain(gains.gain(pi, pi), gains.gain(p, pi), beta)
    return [
        FLACH_KULL.formula(
            "equation 1",
            "F1 = TP/(TP + (FP + FN)/2), and F1 from the gains, TP 6, FP 3, FN 4",
            _TP / (_TP + (_FP + _FN) / 2),
            _from_gains(1.0),
        ),
        FLACH_KULL.formula(
            "section 2.1, modified table",
            "accuracy of the table with TP for TN, and F1 from the gains, TP 6, FP 3, FN 4",
            correct,
            _from_gains(1.0),
        ),
        FLACH_KULL.formula(
            "equation 2",
            "F-beta from counts, and from the gains, beta 2, TP 6, FP 3, FN 4",
            _equation_2(2.0),
            _from_gains(2.0),
        ),
        FLACH_KULL.formula(
            "equation 3",
            "the harmonic scale, min 0.2, max 1, x 0.5, and the gain of 0.5 at prevalence 0.2",
            harmonic,
            float(gains.gain(x, low)),
        ),
        FLACH_KULL.formula(
            "definition 1",
            "precision gain, from precision and from counts (TP 2, FP 1, P 4, N 4)",
            float(gains.gain(2 / 3, 0.5)),
            float(gains.precision_gain(2, 1, 4, 4)),
        ),
        FLACH_KULL.formula(
            "section 3.1",
            "F-beta of a random classifier, (1 + b^2) p pi/(p + b^2 pi), pi 0.3, p 0.4, b 2",
            random_f,
            float(gains.ungain(by_gains, pi)),
        ),
        FLACH_KULL.row(
            "definition 1",
            "negative gains",
            "are ignored",
            "counted in the area",
            "remark",
            "the plot shows the unit square only; the area of section 3.3 is the integral over "
            "recall gain 0 to 1, where negative precision gain counts, as in the authors' code",
        ),
    ]


def _theorems() -> list[Row]:
    share, second = 0.25, np.array([8.0, 10.0])
    first = np.array([_TP, _FP], dtype=np.float64)
    mixed = share * first + (1 - share) * second
    # The two tables mixed in counts, and their gains mixed by mu: theorem 1 says they are the
    # same.
    weight = theorems.interpolation_weight(first[0], second[0], share)
    ends = np.array([_gains_of(first), _gains_of(second)])
    by_weight = weight * ends[0] + (1 - weight) * ends[1]
    of_mixture = _gains_of(mixed)
    precision, recall = _TP / (_TP + _FP), _TP / _POS
    beta2 = theorems.indifferent_beta2(precision, recall, 8 / 18, 8 / 10)
    f_beta = [
        (1 + beta2) * tp / ((1 + beta2) * tp + fp + beta2 * (_POS - tp))
        for tp, fp in ((6, 3), (8, 10))
    ]
    hull = example().prg_hull
    reciprocal = -np.diff(1 / (hull.tp / (hull.tp + hull.fp))), -np.diff(hull.n_pos / hull.tp)
    by_equation_7 = reciprocal[1] / (reciprocal[1] - reciprocal[0])
    nested = set(hull.thresholds.tolist()) <= set(example().roc_hull.thresholds.tolist())
    return [
        FLACH_KULL.formula(
            "theorem 1",
            "precision gain of a mixed table, weight 1/4 on (6, 3) and 3/4 on (8, 10), by mu",
            float(by_weight[0]),
            float(of_mixture[0]),
        ),
        FLACH_KULL.formula(
            "theorem 1",
            "recall gain of the same mixed table, by mu",
            float(by_weight[1]),
            float(of_mixture[1]),
        ),
        FLACH_KULL.formula(
            "theorem 2",
            "FG_beta from the two gains, and the gain of F-beta by equation 2, beta 2",
            float(theorems.fbeta_gain(*_gains_of(first), 2.0)),
            float(gains.gain(_equation_2(2.0), _PI)),
        ),
        FLACH_KULL.formula(
            "definition 1",
            "recall gain from counts, 1 - pi/(1 - pi) FN/TP, and from recall, TP 6, FN 4",
            float(gains.recall_gain(_TP, _POS, _NEG)),
            float(gains.gain(_TP / _POS, _PI)),
        ),
        FLACH_KULL.formula(
            "theorem 2",
            "FG_beta from counts, 1 - pi/(1 - pi) (FP + b^2 FN)/((1 + b^2) TP), and from the two "
            "gains, beta 2, TP 6, FP 3, FN 4",
            1 - _PI / (1 - _PI) * (_FP + 4 * _FN) / (5 * _TP),
            float(theorems.fbeta_gain(*_gains_of(first), 2.0)),
        ),
        FLACH_KULL.formula(
            "theorem 4, equation 6",
            f"F-beta of (TP 6, FP 3) and (TP 8, FP 10) at beta^2 = {beta2:.6g}",
            f_beta[0],
            f_beta[1],
        ),
        FLACH_KULL.formula(
            "equation 7",
            "d from reciprocals, and 1/(1 + beta^2) of the hull, sum over its segments, 25 points",
            float(by_equation_7.sum()),
            float(hull.calibrated.sum()),
        ),
        FLACH_KULL.claim(
            "section 3.2",
            "thresholds on the PRG hull of the 25-point example that are on its ROC hull",
            "every one",
            f"{len(hull.thresholds)} of {len(hull.thresholds)}",
            holds=nested,
        ),
    ]


def _gains_of(table: np.ndarray) -> tuple[float, float]:
    tp, fp = table
    precision_gain = gains.precision_gain(tp, fp, _POS, _NEG)
    return float(precision_gain), float(gains.recall_gain(tp, _POS, _NEG))


def _baseline() -> list[Row]:
    sure = labels_and_scores(Points((0, 1, 4), (0, 0, 4)))
    pos, neg = 16, 9
    return [
        FLACH_KULL.number(
            "section 3.1",
            "precision gain of always-positive",
            "0",
            float(gains.precision_gain(pos, neg, pos, neg)),
        ),
        FLACH_KULL.number(
            "section 3.1",
            "recall gain of always-positive",
            "1",
            float(gains.recall_gain(pos, pos, neg)),
        ),
        FLACH_KULL.counterexample(
            "section 3.1",
            "F-beta, beta 1/4, of recall 1/4, precision 1 at prevalence 1/2, and of the baseline",
            "any model with rec < pi loses against this baseline",
            larger=metrics.max_fbeta_score(*sure, beta=0.25),
            smaller=gains.always_positive_fbeta(0.5, 0.25),
            why="it holds for beta >= 1, and for prec < pi whatever beta; for beta < 1 a sure "
            "precision can outweigh a recall below pi",
        ),
    ]


def _averages() -> list[Row]:
    f1 = [0.4, 0.5, 0.9]
    back = gains.ungain(np.mean(gains.gain(f1, 0.3)), 0.3)
    slope = (1 - 0.3) / 0.3
    halves = metrics.roc_convex_hull(*labels_and_scores(Points((0, 1, 2, 3), (0, 0, 1, 7))))
    return [
        FLACH_KULL.formula(
            "section 3",
            "F1 of .4, .5, .9 averaged as F-gain at prevalence .3 and converted back, and their "
            "harmonic mean",
            float(back),
            float(3 / np.sum(1 / np.array(f1))),
        ),
        FLACH_KULL.formula(
            "section 5",
            "the same by the library's mean of F-scores",
            float(back),
            metrics.mean_fbeta(f1, 0.3),
        ),
        FLACH_KULL.formula(
            "section 1",
            "accuracy isometric of slope (1 - pi)/pi, pi .3: its score c, and that of a hull "
            "segment with as many positives as negatives",
            0.3 * slope / (0.3 * slope + 1 - 0.3),
            float(halves.calibrated[1]),
        ),
    ]
