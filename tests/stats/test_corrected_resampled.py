import math

import numpy as np
import pytest

from prgbench.stats.interval import corrected_resampled_error, resampled_error

DIFFERENCES = [0.02, 0.04, -0.01, 0.03, 0.02]


def test_both_errors_by_hand():
    # mean .02, squared deviations .0004 + .0009 + .0001 = .0014, divided by 4
    variance = 0.0014 / 4
    assert resampled_error(DIFFERENCES) == pytest.approx(math.sqrt(variance / 5))
    assert corrected_resampled_error(DIFFERENCES, 1 / 4) == pytest.approx(
        math.sqrt((1 / 5 + 1 / 4) * variance)
    )


def test_undefined_folds_do_not_count():
    assert corrected_resampled_error([*DIFFERENCES, math.nan], 0.25) == corrected_resampled_error(
        DIFFERENCES, 0.25
    )


@pytest.mark.parametrize("differences", [[], [0.1], [0.1, math.nan]])
def test_fewer_than_two_differences_have_no_error(differences):
    assert math.isnan(corrected_resampled_error(differences, 0.25))


@pytest.mark.parametrize("ratio", [-0.1, math.inf, math.nan])
def test_an_impossible_ratio_is_refused(ratio):
    with pytest.raises(ValueError, match="test_to_train must be finite and >= 0"):
        corrected_resampled_error(DIFFERENCES, ratio)


def test_it_is_unbiased_where_folds_correlate_as_it_assumes():
    rng = np.random.default_rng(0)
    n_folds, draws = 10, 4000
    share = 1 / n_folds  # test / (test + train)
    common = math.sqrt(share) * rng.normal(size=(draws, 1))
    differences = common + math.sqrt(1 - share) * rng.normal(size=(draws, n_folds))
    found = np.mean([corrected_resampled_error(d, 1 / (n_folds - 1)) ** 2 for d in differences])
    naive = np.mean([resampled_error(d) ** 2 for d in differences])
    truth = share + (1 - share) / n_folds
    assert found == pytest.approx(truth, rel=0.03)
    assert naive < 0.6 * truth
