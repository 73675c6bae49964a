from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef

from made_up_tasks import make_setting, make_task_scores, repeated
from prgbench.answer.halves import random_halves
from prgbench.answer.targets import TARGETS_OF_HALVES, targets_of_halves
from prgbench.answer.targets import _quarters as quarters_of
from prgbench.metrics import evaluate
from tried_thresholds import best_f1_threshold

SETTING = make_setting()


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120)


@pytest.fixture(scope="module")
def halves(task):
    return random_halves(task, SETTING)


@pytest.fixture(scope="module")
def targets(task):
    return targets_of_halves(task, SETTING)


def test_score_targets_are_the_registrys_on_the_rows_of_the_half(task, halves, targets):
    assert list(targets) == list(TARGETS_OF_HALVES)
    for split, half in np.ndindex(halves.shape[:2]):
        rows = halves[split, half]
        values = evaluate(task.y_true[rows], task.y_scores[:, rows], ["expected_inverse_f1"])
        expected = targets["expected_f1"].values[split, half]
        np.testing.assert_allclose(expected, 1 / values[:, 0], rtol=1e-12)


def test_decision_targets_are_scikit_learns_on_the_rows_of_the_half(task, halves, targets):
    functions = {
        "stored_f1": f1_score,
        "stored_mcc": matthews_corrcoef,
        "stored_accuracy": accuracy_score,
    }
    for split, half in np.ndindex(halves.shape[:2]):
        rows = halves[split, half]
        for name, function in functions.items():
            expected = [function(task.y_true[rows], own) for own in task.decisions[:, rows]]
            np.testing.assert_allclose(targets[name].values[split, half], expected)


def test_honest_f1_decides_each_quarter_at_the_threshold_of_the_other(task, halves, targets):
    quarters = quarters_of(task, SETTING, halves[:, 0])
    for split, half in np.ndindex(halves.shape[:2]):
        for model, scores in enumerate(task.y_scores):
            decisions = np.zeros(len(scores), dtype=bool)
            for quarter in (half, half + 2):
                others = quarters[split] == (quarter ^ 2)
                threshold = best_f1_threshold(task.y_true, scores, others)
                own = quarters[split] == quarter
                decisions[own] = scores[own] >= threshold
            rows = halves[split, half]
            expected = f1_score(task.y_true[rows], decisions[rows])
            assert targets["honest_f1"].values[split, half, model] == pytest.approx(expected)


def test_pooled_f_scores_are_ratios_of_counts(targets):
    for name in ("honest_f1", "stored_f1", "expected_f1"):
        target = targets[name]
        np.testing.assert_allclose(target.values, target.hits / target.totals)
    assert np.isnan(targets["stored_accuracy"].hits).all()
    assert (targets["stored_f1"].hits % 2 == 0).all()


def test_quarters_cut_each_class_of_each_half_in_two():
    task = repeated(make_task_scores(n=101), 2)
    halves = random_halves(task, SETTING)
    quarters = quarters_of(task, SETTING, halves[:, 0])
    np.testing.assert_array_equal(quarters % 2 == 1, halves[:, 1])
    for own in quarters:
        for positive in (True, False):
            sizes = np.bincount(own[(task.y_true == positive) & (task.repeats == 0)], minlength=4)
            assert abs(sizes[0] - sizes[2]) <= 1
            assert abs(sizes[1] - sizes[3]) <= 1
        for instance in range(task.n_instances):
            assert len(set(own[task.instances == instance])) == 1
    assert len({tuple(own) for own in quarters // 2}) == len(quarters)


def test_quarters_keep_groups_whole():
    task = make_task_scores(n=101)
    task = replace(task, stated_groups=np.arange(101) // 3)
    halves = random_halves(task, SETTING)
    quarters = quarters_of(task, SETTING, halves[:, 0])
    np.testing.assert_array_equal(quarters % 2 == 1, halves[:, 1])
    with_positives = task.group_sizes[0] > 0
    for own in quarters:
        of_group = np.array([own[task.groups == group] for group in range(33)])
        assert (of_group == of_group[:, :1]).all()
        for some in (True, False):
            chosen = own[np.unique(task.groups, return_index=True)[1]][with_positives == some]
            sizes = np.bincount(chosen, minlength=4)
            assert abs(sizes[0] - sizes[2]) <= 1
            assert abs(sizes[1] - sizes[3]) <= 1


def test_halves_of_one_class_have_no_target():
    task = make_task_scores(n=40)
    y_true = np.zeros(40, dtype=bool)
    y_true[0] = True
    for target in targets_of_halves(replace(task, y_true=y_true), SETTING).values():
        assert np.isnan(target.values).all()


def test_decisions_that_are_not_stated_have_no_target(task):
    decisions = task.decisions.copy()
    decisions[2, 5] = -1
    found = targets_of_halves(replace(task, decisions=decisions), SETTING)
    for name in ("stored_f1", "stored_mcc", "stored_accuracy"):
        missing = np.isnan(found[name].values).all(axis=(0, 1))
        assert missing.tolist() == [False, False, True, False, False, False]
    assert np.isfinite(found["honest_f1"].values).all()
