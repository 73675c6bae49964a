"""The world of real learners: its populations and truth, and what follows from a known truth."""

from dataclasses import replace

import numpy as np
import pytest
from demo_archive.flows import Flow, Setup, setups
from scipy.stats import norm
from sklearn.metrics import average_precision_score, roc_auc_score

from prgbench.metrics import evaluate
from worlds import real
from worlds.real import (
    KINDS,
    NOISES,
    SIZES,
    TASKS,
    TRUE,
    draw_instances,
    fresh_rows,
    real_tasks,
    values_of,
)
from worlds.real_others import OTHERS, draw_others, other_setups
from worlds.real_truth import (
    losses,
    losses_of_halves,
    losses_of_sample,
    mean_spearman,
    winners_differ,
)
from worlds.studies import setting_of

PRIOR, REVERSED, BAYES = "(prior)", "Reversed(GaussianNB)", "naive_bayes.GaussianNB"
TWONORM = 4
SMALL = {"numbers": (1, 10, TWONORM), "fresh": 500}


def named(*endings):
    return [setup for ending in endings for setup in setups() if setup.flow.name.endswith(ending)]


FAST = named(PRIOR, REVERSED, BAYES, "(stump)", "(depth 3)", "RidgeClassifier")


class FirstFeature:
    """A learner that learns nothing: its confidence is the first feature, squashed."""

    def fit(self, _x, _y):
        return self

    def predict_proba(self, x):
        return np.column_stack([norm.sf(x[:, 0]), norm.cdf(x[:, 0])])


@pytest.fixture(scope="module")
def tasks():
    return real_tasks(**SMALL, chosen=FAST)


def truth_of(tasks, learner):
    place = [setup.flow.name for setup in FAST].index(named(learner)[0].flow.name)
    return np.array([task.truth[place] for task in tasks])


def test_tasks_differ_in_kind_size_prevalence_or_noise():
    recipes = {(n % len(KINDS), n % len(SIZES), n % len(NOISES)) for n in TASKS}
    assert len(recipes) == len(TASKS) == 44
    assert {kind for kind, _, _ in recipes} == set(range(len(KINDS)))


@pytest.mark.parametrize("number", TASKS)
def test_a_population_has_its_prevalence(number):
    led = KINDS[number % len(KINDS)] == "led"
    _, prevalence = SIZES[number % len(SIZES)]
    drawn = draw_instances(number, 3000)
    assert drawn.x.shape[0] == len(drawn.y) == 3000
    assert drawn.y.mean() == pytest.approx(0.1 if led else prevalence, abs=0.02 if led else 4e-4)


def test_a_task_is_a_stratified_sample_in_ten_stratified_folds(tasks):
    for task in tasks:
        n, prevalence = SIZES[task.number % len(SIZES)]
        assert len(task.y_true) == n
        assert task.scores.shape == (len(FAST), n)
        positives = np.bincount(task.folds[task.y_true], minlength=10)
        assert positives.sum() == pytest.approx(n * prevalence, abs=1 if task.number < 10 else 20)
        assert np.ptp(positives) <= 1
        assert np.bincount(task.folds).tolist() == [n // 10] * 10


def test_the_truth_of_a_single_feature_is_that_of_its_population():
    setup = Setup(1, 1, Flow("first feature", lambda _: FirstFeature()), 1)
    [task] = real_tasks([TWONORM], fresh=8000, chosen=[setup])
    distance = 2 * real.STEP
    cut = np.linspace(9, -9, 20001)
    recall, false = norm.sf(cut, distance), norm.sf(cut)
    aupr = np.trapezoid(recall / (recall + false), recall)
    found = dict(zip(TRUE, task.truth[0], strict=True))
    assert found["auroc"] == pytest.approx(norm.cdf(distance / np.sqrt(2)), abs=0.015)
    assert found["aupr"] == pytest.approx(aupr, abs=0.02)
    assert task.halves[:, 0].mean(axis=0) == pytest.approx(task.truth[0], abs=2e-3)


def test_constant_and_reversed_models_have_the_truth_of_their_kind(tasks):
    aupr, auprg, auroc, f1 = truth_of(tasks, PRIOR).T
    prevalence = aupr
    assert prevalence == pytest.approx([task.y_true.mean() for task in tasks], abs=0.01)
    assert auprg == pytest.approx([0, 0, 0], abs=1e-12)
    assert auroc == pytest.approx([0.5, 0.5, 0.5], abs=1e-12)
    assert (f1 < 2 * prevalence / (1 + prevalence) + 1e-12).all()
    reversed_auroc = truth_of(tasks, REVERSED)[:, 2]
    assert reversed_auroc == pytest.approx(1 - truth_of(tasks, BAYES)[:, 2], abs=1e-3)


def test_true_values_are_those_of_all_folds_together():
    rng = np.random.default_rng(1)
    y_true = rng.random(200) < 0.3
    scores = rng.normal(size=(2, 10, 200)) + y_true
    weights = np.where(y_true, 1, 3)
    [[aupr, auprg, auroc, f1], _] = values_of(y_true, scores, weights[None])[0]
    labels, pooled, weighed = np.tile(y_true, 10), scores[0].ravel(), np.tile(weights, 10)
    assert auroc == pytest.approx(roc_auc_score(labels, pooled), abs=1e-12)
    by_peer = average_precision_score(labels, pooled, sample_weight=weighed)
    assert aupr == pytest.approx(by_peer, abs=1e-3)
    repeated = np.repeat(np.arange(2000), weighed)
    names = ["auprg", "expected_inverse_f1"]
    [others] = evaluate(labels[repeated], [pooled[repeated]], names)
    assert [auprg, 1 / f1] == pytest.approx(others)


@pytest.mark.parametrize(("share", "weight"), [(0.04, 5), (0.1, 3), (0.5, 1)])
def test_fresh_rows_have_more_positives_and_the_prevalence_of_all(share, weight):
    y = np.random.default_rng(1).permutation(np.arange(40_000) < share * 40_000)
    rows, weights = fresh_rows(y, 8000)
    assert len(set(rows)) == 8000
    assert set(weights[~y[rows]]) == {weight}
    assert set(weights[y[rows]]) == {1}
    assert np.average(y[rows], weights=weights) == pytest.approx(share, abs=1e-4)
    assert y[rows].mean() >= share


def test_tasks_are_the_same_again_and_read_where_they_are_kept(tasks, tmp_path, monkeypatch):
    made = real_tasks(**SMALL, chosen=FAST, folder=tmp_path)
    assert len(list(tmp_path.glob("*/*.npz"))) == 3
    monkeypatch.setattr(real, "make_task", None)
    read = real_tasks(**SMALL, chosen=FAST, folder=tmp_path)
    for one, two, three in zip(tasks, made, read, strict=True):
        for name in ("y_true", "scores", "folds", "truth", "halves"):
            first, again, kept = (getattr(task, name) for task in (one, two, three))
            assert np.array_equal(first, again, equal_nan=True)
            assert np.array_equal(first, kept, equal_nan=True)


def by_hand(aupr, auroc):
    """Return a truth in which only AUPR and AUROC are of interest."""
    return np.column_stack([aupr, np.zeros(len(aupr)), auroc, np.zeros(len(aupr))])


HAND = [
    by_hand([0.3, 0.2, 0.1], [0.8, 0.9, 0.7]),
    by_hand([0.3, 0.2, 0.1], [0.9, 0.8, 0.7]),
    by_hand([0.3, 0.3, 0.1], [0.9, 0.8, 0.7]),
]


def test_winners_differ_in_one_and_a_half_of_three_tasks():
    assert winners_differ(HAND, "aupr", "auroc") == 0.5
    assert winners_differ(HAND[:1], "aupr", "auroc") == 1
    assert winners_differ(HAND, "aupr", "aupr") == 0


def test_mean_rank_correlation_by_hand():
    # Ranks -1, 0, 1 against 0, -1, 1: product 1 of 2. Against tied -1/2, -1/2, 1: 3/2 of root 3.
    correlations = [1 / 2, 1, np.sqrt(3) / 2]
    for first in range(1, 4):
        expected = np.mean(correlations[:first])
        assert mean_spearman(HAND[:first], "aupr", "auroc") == pytest.approx(expected)


def test_another_truth_takes_the_place_of_the_second():
    first, second = [HAND[0]], [by_hand([0.2, 0.3, 0.1], [0.9, 0.8, 0.7])]
    assert winners_differ(first, "aupr", "aupr", second) == 1
    assert winners_differ(first, "aupr", "auroc", second) == 0


def test_losses_by_hand():
    scores = np.array([[0.5, 0.6, 0.1], [0.5, 0.5, 0.1], [0.6, 0.0, 1.0]])
    lost = losses(HAND[0], scores)
    # Sums of ranks: 2 + 1.5 + 2, 1 + 1.5 + 3, 3 + 3 + 1.
    assert lost[:, 0] == pytest.approx([0.1, 0.05, 0.2, 0.05])
    assert lost[:, 2] == pytest.approx([0.0, 0.05, 0.2, 0.05])
    # Without scores the pick is one of all models.
    at_random = losses(HAND[0], np.full((1, 3), np.nan))
    assert at_random[:, [0, 2]] == pytest.approx(0.1)


def test_the_best_in_the_sample_loses_what_it_lacks_in_truth(tasks):
    setting = setting_of(1)
    scores = np.stack([tasks[0].y_true, np.zeros(len(tasks[0].y_true))]).astype(float)
    truth = np.array([[0.2, -1.0, 0.6, 0.1], [0.5, 0.0, 0.7, 0.4]])
    task = replace(tasks[0], scores=scores, truth=truth)
    expected = np.tile([0.3, 1.0, 0.1, 0.3], (4, 1))
    assert losses_of_sample(task, setting) == pytest.approx(expected)
    assert losses_of_halves(task, setting) == pytest.approx(expected)


@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_other_populations_have_their_prevalence(number):
    instances = draw_others(number, 4000)
    _, prevalence = OTHERS.sizes[number % len(OTHERS.sizes)]
    assert instances.y.mean() == pytest.approx(prevalence, abs=0.02)
    np.testing.assert_array_equal(draw_others(number, 4000).x, instances.x)
    is_rounded = number % 7 in (2, 5)
    assert (len(np.unique(instances.x[:, 0])) < 100) == is_rounded


def test_other_learners_have_truths_near_their_samples():
    [task] = real_tasks([3], OTHERS, fresh=2000, chosen=other_setups()[:3])
    assert len(task.y_true) == OTHERS.sizes[3][0]
    assert np.abs(task.truth - task.sample_values())[:, TRUE.index("auroc")].max() < 0.06
