import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_tasks import NAMES, make_setting, make_tables, make_task_scores
from prgbench.answer.expected_f1 import EXPECTED_F1, lower_preferred, per_task
from prgbench.answer.interface import PartOptions
from prgbench.metrics import evaluate


def counted(scores, target):
    """Count pairs whose lower target has the higher score, and pairs that differ in both."""
    lower = pairs = 0
    for i, j in combinations(range(len(scores)), 2):
        if scores[i] != scores[j] and target[i] != target[j]:
            pairs += 1
            lower += (scores[i] > scores[j]) != (target[i] > target[j])
    return lower, pairs


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9))
def test_pairs_are_those_that_both_tell_apart(models):
    scores, target = np.array(models, dtype=float).T
    [lower], [pairs] = lower_preferred(scores[None], target, 12)
    assert (lower, pairs) == counted(scores, target)


def test_halves_are_judged_by_the_other_half():
    scores = np.array([[[[3.0, 2, 1]], [[1, 2, 3]]]])
    [lower], [pairs] = lower_preferred(scores, scores[:, ::-1, 0], 12)
    assert (lower, pairs) == (3, 3)


def test_many_models_need_no_memory_for_all_their_pairs():
    scores = np.random.default_rng(0).random((2, 2, 3, 400))
    tracemalloc.start()
    _, pairs = lower_preferred(scores, scores[:, ::-1, 0], 12)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert pairs.tolist() == [400 * 399 / 2] * 3
    assert peak < 10 * scores.nbytes


def test_the_table_of_a_task():
    task, setting = make_task_scores(n=150, n_models=9, ties=False), make_setting()
    table = per_task(task, setting, PartOptions())["lower_f1"].set_index("measure")
    assert table.index.tolist() == [*NAMES, EXPECTED_F1]
    values = evaluate(task.y_true, task.y_scores, [*NAMES, "expected_inverse_f1"]).T
    for place, name in enumerate(NAMES):
        expected = counted(values[place], 1 / values[-1])
        assert tuple(table.loc[name, ["in_sample_lower", "in_sample_pairs"]]) == expected
    assert table.at[EXPECTED_F1, "in_sample_lower"] == 0
    assert (table["held_out_lower"] > 0).all()


def test_shares_are_ratios_of_sums():
    tasks = [make_task_scores(t, n=100, n_models=k, ties=False) for t, k in ((1, 4), (2, 9))]
    setting = make_setting()
    counts = [per_task(task, setting, PartOptions())["lower_f1"] for task in tasks]
    table = make_tables(["expected_f1"], tasks, setting)["expected_f1"].set_index("measure")
    total = sum(own.set_index("measure") for own in counts)
    for name in NAMES:
        for sample in ("in_sample", "held_out"):
            share = total.at[name, f"{sample}_lower"] / total.at[name, f"{sample}_pairs"]
            assert table.at[name, sample] == pytest.approx(share)
    assert table.at["aupr", "pairs"] == total.at["aupr", "in_sample_pairs"]
