"""A statement that is not borne out stops the table; none of these needs a simulation."""

import numpy as np
import pytest
from scipy import stats

from broken_functions import Broken, break_at
from prgbench.metrics.theory import minimum_precision
from prgtheory.hughes_oliver import printed, printed_asymptotics, printed_cases, printed_properties
from prgtheory.hughes_oliver.printed import exact_rows
from prgtheory.hughes_oliver.printed_asymptotics import asymptotic_rows
from prgtheory.hughes_oliver.printed_cases import case_rows
from prgtheory.hughes_oliver.printed_properties import property_rows
from prgtheory.populations import Population, hughes_oliver_case, pr_hat, pr_zero


def higher(right):
    """Return a curve that lies .01 above a method's."""
    return lambda population, at: np.asarray(right(population, at)) + 0.01


def another_case(name, instead):
    """Return the cases with one in the place of another."""
    return lambda _: lambda case, pi: hughes_oliver_case(instead if case == name else case, pi)


def with_variance(sizes, slopes):
    """Return a change of the variance by a constant and by a multiple of the slope."""

    def changed(right):
        def variance(recall, alpha, slope, skew, **options):
            return right(recall, alpha, slope, skew, **options) + sizes + slopes * slope

        return variance

    return changed


OF_PROPERTIES = [
    # Case E is the mirror of D, and C no transformation of A.
    ("hughes_oliver_case", another_case("D", "E"), "case D .P3."),
    ("hughes_oliver_case", another_case("E", "D"), "case E .P3."),
    ("hughes_oliver_case", another_case("B", "A"), "case B .P3."),
    ("hughes_oliver_case", another_case("A*", "C"), "P7 and case A"),
    ("predicted_pr_trend", lambda _: lambda _: "nonincreasing", "case B .P3."),
    ("pr_trend", lambda _: lambda _: "constant", "case A .P3."),
    ("roc_shape", lambda _: lambda _: "straight", "case A .P3."),
    (
        "Population",
        lambda right: lambda _, *others: right(stats.norm(0.1), *others),
        "the same normal scores",
    ),
    (
        "separated_curves",
        lambda right: lambda of: right(of) | {"precision": 0 * right(of)["recall"] + 0.9},
        "uniform scores 2 apart",
    ),
    ("minimum_precision", lambda _: lambda x, pi: minimum_precision(x, pi) + 0.01, "P6"),
    ("Transformed", lambda right: lambda *of: right(*of[:2], np.square), "F.F.-1..5.. of scores"),
    ("pr_star", lambda _: lambda *_: pr_zero([1, 0], [2, 1]), "precisions at recall 1/3"),
    (
        "pr_star",
        lambda right: (
            lambda *of: right(*of)._replace(precision=np.nan_to_num(right(*of)[2], nan=1))
        ),
        "at the largest score",
    ),
    ("pr_hat", lambda _: lambda y, s, at: pr_hat(y, s, at - 1e-8), "just left of its disc"),
    (
        "pr_hat",
        lambda _: lambda y, s, at: pr_hat(y, s, at) + 0.01 * at * (at < 0.3),
        "on its three segments",
    ),
    ("delta_variance", with_variance(0.0, 0.01), "quadratic in the slope"),
    ("delta_variance", with_variance(0.01, 0.0), "where F- is 1"),
]
OF_POPULATIONS = [
    ("precision", lambda right: lambda p, at: right(p, at) * 0 + 0.5, "ROC is invariant"),
    ("true_positive_rate", higher, "the same normal scores"),
    ("skew", lambda right: property(lambda p: 1.01 * right.fget(p)), "skew at prevalence"),
    ("slope", lambda right: lambda p, x: 5 if np.ndim(x) == 0 else right(p, x), "slope .6. at"),
]


@pytest.mark.parametrize(
    ("owner", "name", "broken", "quantity"),
    [
        *((printed_properties, *case) for case in OF_PROPERTIES),
        *((Population, *case) for case in OF_POPULATIONS),
    ],
)
def test_a_broken_function_stops_the_table(monkeypatch, owner, name, broken, quantity):
    monkeypatch.setattr(owner, name, broken(getattr(owner, name)))
    with pytest.raises(ValueError, match=quantity):
        property_rows()


GRID = np.linspace(0.01, 0.99, 99)


def times_at(prevalence, factor):
    """Return a change of a function by a factor where the population has a prevalence."""

    def changed(right):
        def broken(population, recall, **options):
            found = right(population, recall, **options)
            return factor * found if population.prevalence == prevalence else found

        return broken

    return changed


@pytest.mark.parametrize(
    ("name", "broken", "quantity"),
    [
        # A variance that falls with the skew, terms that grow, and a fit at the extremes.
        ("asymptotic_variance", times_at(1 / 11, 1 / 9), r"sigma\(\.6\) of case A at skew 10"),
        ("strong_approximation_terms", times_at(1 / 11, 100), "variance of the third term"),
        ("strong_approximation_terms", times_at(0.5, 100), "variance of the third term"),
        (
            "_distances_from_normal",
            lambda _: lambda _: [0.4, 0.1, 0.1],
            "Kolmogorov distance of PRhat",
        ),
    ],
)
def test_other_asymptotics_stop_the_table(monkeypatch, name, broken, quantity):
    monkeypatch.setattr(printed_asymptotics, name, broken(getattr(printed_asymptotics, name)))
    with pytest.raises(ValueError, match=quantity):
        asymptotic_rows()


@pytest.mark.parametrize("method", ["true_positive_rate", "false_positive_rate", "precision"])
def test_case_a_must_dominate_case_e_everywhere(monkeypatch, method):
    better, worse = hughes_oliver_case("A", 0.1), hughes_oliver_case("E", 0.1)
    values = getattr(better, method)(GRID).copy()
    values[7] = getattr(worse, method)(GRID)[7]
    broken = Broken(better, method, GRID, values)
    break_at(monkeypatch, printed_asymptotics, "hughes_oliver_case", ("A", 0.1), broken)
    with pytest.raises(ValueError, match="case A over case E"):
        asymptotic_rows()


@pytest.mark.parametrize(
    ("method", "threshold", "point"),
    [("roc_point", 1.4, (0.5, 0.0)), ("pr_point", 1.4, (0.0, 0.1))],
)
def test_two_tables_of_case_e_must_share_a_pr_point(monkeypatch, method, threshold, point):
    broken = Broken(hughes_oliver_case("E", 0.2), method, threshold, point)
    break_at(monkeypatch, printed, "hughes_oliver_case", ("E", 0.2), broken)
    with pytest.raises(ValueError, match="fpr of case E"):
        exact_rows()


STEPS = np.linspace(0.001, 0.999, 999)
THREE = np.array([-2.0, 0.3, 2.5])


@pytest.mark.parametrize(
    ("case", "prevalence", "method", "argument", "value", "quantity"),
    [
        # Slopes at three recalls must be the inverse of f+/f- within 1e-9.
        ("A", 0.5, "roc_point", THREE, (THREE, np.array([0.999, 0.86, 0.1357])), r"f\+/f- = exp"),
        (
            "A",
            1 / 11,
            "slope",
            np.linspace(0.001, 0.9, 900),
            np.array([5.0]),
            "slope .6., a bound",
        ),
        ("A", 1 / 11, "precision", STEPS, 0.09 + 0 * STEPS, "least distance of tpr above fpr"),
        ("A", 1 / 11, "precision", STEPS, 0.9 + 0 * STEPS, "mean distance of precision below 1"),
        ("B", 0.5, "roc_point", -1.0, (0.74, 0.73), "below chance for t < -1"),
        ("B", 0.5, "roc_point", -1.0, (0.75, 0.73), "below chance for t < -1"),
        ("B", 0.5, "roc_point", -1.0, (0.85, 0.86), "below chance for t < -1"),
        ("B", 0.5, "false_positive_rate", 0.5, 0.011, "1 - F- and the slope at recall 0.5"),
        ("B", 0.5, "slope", 0.5, 0.011, "1 - F- and the slope at recall 0.5"),
        ("B", 0.5, "slope", 0.9, 1.5e-6, "slope at recall 0.9"),
        ("C", 0.5, "false_positive_rate", 0.5, 0.0062, "a bound for recall up to 0.5"),
        ("C", 0.5, "slope", 0.99, 9.9, "beyond recall 0.9"),
        ("D", 0.2, "threshold", 0.3, 1.0, "threshold, false positive rate and slope"),
        ("D", 0.2, "false_positive_rate", 0.3, 0.001, "threshold, false positive rate and slope"),
        ("D", 0.2, "slope", 0.3, 0.001, "threshold, false positive rate and slope"),
    ],
)
def test_another_population_of_a_case_stops_the_table(
    monkeypatch, case, prevalence, method, argument, value, quantity
):
    broken = Broken(hughes_oliver_case(case, prevalence), method, argument, value)
    break_at(monkeypatch, printed_cases, "hughes_oliver_case", (case, prevalence), broken)
    with pytest.raises(ValueError, match=quantity):
        case_rows()


def test_a_ratio_that_does_not_vanish_stops_the_table(monkeypatch):
    monkeypatch.setattr(Population, "slope", lambda _, recall: 1 / recall)
    with pytest.raises(ValueError, match=r"f-/f\+ \(1 - F\+\) of case E"):
        printed_properties._vanishing_ratio()
