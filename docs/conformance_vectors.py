"""Writes the conformance vectors, from exact arithmetic; `--check` only compares."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import exact_areas as exact
from exact_areas import Point
from written import write_or_check

VECTORS = Path(__file__).with_name("conformance_vectors.json")
ABOUT = (
    "Curves and areas in ROC, precision-recall (PR) and precision-recall-gain (PRG) space, exact. "
    "P and N are the numbers of positives and negatives, n = P + N, pi = P / n. TP and FP count "
    "the instances with a score of at least a threshold: one point for each distinct score, from "
    "the highest on. A weight says how often an instance is repeated. exact is a fraction or, "
    "where there is a logarithm, a decimal to 40 places; value is the nearest double. null: "
    "undefined, where an implementation may return NaN or raise an error. What a case does not "
    "name is a matter of convention there."
)
TENTH = Fraction(1, 10)
DIGITS = 40

AREAS: dict[str, str] = {
    "auroc": "Area under straight lines between the points (FP / N, TP / P) from (0, 0): the "
    "probability that a positive has a higher score than a negative, ties counted one half.",
    "partial_auroc": "McClish: with A the area for FP / N up to .1, (1 + (A - m) / (.1 - m)) / 2 "
    "where m = .005 is the area of chance.",
    "aupr": "Davis and Goadrich: the integral of precision TP / (TP + FP) over recall TP / P, "
    "where FP is linear in TP between two points. The precision of the first point extends back "
    "to recall 0.",
    "average_precision": "The sum over the points of precision times the step of recall.",
    "trapezoid_aupr": "Straight lines between the points of the PR curve, from recall 0 with the "
    "precision of the first point.",
    "trapezoid_aupr_one": "Straight lines between the points of the PR curve, from recall 0 with "
    "precision 1.",
    "unit_step_aupr": "Trapezoids through the hyperbola of `aupr` at each single true positive.",
    "aucnpr": "Boyd et al.: (aupr - min) / (1 - min) with min = 1 + (1 - pi) ln(1 - pi) / pi.",
    "auprg": "Flach and Kull: the integral of precision gain 1 - P FP / (N TP) over recall gain "
    "1 - P (P - TP) / (N TP) from 0 to 1, on straight lines between the points and from (TP, FP) "
    "= (0, 0); the point at recall gain 0 is interpolated. Negative precision gain counts.",
    "auprg_clipped": "The same with negative precision gain as 0.",
    "auprg_hull": "The area of `auprg` under the upper convex hull of the ROC points.",
}
CURVES: dict[str, tuple[str, bool, bool]] = {
    "roc_curve": ("x = FP / N, y = TP / P, from (0, 0). Straight between the points.", True, True),
    "precision_recall_curve": (
        "x = recall TP / P, y = precision TP / (TP + FP), one point for each distinct score. "
        "Not straight between the points. A further point at recall 0, without a threshold, has "
        "no precision; any is accepted.",
        False,
        False,
    ),
    "precision_recall_gain_curve": (
        "x = recall gain, y = precision gain, as in `auprg`, from the interpolated point at "
        "recall gain 0 on. Straight between the points.",
        False,
        True,
    ),
}


def partial_auroc(curve: Sequence[Point]) -> Fraction:
    """Return the corrected area for false positive rates up to a tenth."""
    p, n = curve[-1]
    area, end = Fraction(0), TENTH * n
    for (t0, f0), (t1, f1) in pairwise(curve):
        if f0 < f1 and f0 < end:
            stop = min(Fraction(f1), end)
            area += (stop - f0) * (2 * t0 + (t1 - t0) * (stop - f0) / (f1 - f0)) / 2
    chance = TENTH**2 / 2
    return (1 + (area / (p * n) - chance) / (TENTH - chance)) / 2


def trapezoid(curve: Sequence[Point], start: Fraction) -> Fraction:
    """Return the area under straight lines in PR space, from a precision at recall 0."""
    heights = [start, *precisions(curve)]
    steps = zip(pairwise(curve), pairwise(heights), strict=True)
    area = sum((t1 - t0) * (y0 + y1) for ((t0, _), (t1, _)), (y0, y1) in steps)
    return Fraction(area) / (2 * curve[-1][0])


def unit_steps(curve: Sequence[Point]) -> Fraction:
    """Return the area by trapezoids at each single true positive."""
    area = Fraction(0)
    for (t0, f0), (t1, f1) in pairwise(curve):
        for t in range(t0, t1):
            ends = [step + f0 + Fraction((f1 - f0) * (step - t0), t1 - t0) for step in (t, t + 1)]
            right = (t + 1) / ends[1]
            area += (t / ends[0] if ends[0] else right) + right
    return area / (2 * curve[-1][0])


def aucnpr(curve: Sequence[Point]) -> Decimal:
    """Return AUPR between its least and its highest value."""
    p, n = curve[-1]
    with localcontext() as context:
        context.prec = exact.DIGITS
        least = 1 + Decimal(n) / p * (Decimal(n) / (p + n)).ln()
        return (exact.aupr(curve) - least) / (1 - least)


def auprg_clipped(curve: Sequence[Point]) -> Fraction:
    """Return the area of the PRG curve inside the unit square."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(exact.gains(curve)):
        high, low = max(y0, y1), min(y0, y1)
        if low >= 0:
            area += (x1 - x0) * (y0 + y1) / 2
        elif high > 0:
            area += (x1 - x0) * high**2 / (high - low) / 2
    return area


def hull(curve: Iterable[Point]) -> list[Point]:
    """Return the vertices of the upper convex hull of ROC points."""
    found: list[Point] = []
    for t, f in curve:
        while len(found) > 1:
            (t0, f0), (t1, f1) = found[-2:]
            if (t1 - t0) * (f - f1) > (t - t1) * (f1 - f0):
                break
            found.pop()
        found.append((t, f))
    return found


def precisions(curve: Sequence[Point]) -> list[Fraction]:
    """Return the precision at each distinct score."""
    return [Fraction(t, t + f) for t, f in curve[1:]]


ROC = ("auroc", "partial_auroc", "roc_curve")
OF_POSITIVES: dict[str, Callable[[Sequence[Point]], Fraction | Decimal]] = {
    "aupr": exact.aupr,
    "average_precision": exact.average_precision,
    "trapezoid_aupr": lambda curve: trapezoid(curve, precisions(curve)[0]),
    "trapezoid_aupr_one": lambda curve: trapezoid(curve, Fraction(1)),
    "unit_step_aupr": unit_steps,
}
OF_BOTH: dict[str, Callable[[Sequence[Point]], Fraction | Decimal]] = {
    "auroc": exact.auroc,
    "partial_auroc": partial_auroc,
    "aucnpr": aucnpr,
    "auprg": exact.auprg,
    "auprg_clipped": auprg_clipped,
    "auprg_hull": lambda curve: exact.auprg(hull(curve)),
}


def values(curve: Sequence[Point]) -> dict[str, Any]:
    """Return the areas and curves of points in exact arithmetic."""
    p, n = curve[-1]
    areas = (OF_POSITIVES if p else {}) | (OF_BOTH if p and n else {})
    named = (*AREAS, *CURVES) if p and n else (*ROC, *OF_POSITIVES, "precision_recall_curve")
    found: dict[str, Any] = dict.fromkeys(named)
    found |= {name: _area(area(curve)) for name, area in areas.items()}
    if p:
        recalls = [Fraction(t, p) for t, _ in curve[1:]]
        found["precision_recall_curve"] = _curve(zip(recalls, precisions(curve), strict=True))
    if p and n:
        found["roc_curve"] = _curve((Fraction(f, n), Fraction(t, p)) for t, f in curve)
        found["precision_recall_gain_curve"] = _curve(exact.gains(curve))
    return found


def _area(area: Fraction | Decimal) -> dict[str, Any]:
    shown = f"{area:.{DIGITS}f}" if isinstance(area, Decimal) else str(area)
    return {"exact": shown, "value": float(area) if "/" in shown else float(shown)}


def _curve(points: Iterable[tuple[Fraction, Fraction]]) -> dict[str, Any]:
    x, y = zip(*points, strict=True)
    return {"x": list(map(float, x)), "y": list(map(float, y))}


def inputs() -> Iterator[tuple[str, str, list[int], list[float], list[int] | None]]:
    """Yield names, rules, labels, scores and weights."""
    pattern = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
    down = [float(score) for score in range(10, 0, -1)]
    first = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    yield "perfect", "all positives first", first, down, None
    yield "reversed", "all negatives first", first[::-1], down, None
    yield "constant", "one score for all", first, [0.5] * 10, None
    yield "two_values", "two distinct scores", pattern, [1.0] * 4 + [0.0] * 6, None
    yield "in_turn", "a positive, a negative, and so on", [1, 0] * 6, _falling(12), None
    yield (
        "in_turn_negative_first",
        "a negative, a positive, and so on",
        [0, 1] * 6,
        _falling(12),
        None,
    )
    yield "no_order", "the rows of another case in another order", *_shuffled(pattern, down), None
    yield "two_instances", "a positive before a negative", [1, 0], [1.0, 0.0], None
    yield "two_instances_reversed", "a negative before a positive", [0, 1], [1.0, 0.0], None
    yield "two_instances_tied", "a positive and a negative, tied", [0, 1], [1.0, 1.0], None
    for place in (0, 5, 9):
        one = [int(i == place) for i in range(10)]
        yield f"one_positive_at_{place + 1}", "one positive of ten", one, down, None
        yield (
            f"one_negative_at_{place + 1}",
            "one negative of ten",
            [1 - i for i in one],
            down,
            None,
        )
    pairs = [float(5 - i // 2) for i in range(10)]
    yield "tied_pairs", "each score twice", pattern, pairs, None
    yield "tied_first", "the first five tied", pattern, [9.0] * 5 + down[5:], None
    yield "tied_last", "the last five tied", pattern, down[:5] + [0.0] * 5, None
    yield (
        "tied_negatives_first",
        "four negatives tied, then the rest",
        [0] * 4 + first,
        [
            *[20.0] * 4,
            *down,
        ],
        None,
    )
    exactly = [1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    yield (
        "recall_gain_0_at_a_score",
        "TP = P pi at a point, no interpolation",
        exactly,
        _falling(16),
        None,
    )
    yield "signed_zeros", "0 and -0 are one score", [1, 0, 1, 0], [0.0, -0.0, -1.0, 1.0], None
    near = math.nextafter(0.1, 1)
    yield (
        "last_bit",
        "scores that differ in the last bit",
        [1, 0, 1, 0],
        [near, 0.1, 0.1, 0.0],
        None,
    )
    extremes = [1e300, 1e-300, 5e-324, 0.0, -1e-300, -1e300]
    yield "extremes", "scores from -1e300 to 1e300", [1, 0, 1, 0, 1, 0], extremes, None
    for n, every, step in ((60, 2, 1), (60, 5, 4), (200, 40, 9), (200, 50, 1)):
        labels, scores = _scattered(n, every, step)
        rule = f"{n} instances, every {every}th positive, scores in steps of {step} / {n}"
        yield f"scattered_{n}_{every}_{step}", rule, labels, scores, None
    weights = [1 + 7 * i % 4 for i in range(10)]
    yield "weights", "weights from 1 to 4", pattern, down, weights
    yield "weights_and_ties", "the same, with ties", pattern, pairs, weights
    yield "all_positive", "no negatives", [1] * 4, _falling(4), None
    yield "all_negative", "no positives", [0] * 4, _falling(4), None


def _falling(n: int) -> list[float]:
    return [float(score) for score in range(n, 0, -1)]


def _shuffled(labels: Sequence[int], scores: Sequence[float]) -> tuple[list[int], list[float]]:
    order = [7 * i % len(labels) for i in range(len(labels))]
    return [labels[i] for i in order], [scores[i] for i in order]


def _scattered(n: int, every: int, step: int) -> tuple[list[int], list[float]]:
    """Return labels and scores between 0 and 1: powers of 3 modulo 257, positives moved up."""
    labels = [int(i % every == 0) for i in range(n)]
    noise = [pow(3, i + 1, 257) * n // 257 for i in range(n)]
    moved = [min(n, draw + label * n // 5) for draw, label in zip(noise, labels, strict=True)]
    return labels, [place // step * step / n for place in moved]


def vectors() -> str:
    """Return the file, a case a line."""
    definitions = [
        {"name": name, "kind": "area", "what": what} for name, what in AREAS.items()
    ] + [
        {"name": name, "kind": "curve", "what": what, "x_first": x_first, "straight": straight}
        for name, (what, x_first, straight) in CURVES.items()
    ]
    cases = []
    for name, rule, labels, scores, weights in inputs():
        case: dict[str, Any] = {"name": name, "rule": rule, "y_true": labels, "y_score": scores}
        repeats = weights or [1] * len(labels)
        if weights:
            case["sample_weight"] = weights
        rows = [
            row
            for row, times in zip(zip(labels, scores, strict=True), repeats, strict=True)
            for _ in range(times)
        ]
        case["values"] = values(exact.points(*zip(*rows, strict=True)))
        cases.append(case)
    head = {
        "$schema": "conformance_schema.json",
        "about": ABOUT,
        "tolerances": {"double": 1e-12, "single": 1e-6},
    }
    parts = [f'"{key}": {json.dumps(value)}' for key, value in head.items()]
    parts += [f'"definitions": [\n{_lines(definitions)}\n]', f'"cases": [\n{_lines(cases)}\n]']
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(rows: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(row) for row in rows)


if __name__ == "__main__":
    write_or_check({VECTORS: vectors()}, "exact arithmetic")
