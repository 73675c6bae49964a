from itertools import combinations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from apart import FULL_DISK, NO_COMPILER, arrays_of, without_compiler
from prgbench.stats.bradley_terry import VIRTUAL, BradleyTerry


@st.composite
def tournaments(draw):
    """Contests of some of six players, with ties, on up to three clusters."""
    n_contests = draw(st.integers(1, 6))
    contests, players, ranks = [], [], []
    for contest in range(n_contests):
        own = draw(st.lists(st.integers(0, 5), min_size=2, max_size=5, unique=True))
        contests += [contest] * len(own)
        players += own
        ranks += draw(st.lists(st.integers(1, 3), min_size=len(own), max_size=len(own)))
    clusters = draw(st.lists(st.integers(0, 2), min_size=n_contests, max_size=n_contests))
    return np.array(contests), np.array(players), np.array(ranks, float), np.array(clusters)


def games_of(contests, players, ranks):
    """Return each game: two players, and how much of it the first has won."""
    for contest in np.unique(contests):
        own = np.flatnonzero(contests == contest)
        for a, b in combinations(own, 2):
            won = 0.5 if ranks[a] == ranks[b] else float(ranks[a] < ranks[b])
            yield players[a], players[b], won


def strengths_of(contests, players, ranks, clusters, weights=None):
    model = BradleyTerry(contests, players, clusters)
    return model.strengths(model.wins(ranks), weights)


@given(tournaments())
@settings(max_examples=40, deadline=None)
def test_expected_wins_are_the_wins(tournament):
    contests, players, ranks, _ = tournament
    [strengths] = strengths_of(*tournament)
    played = np.unique(players)
    assert np.isnan(strengths).sum() == players.max() + 1 - len(played)
    assert strengths[played].mean() == pytest.approx(0, abs=1e-9)
    surplus = np.zeros(players.max() + 1)
    for i, j, won in games_of(contests, players, ranks):
        expected = 1 / (1 + np.exp(strengths[j] - strengths[i]))
        surplus[[i, j]] += won - expected, expected - won
    # The virtual ties alone are against the surplus: each gives less than half a win.
    assert np.abs(surplus[played]).max() < VIRTUAL / 2
    assert surplus[played].sum() == pytest.approx(0, abs=1e-9)
    ordered = played[np.argsort(strengths[played])]
    assert (np.diff(surplus[ordered]) > -1e-6).all()


def test_the_estimates_are_those_of_a_logistic_regression():
    rng = np.random.default_rng(0)
    contests = np.repeat(np.arange(12), 4)
    players = np.concatenate([rng.choice(7, 4, replace=False) for _ in range(12)])
    ranks = rng.integers(1, 4, len(players)).astype(float)
    [strengths] = strengths_of(contests, players, ranks, np.zeros(12, int))
    design, won = [], []
    for i, j, share in games_of(contests, players, ranks):
        row = np.zeros(7)
        row[i], row[j] = 1, -1
        design.append(row)
        won.append(share)
    design += [*np.eye(7)]
    won += [0.5] * 7
    weights = np.ones(len(won))
    weights[-7:] = VIRTUAL
    family = sm.families.Binomial()
    peer = sm.GLM(np.array(won), np.array(design), family, var_weights=weights).fit(tol=1e-12)
    np.testing.assert_allclose(strengths, peer.params - peer.params.mean(), atol=1e-6)


@given(tournaments())
@settings(max_examples=20, deadline=None)
def test_a_weight_counts_the_contests_of_a_cluster_so_often(tournament):
    contests, players, ranks, clusters = tournament
    weights = np.array([2, 1, 0])[: clusters.max() + 1]
    [weighted] = strengths_of(*tournament, [weights])
    times = weights[clusters][contests]
    copies = [np.flatnonzero(times > copy) + 0 * copy for copy in range(2)]
    again = np.concatenate([contests[own] + 10 * copy for copy, own in enumerate(copies)])
    if not len(again):
        assert np.isnan(weighted).all()
        return
    own = np.concatenate(copies)
    codes, places = np.unique(again, return_inverse=True)
    [repeated] = strengths_of(places, players[own], ranks[own], np.zeros(len(codes), int))
    np.testing.assert_allclose(weighted[: len(repeated)], repeated, atol=1e-6)
    assert np.isnan(weighted[len(repeated) :]).all()


def test_a_start_changes_nothing():
    contests, players = [0, 0, 0, 1, 1], [0, 1, 2, 0, 2]
    model = BradleyTerry(contests, players, [0, 0])
    wins = model.wins([1, 2, 3, 2, 1])
    far = model.strengths(wins, start=[9.0, -9.0, 4.0])
    np.testing.assert_allclose(far, model.strengths(wins), atol=1e-7)


def test_one_game_has_a_solution_in_closed_form():
    [[winner, loser]] = strengths_of([0, 0], [0, 1], [1, 2], [0])
    # By symmetry s for the winner: 1 - F(2s) = F(s) - 1/2, with F the logistic function.
    assert winner == -loser
    chance = [1 / (1 + np.exp(-x)) for x in (2 * winner, winner)]
    assert 1 - chance[0] == pytest.approx(chance[1] - 0.5, abs=1e-9)


def test_a_player_who_always_wins_is_finite_and_first():
    contests = np.repeat(np.arange(200), 3)
    [strengths] = strengths_of(contests, [0, 1, 2] * 200, [1, 2, 2] * 200, np.zeros(200, int))
    assert np.isfinite(strengths).all()
    assert strengths[0] > strengths[1] + 3
    assert strengths[1] == pytest.approx(strengths[2], abs=1e-8)


def test_nobody_takes_part_twice():
    with pytest.raises(ValueError, match="twice"):
        BradleyTerry([0, 0], [1, 1], [0])


FIT = """
import sys
import numpy as np
from prgbench.stats.bradley_terry import BradleyTerry
rng = np.random.default_rng(5)
contests, players = np.divmod(np.arange(80), 8)
model = BradleyTerry(contests, players, np.arange(10) % 5)
weights = rng.integers(0, 3, (4, 5))
np.savez(sys.stdout.buffer, model.strengths(model.wins(rng.integers(0, 6, 80)), weights))
"""


@pytest.fixture(scope="module")
def compiled_strengths():
    return arrays_of(FIT)


@pytest.mark.parametrize("how", NO_COMPILER)
def test_without_compilation_the_values_are_the_same(compiled_strengths, tmp_path, how):
    found = arrays_of(FIT, **without_compiler(tmp_path, how))
    np.testing.assert_allclose(found, compiled_strengths, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_compiled_again(compiled_strengths, tmp_path, kind):
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}
    np.testing.assert_array_equal(arrays_of(FIT, **cache), compiled_strengths)
    files = list(tmp_path.rglob(f"bradley_terry.*.{kind}"))
    for file in files:
        file.write_bytes(file.read_bytes()[:40])
    np.testing.assert_array_equal(arrays_of(FIT, **cache), compiled_strengths)
    assert len(files) == 3
    assert min(file.stat().st_size for file in files) > 40


def test_a_full_disk_keeps_no_code_and_loses_no_number(compiled_strengths, tmp_path):
    found = arrays_of(FULL_DISK + FIT, NUMBA_CACHE_DIR=str(tmp_path))
    np.testing.assert_array_equal(found, compiled_strengths)
    assert not [file for file in tmp_path.rglob("*.nb?") if file.stat().st_size]
