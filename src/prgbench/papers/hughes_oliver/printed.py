"""Every number that the text of Hughes-Oliver prints."""

from collections.abc import Callable

import numpy as np
from scipy import optimize, stats

from prgbench.papers.hughes_oliver.model import crossing_of_a_and_b, tail_constant
from prgbench.papers.hughes_oliver.printed_simulation import simulation_rows
from prgbench.papers.printed_beside_found import Row, claim, formula, number
from prgbench.papers.printed_data import HUGHES_OLIVER
from prgbench.populations import hughes_oliver_case, pr_limits, roc_limits

CASE_A, CASE_B, CASE_C = "case A", "case B", "case C"


def rows() -> list[Row]:
    """Return every number that the text prints."""
    return [
        *_introduction(),
        *_case_a(),
        *_case_b(),
        *_case_c(),
        *_ends(),
        *_asymptotics(),
        *simulation_rows(),
    ]


def _introduction() -> list[Row]:
    pi, tpr, fpr = 0.001, 0.99, 0.01
    return [
        number(
            HUGHES_OLIVER,
            "section 1",
            "precision of (fpr, tpr) = (.01, .99) at prevalence .001",
            ".09",
            pi * tpr / (pi * tpr + (1 - pi) * fpr),
        ),
        number(
            HUGHES_OLIVER,
            "section 1, Figure 3b",
            "false positive rate at which A overtakes B",
            "0.2",
            crossing_of_a_and_b(),
        ),
    ]


def _case_a() -> list[Row]:
    population = hughes_oliver_case("A", 1 / 11)
    score = np.array([-2.0, 0.3, 2.5])
    ratio = stats.norm.pdf(score, 1.4) / stats.norm.pdf(score)
    gap = float(np.abs(ratio / np.exp(1.4 * score - 0.98) - 1).max())
    steepest = float(population.slope(np.linspace(0.001, 0.9, 900)).max())
    where = f"{CASE_A}, section 3.2"
    return [
        claim(
            HUGHES_OLIVER,
            CASE_A,
            "f+/f- = exp(1.4 t - 0.98), largest relative difference at three t",
            "0",
            f"{gap:.0e}",
            holds=gap < 1e-12,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "largest slope (6) for recall up to 0.9",
            "less than 5",
            f"{steepest:.3f}",
            holds=steepest < 5,
        ),
        number(HUGHES_OLIVER, where, "mean n+ at n = 500, skew 10", "45", 500 / 11),
        number(HUGHES_OLIVER, where, "gamma (7)", "1", tail_constant(population), tolerance=0.05),
    ]


def _case_b() -> list[Row]:
    population = hughes_oliver_case("B", 0.5)
    fpr, tpr = (float(rate) for rate in population.roc_point(0.7))
    precision = float(population.pr_point(0.7)[1])
    at_02 = float(population.negative.isf(0.2))
    low_fpr, low_tpr = (float(rate) for rate in population.roc_point(-1.0))
    both = float(population.pr_point(at_02)[1])
    above_08 = _root(lambda t: float(population.pr_point(t)[1]) - 0.8, 0.0, 2.0)
    why = (
        f"at t = 0.7 the rate is {fpr:.3f}; it is below 0.2 from t = {at_02:.3f}, where recall is "
        f"{float(population.positive.sf(at_02)):.3f} and precision {both:.3f}"
    )
    alpha, slope = float(population.false_positive_rate(0.5)), float(population.slope(0.5))
    where = f"{CASE_B}, section 3.2"
    return [
        Row(
            HUGHES_OLIVER,
            CASE_B,
            "false positive rate for t > 0.7",
            "< 0.2",
            f"{fpr:.3f}",
            "misprint",
            why,
        ),
        claim(
            HUGHES_OLIVER,
            CASE_B,
            "recall for t > 0.7",
            "as large as 0.7",
            f"{tpr:.3f}",
            holds=0.7 < tpr < 0.75,
        ),
        Row(
            HUGHES_OLIVER,
            CASE_B,
            "precision for t > 0.7 at prevalence .5",
            "> 0.8",
            f"{precision:.3f}",
            "misprint",
            f"precision exceeds 0.8 from t = {above_08:.3f} on, where recall is "
            f"{float(population.positive.sf(above_08)):.3f}",
        ),
        claim(
            HUGHES_OLIVER,
            CASE_B,
            "below chance for t < -1: rates at t = -1",
            "fpr > 0.75 and worse than random",
            f"fpr {low_fpr:.3f} > tpr {low_tpr:.3f}",
            holds=low_fpr > max(0.75, low_tpr),
        ),
        number(
            HUGHES_OLIVER,
            where,
            "gamma (7), a bound",
            "1.25",
            tail_constant(population),
            tolerance=0.02,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "1 - F- and the slope at recall 0.5",
            "essentially zero",
            f"{alpha:.1e}, {slope:.1e}",
            holds=max(alpha, slope) < 0.01,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "slope at recall 0.9",
            "negligible",
            f"{float(population.slope(0.9)):.1e}",
            holds=float(population.slope(0.9)) < 1e-6,
        ),
    ]


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    return float(optimize.brentq(function, low, high))


def _case_c() -> list[Row]:
    population = hughes_oliver_case("C", 0.5)
    score = np.array([0.2, 0.5, 0.9])
    ratio = stats.beta(5, 2).pdf(score) / stats.beta(2, 5).pdf(score)
    gap = float(np.abs(ratio / (score / (1 - score)) ** 3 - 1).max())
    where = f"{CASE_C}, section 3.2"
    return [
        claim(
            HUGHES_OLIVER,
            CASE_C,
            "f+/f- = [t/(1 - t)]^3, largest relative difference at three t",
            "0",
            f"{gap:.0e}",
            holds=gap < 1e-12,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "1 - F-(F+^-1(1 - x)) for recall up to 0.5",
            "<= 0.0061",
            f"{float(population.false_positive_rate(0.5)):.6f} at 0.5",
            holds=float(population.false_positive_rate(0.5)) <= 0.0061,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "gamma (7)",
            "< 1",
            f"{tail_constant(population):.3f}",
            holds=tail_constant(population) < 1,
        ),
        claim(
            HUGHES_OLIVER,
            where,
            "slope (6) beyond recall 0.9",
            "can be very large",
            f"{float(population.slope(0.99)):.1f} at 0.99",
            holds=float(population.slope(0.99)) > 10,
        ),
    ]


# Case, end of the curve, and the printed coordinates at prevalences 1/2 and 1/11.
_PR_ENDS = {
    "A": (("1", "1"), ("1/2", "1/11")),
    "B": (("0", "0"), ("1/2", "1/11")),
    "C": (("1", "1"), ("1/2", "1/11")),
    "D": (("1", "1"), ("2/3", "1/6")),
    "E": (("0", "0"), ("1/2", "1/11")),
    "F": (("1", "1"), ("0.625", "0.143")),
}
_ROC_ENDS = {
    "A": ("0", "1"),
    "B": ("0", "1"),
    "C": ("0", "1"),
    "D": ("0.5", "1"),
    "E": ("0", "0.5"),
    "F": ("0.4", "1"),
}


def _ends() -> list[Row]:
    found = []
    for case, printed in _ROC_ENDS.items():
        limits = roc_limits(hughes_oliver_case(case, 0.5))
        for side, text, value in zip(("start", "end"), printed, limits, strict=True):
            found.append(
                number(
                    HUGHES_OLIVER, f"case {case} (P1)", f"tpr at the {side} of ROC", text, value
                )
            )
    for case, sides in _PR_ENDS.items():
        for index, (side, texts) in enumerate(zip(("start", "end"), sides, strict=True)):
            for text, (name, prevalence) in zip(
                texts, (("1/2", 0.5), ("1/11", 1 / 11)), strict=True
            ):
                limit = pr_limits(hughes_oliver_case(case, prevalence))[index]
                quantity = f"precision at the {side} of PR, prevalence {name}"
                found.append(number(HUGHES_OLIVER, f"case {case} (P2)", quantity, text, limit))
    end = pr_limits(hughes_oliver_case("F", 0.5)).at_one
    found.append(
        Row(
            HUGHES_OLIVER,
            "case F",
            "formula of the PR end point",
            "pi/(pi + 0.6)",
            "pi/(pi + 0.6 (1 - pi))",
            "misprint",
            f"the formula as printed gives {0.5 / 1.1:.4f} at pi = 1/2; P2 and the number that "
            f"the text prints beside it are {end:.3f}",
        )
    )
    return found


def _asymptotics() -> list[Row]:
    pi, alpha, slope, x = 0.2, 0.3, 1.7, 0.6
    skew = (1 - pi) / pi
    first = (1 - pi) / pi**3 * alpha**2
    second = (1 - pi) ** 2 / pi**3 * slope**2 * x * (1 - x)
    third = (1 - pi) / pi**2 * alpha * (1 - alpha)
    braces = alpha**2 * (1 + skew) + slope**2 * x * (1 - x) * skew + alpha * (1 - alpha)
    return [
        formula(
            HUGHES_OLIVER,
            "theorem 1",
            "variance of Z(x) from its three terms, and sigma^2(x), without PR^4/x^2",
            first + second + third,
            skew * (1 + skew) * braces,
        ),
        Row(
            HUGHES_OLIVER,
            "theorem 1",
            "the term alpha^2 (1 + skew) of the variance",
            "always there",
            "there for random class sizes only",
            "remark",
            "it is the variance of n+/n; with n+ fixed by design it falls away, as simulation "
            "confirms (tests of populations.variance)",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.1",
            "upper limit of the sum in the definition of F^-",
            "n+",
            "n-",
            "misprint",
            "the sum runs over the scores of the negative class",
        ),
    ]
