"""The benchmark's measures of many weightings at once are those of the package."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many_weightings import of_counts, values_of_counts
from scipy.special import expit
from simulated_rates import values_of

from prgbench import metrics as m
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import values_under
from simulated_coverage import binned
from tied_samples import tied_samples


@pytest.mark.parametrize("name", of_counts())
@given(tied_samples(), st.integers(0, 99))
def test_whole_weights(name, sample, seed):
    y, s = sample
    # Draws of a bootstrap, among them some of one class, or of no instance with a score.
    weights = np.random.default_rng(seed).multinomial(y.size, np.full(y.size, 1 / y.size), 5)
    checked = Sample.checked(y, {"y_score": s, "other": -s})
    found = values_of_counts(checked, weights.astype(np.int32), [name])[name]
    expected = values_under(m.get_measure(name), checked, weights)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", of_counts())
@pytest.mark.parametrize("population", ["equal normals", "calibrated, 3 values"])
def test_weights_of_a_population(name, population):
    labels, scores, weights = binned(population, 0.1)
    checked = Sample.checked(labels, {"y_score": expit(scores)}, sample_weight=weights)
    rows = checked.weights[np.newaxis]
    found = values_of_counts(checked, rows, [name])[name]
    expected = values_under(m.get_measure(name), checked, rows)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_steps_of_single_positives_among_many():
    # 73% of the positives tie: as a single step they would add .09 to the area.
    labels, scores, weights = binned("nearly all zeros", 0.5)
    many = m.evaluate(labels, scores, "unit_step_aupr", sample_weight=weights * 1e4)
    assert values_of("nearly all zeros", 0.5)["unit_step_aupr"] == pytest.approx(many, abs=1e-5)
