"""Sizes and times where one unit ends and the next begins."""

import pytest

from prgbench.run.units import duration, size


@pytest.mark.parametrize(
    ("n_bytes", "said"),
    [
        (0, "0 B"),
        (0.6, "1 B"),
        (999.4, "999 B"),
        (999.6, "1.0 kB"),
        (1_000, "1.0 kB"),
        (9_940, "9.9 kB"),
        (9_950, "10 kB"),
        (999_499, "999 kB"),
        (999_501, "1.0 MB"),
        (4.44e9, "4.4 GB"),
        (2e12, "2.0 TB"),
        (1_234e12, "1,234 TB"),
    ],
)
def test_a_size_is_in_the_unit_that_suits_it(n_bytes, said):
    assert size(n_bytes) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "under a second"),
        (0.5, "under a second"),
        (0.51, "1 second"),
        (1.6, "2 seconds"),
        (59.4, "59 seconds"),
        (59.6, "1 minute"),
        (100, "2 minutes"),
        (59.4 * 60, "59 minutes"),
        (59.6 * 60, "1 hour"),
        (9.94 * 3600, "9.9 hours"),
        (9.95 * 3600, "10 hours"),
        (23.4 * 3600, "23 hours"),
        (23.6 * 3600, "1 day"),
        (36 * 3600, "1.5 days"),
        (2_000 * 24 * 3600, "2,000 days"),
    ],
)
def test_a_time_is_in_the_unit_that_suits_it(seconds, said):
    assert duration(seconds) == said
