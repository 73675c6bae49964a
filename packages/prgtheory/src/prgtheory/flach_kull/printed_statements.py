"""What Flach & Kull (2015) say in words of baselines, mixtures, hulls and areas."""

import numpy as np
from scipy import optimize, stats

from prgbench import metrics
from prgbench.metrics import gains, theorems
from prgtheory.flach_kull.model import (
    baseline_precision_gain,
    example,
    integral_of_fbeta_gain,
    non_dominated,
    skew_sensitive_accuracy,
)
from prgtheory.flach_kull.six_properties import PREFERRED_BY_AUPR, PREFERRED_BY_FG1
from prgtheory.populations import Population, pr_star
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import FLACH_KULL, ranked_example

_POS, _NEG = 10, 20
_PI = _POS / (_POS + _NEG)


def statement_rows() -> list[Row]:
    """Return a row for each statement in words that numbers can bear out or refute.

    Examples
    --------
    >>> row = statement_rows()[0]
    >>> row.where, row.printed, row.found
    ('section 1', '(p, p)', 'fpr 0.4, tpr 0.4')
    """
    return [
        *_random_classifiers(),
        *_precision(),
        *_mixtures(),
        *_isometrics(),
        *_hulls(),
        *_areas(),
        *_expected_scores(),
    ]


def _random_classifiers() -> list[Row]:
    same = Population(stats.norm(), stats.norm(), 0.3)
    threshold = float(stats.norm.isf(0.4))
    fpr, tpr = (float(rate) for rate in same.roc_point(threshold))
    p = np.linspace(0.01, 1, 100)
    by_p = gains.ungain(theorems.fbeta_gain(gains.gain(0.3, 0.3), gains.gain(p, 0.3), 2.0), 0.3)
    best = gains.always_positive_fbeta(0.3, 2.0)
    undefined = pr_star([1, 0], [2, 1]).precision
    return [
        FLACH_KULL.claim(
            "section 1",
            "ROC point of a random classifier that predicts positive with probability .4",
            "(p, p)",
            f"fpr {fpr:g}, tpr {tpr:g}",
            holds=max(abs(fpr - 0.4), abs(tpr - 0.4)) < 1e-9,
        ),
        FLACH_KULL.formula(
            "section 2",
            "precision of a random classifier is pi, pi .3",
            same.prevalence,
            float(same.pr_point(threshold)[1]),
        ),
        FLACH_KULL.claim(
            "section 2",
            "precision of the always-negative classifier",
            "undefined",
            f"{undefined[0]:g}",
            holds=bool(np.isnan(undefined[0]) and undefined[1] == 1),
        ),
        FLACH_KULL.claim(
            "section 3.1",
            "F-beta of random classifiers, pi .3, beta 2, p from .01 to 1: least step, and the "
            "value at p = 1 beside that of always-positive",
            "monotonically increasing in p",
            f"{np.diff(by_p).min():.2g} > 0; {by_p[-1]:.6g} and {best:.6g}",
            holds=bool(np.diff(by_p).min() > 0 and abs(by_p[-1] - best) < 1e-12),
        ),
    ]


def _precision() -> list[Row]:
    """Precision at two angles, prevalence 1/2: tpr/fpr is 1 at 45 degrees and 4 at 76."""
    per_degree = []
    for ratio in (1, 4):
        precision_gain = gains.precision_gain(ratio, 1, 4, 4)
        angle = np.degrees(np.arctan(ratio))
        per_degree.append(float(gains.ungain(precision_gain, 0.5) / angle))
    curves = example()
    tp, fp = curves.roc.tp[1:], curves.roc.fp[1:]
    precision = gains.ungain(
        gains.precision_gain(tp, fp, curves.roc.n_pos, curves.roc.n_neg), curves.prevalence
    )
    order = np.argsort(np.arctan2(curves.roc.tpr[1:], curves.roc.fpr[1:]))
    least = float(np.diff(precision[order]).min())
    return [
        FLACH_KULL.claim(
            "section 2",
            "precision of the 25 points in the order of their angle: least step",
            "grows with the angle",
            f"{max(least, 0):.2g}",
            holds=bool(least > -1e-12 and np.ptp(precision) > 0.3),
        ),
        FLACH_KULL.counterexample(
            "section 2",
            "precision per degree at 45 degrees (precision .5) and at 76 (.8), prevalence 1/2",
            "proportional to the angle",
            larger=per_degree[0],
            smaller=per_degree[1],
            why="precision is pi r/(pi r + 1 - pi), r being the tangent of the angle: it rises "
            "with the angle, but is not proportional to it",
        ),
    ]


def _mixtures() -> list[Row]:
    """Mix two tables of 10 positives and 20 negatives by 1/4 and 3/4."""
    equal = _mixed_precision((6, 3), (4, 5))
    unequal = _mixed_precision((6, 3), (8, 10))
    same = _mixed_precision((6, 3), (4, 2))
    return [
        FLACH_KULL.formula(
            "section 2",
            "precision of a mixed table, 1/4 of (TP 6, FP 3) and 3/4 of (4, 5), equal rates, and "
            "the same mixture of both precisions",
            equal[0],
            equal[1],
        ),
        FLACH_KULL.counterexample(
            "section 2",
            "positive predictions of (6, 3) and of (4, 2), whose precisions mix linearly",
            "only a linear combination at equal predicted positive rates",
            larger=6 + 3,
            smaller=4 + 2,
            why="equal precisions mix linearly at any rates; those of (6, 3) and (8, 10) do not, "
            f"their mixture has {unequal[1]:.4f} and not {unequal[0]:.4f}",
            holds=abs(same[0] - same[1]) < 1e-12 and abs(unequal[0] - unequal[1]) > 0.01,
        ),
    ]


def _mixed_precision(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    """Mix two precisions, and return that beside the precision of the mixed table."""
    share = np.array([0.25, 0.75])
    tables = np.array([first, second], dtype=np.float64)
    # Shares of 1/4 and 3/4 mix counts; precisions mix alike only if both predict as many
    # positives.
    mixed = share @ tables
    each = gains.ungain(gains.precision_gain(tables[:, 0], tables[:, 1], _POS, _NEG), _PI)
    of_mixed = gains.ungain(gains.precision_gain(mixed[0], mixed[1], _POS, _NEG), _PI)
    return float(share @ each), float(of_mixed)


def _isometrics() -> list[Row]:
    recall_gain = np.array([0.2, 0.7])
    lines = {b: gains.fbeta_gain_isometric(0.5, recall_gain, b) for b in (0.5, 1.0, 2.0)}
    baseline = [float(gains.gain(gains.always_positive_fbeta(pi), pi)) for pi in (0.01, 0.3, 0.9)]
    diagonal = gains.fbeta_gain_isometric(baseline[0], recall_gain)
    pi = gains.gain(0.3, 0.3)
    largest = max(abs(float(theorems.fbeta_gain(pi, pi, beta))) for beta in (0.5, 1.0, 2.0))
    return [
        FLACH_KULL.formula(
            "section 3.2",
            "F-gain at precision and recall pi, .3, beta 1/2, 1 and 2: the largest",
            0.0,
            largest,
        ),
        *(
            FLACH_KULL.formula(
                "section 3.2",
                f"slope of F-beta isometrics is -beta^2, beta {beta:g}",
                -(beta**2),
                float(np.diff(line)[0] / 0.5),
            )
            for beta, line in lines.items()
        ),
        FLACH_KULL.claim(
            "section 3.1",
            "FG1 of always-positive at prevalence .01, .3 and .9, and precision gain plus recall "
            "gain along that isometric",
            "on the minor diagonal",
            ", ".join(f"{value:g}" for value in baseline)
            + f"; {', '.join(f'{value:g}' for value in diagonal + recall_gain)}",
            holds=bool(
                np.ptp(baseline) < 1e-12 and np.abs(diagonal + recall_gain - 1).max() < 1e-12
            ),
        ),
    ]


def _hulls() -> list[Row]:
    curves = example()
    roc, curve, prg = curves.roc_hull, curves.roc, curves.prg_hull
    tp, fp, n_pos = curve.tp[1:], curve.fp[1:], curve.n_pos
    beta2 = np.geomspace(1e-4, 1e4, 2001)[:, None]
    # F-beta of all thresholds at each beta^2 by equation 2, without using hulls.
    score = (1 + beta2) * tp / ((1 + beta2) * tp + fp + beta2 * (n_pos - tp))
    best = curve.thresholds[1:][score.argmax(axis=1)]
    chosen = [prg.threshold_for(float(beta)) for beta in np.sqrt(beta2[:, 0])]
    left = sorted(set(roc.thresholds.tolist()) - set(best.tolist()))
    costs = np.linspace(0.005, 0.995, 100).tolist()
    pi, front = curves.prevalence, np.flatnonzero(non_dominated(curve.tpr, -curve.fpr))
    low, better, high = front[[0, 1, 3]]
    mean_fpr, mean_tpr = (float(rate[[low, high]].mean()) for rate in (curve.fpr, curve.tpr))
    # The example's labels stand in the order of falling scores, as the segments of its hull do.
    hull = metrics.roc_convex_hull(*ranked_example())
    pooled = optimize.isotonic_regression(ranked_example()[0], increasing=False).x
    by_hull = np.repeat(hull.calibrated, (np.diff(hull.tp) + np.diff(hull.fp)).astype(int))
    gaps = []
    for c in costs:
        # The printed acc_c weighs positives by c, the hull false positives: hence 1 - c.
        all_of = skew_sensitive_accuracy(curve.tpr, curve.fpr, pi, 1 - c)
        gaps.append(float((all_of.max() - all_of[curve.thresholds == roc.threshold_for(c)])[0]))
    return [
        FLACH_KULL.counterexample(
            "section 1",
            "tpr of the non-dominated point (1/9, 9/16) of the 25 points, and of the mean of two "
            "others, (0, 3/16) and (1/3, 13/16), whose fpr is 1/6",
            "any interpolation between non-dominated points is non-dominated",
            larger=float(curve.tpr[better]),
            smaller=mean_tpr,
            why="it holds between neighbours on the convex hull",
            holds=bool(curve.fpr[better] < mean_fpr),
        ),
        FLACH_KULL.claim(
            "section 1",
            "scores of the ROC hull, and those of pool adjacent violators (SciPy's isotonic "
            "regression): largest difference for the 25 instances",
            "isotonic regression is pool adjacent violators, which maps each segment to a score",
            f"{np.abs(pooled - by_hull).max().round(12):g}",
            holds=bool(np.abs(pooled - by_hull).max() < 1e-12),
        ),
        FLACH_KULL.claim(
            "section 3.2",
            "vertices of the ROC hull of the 25 points that have the best F-beta for none of "
            "2,001 beta^2 from 1e-4 to 1e4",
            "only those below the baseline, such as always-negative",
            f"threshold {', '.join(f'{value:g}' for value in left)} (always-negative) alone",
            holds=left == [np.inf],
        ),
        FLACH_KULL.claim(
            "sections 2.1 and 3.4",
            "thresholds of the PRG hull that are the best for these beta^2, by trying all",
            "all optimal thresholds, for any beta, in one calibration",
            f"{np.count_nonzero(best == chosen)} of {best.size}",
            holds=bool((best == chosen).all()),
        ),
        FLACH_KULL.claim(
            "section 3.4",
            "vertex between segments of c1 < c2: largest loss in acc_c, c by c from .005 to .995 "
            "(c as the hull has it), against all thresholds",
            "optimal for any c between",
            f"{round(max(gaps), 12):g}",
            holds=max(gaps) < 1e-12,
        ),
    ]


def _areas() -> list[Row]:
    labels, scores = ranked_example()
    curves = example()
    pairs = scores[labels == 1][:, None] - scores[labels == 0]
    # Midpoints of 200,000 recalls, which avoids the jumps at the points of the curve.
    edges = np.linspace(0, 1, 200_001)
    mean_precision = float(curves.pr.precision_at((edges[1:] + edges[:-1]) / 2).mean())
    aupr = metrics.aupr_score(labels, scores)
    kept = curves.prg.recall_gain >= 0
    recall_gain, precision_gain = curves.prg.recall_gain[kept], curves.prg.precision_gain[kept]
    early = [(1, 1, 0, 0, 1, 0, 1, 0), (0, 0, 1, 1, 1, 0, 1, 0)]
    areas = np.array([metrics.areas(ranking, range(8, 0, -1))[0] for ranking in early])
    return [
        FLACH_KULL.formula(
            "section 1",
            "AUROC, and the share of pairs whose positive is ranked higher, 25 points",
            metrics.auroc_score(labels, scores),
            float((pairs > 0).mean()),
        ),
        FLACH_KULL.claim(
            "section 2",
            "AUPR of the 25 points, and the mean precision at 200,000 recalls",
            "expected precision when uniformly varying the recall",
            f"{aupr:.6f}, {mean_precision:.6f}",
            holds=abs(aupr - mean_precision) < 1e-6,
        ),
        FLACH_KULL.formula(
            "section 5",
            "AUPRG, and trapezoids between the points of the PRG curve (linear interpolation), "
            "25 points",
            metrics.auprg_score(labels, scores),
            float(np.trapezoid(precision_gain, recall_gain)),
        ),
        FLACH_KULL.claim(
            "section 4",
            "two rankings that differ up to recall pi only, 1100|1010 and 0011|1010: AUPR; AUPRG",
            "AUPRG ignores this part as it has negative recall gain",
            f"{areas[0, 1]:.3f} and {areas[1, 1]:.3f}; {areas[0, 2]:.3f} and {areas[1, 2]:.3f}",
            holds=bool(areas[0, 1] > areas[1, 1] + 0.1 and abs(areas[0, 2] - areas[1, 2]) < 1e-12),
        ),
        FLACH_KULL.formula(
            "section 3.3",
            "upper end of Delta, 1/pi, and its largest value, 25 points",
            1 / curves.prevalence,
            float(
                (recall_gain / curves.prevalence - precision_gain / (1 - curves.prevalence)).max()
            ),
        ),
    ]


def _expected_scores() -> list[Row]:
    """Set AUPR, AUPRG and E[FG1] of two rankings of 3 positives among 6 side by side."""
    scores = range(6, 0, -1)
    rankings = (PREFERRED_BY_AUPR, PREFERRED_BY_FG1)
    areas = np.array([metrics.areas(ranking, scores)[0] for ranking in rankings])
    curves = [metrics.precision_recall_gain_curve(ranking, scores) for ranking in rankings]
    fg1 = [integral_of_fbeta_gain(curve) for curve in curves]
    y0 = [baseline_precision_gain(curve) for curve in curves]
    return [
        FLACH_KULL.claim(
            "section 1 (v)",
            "AUPR and E[FG1] of the rankings 101001 and 100110",
            "AUPR can easily favour models with lower expected F1",
            f"AUPR {areas[0, 1]:.3f} > {areas[1, 1]:.3f}, E[FG1] {fg1[0]:.3f} < {fg1[1]:.3f}",
            holds=areas[0, 1] > areas[1, 1] and fg1[0] < fg1[1],
        ),
        FLACH_KULL.counterexample(
            "sections 3.3 and 5",
            f"E[FG1] of 100110 (AUPRG {areas[1, 2]:.3f}), and of 101001 (AUPRG {areas[0, 2]:.3f})",
            "AUPRG has a proper interpretation as an expected F-gain score",
            larger=fg1[1],
            smaller=fg1[0],
            why="theorem 3 is right, but it needs pi and y0 besides AUPRG; where y0 differs "
            f"({y0[1]:.3f} and {y0[0]:.3f} here), the larger AUPRG may have the smaller E[FG1]",
        ),
    ]
