"""The six properties in ROC, PR and PRG space."""

import pytest

from prgtheory.flach_kull.model import example
from prgtheory.flach_kull.six_properties import pareto_gaps, six_properties, table_properties
from theory_page_of_docs import assert_table_of_docs


def test_the_docs_show_the_properties():
    assert_table_of_docs("properties", table_properties())


def test_roc_and_prg_have_all_six_properties_and_pr_none():
    found = six_properties()
    assert [p.name for p in found] == [
        "baselines universal",
        "interpolation linear",
        "isometrics linear",
        "Pareto front convex",
        "area is an expected score",
        "calibrated scores by slope",
    ]
    assert all(p.holds == (True, False, True) for p in found)


def test_auprg_orders_the_two_rankings_as_wrongly_as_aupr():
    values = six_properties()[4].values
    assert "AUPR 0.683 > 0.659 but E[FG1] 0.271 < 0.417" in values[1]
    assert "AUPRG 0.083 > 0.000, y0 0.333 and -0.333" in values[2]


def test_what_pr_space_lacks_by_hand():
    found = {p.name: p.values[1] for p in six_properties()}
    assert found["baselines universal"] == "(1, 0.2); (1, 0.64)"
    # Mixing (TP 3, FP 0) and (14, 6) has precision 11 t/(17 t - 18) at TP t, whose chord is
    # 1 - .3 (t - 3)/11: they are furthest apart where (17 t - 18)^2 = 7260.
    t = (7260**0.5 + 18) / 17
    bend = 1 - 0.3 * (t - 3) / 11 - 11 * t / (17 * t - 18)
    assert found["interpolation linear"] == f"{bend:.4f}" == "0.1325"
    # F1 .75 from recall .65: precision .75 r/(2 r - .75) is .4875/.55 there and .6 at recall 1.
    slope = (0.6 - 0.4875 / 0.55) / 0.35
    r = ((0.5625 / -slope) ** 0.5 + 0.75) / 2
    bend = 0.4875 / 0.55 + slope * (r - 0.65) - 0.75 * r / (2 * r - 0.75)
    assert found["isometrics linear"] == f"{bend:.4f}" == "0.0580"
    # The last segment of the hull, (13, 3) to (16, 9), has beta^2 23/16 and in PR space a slope
    # of -(13/16 - 16/25)/(3/16).
    gap = 23 / 16 - (13 / 16 - 16 / 25) / (3 / 16)
    assert found["calibrated scores by slope"] == f"{gap:.4f}" == "0.5175"


def test_the_front_of_pr_space_is_out_of_reach():
    roc, pr, prg = pareto_gaps(example())
    assert (roc, prg) == pytest.approx((0, 0), abs=1e-12)
    assert pr == pytest.approx(0.031, abs=5e-4)
