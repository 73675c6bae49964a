"""Every number that the introduction to precision-recall plots prints."""

import numpy as np

from prgbench import metrics
from prgbench.papers.introduction.model import (
    curve,
    equal_auroc_pair,
)
from prgbench.papers.printed_beside_found import Row, number
from prgbench.papers.printed_data import INTRODUCTION, INTRODUCTION_POINTS, labels_and_scores


def rows() -> list[Row]:
    """Return every number that the page prints."""
    return [*_curve_rows(), *_area_rows(), *_other_rows()]


def _curve_rows() -> list[Row]:
    page = curve()
    middle = float(page.precision_at(0.625))
    linear = float(np.interp(0.625, page.recall, page.precision))
    where = "points 2-3"
    return [
        Row(
            INTRODUCTION,
            "first table",
            "(recall, precision) of four thresholds",
            "(0, .75), (.25, .25), (.625, .625), (1, .5)",
            "",
            "misprint",
            "no ranking has these points: .25 of P positives at precision .25 needs .75 P false "
            "positives, .625 of them at precision .625 only .375 P, and false positives never "
            "fall; carried back, the first precision would be .25",
        ),
        number(INTRODUCTION, "second table", "precision of point 2", "0.667", page.precision[1]),
        number(INTRODUCTION, "second table", "precision of point 3", "0.6", page.precision[2]),
        number(INTRODUCTION, "second table", "precision of point 4", "0.5", page.precision[3]),
        number(
            INTRODUCTION,
            "points 1-2",
            "precision carried back to recall 0",
            "0.667",
            page.precision[0],
        ),
        number(INTRODUCTION, where, "precision of point 2.5, interpolated", "0.625", middle),
        number(INTRODUCTION, where, "precision of point 2.5, on the line", "0.633", linear),
        Row(
            INTRODUCTION,
            "points 3-4",
            "end point for P = N = 4",
            "(0.5, 1.0)",
            f"({page.recall[-1]:.1f}, {page.precision[-1]:.1f})",
            "misprint",
            "the axes are swapped: the end point is (1, P/(P + N)); its own figure has it right",
        ),
    ]


def _area_rows() -> list[Row]:
    page = curve()
    edges = np.diff(page.recall)
    trapezoids = edges * (page.precision[1:] + page.precision[:-1]) / 2
    rounded = edges * (np.array([0.67, 0.67, 0.6]) + np.array([0.67, 0.6, 0.5])) / 2
    exact = metrics.aupr_score(*labels_and_scores(INTRODUCTION_POINTS))
    why = "computed with .67 for 2/3; with .67 the same formula gives {:.6g}"
    first, second = (why.format(area) for area in rounded[:2])
    sum_why = (
        f"the sum of the rounded trapezoids; with 2/3 it is {trapezoids.sum():.7f}, and the exact "
        f"area under the interpolated curve is {exact:.12f}"
    )
    where = "AUC score"
    return [
        number(
            INTRODUCTION,
            where,
            "trapezoid 1",
            "0.335",
            trapezoids[0],
            verdict="rounding",
            why=first,
        ),
        number(
            INTRODUCTION,
            where,
            "trapezoid 2",
            "0.15875",
            trapezoids[1],
            verdict="rounding",
            why=second,
        ),
        number(INTRODUCTION, where, "trapezoid 3", "0.1375", trapezoids[2]),
        number(
            INTRODUCTION,
            where,
            "area by trapezoids",
            "0.63125",
            trapezoids.sum(),
            verdict="rounding",
            why=sum_why,
        ),
    ]


def _other_rows() -> list[Row]:
    pair = equal_auroc_pair().areas
    flat = {n_neg: metrics.aupr_score([1] + [0] * n_neg, [0] * (1 + n_neg)) for n_neg in (1, 3)}
    ends = {n_neg: _perfect_end(n_neg) for n_neg in (1, 3)}
    exists = (
        "the rankings behind the figure are not given; two of 10 + 10 instances with these areas "
        "exist and are drawn here"
    )
    unknown = "the rankings behind the figure are not given"
    return [
        number(INTRODUCTION, "random classifier", "precision at 1:1", "0.5", flat[1]),
        number(INTRODUCTION, "random classifier", "precision at 1:3", "0.25", flat[3]),
        number(INTRODUCTION, "perfect classifier", "precision at the end, 1:1", "0.5", ends[1]),
        number(INTRODUCTION, "perfect classifier", "precision at the end, 1:3", "0.25", ends[3]),
        number(
            INTRODUCTION,
            "AUC score",
            "AUC of the perfect classifier",
            "1.0",
            metrics.aupr_score([1, 1, 0, 0], [4, 3, 2, 1]),
        ),
        Row(
            INTRODUCTION,
            "AUC score",
            "AUC of A and B",
            "0.7, 0.52",
            "",
            "data not printed",
            unknown,
        ),
        Row(
            INTRODUCTION,
            "ROC and PR",
            "AUROC of A and B",
            "0.61, 0.61",
            ", ".join(f"{area:.2f}" for area in pair[:, 0]),
            "data not printed",
            exists,
        ),
        Row(
            INTRODUCTION,
            "ROC and PR",
            "AUPR of A and B",
            "0.62, 0.53",
            ", ".join(f"{area:.2f}" for area in pair[:, 1]),
            "data not printed",
            exists,
        ),
    ]


def _perfect_end(n_neg: int) -> float:
    labels = [1] + [0] * n_neg
    return float(metrics.precision_recall_curve(labels, labels).precision[-1])
