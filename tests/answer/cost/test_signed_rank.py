import numpy as np
import pytest

from prgbench.answer.cost_means import bayesian_signed_rank

# Of baycomp 1.0.3, `SignedRankTest.probs` of 200,000 samples.
SPREAD = [0.049, -0.043, 0.016, -0.003, -0.001, 0.004, -0.032, 0.003, -0.009, 0.074, 0.013, 0.001]
TIED = [0.25, 0.25, 0.5, 0, -0.25, -0.75, 0.5, 0.25]


@pytest.mark.parametrize(
    ("differences", "equivalent", "expected"),
    [
        (SPREAD, 0.01, (0.0956, 0.6859, 0.2185)),
        (TIED, 0.25, (0.0219, 0.7656, 0.2125)),
    ],
)
def test_the_regions_are_as_probable_as_baycomp_says(differences, equivalent, expected):
    found = bayesian_signed_rank(np.array(differences), equivalent, seed=1)
    probabilities = np.array([found.below, found.within, found.above])
    error = np.sqrt(np.array(expected) * (1 - np.array(expected)) / 10_000)
    assert (np.abs(probabilities - expected) < 4.5 * error).all()
    assert probabilities.sum() == pytest.approx(1)


def test_signs_are_symmetric_and_the_seed_decides():
    values = np.array(SPREAD)
    found, mirrored = (bayesian_signed_rank(v, 0.01, seed=2) for v in (values, -values))
    assert found.above == pytest.approx(mirrored.below, abs=0.02)
    assert found == bayesian_signed_rank(values, 0.01, seed=2)


def test_no_difference_has_no_region():
    assert np.isnan(bayesian_signed_rank(np.array([]), 0.01, seed=0).above)


def test_zeros_lie_within():
    assert bayesian_signed_rank(np.zeros(5), 0.01, seed=0).within == 1.0
