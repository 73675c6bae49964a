"""Gains and their inverse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m


@given(st.floats(0.01, 0.99), st.floats(0.01, 1))
def test_gain_and_its_inverse(prevalence, value):
    assert m.theory.ungain(m.theory.gain(value, prevalence), prevalence) == pytest.approx(
        value, rel=1e-9
    )


def test_gain_outside_its_domain():
    assert m.theory.gain(0.0, 0.5) == -np.inf
    with pytest.raises(ValueError, match=r"inside \(0, 1\)"):
        m.theory.gain(0.5, 1.0)
