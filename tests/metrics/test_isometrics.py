"""Lines of equal F-beta and the baseline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score

from prgbench import metrics as m


@given(st.floats(0.05, 1), st.floats(0, 1), st.floats(0.2, 4))
def test_points_on_an_isometric_have_its_f(f, recall, beta):
    precision = float(m.theory.fbeta_isometric(f, recall, beta))
    if np.isnan(precision):
        best = (1 + beta**2) * recall / (beta**2 + recall) if recall else 0
        assert best <= f + 1e-12
    else:
        ours = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        assert ours == pytest.approx(f, rel=1e-9)
    line = m.theory.fbeta_gain_isometric(f, recall, beta)
    assert m.theory.fbeta_gain(line, recall, beta) == pytest.approx(f, rel=1e-12)


@pytest.mark.parametrize("beta", [0.5, 1, 3])
def test_the_always_positive_classifier(beta):
    y = [1] * 3 + [0] * 7
    ours = m.theory.always_positive_fbeta(0.3, beta)
    assert ours == pytest.approx(fbeta_score(y, [1] * 10, beta=beta))
    assert m.theory.gain(ours, 0.3) == pytest.approx(beta**2 / (1 + beta**2))
