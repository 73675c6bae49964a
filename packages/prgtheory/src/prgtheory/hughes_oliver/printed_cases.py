"""What Hughes-Oliver says of cases A to D in sections 2.3 and 3.2."""

from collections.abc import Callable

import numpy as np
from scipy import optimize

from prgtheory.hughes_oliver.model import tail_constant
from prgtheory.populations import Population, hughes_oliver_case, normal_approximation
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import HUGHES_OLIVER

CASE_A, CASE_B, CASE_C, CASE_D = "case A", "case B", "case C", "case D"


def case_rows() -> list[Row]:
    """Return a row for each number and statement of single cases.

    Examples
    --------
    >>> row = case_rows()[3]
    >>> row.where, row.printed, row.found
    ('case A, section 3.2', 'less than 5', '2.257')
    """
    return [*_case_a(), *_case_b(), *_thresholds_of_b(), *_case_c(), *_case_d()]


def _density_ratio(
    case: str, text: str, scores: tuple[float, ...], printed: Callable[[np.ndarray], np.ndarray]
) -> Row:
    """Set the printed f+/f- beside the inverse slope of the population at three thresholds."""
    population = hughes_oliver_case(case, 0.5)
    score = np.array(scores)
    slope = population.slope(population.roc_point(score)[1])
    gap = float(np.abs(1 / slope / printed(score) - 1).max())
    return HUGHES_OLIVER.claim(
        f"case {case}",
        f"f+/f- = {text}, largest relative difference at three t",
        "0",
        f"{gap:.0e}",
        holds=gap < 1e-9,
    )


def _supremum(population: Population) -> str:
    return f"supremum over [1e-6, 1 - 1e-6]: {tail_constant(population):.3f}"


def _case_a() -> list[Row]:
    population = hughes_oliver_case("A", 1 / 11)
    largest = float(population.slope(np.linspace(0.001, 0.9, 900)).max())
    suprema = [tail_constant(population, epsilon) for epsilon in (1e-3, 1e-6, 1e-12)]
    where = f"{CASE_A}, section 3.2"
    recall = np.linspace(0.001, 0.999, 999)
    even = population.with_prevalence(0.5)
    above = float((even.true_positive_rate(recall) - recall).min())
    ahead = [float((p.precision(recall) - p.prevalence).min()) for p in (even, population)]
    below = [float((1 - p.precision(recall)).mean()) for p in (even, population)]
    return [
        HUGHES_OLIVER.claim(
            CASE_A,
            "least distance of tpr above fpr, and of precision above pi, 1/2 and 1/11, on a grid",
            "better than random over all thresholds",
            ", ".join(f"{least:.4f}" for least in (above, *ahead)),
            holds=min(above, *ahead) > 0,
        ),
        HUGHES_OLIVER.claim(
            CASE_A,
            "mean distance of precision below 1 at pi 1/2, and at 1/11",
            "much closer to the perfect-separation curve at 1/2",
            ", ".join(f"{mean:.3f}" for mean in below),
            holds=2 * below[0] < below[1],
        ),
        _density_ratio(
            "A", "exp(1.4 t - 0.98)", (-2.0, 0.3, 2.5), lambda t: np.exp(1.4 * t - 0.98)
        ),
        HUGHES_OLIVER.claim(
            where,
            "slope (6), a bound for recall up to 0.9: its largest value on a grid",
            "less than 5",
            f"{largest:.3f}",
            holds=largest < 5,
        ),
        HUGHES_OLIVER.number(
            where, "mean n+ at n = 500, skew 10", "45", 500 / 11, verdict="consistent"
        ),
        HUGHES_OLIVER.claim(
            where,
            "gamma (7), a supremum over [e, 1 - e], at e = 1e-3, 1e-6, 1e-12",
            "1",
            ", ".join(f"{value:.4f}" for value in suprema),
            holds=0.98 < suprema[2] < 1 and suprema == sorted(suprema),
        ),
    ]


def _case_b() -> list[Row]:
    population = hughes_oliver_case("B", 0.5)
    low_fpr, low_tpr = (float(rate) for rate in population.roc_point(-1.0))
    alpha, slope = float(population.false_positive_rate(0.5)), float(population.slope(0.5))
    where = f"{CASE_B}, section 3.2"
    return [
        _density_ratio(
            "B",
            "exp({t^2 - [1.4 - log(8 - t)]^2}/2)/(8 - t)",
            (-2.0, 0.3, 2.5),
            lambda t: np.exp((t**2 - (1.4 - np.log(8 - t)) ** 2) / 2) / (8 - t),
        ),
        HUGHES_OLIVER.claim(
            CASE_B,
            "below chance for t < -1: rates at t = -1",
            "fpr > 0.75 and worse than random",
            f"fpr {low_fpr:.3f} > tpr {low_tpr:.3f}",
            holds=low_fpr > max(0.75, low_tpr),
        ),
        HUGHES_OLIVER.claim(
            where,
            "gamma (7), a bound of a supremum",
            "1.25",
            _supremum(population),
            holds=1.2 < tail_constant(population) <= 1.25,
        ),
        HUGHES_OLIVER.claim(
            where,
            "1 - F- and the slope at recall 0.5",
            "essentially zero",
            f"{alpha:.1e}, {slope:.1e}",
            holds=max(alpha, slope) < 0.01,
        ),
        HUGHES_OLIVER.claim(
            where,
            "slope at recall 0.9",
            "negligible",
            f"{float(population.slope(0.9)):.1e}",
            holds=float(population.slope(0.9)) < 1e-6,
        ),
    ]


def _thresholds_of_b() -> list[Row]:
    """One threshold is too low: from .924 on all three numbers that belong to it hold."""
    population = hughes_oliver_case("B", 0.5)
    start = float(optimize.brentq(lambda t: float(population.pr_point(t)[1]) - 0.8, 0.0, 2.0))
    fpr, tpr = (float(rate) for rate in population.roc_point(start))
    return [
        HUGHES_OLIVER.counterexample(
            CASE_B,
            "fpr at t = 0.7, and the bound for t > 0.7",
            "t > 0.7 results in fpr < 0.2 and, at prevalence .5, precision > 0.8",
            larger=float(population.roc_point(0.7)[0]),
            smaller=0.2,
            why=f"the threshold is too low by {start - 0.7:.2f}: the precision at 0.7 is "
            f"{float(population.pr_point(0.7)[1]):.3f}, and both bounds hold from t = {start:.3f} "
            "on; nothing else in the text depends on it",
        ),
        HUGHES_OLIVER.claim(
            CASE_B,
            f"fpr and recall for t > {start:.3f}, suprema at that end",
            "fpr < 0.2, recall as large as 0.7",
            f"{fpr:.3f}, {tpr:.3f}",
            holds=fpr < 0.2 and 0.7 <= tpr < 0.75,
        ),
    ]


def _case_c() -> list[Row]:
    population = hughes_oliver_case("C", 0.5)
    where = f"{CASE_C}, section 3.2"
    alpha = float(population.false_positive_rate(0.5))
    return [
        _density_ratio("C", "[t/(1 - t)]^3", (0.2, 0.5, 0.9), lambda t: (t / (1 - t)) ** 3),
        HUGHES_OLIVER.claim(
            where,
            "1 - F-(F+^-1(1 - x)), a bound for recall up to 0.5",
            "<= 0.0061",
            f"{alpha:.6f} at 0.5",
            holds=alpha <= 0.0061,
        ),
        HUGHES_OLIVER.claim(
            where,
            "gamma (7), a supremum",
            "< 1",
            _supremum(population),
            holds=tail_constant(population) < 1,
        ),
        HUGHES_OLIVER.claim(
            where,
            "slope (6) beyond recall 0.9",
            "can be very large",
            f"{float(population.slope(0.99)):.1f} at 0.99",
            holds=float(population.slope(0.99)) > 10,
        ),
    ]


def _case_d() -> list[Row]:
    population = hughes_oliver_case("D", 0.2)
    law = normal_approximation(population, 1000, [0.3, 0.7])
    score = float(population.threshold(0.3))
    return [
        HUGHES_OLIVER.claim(
            f"{CASE_D}, section 3.2",
            "threshold, false positive rate and slope at recall 0.3",
            "> 1, 0, 0",
            f"{score:g}, {float(population.false_positive_rate(0.3)):g}, "
            f"{float(population.slope(0.3)):g}",
            holds=score > 1
            and float(population.false_positive_rate(0.3)) == 0
            and float(population.slope(0.3)) == 0,
        ),
        HUGHES_OLIVER.claim(
            f"{CASE_D}, section 3.2",
            "limiting standard deviation at recall 0.3 and 0.7, skew 4, n = 1000",
            "the limiting distribution is degenerate for x < 0.5",
            f"{law.sd[0]:g}, {law.sd[1]:.4f}",
            holds=bool(law.sd[0] == 0 < law.sd[1]),
        ),
    ]
