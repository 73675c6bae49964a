"""The H-measure against direct integration."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts


def test_h_measure_integrates_the_minimum_loss(sample):
    y, s, _ = sample
    a, b = 2.0, 3.0
    counts = threshold_counts(y, s)
    c = (np.arange(20_000) + 0.5) / 20_000
    density = c ** (a - 1) * (1 - c) ** (b - 1)
    loss = np.min(c[:, None] * counts.fp + (1 - c[:, None]) * (counts.n_pos - counts.tp), axis=1)
    trivial = np.minimum(c * counts.n_neg, (1 - c) * counts.n_pos)
    expected = 1 - np.sum(density * loss) / np.sum(density * trivial)
    assert m.h_measure_score(y, s, beta=(a, b)) == pytest.approx(expected, abs=1e-6)
    assert m.h_measure_score(y, s, severity_ratio=0.5) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"severity_ratio": 0}, "severity_ratio must be a finite number > 0"),
        ({"beta": (0, 1)}, "beta must be two finite numbers > 0"),
        ({"beta": (1, 1), "severity_ratio": 1}, "either severity_ratio or beta"),
    ],
)
def test_options_of_h_measure_that_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        m.h_measure_score([0, 1], [1, 2], **options)
