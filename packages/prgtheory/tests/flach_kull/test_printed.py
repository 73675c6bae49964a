"""A statement that is not borne out stops the table."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import optimize

from broken_functions import break_at
from prgbench import metrics
from prgbench.metrics import gains, theorems
from prgbench.metrics.prg_curve import PRGHull
from prgbench.metrics.roc_hull import ROCHull
from prgtheory.flach_kull import printed_statements
from prgtheory.flach_kull.printed_statements import statement_rows
from prgtheory.populations import Population, pr_zero


def times(factor):
    """Return a change of a function to one whose values are a multiple."""
    return lambda right: lambda *given: factor * np.asarray(right(*given))


def without_a_vertex(right):
    def example():
        found = right()
        hull = found.roc_hull
        return found._replace(
            roc_hull=ROCHull(hull.thresholds[1:], hull.tp[1:], hull.fp[1:], hull.highest_score)
        )

    return example


def with_auprg_of_the_first(right):
    """Double the AUPRG of rankings that begin with a positive."""
    return lambda labels, scores: right(labels, scores) * [1, 1, 1 + labels[0]]


def less_certain(right):
    return lambda *given, **options: SimpleNamespace(x=0.999 * right(*given, **options).x)


@pytest.mark.parametrize(
    ("owner", "name", "arguments", "value", "quantity"),
    [
        (theorems, "fbeta_gain", (0.0, 0.0, 2.0), 1e-6, "F-gain at precision and recall pi"),
        # Precisions that mix otherwise than the tables, and others that mix as they do.
        (printed_statements, "_mixed_precision", ((6, 3), (4, 2)), (0.6, 0.7), "positive pred"),
        (printed_statements, "_mixed_precision", ((6, 3), (8, 10)), (0.5, 0.5), "positive pred"),
    ],
)
def test_another_value_stops_the_table(monkeypatch, owner, name, arguments, value, quantity):
    break_at(monkeypatch, owner, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
        statement_rows()


@pytest.mark.parametrize(
    ("owner", "name", "broken", "quantity"),
    [
        (Population, "roc_point", times(1.01), "ROC point of a random classifier"),
        (Population, "pr_point", times(1.01), "precision of a random classifier"),
        (printed_statements, "pr_star", lambda _: pr_zero, "always-negative classifier"),
        (theorems, "fbeta_gain", times(0.99), "F-beta of random classifiers"),
        (gains, "always_positive_fbeta", times(1.01), "F-beta of random classifiers"),
        (gains, "precision_gain", times(-1), "in the order of their angle"),
        (gains, "fbeta_gain_isometric", times(1.01), "slope of F-beta isometrics"),
        (gains, "gain", lambda right: lambda x, _: right(x, 0.3), "FG1 of always-positive"),
        (printed_statements, "example", without_a_vertex, "vertices of the ROC hull"),
        (PRGHull, "threshold_for", lambda _: lambda *_: 8.0, "by trying all"),
        (ROCHull, "threshold_for", lambda _: lambda *_: 1.0, "largest loss in acc_c"),
        (metrics, "auroc_score", times(1.01), "AUROC, and the share of pairs"),
        (metrics, "aupr_score", times(1.01), "mean precision at 200,000 recalls"),
        (metrics, "auprg_score", times(1.01), "AUPRG, and trapezoids"),
        (metrics, "areas", with_auprg_of_the_first, "differ up to recall pi only"),
        (printed_statements, "integral_of_fbeta_gain", times(-1), "of the rankings 101001"),
        (printed_statements, "non_dominated", lambda _: lambda y, _: y > -1, "tpr of the non-dom"),
        (optimize, "isotonic_regression", less_certain, "pool adjacent violators"),
    ],
)
def test_a_broken_function_stops_the_table(monkeypatch, owner, name, broken, quantity):
    monkeypatch.setattr(owner, name, broken(getattr(owner, name)))
    with pytest.raises(ValueError, match=quantity):
        statement_rows()
