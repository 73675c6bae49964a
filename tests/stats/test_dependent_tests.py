import numpy as np
import pytest

from prgbench.stats.dependent_tests import p_of_majority


def test_k_over_r_times_the_r_th_smallest_of_k_of_one_or_two_tests_all():
    assert p_of_majority([0.04]) == 0.04
    assert p_of_majority([0.04, 1e-9]) == 0.04
    assert p_of_majority([0.5, 0.01, 0.02]) == pytest.approx(0.02 * 3 / 2)
    assert p_of_majority([0.01, 0.02, 0.03, 0.9]) == pytest.approx(0.03 * 4 / 3)
    assert p_of_majority([0.9] * 5) == 1.0


@pytest.mark.parametrize("copies", [1, 3, 7])
def test_it_is_a_p_value_of_tests_that_are_all_alike_and_of_independent_ones(copies):
    rng = np.random.default_rng(copies)
    alike = [p_of_majority([p] * copies) for p in rng.random(4_000)]
    independent = [p_of_majority(rng.random(copies)) for _ in range(4_000)]
    for level in (0.01, 0.05, 0.2):
        # Three standard errors above the level.
        most = level + 3 * (level / 4_000) ** 0.5
        assert np.mean(np.array(alike) <= level) <= most
        assert np.mean(np.array(independent) <= level) <= most
