"""The best threshold, against a search over all of them."""

import numpy as np
import pytest
from scipy.stats import ks_2samp
from sklearn import metrics as sk

from prgbench import metrics as m


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2])
def test_max_fbeta_tries_every_threshold(sample, beta):
    y, s, w = sample
    best = max(
        sk.fbeta_score(y, s >= t, beta=beta, sample_weight=w, zero_division=0)
        for t in np.unique(s)
    )
    assert m.max_fbeta_score(y, s, beta=beta, sample_weight=w) == pytest.approx(best, rel=1e-12)


def test_max_mcc_tries_every_threshold(sample):
    y, s, w = sample
    best = max(sk.matthews_corrcoef(y, s >= t, sample_weight=w) for t in np.unique(s))
    assert m.evaluate(y, s, "max_mcc", sample_weight=w) == pytest.approx(best, rel=1e-11)
    assert m.evaluate(y, -s, "max_mcc") >= 0


def test_ks_is_the_one_sided_statistic(sample):
    y, s, _ = sample
    statistic = ks_2samp(s[y == 1], s[y == 0], alternative="less").statistic
    assert m.evaluate(y, s, "ks") == pytest.approx(statistic, abs=1e-14)
