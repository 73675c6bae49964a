"""Areas of re-weighted and of resampled instances."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import Draws, resampled_weights, reweighted_areas, values_under

Y = np.array([0, 1, 0, 1, 1])
S = np.array([[0.1, 0.4, 0.2, 0.9, 0.3], [0.5, 0.4, 0.3, 0.2, 0.1]])


def test_reweighted_areas_equal_repetition():
    weights = np.array([[1, 2, 1, 0, 3], [2, 1, 1, 1, 1]])
    names = ["auroc", "aupr", "auprg", "aucnpr", "expected_fg1", "expected_inverse_f1"]
    ours = reweighted_areas(Y, S, weights, measures=names)
    for row, repeats in zip(ours, weights, strict=True):
        expected = m.evaluate(np.repeat(Y, repeats), np.repeat(S, repeats, axis=1), names)
        np.testing.assert_allclose(row, expected, atol=1e-12)


def test_bootstrap_is_reproducible_and_the_same_for_all_models():
    first = m.bootstrap_areas(Y, [S[0], S[0]], n_resamples=50, random_state=4)
    again = m.bootstrap_areas(Y, S[:1], n_resamples=50, random_state=np.random.default_rng(4))
    np.testing.assert_array_equal(first[:, 0], first[:, 1])
    np.testing.assert_array_equal(first[:, :1], again)


def test_bootstrap_has_the_spread_of_the_resampled_statistic():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    s = rng.normal(y, 1)
    draws = rng.integers(0, 200, (2000, 200))
    direct = np.array([m.auroc_score(y[draw], s[draw]) for draw in draws[:500]])
    ours = m.bootstrap_areas(y, s, measures=["auroc"], n_resamples=4000, random_state=1)[:, 0, 0]
    assert ours.mean() == pytest.approx(direct.mean(), abs=0.005)
    assert ours.std() == pytest.approx(direct.std(), rel=0.12)


def test_stratified_bootstrap_keeps_the_prevalence():
    # The all-tied AUPR of a resample is its prevalence.
    ours = m.bootstrap_areas(Y, np.zeros(5), stratified=True, n_resamples=30, random_state=0)
    np.testing.assert_allclose(ours[:, 0, 1], 0.6, atol=1e-15)
    free = m.bootstrap_areas(Y, np.zeros(5), n_resamples=30, random_state=0)
    assert np.nanstd(free[:, 0, 1]) > 0.1


def test_one_measure_needs_no_list():
    ours = m.bootstrap_areas(Y, S, measures="auroc", n_resamples=9)
    listed = m.bootstrap_areas(Y, S, measures=["auroc"], n_resamples=9)
    np.testing.assert_array_equal(ours, listed)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: m.bootstrap_areas(Y, S, n_resamples=0), "n_resamples must be >= 1"),
        (lambda: m.bootstrap_areas(Y, S, measures=["ks"]), "'ks' can't be resampled"),
        (lambda: m.bootstrap_areas([0, 1], [[1, np.nan]]), r"y_scores\[0, 1\] is NaN"),
    ],
)
def test_resampling_refuses(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_drawn_instances_count_by_their_weights():
    weights = np.arange(1, 1 + len(Y)) / 2
    found = m.bootstrap_areas(Y, S, n_resamples=5, random_state=3, sample_weight=weights)
    drawn = np.random.default_rng(3).integers(0, len(Y), (5, len(Y)), dtype=np.int32)
    counts = np.stack([np.bincount(row, minlength=len(Y)) for row in drawn])
    np.testing.assert_allclose(found, reweighted_areas(Y, S, counts * weights), atol=1e-12)


RNG = np.random.default_rng(7)
Y_OF_40 = np.arange(40) < 15
P = np.round(RNG.beta(2 + Y_OF_40, 3, (2, 40)), 2)
WEIGHTS = RNG.integers(0, 4, (5, 40))
SAMPLE = Sample.checked(Y_OF_40, {"a": P[0], "b": P[1]})


@pytest.mark.parametrize("name", [*m.measures(), "sklearn.metrics:roc_auc_score"])
def test_whole_weights_repeat_the_instances(name):
    found = values_under(m.get_measure(name), SAMPLE, WEIGHTS)
    for row, repeats in zip(found, WEIGHTS, strict=True):
        repeated = m.evaluate(np.repeat(Y_OF_40, repeats), np.repeat(P, repeats, axis=1), [name])
        np.testing.assert_allclose(row, repeated[:, 0], atol=1e-12)


def test_groups_are_drawn_whole_and_times_their_weights():
    groups, weights = np.repeat(["x", "y", "z", "w"], 10), np.linspace(0.5, 2, 40)
    sample = Sample.checked(Y_OF_40, {"a": P[0]}, groups=groups, sample_weight=weights)
    (drawn,) = resampled_weights(sample, Draws(200, stratified=False, random_state=0))
    times = (drawn / weights).reshape(200, 4, 10)
    np.testing.assert_allclose(times - times[:, :, :1].round(), 0, atol=1e-12)
    np.testing.assert_allclose(times[:, :, 0].sum(axis=1), 4)


def test_pure_groups_are_drawn_by_class():
    groups = np.concatenate([np.arange(15) // 5, 3 + np.arange(25) // 5])
    sample = Sample.checked(Y_OF_40, {"a": P[0]}, groups=groups)
    (drawn,) = resampled_weights(sample, Draws(200, stratified=True, random_state=0))
    assert (drawn[:, Y_OF_40].sum(axis=1) == 15).all()
    assert (drawn[:, ~Y_OF_40].sum(axis=1) == 25).all()
    assert len({tuple(row) for row in drawn.tolist()}) > 150


LABELS = [0, 1, 1, 0, 1]
SCORES = {"y_score": [1, 2, 3, 4, 5]}


def sample(**options):
    return Sample.checked(LABELS, SCORES, **options)


def test_instances_of_weight_0_are_left_out_and_groups_renumbered():
    found = sample(sample_weight=[2, 0, 1, 0.5, 3], groups=["c", "a", "b", "c", "b"])
    assert found.positive.tolist() == [False, True, False, True]
    assert found.scores.tolist() == [[1, 3, 4, 5]]
    assert found.weights.tolist() == [2, 1, 0.5, 3]
    assert found.groups.tolist() == [1, 0, 1, 0]
    assert (found.n_groups, found.is_weighted, found.is_grouped) == (2, True, True)


def test_values_are_summed_over_groups():
    found = sample(groups=[7, 7, 8, 8, 9])
    values = np.array([[1.0, 2, 3, 4, 5], [1, 1, 1, 1, 1]])
    assert found.group_sums(values).tolist() == [[3, 7, 5], [2, 2, 1]]
    assert sample().group_sums(values) is values


def test_a_group_counts_in_each_class_that_it_has():
    assert sample(groups=[7, 7, 8, 8, 9]).class_sizes == (3, 2)
    assert sample(groups=[7, 7, 7, 8, 7]).class_sizes == (1, 2)


def test_class_sizes_need_no_distinct_integers(monkeypatch):
    # np.unique of NumPy 2.4 takes seconds for a million integers that are all distinct.
    def refuse(*_, **__):
        raise AssertionError("np.unique was called")

    many = sample()
    monkeypatch.setattr(np, "unique", refuse)
    assert many.class_sizes == (3, 2)
    assert [stratum.size for stratum in many.strata(stratified=True)] == [3, 2]


def test_groups_are_drawn_from_all_or_from_those_of_a_class():
    pure = sample(groups=["n", "p", "q", "m", "p"])
    assert [s.tolist() for s in pure.strata(stratified=False)] == [[0, 1, 2, 3]]
    assert [s.tolist() for s in pure.strata(stratified=True)] == [[2, 3], [0, 1]]
    with pytest.raises(ValueError, match="A group has positives and negatives"):
        sample(groups=[7, 7, 8, 8, 9]).strata(stratified=True)
