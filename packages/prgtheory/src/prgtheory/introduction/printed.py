"""Every number that the introduction to precision-recall plots prints."""

import warnings

import numpy as np

from prgbench import metrics
from prgbench.metrics.curves import PRCurve
from prgbench.metrics.theory import expected_aupr, min_aupr
from prgtheory.introduction.model import (
    curve,
    equal_auroc_pair,
    error_of_straight_lines,
    false_positives,
    zigzag,
)
from prgtheory.populations import pr_zero
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import INTRODUCTION, INTRODUCTION_POINTS, labels_and_scores


def rows() -> list[Row]:
    """Return every checkable statement that we found on the page.

    Examples
    --------
    >>> row = rows()[0]
    >>> row.where, row.found, row.verdict
    ('first table', 'false positives 0.75 P, then 0.375 P', 'impossible example')
    """
    return [*_curve_rows(), *_area_rows(), *_other_rows(), *_statement_rows()]


def _curve_rows() -> list[Row]:
    page = curve()
    middle = float(page.precision_at(0.625))
    linear = float(np.interp(0.625, page.recall, page.precision))
    where = "points 2-3"
    return [
        _first_table(),
        _outcomes(page),
        INTRODUCTION.number("second table", "precision of point 2", "0.667", page.precision[1]),
        INTRODUCTION.number("second table", "precision of point 3", "0.6", page.precision[2]),
        INTRODUCTION.number("second table", "precision of point 4", "0.5", page.precision[3]),
        INTRODUCTION.number(
            "points 1-2", "precision carried back to recall 0", "0.667", page.precision[0]
        ),
        INTRODUCTION.number(where, "precision of point 2.5, interpolated", "0.625", middle),
        INTRODUCTION.number(where, "precision of point 2.5, on the line", "0.633", linear),
        INTRODUCTION.misprint(
            "points 3-4",
            "end point for P = N = 4",
            "(0.5, 1.0)",
            f"({page.recall[-1]:.1f}, {page.precision[-1]:.1f})",
            as_printed=0.5,
            recomputed=float(page.recall[-1]),
            words="further down to the end point (1.0, P / (P + N))",
            why="recall at the end of the curve of the page's second table",
        ),
    ]


def _first_table() -> Row:
    recall, precision = (0.25, 0.625), (0.25, 0.625)
    first, second = (float(fp) for fp in false_positives(recall, precision))
    return INTRODUCTION.claim(
        "first table",
        "(recall, precision) of four thresholds",
        "(0, .75), (.25, .25), (.625, .625), (1, .5)",
        f"false positives {first:g} P, then {second:g} P",
        holds=second < first,
        verdict="impossible example",
        why="the page calls it a simple example; no ranking has these points, as false positives "
        "never fall when the threshold does",
    )


def _outcomes(page: PRCurve) -> Row:
    tp, fp = int(page.tp[1]), int(page.fp[1])
    outcomes = (tp, fp, int(page.n_pos) - tp, int(page.n_neg) - fp)
    return INTRODUCTION.claim(
        "four outcomes",
        "TP, FP, FN and TN of point 2, of 4 positives and 4 negatives",
        "recall 0.5, precision 0.667",
        ", ".join(map(str, outcomes)),
        holds=sum(outcomes) == 8
        and tp / (tp + outcomes[2]) == page.recall[1]
        and abs(tp / (tp + fp) - page.precision[1]) < 1e-12,
    )


def _area_rows() -> list[Row]:
    page = curve()
    edges = np.diff(page.recall)
    trapezoids = edges * (page.precision[1:] + page.precision[:-1]) / 2
    rounded = edges * (np.array([0.67, 0.67, 0.6]) + np.array([0.67, 0.6, 0.5])) / 2
    exact = metrics.aupr_score(*labels_and_scores(INTRODUCTION_POINTS))
    why = "computed with .67 for 2/3; with .67 the same formula gives {:.6g}"
    naive = metrics.evaluate(*labels_and_scores(INTRODUCTION_POINTS), "trapezoid_aupr")
    first, second = (why.format(area) for area in rounded[:2])
    sum_why = (
        f"the sum of the rounded trapezoids; with 2/3 it is {naive:.7f}, and the exact "
        f"area under the interpolated curve is {exact:.12f}"
    )
    where = "AUC score"
    return [
        INTRODUCTION.number(
            where, "trapezoid 1", "0.335", trapezoids[0], verdict="rounding", why=first
        ),
        INTRODUCTION.number(
            where, "trapezoid 2", "0.15875", trapezoids[1], verdict="rounding", why=second
        ),
        INTRODUCTION.number(where, "trapezoid 3", "0.1375", trapezoids[2]),
        INTRODUCTION.number(
            where,
            "area by trapezoids, the naive curve",
            "0.63125",
            naive,
            verdict="rounding",
            why=sum_why,
        ),
    ]


def _other_rows() -> list[Row]:
    pair = equal_auroc_pair().areas
    low, high = zigzag(0.01, 0.1), zigzag(0.91, 1.0)
    flat = {n_neg: metrics.aupr_score([1] + [0] * n_neg, [0] * (1 + n_neg)) for n_neg in (1, 3)}
    perfect = {n_neg: np.array([1] + [0] * n_neg) for n_neg in (1, 3)}
    ends = {n: metrics.precision_recall_curve(y, y).precision[-1] for n, y in perfect.items()}
    exists = (
        "the rankings behind the figure are not given; two of 10 + 10 instances with these areas "
        "exist and are drawn here"
    )
    unknown = "the rankings behind the figure are not given"
    return [
        INTRODUCTION.claim(
            "noisy curves",
            "rises of precision over recall .01 to .1, and .91 to 1; a seeded bi-normal sample of "
            "1,000 + 1,000",
            "zigzag for small recall values",
            f"{low.rises}, {high.rises}",
            holds=low.rises > high.rises,
        ),
        INTRODUCTION.claim(
            "noisy curves",
            "crossings of two models' PR curves and of their ROC curves, at the same recalls",
            "PR curves cross much more frequently than ROC curves",
            f"{low.crossings_pr} and {low.crossings_roc} below recall .1",
            holds=low.crossings_pr == low.crossings_roc > 0,
            verdict="refuted",
            why="at one recall the higher precision is the lower false positive rate, so that "
            "both curves cross at the same recalls; how far apart they look differs",
        ),
        INTRODUCTION.number("random classifier", "precision at 1:1", "0.5", flat[1]),
        INTRODUCTION.number("random classifier", "precision at 1:3", "0.25", flat[3]),
        INTRODUCTION.number("perfect classifier", "precision at the end, 1:1", "0.5", ends[1]),
        INTRODUCTION.number("perfect classifier", "precision at the end, 1:3", "0.25", ends[3]),
        INTRODUCTION.number(
            "AUC score",
            "AUC of the perfect classifier",
            "1.0",
            metrics.aupr_score([1, 1, 0, 0], [4, 3, 2, 1]),
        ),
        INTRODUCTION.row(
            "AUC score", "AUC of A and B", "0.7, 0.52", "", "data not printed", unknown
        ),
        *(
            INTRODUCTION.row(
                "ROC and PR",
                f"{name} of A and B",
                printed,
                ", ".join(f"{area:.2f}" for area in areas),
                "data not printed",
                exists,
            )
            for name, printed, areas in zip(
                ("AUROC", "AUPR"), ("0.61, 0.61", "0.62, 0.53"), pair.T, strict=False
            )
        ),
    ]


def _statement_rows() -> list[Row]:
    page = curve()
    first = metrics.precision_recall_curve([0, 1], [2, 1])
    # Without positives recall is undefined, which is warned of; precision is looked at.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ends = [
            float(metrics.precision_recall_curve(labels, [2, 1]).precision[-1])
            for labels in ([1, 1], [0, 0], [1, 0])
        ]
    # Better than chance, but the two highest scores are negatives'.
    late = [0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
    auroc = metrics.auroc_score(late, range(10, 0, -1))
    below = metrics.aupr_score(late, range(10, 0, -1))
    errors = [
        error_of_straight_lines(500, 500),
        error_of_straight_lines(10, 10),
        error_of_straight_lines(10, 990),
        error_of_straight_lines(500, 500, decimals=0),
    ]
    return [
        INTRODUCTION.claim(
            "points 1-2, case 1",
            "(recall, precision) of the first two points where the best score is a negative's",
            "(0, 0), (0, 0)",
            ", ".join(f"({first.recall[i]:g}, {first.precision[i]:g})" for i in (0, 1)),
            holds=not first.recall[:2].any() and not first.precision[:2].any(),
        ),
        INTRODUCTION.formula(
            "points 2-3",
            "interpolated precision, (TP + x)/(TP + x + FP + x dFP/dTP), x .25",
            (2 + 0.25) / (2 + 0.25 + 1 + 0.25),
            float(page.precision_at(2.25 / 4)),
        ),
        INTRODUCTION.claim(
            "three aspects",
            "precision at the end where all labels are positive, all negative, and half of them",
            "neither 1 nor 0 except where all labels are of one class",
            ", ".join(f"{end:g}" for end in ends),
            holds=ends == [1.0, 0.0, 0.5],
        ),
        INTRODUCTION.claim(
            "three aspects",
            "mean error of the AUPR with straight lines in 50 bi-normal samples: 500 + 500; few, "
            "10 + 10; imbalanced, 10 + 990; tied, 500 + 500 with scores rounded to whole numbers",
            "inaccurate for small, imbalanced and tied data",
            "; ".join(f"{error:.1e}" for error in errors),
            holds=min(errors[1:]) > 10 * errors[0],
        ),
        INTRODUCTION.number(
            "AUC score",
            "AUC of the random classifier R, all scores the same, at 1:1",
            "0.5",
            metrics.aupr_score([1, 1, 0, 0], [0, 0, 0, 0]),
        ),
        INTRODUCTION.counterexample(
            "AUC score",
            "mean AUC of all 70 rankings of 4 + 4 instances, and P/(P + N)",
            "P/(P + N) is the AUC score of a random classifier",
            larger=expected_aupr(4, 4),
            smaller=0.5,
            why="it is that of equal scores, and the limit for many instances; the mean of random "
            "rankings of a few lies above it",
        ),
        INTRODUCTION.counterexample(
            "AUC score",
            f"P/(P + N), and the AUC of 0011111000, whose AUROC is {auroc:g}",
            "the scores of meaningful classifiers are greater than P/(P + N)",
            larger=0.5,
            smaller=below,
            why="a ranking that is better than chance by AUROC may begin with negatives and have "
            "less; it holds where the ROC curve lies nowhere below the diagonal, as precision is "
            "then nowhere below P/(P + N)",
            holds=auroc > 0.5,
        ),
        INTRODUCTION.counterexample(
            "AUC score",
            "least AUC that a ranking can have at 1:1, and the printed end of the range",
            "the theoretical range is between 0 and 1",
            larger=float(min_aupr(0.5)),
            smaller=0.0,
            why="the worst ranking has 1 + (1 - pi) ln(1 - pi)/pi (Boyd et al., theorem 2)",
        ),
        *_equal_areas(),
    ]


def _equal_areas() -> list[Row]:
    page = curve()
    rates = false_positives(page.recall[1:], page.precision[1:])
    roc = metrics.roc_curve([0, 0, 1, 1], [4, 3, 2, 1])
    none_found = pr_zero([0, 0, 1, 1], [4, 3, 2, 1])
    same = bool((none_found.recall[:2] == 0).all() and (none_found.precision[:2] == 0).all())
    return [
        INTRODUCTION.claim(
            "one-to-one",
            "false positive rates of points 2 to 4 from recall and precision, and from the counts",
            "one point of ROC space for one of PR space",
            "; ".join(
                ", ".join(f"{rate:g}" for rate in of) for of in (rates, page.fp[1:] / page.n_neg)
            ),
            holds=bool(np.allclose(rates, page.fp[1:] / page.n_neg, rtol=0, atol=1e-12)),
        ),
        INTRODUCTION.counterexample(
            "one-to-one",
            "false positive rates of two thresholds that find negatives only, both of them at (0, "
            "0) of PR space",
            "a point in PR space always has one in ROC space",
            larger=float(roc.fpr[2]) if same else 0.0,
            smaller=float(roc.fpr[1]),
            why="precision says nothing of the false positives where there is no true positive; "
            "the points with recall above 0 correspond",
        ),
    ]
