"""Standard errors and coverage."""

import numpy as np
import pytest

from prgtheory.population.model import area_errors, coverage
from prgtheory.populations import hughes_oliver_case


def test_bootstrap_errors_scatter_around_the_simulated_one():
    found = area_errors(
        hughes_oliver_case("A", 0.2), 400, replicates=1500, rng=np.random.default_rng(1)
    )
    np.testing.assert_allclose(found.bootstrapped.mean(axis=0), found.simulated, rtol=0.15)


@pytest.fixture(scope="module")
def covered():
    return coverage(n=1000, replicates=150)


def test_bands_cover_where_no_failure_is_foretold(covered):
    safe = [
        value
        for cell in covered
        for value, note in zip(cell.logit, cell.notes, strict=True)
        if not note
    ]
    assert len(safe) > 20
    # 150 samples: standard error 1.8 points.
    assert min(safe) > 0.88
    assert np.mean(safe) == pytest.approx(0.95, abs=0.015)
