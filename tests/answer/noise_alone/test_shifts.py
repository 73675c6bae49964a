import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from prgbench.answer.noise_replicas import (
    FURTHEST,
    auroc_of_shift,
    shift_of_auroc,
    shifts_under_ties,
    tied_aurocs,
    true_shifts,
)
from prgbench.metrics import auroc_score


def test_the_auroc_of_a_shifted_normal():
    rng = np.random.default_rng(0)
    y_true = np.arange(200_000) % 2 == 1
    scores = rng.normal(size=200_000) + 1.3 * y_true
    assert auroc_score(y_true, scores) == pytest.approx(auroc_of_shift(1.3), abs=0.003)


def tied_auroc(shift, below, prevalence):
    return tied_aurocs(np.array([shift]), [below], prevalence)[0]


def shift_under_ties(auroc, below, prevalence):
    return shifts_under_ties(np.array([auroc]), [below], prevalence)[0]


@settings(max_examples=50, deadline=None)
@given(st.floats(-4, 4))
def test_shift_and_auroc_belong_together(shift):
    assert shift_of_auroc(auroc_of_shift(shift), 10**9) == pytest.approx(shift, abs=1e-6)


def test_perfect_models_are_moved_by_half_a_pair():
    worst, best = shift_of_auroc(np.array([0.0, 1.0]), pairs=50)
    assert auroc_of_shift(best) == pytest.approx(0.99)
    assert worst == pytest.approx(-best)


def test_two_blocks_have_the_auroc_of_one_threshold():
    shift, prevalence, cut = 1.2, 0.3, 0.7
    below = 0.7 * norm.cdf(cut) + 0.3 * norm.cdf(cut - shift)
    youden = norm.cdf(cut) - norm.cdf(cut - shift)
    found = tied_auroc(shift, np.array([below]), prevalence)
    assert found == pytest.approx((1 + youden) / 2, abs=1e-4)


def test_blocks_of_a_sample_have_this_auroc_on_average():
    rng = np.random.default_rng(1)
    below, n = np.array([0.2, 0.5, 0.9]), 100_000
    y_true = np.arange(n) < 0.1 * n
    latent = rng.normal(size=n) + 1.5 * y_true
    tied = np.searchsorted(np.quantile(latent, below), latent)
    assert auroc_score(y_true, tied) == pytest.approx(tied_auroc(1.5, below, 0.1), abs=0.006)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(0.02, 0.98), min_size=2, max_size=30, unique=True),
    st.floats(-2, 3),
    st.floats(0.05, 0.6),
)
def test_the_shift_under_ties_gives_the_auroc_back(shares, shift, prevalence):
    below = np.sort(shares)
    auroc = tied_auroc(shift, below, prevalence)
    found = shift_under_ties(auroc, below, prevalence)
    assert tied_auroc(found, below, prevalence) == pytest.approx(auroc, abs=2e-3)


def test_coarse_models_are_further_apart_than_they_look():
    fine = np.arange(1, 1000) / 1000
    assert shift_under_ties(0.8, fine, 0.2) == pytest.approx(1.19, abs=0.01)
    assert shift_under_ties(0.8, np.array([0.8]), 0.2) > 1.5


def test_each_model_has_the_shift_that_it_has_alone():
    aurocs, below = (
        np.array([0.8, 0.5, 0.9]),
        [np.array([0.2, 0.9]), np.array([]), np.array([0.5])],
    )
    together = shifts_under_ties(aurocs, below, 0.3)
    alone = [shift_under_ties(*own, 0.3) for own in zip(aurocs, below, strict=True)]
    assert together.tolist() == alone


def test_an_auroc_that_blocks_cannot_reach_has_a_limit():
    assert shift_under_ties(0.9, np.array([0.5]), 0.1) == FURTHEST
    assert shift_under_ties(0.5, np.array([]), 0.1) == 0


class TestTrueShifts:
    def noise(self, models, replicates=50, size=0.2, seed=0):
        return size * np.random.default_rng(seed).normal(size=(replicates, models))

    def test_the_variance_of_truth_and_noise_is_that_found(self):
        rng = np.random.default_rng(1)
        truth = 1.5 + 0.3 * rng.normal(size=400)
        noise = self.noise(400, size=0.3)
        shifts = true_shifts(truth + 0.3 * rng.normal(size=400), noise)
        assert shifts.std() == pytest.approx(0.3, rel=0.12)
        assert np.corrcoef(shifts, truth)[0, 1] > 0.65

    def test_common_noise_does_not_count(self):
        found = np.linspace(1, 2, 30)
        common = 5 * np.random.default_rng(0).normal(size=(20, 1)) * np.ones(30)
        assert true_shifts(found, common) == pytest.approx(found, abs=0.02)

    def test_models_that_vary_less_than_noise_are_alike(self):
        found = 1.5 + 0.1 * np.random.default_rng(0).normal(size=30)
        shifts = true_shifts(found, self.noise(30))
        assert np.ptp(shifts) == pytest.approx(0, abs=1e-12)
        assert shifts[0] == pytest.approx(1.5, abs=0.1)

    def test_a_few_poor_models_do_not_hide_that_the_others_are_alike(self):
        rng = np.random.default_rng(2)
        found = np.concatenate([1.5 + 0.2 * rng.normal(size=27), [0.2, 0.3, 0.4]])
        shifts = true_shifts(found, self.noise(30))
        assert shifts[:27].std() < 0.4 * found[:27].std()
        assert (shifts[27:] < 0.6).all()
        # One factor for all models would leave the good ones almost as they are.
        factor = np.sqrt(1 - 0.2**2 / found.var())
        assert factor > 0.8

    def test_models_found_alike_stay(self):
        assert true_shifts(np.full(5, 0.7), self.noise(5)).tolist() == [0.7] * 5
        assert true_shifts(np.array([0.7]), self.noise(1)).tolist() == [0.7]
