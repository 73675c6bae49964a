"""Shared by the tests of the metrics: a sample, reference values and how many were compared."""

import numpy as np
import pytest

_COMPARED = pytest.StashKey[int]()


@pytest.fixture
def sample():
    """Labels, probabilities with some ties, and weights."""
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 150)
    s = np.round(1 / (1 + np.exp(-rng.normal(2 * y - 1, 1.5))), 2)
    return y, s, rng.random(150)


@pytest.fixture
def compare(pytestconfig):
    """Assert that values equal reference values within a tolerance, and count them."""

    def compare_values(actual, expected, tolerance, what):
        actual, expected = np.atleast_1d(actual).astype(float), np.atleast_1d(expected)
        expected = np.array([np.nan if v is None else float(v) for v in expected.ravel()])
        assert actual.size == expected.size, what
        pytestconfig.stash[_COMPARED] = pytestconfig.stash.get(_COMPARED, 0) + actual.size
        np.testing.assert_allclose(
            actual.ravel(), expected, rtol=1e-15, atol=tolerance, err_msg=what
        )

    return compare_values


def pytest_terminal_summary(terminalreporter, config):
    compared = config.stash.get(_COMPARED, 0)
    if compared:
        terminalreporter.write_line(f"metrics: {compared} reference values compared")


def pytest_configure(config):
    config.addinivalue_line("markers", "thread_unsafe: a marker of scikit-learn's own tests")
