"""Properties P3 to P7 of Hughes-Oliver, the shapes of its cases and its empirical curves."""

import numpy as np
from scipy import stats

from prgbench.metrics.theory import minimum_precision
from prgtheory.populations import (
    DiscreteScores,
    Population,
    Transformed,
    hughes_oliver_case,
    overlapping_uniforms,
    pr_hat,
    pr_star,
    pr_trend,
    pr_zero,
    predicted_pr_trend,
    roc_shape,
    separated_curves,
    trend,
)
from prgtheory.populations.variance import delta_variance
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import HUGHES_OLIVER

_GRID = np.linspace(0.01, 0.99, 99)


def property_rows() -> list[Row]:
    """Return a row for each property and shape that numbers can bear out or refute.

    Examples
    --------
    >>> row = property_rows()[0]
    >>> row.where, row.found
    ('section 1', '0, and 0.861 to 0.382')
    """
    return [
        *_skew(),
        *_monotone(),
        *_chance(),
        *_separated(),
        *_invariant(),
        *_shapes(),
        *_empirical(),
        *_variance_terms(),
    ]


def _skew() -> list[Row]:
    even, rare = (hughes_oliver_case("A", pi) for pi in (0.5, 1 / 11))
    moved = float(np.abs(even.true_positive_rate(_GRID) - rare.true_positive_rate(_GRID)).max())
    precision = [float(population.precision(0.5)) for population in (even, rare)]
    skews = [hughes_oliver_case("A", pi).skew for pi in (1 / 11, 0.2, 0.5)]
    return [
        HUGHES_OLIVER.claim(
            "section 1",
            "case A at prevalence 1/2 and 1/11: largest difference of the ROC curves, and the "
            "precision at recall .5",
            "ROC is invariant to skew, PR is not",
            f"{moved:g}, and {precision[0]:.3f} to {precision[1]:.3f}",
            holds=moved == 0 and precision[0] > precision[1] + 0.1,
        ),
        HUGHES_OLIVER.claim(
            "section 3.2",
            "skew at prevalence 1/11, .2 and .5",
            "10, 4, 1",
            ", ".join(f"{skew:g}" for skew in skews),
            holds=bool(np.allclose(skews, [10, 4, 1], rtol=0, atol=1e-9)),
        ),
    ]


# What the text says of the ROC curve and of the PR curve of each case.
_PRINTED_SHAPES = {
    "A": ("concave", "nonincreasing"),
    "B": ("neither", "neither"),
    "C": ("concave", "nonincreasing"),
    "D": ("concave", "nonincreasing"),
    "E": ("convex", "nondecreasing"),
    "F": ("neither", "neither"),
}


def _monotone() -> list[Row]:
    rows = []
    for case, (shape, direction) in _PRINTED_SHAPES.items():
        population = hughes_oliver_case(case, 1 / 11)
        computed = roc_shape(population), pr_trend(population)
        predicted = predicted_pr_trend(population)
        rows.append(
            HUGHES_OLIVER.claim(
                f"case {case} (P3)",
                "shape of the ROC curve; trend of the PR curve, prevalence 1/11",
                f"{shape}; {direction}",
                "; ".join(computed),
                holds=computed == (shape, direction)
                and predicted == (None if direction == "neither" else direction),
            )
        )
    return [*rows, _vanishing_ratio()]


def _vanishing_ratio() -> Row:
    """Follow the last condition of P3 (b) to the largest score of a positive in case E."""
    population, recall = hughes_oliver_case("E", 0.2), np.array([1e-2, 1e-4, 1e-6])
    # The slope is f-/f+ at the threshold of a recall, and the recall is 1 - F+.
    terms = population.slope(recall) * recall
    return HUGHES_OLIVER.claim(
        "P3 (b)",
        "f-/f+ (1 - F+) of case E at recall .01, 1e-4 and 1e-6",
        "its limit is 0 as the threshold rises to M+",
        ", ".join(f"{term:.3g}" for term in terms),
        holds=bool((np.diff(terms) < 0).all() and terms[-1] < 2e-6),
    )


def _chance() -> list[Row]:
    same = Population(stats.norm(), stats.norm(), 0.2)
    tied = Population(DiscreteScores([0, 1]), DiscreteScores([0, 1]), 0.2)
    gaps = [
        float(np.abs(same.true_positive_rate(_GRID) - _GRID).max()),
        float(np.abs(same.precision(_GRID) - same.prevalence).max()),
    ]
    # Half of these scores are .5, the others uniform on (0, 1): F rises strictly, with an atom.
    scores = Transformed(
        stats.uniform(),
        lambda u: np.minimum(np.multiply(u, 2), 0.5) + np.maximum(np.multiply(u, 2), 1.5) - 1.5,
        lambda z: np.add(z, np.greater_equal(z, 0.5)) / 2,
    )
    chance = float(Population(scores, scores, 0.2).true_positive_rate(0.5))
    at = np.array([0.25, 0.5, 0.75])
    tpr, precision = tied.true_positive_rate(at), tied.precision(at)
    return [
        HUGHES_OLIVER.counterexample(
            "section 2.2",
            "F(F^-1(.5)) of scores on (0, 1), half of which are .5, and .5",
            "F(F^-1(p)) = p if F is strictly increasing",
            larger=float(scores.cdf(scores.isf(0.5))),
            smaller=0.5,
            why="F has to be continuous there; the proof of P4 uses it, but with these scores in "
            f"both classes tpr is {chance:g} at fpr .5",
        ),
        HUGHES_OLIVER.claim(
            "P4",
            "the same normal scores in both classes: largest distance of tpr from fpr, and of "
            "precision from pi",
            "equal where F+(z) = 1 - x for a unique z",
            ", ".join(f"{round(gap, 9):g}" for gap in gaps),
            holds=max(gaps) < 1e-9,
        ),
        HUGHES_OLIVER.claim(
            "P4",
            "scores 0 and 1, half of either class, pi .2: tpr at fpr .25, .5, .75; precision at "
            "these recalls",
            "tpr <= fpr, precision >= pi",
            f"{', '.join(f'{x:g}' for x in tpr)}; {', '.join(f'{x:.3g}' for x in precision)}"
            " (equal at .5, too, where no z is unique: F+ is .5 from 0 to 1)",
            holds=bool(
                (tpr <= at).all()
                and (precision >= 0.2 - 1e-12).all()
                and tpr[1] == 0.5
                and abs(precision[1] - 0.2) < 1e-12
                and tpr[0] < at[0]
                and precision[0] > 0.2
            ),
        ),
    ]


def _separated() -> list[Row]:
    perfect = separated_curves(overlapping_uniforms(0.2, shift=2.0))
    reverse = separated_curves(overlapping_uniforms(0.2, shift=2.0, reverse=True))
    inner = perfect["recall"] > 0
    at_one = perfect["fpr"] > 0
    # At recall 1 the precision follows from the false positive rate by equation 4.
    late = perfect["precision"][at_one] - 0.2 / (0.2 + 0.8 * perfect["fpr"][at_one])
    positives_above = reverse["recall"] > 0
    least = minimum_precision(reverse["recall"][positives_above], 0.2)
    gap = float(np.abs(reverse["precision"][positives_above] - least).max())
    gaps_of_cases = [
        float((population.precision(_GRID) - minimum_precision(_GRID, 0.2)).min())
        for population in (hughes_oliver_case(case, 0.2) for case in "ABCDEF")
    ]
    early = perfect["precision"][inner & ~at_one]
    return [
        HUGHES_OLIVER.claim(
            "P5",
            "uniform scores 2 apart, pi .2: precision while fpr is 0; largest distance from "
            "pi/(pi + (1 - pi) fpr) at recall 1",
            "1 up to recall 1, then down",
            f"{early.min():g} to {early.max():g}; {round(np.abs(late).max(), 9):g}",
            holds=bool((early == 1).all() and np.abs(late).max() < 1e-12)
            and bool((perfect["recall"][at_one] == 1).all()),
        ),
        HUGHES_OLIVER.claim(
            "P6",
            "the same reversed: largest distance from pi x/(pi x + 1 - pi); least distance of "
            "cases A to F above it, pi .2",
            "the lower bound of all PR curves",
            f"{round(gap, 9):g}; {min(gaps_of_cases):.4f}",
            holds=gap < 1e-12 and min(gaps_of_cases) >= 0,
        ),
    ]


def _invariant() -> list[Row]:
    normal, lognormal = hughes_oliver_case("A", 1 / 11), hughes_oliver_case("A*", 1 / 11)
    gaps = [
        float(np.abs(getattr(normal, name)(_GRID) - getattr(lognormal, name)(_GRID)).max())
        for name in ("true_positive_rate", "precision")
    ]
    return [
        HUGHES_OLIVER.claim(
            "P7 and case A*",
            "largest difference of the ROC curves, and of the PR curves, of cases A and A*",
            "0",
            ", ".join(f"{round(gap, 9):g}" for gap in gaps),
            holds=max(gaps) < 1e-9,
        )
    ]


def _shapes() -> list[Row]:
    b, f = hughes_oliver_case("B", 0.5), hughes_oliver_case("F", 0.5)
    recall = np.linspace(0.0005, 0.9995, 1999)
    moves = np.sign(np.diff(b.precision(recall)))
    runs = moves[np.flatnonzero(np.diff(moves, prepend=0))]
    edges = np.arange(1, 20) / 20
    before, after = (f.precision(edges + step) for step in (-1e-9, 1e-9))
    jumps = edges[np.abs(before - after) > 1e-3]
    pieces = [trend(f.precision(np.linspace(x + 0.001, x + 0.199, 50))) for x in jumps]
    slopes = [float(hughes_oliver_case("A", 0.5).slope(x)) for x in (0.9, 0.999, 0.99999)]
    a, crossing = hughes_oliver_case("A", 1 / 11), np.array([0.01, 0.05, 0.1])
    ahead = b.true_positive_rate(crossing) - a.true_positive_rate(crossing)
    return [
        HUGHES_OLIVER.claim(
            "case B",
            "directions of the PR curve, prevalence 1/2",
            "increasing, then decreasing, then increasing again",
            ", ".join("up" if run > 0 else "down" for run in runs),
            holds=runs.tolist() == [1, -1, 1],
        ),
        HUGHES_OLIVER.claim(
            "case B",
            "tpr of B minus that of A at fpr .01, .05 and .1",
            "B is clearly better where it matters",
            ", ".join(f"{value:.2f}" for value in ahead),
            holds=bool((ahead > 0.1).all()),
        ),
        HUGHES_OLIVER.claim(
            "case F, section 3.2",
            "jumps of the PR curve among recall .05, .1, ..., .95; trend of the piece after each",
            "exactly at .4, .6, .8; nondecreasing pieces",
            f"{', '.join(f'{x:g}' for x in jumps)}; {', '.join(pieces)}",
            holds=jumps.tolist() == [0.4, 0.6, 0.8] and set(pieces) == {"nondecreasing"},
        ),
        HUGHES_OLIVER.claim(
            "case A, section 3.2",
            "slope (6) at recall .9, .999 and .99999",
            "gets very large as x approaches 1",
            ", ".join(f"{slope:.3g}" for slope in slopes),
            holds=slopes == sorted(slopes) and slopes[-1] > 20 * slopes[0],
        ),
    ]


def _empirical() -> list[Row]:
    """Estimate the PR curve of five instances, of which the best is positive."""
    labels, scores = [1, 0, 1, 0, 1], [5, 4, 3, 2, 1]
    star, zero = pr_star(labels, scores), pr_zero(labels, scores)
    several = [
        np.unique(points.precision[np.abs(points.recall - 1 / 3) < 1e-12]).tolist()
        for points in (star, zero)
    ]
    ends = np.arange(1, 3) / 3
    left, right = pr_hat(labels, scores, ends - 1e-9), pr_hat(labels, scores, ends)
    pieces = [
        trend(pr_hat(labels, scores, np.linspace(x + 0.001, x + 0.333, 50)))
        for x in (0.0, *ends.tolist())
    ]
    return [
        HUGHES_OLIVER.claim(
            "section 3.1",
            "precisions at recall 1/3 of labels 1, 0, 1, 0, 1 by falling score: PR*; PR0",
            "multiple distinct values for one recall",
            "; ".join(", ".join(f"{value:g}" for value in values) for values in several),
            holds=several == [[0.5, 1.0], [0.5, 1.0]],
        ),
        HUGHES_OLIVER.claim(
            "section 3.1",
            "precision of PR* and of PR0 of this sample at the largest score",
            "PR0 avoids division by zero",
            f"{star.precision[0]:g}, {zero.precision[0]:g}",
            holds=bool(np.isnan(star.precision[0]) and zero.precision[0] == 1)
            and not np.isnan(zero.precision).any(),
        ),
        HUGHES_OLIVER.claim(
            "section 3.1",
            "PRhat of this sample just left of its discontinuities 1/3 and 2/3, and there",
            "larger from the left; continuous from the right",
            ", ".join(f"{x:.3g} and {y:.3g}" for x, y in zip(left, right, strict=True)),
            holds=bool((left > right + 0.01).all() and np.allclose(right, 0.5))
            and bool(np.allclose(right, pr_hat(labels, scores, ends + 1e-9), atol=1e-6)),
        ),
        HUGHES_OLIVER.claim(
            "section 3.1",
            "trend of PRhat on its three segments, labels 1, 0, 1, 0, 1 by falling score",
            "at most n+ segments, increasing on each",
            ", ".join(pieces),
            holds=pieces == ["constant", "nondecreasing", "nondecreasing"],
            verdict="not general",
            why="it never falls on a segment; above the best negative it is 1 throughout",
        ),
    ]


def _variance_terms() -> list[Row]:
    x = np.array([0.6])
    zeros, ones, slopes = np.zeros(1), np.ones(1), np.array([0.0, 1.0, 2.0])
    # Each term of theorem 1 by itself: the others are 0 at alpha 0, at alpha 1 or at slope 0.
    by_slope = delta_variance(x, 0.3 * ones, slopes, 4.0, random_sizes=True)
    only_slope = float(delta_variance(x, zeros, 2 * ones, 4.0, random_sizes=True)[0])
    at_one = float(delta_variance(x, ones, zeros, 4.0, random_sizes=True)[0])
    b = hughes_oliver_case("B", 0.5)
    alpha, slope = b.false_positive_rate(0.9), b.slope(0.9)
    whole, first = (
        float(delta_variance(np.array(0.9), alpha, at, 1.0, random_sizes=True))
        for at in (slope, np.zeros_like(slope))
    )
    sizes = float(b.precision(0.9)) ** 4 / 0.9**2 * 2 * float(alpha) ** 2 * 2
    return [
        HUGHES_OLIVER.formula(
            "theorem 1",
            "the variance is quadratic in the slope: what slope 2 adds over what slope 1 adds, "
            "x .6, alpha .3, skew 4",
            2.0**2,
            float((by_slope[2] - by_slope[0]) / (by_slope[1] - by_slope[0])),
        ),
        HUGHES_OLIVER.formula(
            "theorem 1",
            "variance where F- is 1: the second term alone, x .6, slope 2, skew 4",
            0.6**-2 * 4 * 5 * 2**2 * 0.6 * 0.4 * 4,
            only_slope,
        ),
        HUGHES_OLIVER.formula(
            "theorem 1",
            "variance where F- is 0 and the slope 0: the first term alone, x .6, skew 4",
            (0.6 / (0.6 + 4)) ** 4 / 0.6**2 * 4 * 5 * 5,
            at_one,
        ),
        HUGHES_OLIVER.claim(
            "case B, section 3.2",
            "variance at recall .9, skew 1: all three terms, without the second, the first alone",
            "basically only the first term",
            f"{whole:.5f}, {first:.5f}, {sizes:.5f}",
            holds=abs(whole - first) < 1e-9 and abs(sizes / whole - 1) < 0.01,
        ),
    ]
