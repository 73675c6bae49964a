"""A statement of a case that is not borne out stops the table."""

from types import SimpleNamespace

import numpy as np
import pytest

from broken_functions import Broken, break_at
from prgtheory.hughes_oliver import printed_cases
from prgtheory.hughes_oliver.printed_cases import case_rows
from prgtheory.populations import hughes_oliver_case

THREE = np.array([-2.0, 0.3, 2.5])
# The case of a population by the support of its positives.
SUPPORTS = {(-np.inf, np.inf): "A", (-np.inf, 8.0): "B", (0.0, 1.0): "C"}


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
def test_another_population_stops_the_table(
    monkeypatch, case, prevalence, method, argument, value, quantity
):
    broken = Broken(hughes_oliver_case(case, prevalence), method, argument, value)
    break_at(monkeypatch, printed_cases, "hughes_oliver_case", (case, prevalence), broken)
    with pytest.raises(ValueError, match=quantity):
        case_rows()


@pytest.mark.parametrize("rates", [(0.2, 0.72), (0.19, 0.69), (0.19, 0.75)])
def test_other_rates_of_case_b_beyond_its_threshold_stop_the_table(monkeypatch, rates):
    class BrokenBeyond(Broken):
        def __getattr__(self, name):
            right = getattr(self._right, name)
            if name != "roc_point":
                return right
            return lambda t: rates if np.ndim(t) == 0 and 0.9 < t < 0.95 else right(t)

    broken = BrokenBeyond(hughes_oliver_case("B", 0.5), "", 0, 0)
    break_at(monkeypatch, printed_cases, "hughes_oliver_case", ("B", 0.5), broken)
    with pytest.raises(ValueError, match=r"fpr and recall for t > 0\.924"):
        case_rows()


@pytest.mark.parametrize("sd", [(0.1, 0.2), (0.0, 0.0)])
def test_case_d_must_be_degenerate_below_recall_one_half_only(monkeypatch, sd):
    law = SimpleNamespace(sd=np.array(sd))
    monkeypatch.setattr(printed_cases, "normal_approximation", lambda *_: law)
    with pytest.raises(ValueError, match="limiting standard deviation at recall"):
        case_rows()


@pytest.mark.parametrize(
    ("suprema", "place"),
    [
        # Of case A they must rise with a smaller end, to something between .98 and 1.
        ({"A": (0.9, 0.95, 0.97)}, "case A"),
        ({"A": (0.9, 0.95, 1.0)}, "case A"),
        ({"A": (0.95, 0.9, 0.99)}, "case A"),
        ({"B": 1.2}, "case B"),
        ({"B": 1.26}, "case B"),
        ({"C": 1.0}, "case C"),
    ],
)
def test_another_supremum_stops_the_table(monkeypatch, suprema, place):
    right = printed_cases.tail_constant

    def constant(population, epsilon=1e-6):
        value = suprema.get(SUPPORTS[population.positive.support()])
        if isinstance(value, tuple):
            return dict(zip((1e-3, 1e-6, 1e-12), value, strict=True))[epsilon]
        return right(population, epsilon) if value is None else value

    monkeypatch.setattr(printed_cases, "tail_constant", constant)
    with pytest.raises(ValueError, match=f"{place}.*gamma"):
        case_rows()
