"""Other areas of PR space."""

import pytest
from sklearn import metrics as sk

from prgbench import metrics as m


def test_average_precision(sample):
    y, s, w = sample
    assert m.average_precision_score(y, s, sample_weight=w) == pytest.approx(
        sk.average_precision_score(y, s, sample_weight=w), abs=1e-13
    )


def test_the_trapezoid_from_one_is_what_auc_gives(sample):
    y, s, w = sample
    precision, recall, _ = sk.precision_recall_curve(y, s, sample_weight=w)
    assert m.aupr_score(y, s, sample_weight=w, interpolation="linear_from_one") == pytest.approx(
        sk.auc(recall, precision), abs=1e-13
    )
    with pytest.raises(ValueError, match="interpolation must be one of 'hyperbolic', 'step',"):
        m.aupr_score(y, s, interpolation="cubic")
    with pytest.raises(
        ValueError, match="recall_range needs hyperbolic interpolation, not 'step'"
    ):
        m.aupr_score(y, s, interpolation="step", recall_range=(0, 0.5))
