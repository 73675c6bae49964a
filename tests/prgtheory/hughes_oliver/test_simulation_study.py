"""The simulation study: what the text says of Figures 7 to 11, and that failures are foretold."""

import numpy as np
import pytest

from prgtheory.hughes_oliver.model import jump_shares
from prgtheory.hughes_oliver.simulation_study import (
    CASES,
    RECALL,
    SIZES,
    SKEWS,
    simulate_cell,
    table_simulation_study,
)


@pytest.fixture(scope="module")
def lines():
    return table_simulation_study()


def test_the_study_is_complete(lines):
    assert len(lines) == len(CASES) * len(SKEWS) * len(SIZES) * RECALL.size == 450


def test_the_normal_law_fits_wherever_no_failure_is_foretold(lines):
    distances = [line["ks"] for line in lines if line["note"] == ""]
    assert len(distances) > 80
    assert max(distances) < 0.06


def test_each_failure_is_foretold_where_the_normal_law_fails(lines):
    poor = [line for line in lines if line["ks"] != "" and line["ks"] > 0.06]
    assert len(poor) > 100
    assert all(line["note"] for line in poor)


def test_mean_and_spread_approach_the_theory(lines):
    for line in lines:
        if line["note"] == "" and line["n"] == 1000:
            assert line["mean"] == pytest.approx(line["precision"], abs=0.02)
            assert line["sd"] == pytest.approx(line["normal_sd"], rel=0.15)


@pytest.mark.parametrize("recall", [0.4, 0.6, 0.8])
def test_estimates_at_the_jumps_of_case_f_fall_on_both_sides(recall):
    values = simulate_cell("F", 1, 1000).values[:, round(recall * 10) - 1]
    shares = jump_shares("F", 0.5, recall, values)
    assert min(shares) > 0.4
    assert sum(shares) == pytest.approx(1.0)


def test_cells_are_the_same_in_every_run():
    first, second = (simulate_cell("C", 10, 100, replicates=20).values for _ in range(2))
    np.testing.assert_array_equal(first, second)
