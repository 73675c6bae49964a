"""The simulation study: what the text says of Figures 7 to 11, simulated and made up."""

from types import SimpleNamespace

import numpy as np
import pytest

from prgtheory.hughes_oliver import printed_simulation
from prgtheory.hughes_oliver.model import jump_shares
from prgtheory.hughes_oliver.printed_simulation import simulation_rows
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


# By case, skew and size: how far the simulated law is from the normal one at each recall.
DISTANCES = {
    ("A", 10, 500): [0.2, 0.03, 0.03, 0.03, 0.03, 0.03, 0.03, 0.03, 0.047, 0.3],
    ("C", 10, 500): [0.3, 0.06, *[0.02] * 8],
    ("D", 4, 1000): [0.9, 0.9, 0.9, 0.9, 0.5, 0.07, 0.05, 0.2, 0.2, 0.2],
    ("B", 1, 1000): [*[0.9] * 5, 0.2, 0.07, 0.1, 0.03, 0.9],
    ("B", 4, 1000): [*[0.9] * 5, 0.3, 0.06, 0.2, 0.04, 0.9],
    ("B", 10, 1000): [*[0.9] * 5, 0.4, 0.2, 0.2, 0.04, 0.9],
}
SHARES = {0.4: [0.45, 0.55], 0.6: [0.52, 0.48], 0.8: [0.41, 0.59]}


@pytest.fixture
def study(monkeypatch):
    """Return a function that puts distances and shares in the place of the simulated ones."""
    values = [[0.1, 1.0, 0.3, 0.4, *RECALL[4:]], [0.1, 1.0, 0.3, 0.6, *RECALL[4:]]]

    def simulate(case, skew, n):
        return SimpleNamespace(key=(case, skew, n), values=np.array(values))

    def use(distances=(), shares=()):
        by_cell = {**DISTANCES, **dict(distances)}
        by_recall = {**SHARES, **dict(shares)}

        def jump_shares(case, prevalence, recall, values):
            assert (case, prevalence, values[0]) == ("F", 0.5, recall)
            return by_recall[recall]

        monkeypatch.setattr(printed_simulation, "simulate_cell", simulate)
        monkeypatch.setattr(printed_simulation, "jump_shares", jump_shares)
        monkeypatch.setattr(
            printed_simulation,
            "kolmogorov_distances",
            lambda cell: dict(zip(RECALL, by_cell[cell.key], strict=True)),
        )

    return use


def test_each_statement_has_its_numbers(study):
    study()
    assert [(row.where, row.found) for row in simulation_rows()] == [
        ("section 3.2, Figure 7", "0.047"),
        ("section 3.2, Figure 8", "0.060 (0.030)"),
        ("section 3.2, Figure 9", "0.4: 0.45 and 0.55, 0.6: 0.52 and 0.48, 0.8: 0.41 and 0.59"),
        ("section 4", "0.1 > 0"),
        ("section 3.2, Figure 10", "0.500, 0.070, 0.050"),
        ("section 3.2, Figure 11", "0.07 > 0.06"),
        ("section 3.2, Figures 7 to 11", "n+/n"),
    ]


@pytest.mark.parametrize(
    ("changed", "shares", "figure"),
    [
        ({("A", 10, 500): [0.0, 0.05, *[0.0] * 8]}, {}, "Figure 7"),
        ({("C", 10, 500): [0.3, 0.03, *[0.2] * 8]}, {}, "Figure 8"),
        ({}, {0.6: [0.6, 0.4]}, "Figure 9"),
        ({("D", 4, 1000): [0.1] * 5 + [0.07, 0.05] + [0.1] * 3}, {}, "Figure 10"),
        ({("D", 4, 1000): [0.5] * 5 + [0.1, 0.05] + [0.1] * 3}, {}, "Figure 10"),
        ({("D", 4, 1000): [0.5] * 5 + [0.05, 0.1] + [0.1] * 3}, {}, "Figure 10"),
        # A mean over recall .6 to .9 that does not rise with the skew, and a second exception.
        ({("B", 4, 1000): [*[0.9] * 5, 0.5, 0.06, 0.2, 0.1, 0.9]}, {}, "Figure 11"),
        ({("B", 10, 1000): [*[0.9] * 5, 0.4, 0.07, 0.3, 0.1, 0.9]}, {}, "Figure 11"),
        # No exception at all.
        ({("B", 4, 1000): [*[0.9] * 5, 0.3, 0.08, 0.2, 0.04, 0.9]}, {}, "Figure 11"),
    ],
)
def test_a_statement_that_is_not_borne_out_stops_the_table(study, changed, shares, figure):
    study(changed, shares)
    with pytest.raises(ValueError, match=figure):
        simulation_rows()
