import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.answer.verdicts import WinnerVerdict
from prgbench.answer.winners import certain_test, winners_of_pair, with_verdicts
from prgbench.stats.families import holm, sign_flip_test


def halves_of(a_kept, b_kept):
    n = len(a_kept)
    return pd.DataFrame({"dataset_id": range(n), "a_kept": a_kept, "b_kept": b_kept})


def certain_of(flags, datasets=None):
    datasets = range(len(flags)) if datasets is None else datasets
    return pd.DataFrame(
        {"dataset_id": datasets, "certain": flags}, columns=["dataset_id", "certain"]
    )


def winners(halves, certain=False, chance=0.02):
    tasks = halves.assign(certain=certain)
    return winners_of_pair("a", "b", tasks, chance=chance, tail=0.025, seed=0)


def test_both_measures_must_keep_their_picks():
    rng = np.random.default_rng(0)
    kept, dropped = rng.normal(0.3, 0.3, 40), rng.normal(-0.3, 0.3, 40)
    both = winners(halves_of(kept, kept[::-1]))
    expected = [sign_flip_test(v, range(40), alternative="greater") for v in (kept, kept[::-1])]
    assert both.p_kept == max(expected)
    assert both.p_value == 2 * max(expected)
    for values in ((kept, dropped), (dropped, kept)):
        assert winners(halves_of(*values)).p_kept > 0.9


def test_the_count_of_certain_data_sets_is_held_against_chance():
    count, expected, p = certain_test(certain_of([True] * 5 + [False] * 45), 0.02)
    assert (count, expected) == (5, 1)
    assert p == pytest.approx(binom.sf(4, 50, 0.02))
    # A data set counts once, and has more chances with more tasks.
    tasks = certain_of([True, True, False, True], [1, 1, 2, 3])
    count, expected, p = certain_test(tasks, 0.1)
    assert (count, expected) == (2, pytest.approx(0.4))
    assert p == pytest.approx(binom.sf(1, 3, 0.4 / 3))


def test_a_count_near_that_of_chance_shows_nothing():
    assert certain_test(certain_of([True, False, False]), 0.2)[2] == 1
    assert certain_test(certain_of([]), 0.2) == (0, 0, 1)


def test_unequal_chances_are_at_most_as_likely_as_equal_ones():
    rng = np.random.default_rng(1)
    sizes = np.array([1] * 20 + [5] * 5)
    chances = sizes * 0.05
    datasets = np.repeat(np.arange(25), sizes)
    for count in range(4, 9):
        flags = np.isin(datasets, range(count))
        *_, p = certain_test(certain_of(flags, datasets), 0.05)
        drawn = (rng.random((200_000, 25)) < chances).sum(axis=1)
        assert (drawn >= count).mean() <= p + 0.003


def test_either_test_may_show_it():
    noise = np.random.default_rng(2).normal(0, 0.1, 50)
    found = winners(halves_of(noise, -noise), [True] * 8 + [False] * 42)
    assert found.p_kept > 0.1
    assert found.p_value == pytest.approx(2 * found.p_certain)


def test_p_values_are_adjusted_for_the_pairs():
    table = pd.DataFrame({"p_value": [0.01, 0.02, 0.5, 0.001], "datasets": [50, 50, 50, 7]})
    table = table.reindex(columns=[*table, "verdict"]).pipe(_filled)
    found = with_verdicts(table, 0.025)
    np.testing.assert_allclose(found["p_adjusted"], holm(table["p_value"]))
    assert found["verdict"].tolist() == [
        WinnerVerdict.NOT_RESOLVED,
        WinnerVerdict.NOT_RESOLVED,
        WinnerVerdict.NOT_RESOLVED,
        WinnerVerdict.TOO_FEW,
    ]
    alone = with_verdicts(table.iloc[[0]], 0.025)
    assert alone["verdict"].tolist() == [WinnerVerdict.DIFFER]


def _filled(table):
    from prgbench.answer.interface import columns_of
    from prgbench.answer.winners import Winners

    return table.reindex(columns=columns_of(Winners))


def test_what_the_study_could_have_shown_is_shown_with_its_power():
    rng = np.random.default_rng(3)
    noise = 0.2 * rng.normal(size=(2, 30))
    detectable = winners(halves_of(*noise)).detectable
    shown = []
    for _ in range(200):
        noise = 0.2 * rng.normal(size=30)
        found = winners(halves_of(detectable + noise, detectable + noise))
        shown.append(found.p_value <= 0.025)
    assert np.mean(shown) == pytest.approx(0.8, abs=0.12)


def test_few_data_sets_have_no_verdict():
    row = _filled(pd.DataFrame({"p_value": [1e-9] * 2, "datasets": [FEWEST_DATASETS - 1, 8]}))
    assert with_verdicts(row, 0.025)["verdict"].tolist() == [
        WinnerVerdict.TOO_FEW,
        WinnerVerdict.DIFFER,
    ]
