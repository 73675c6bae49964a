"""Families of populations."""

import numpy as np
import pytest

from prgtheory.populations import (
    CASES,
    bibeta,
    bilognormal,
    binormal,
    hughes_oliver_case,
    overlapping_uniforms,
)

RECALL = np.linspace(0.05, 0.95, 19)


def test_every_case_is_known_by_name():
    assert list(CASES) == ["A", "A*", "B", "C", "D", "E", "F"]
    with pytest.raises(ValueError, match="case must be one of A, A"):
        hughes_oliver_case("G", 0.5)


def test_bi_lognormal_curve_is_that_of_bi_normal():
    np.testing.assert_allclose(
        bilognormal(0.1, 2.0, 1.0, 0.5, 0.8).precision(RECALL),
        binormal(0.1, 2.0, 1.0, 0.5, 0.8).precision(RECALL),
        rtol=1e-10,
    )


def test_case_e_is_case_d_with_the_classes_exchanged():
    d, e = hughes_oliver_case("D", 0.5), hughes_oliver_case("E", 0.5)
    assert (d.positive.support(), d.negative.support()) == ((0.5, 1.5), (0.0, 1.0))
    assert (e.positive.support(), e.negative.support()) == ((0.0, 1.0), (0.5, 1.5))


def test_spreads_must_be_positive():
    with pytest.raises(ValueError, match="sd_positive must be positive"):
        binormal(0.5, sd_positive=0.0)
    with pytest.raises(ValueError, match=r"positive\[1\] must be positive"):
        bibeta(0.5, positive=(1.0, -1.0))


def test_shift_moves_the_higher_uniform():
    assert overlapping_uniforms(0.5, 0.25).positive.support() == (0.25, 1.25)
