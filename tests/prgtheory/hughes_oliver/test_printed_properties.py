"""A property that is not borne out stops the table."""

import numpy as np
import pytest

from prgbench.metrics.theory import minimum_precision
from prgtheory.hughes_oliver import printed_properties
from prgtheory.hughes_oliver.printed_properties import property_rows
from prgtheory.populations import Population, hughes_oliver_case, pr_hat, pr_zero
from prgtheory.populations.variance import delta_variance


def higher(right):
    """Return a curve that lies .01 above a method's."""
    return lambda population, at: np.asarray(right(population, at)) + 0.01


def another_case(name, instead):
    """Return the cases with one in the place of another."""
    return lambda _: lambda case, pi: hughes_oliver_case(instead if case == name else case, pi)


@pytest.mark.parametrize(
    ("name", "broken", "quantity"),
    [
        # Case E is the mirror of D, and C no transformation of A.
        ("hughes_oliver_case", another_case("D", "E"), "case D .P3."),
        ("hughes_oliver_case", another_case("E", "D"), "case E .P3."),
        ("hughes_oliver_case", another_case("B", "A"), "case B .P3."),
        ("hughes_oliver_case", another_case("A*", "C"), "P7 and case A"),
        ("predicted_pr_trend", lambda _: lambda _: "nonincreasing", "case B .P3."),
        ("pr_trend", lambda _: lambda _: "constant", "case A .P3."),
        ("roc_shape", lambda _: lambda _: "straight", "case A .P3."),
        ("chance_precision", lambda _: lambda x, pi: 0 * x + pi + 0.01, "the same normal scores"),
        (
            "separated_curves",
            lambda right: lambda of: right(of) | {"precision": 0 * right(of)["recall"] + 0.9},
            "uniform scores 2 apart",
        ),
        ("minimum_precision", lambda _: lambda x, pi: minimum_precision(x, pi) + 0.01, "P6"),
        ("pr_star", lambda _: lambda *_: pr_zero([1, 0], [2, 1]), "precisions at recall 1/3"),
        ("pr_hat", lambda _: lambda y, s, at: pr_hat(y, s, at - 1e-8), "just left of its disc"),
        (
            "pr_hat",
            lambda _: lambda y, s, at: pr_hat(y, s, at) + 0.01 * at * (at < 0.3),
            "PRhat's segments",
        ),
    ],
)
def test_a_broken_function_stops_the_table(monkeypatch, name, broken, quantity):
    right = getattr(printed_properties, name)
    monkeypatch.setattr(printed_properties, name, broken(right))
    with pytest.raises(ValueError, match=quantity):
        property_rows()


@pytest.mark.parametrize(
    ("name", "broken", "quantity"),
    [
        ("precision", lambda right: lambda p, at: right(p, at) * 0 + 0.5, "ROC is invariant"),
        ("true_positive_rate", higher, "the same normal scores"),
        ("skew", lambda right: property(lambda p: 1.01 * right.fget(p)), "skew at prevalence"),
        ("slope", lambda _: lambda _, x: 5 + 0 * np.asarray(x), "slope .6. at recall"),
    ],
)
def test_another_population_stops_the_table(monkeypatch, name, broken, quantity):
    monkeypatch.setattr(Population, name, broken(getattr(Population, name)))
    with pytest.raises(ValueError, match=quantity):
        property_rows()


@pytest.mark.parametrize(
    ("sizes", "slopes", "quantity"),
    [
        (0.0, 0.01, "quadratic in the slope"),
        (0.01, 0.0, "where F- is 1"),
    ],
)
def test_another_variance_stops_the_table(monkeypatch, sizes, slopes, quantity):
    def variance(recall, alpha, slope, skew, **options):
        right = delta_variance(recall, alpha, slope, skew, **options)
        return right + sizes + slopes * slope

    monkeypatch.setattr(printed_properties, "delta_variance", variance)
    with pytest.raises(ValueError, match=quantity):
        property_rows()


def test_a_discrete_case_without_its_jumps_stops_the_table(monkeypatch):
    right = Population.precision

    def smooth(population, at):
        values = right(population, at)
        return values if population.is_continuous or np.size(at) != 19 else 0 * values

    monkeypatch.setattr(Population, "precision", smooth)
    with pytest.raises(ValueError, match="jumps of the PR curve"):
        property_rows()
