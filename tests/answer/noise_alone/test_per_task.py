from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from made_up_tasks import make_setting, make_task_scores
from prgbench.answer.noise_alone import (
    COLUMNS,
    Options,
    agreement_of_ranks,
    per_task,
    tops_differ,
)
from prgbench.study.agreement import top_differs


def null_agreement(task, setting, replicates):
    return per_task(task, setting, Options(replicates=replicates))["nulls"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=2, max_size=6))
def test_ordered_tops_are_compared_as_the_study_does(scores):
    ranks = rankdata(scores, axis=1)
    a, b = ranks[:-1], ranks[1:]
    assert tops_differ(a, b).tolist() == [top_differs(x, y) for x, y in zip(a, b, strict=True)]


def test_agreement_of_ranks_by_hand():
    a = np.array([[1.0, 2, 3], [1.5, 1.5, 3]])
    b = np.array([[1.0, 3, 2], [1.5, 1.5, 3]])
    found = {name: list(values) for name, values in agreement_of_ranks(a, b).items()}
    assert found == {
        "best_differs": [False, False],
        "top_differs": [True, False],
        "n": [3, 3],
        "sx": [6, 6],
        "sy": [6, 6],
        "sxx": [14, 13.5],
        "syy": [14, 13.5],
        "sxy": [13, 13.5],
    }


def test_measures_that_rank_alike_by_definition_never_disagree():
    setting = make_setting(("aupr", "aucnpr", "auroc"))
    table = null_agreement(make_task_scores(n=100), setting, 20)
    same = (table["measure_a"] == "aupr") & (table["measure_b"] == "aucnpr")
    assert not table.loc[same, ["best_differs", "top_differs"]].to_numpy(dtype=bool).any()
    assert (table.loc[same, "sxy"] == table.loc[same, "sxx"]).all()
    assert table.loc[~same, "top_differs"].any()


def test_there_is_a_row_per_version_replicate_and_pair():
    task = make_task_scores(n=60)
    table = per_task(task, make_setting(), Options(replicates=25))["nulls"]
    assert list(table.columns) == COLUMNS
    assert len(table) == 2 * 25 * 3
    assert not table.duplicated(COLUMNS[:5]).any()
    assert set(table["task_id"]) == {1}


def test_the_seed_and_the_task_alone_decide():
    task = make_task_scores(n=60)
    first, again = (null_agreement(task, make_setting(), 20) for _ in range(2))
    assert first.equals(again)
    sums = "sxy"
    for other in (
        null_agreement(task, make_setting(seed=1), 20),
        null_agreement(replace(task, task_id=2), make_setting(), 20),
    ):
        assert (first[sums] != other[sums]).any()


def test_large_tasks_are_drawn_in_pieces(monkeypatch):
    from prgbench.answer import noise_replicas as replicas

    monkeypatch.setattr(replicas, "_VALUES_AT_ONCE", 500)
    table = null_agreement(make_task_scores(n=60), make_setting(), 20)
    assert len(table) == 2 * 20 * 3
    assert table.groupby("replicate")["sxy"].sum().nunique() > 5


def test_measures_of_probabilities_have_no_rows():
    table = null_agreement(make_task_scores(n=60), make_setting(("aupr", "brier", "auroc")), 20)
    assert set(zip(table["measure_a"], table["measure_b"], strict=True)) == {("aupr", "auroc")}
    alone = null_agreement(make_task_scores(n=60), make_setting(("aupr", "brier")), 20)
    assert alone.empty
    assert list(alone.columns) == COLUMNS


def test_a_task_without_replicates_has_no_rows():
    task = replace(make_task_scores(n=60), y_true=np.zeros(60, dtype=bool))
    table = null_agreement(task, make_setting(), 20)
    assert table.empty
    assert list(table.columns) == COLUMNS


def test_fewer_than_20_replicates_are_refused():
    with pytest.raises(ValueError, match="greater than or equal to 20"):
        Options(replicates=19)


def test_equal_models_disagree_as_often_as_found():
    """What a sample shows of models that are equal in truth is what noise alone gives."""
    setting = make_setting()
    rng = np.random.default_rng(5)
    found, null = [], []
    for task_id in range(300):
        y_true = np.arange(120) < 30
        scores = rng.normal(size=(20, 120)) + rng.normal(size=120) + 1.5 * y_true
        aupr, _, auroc = (m.batch(y_true, scores) for m in setting.measures)
        found.append(np.argmax(aupr) != np.argmax(auroc))
        if task_id < 20:
            task = replace(
                make_task_scores(task_id, n=120, n_models=20), y_true=y_true, y_scores=scores
            )
            table = null_agreement(task, setting, 20)
            own = (table["measure_a"] == "aupr") & (table["measure_b"] == "auroc")
            null.append(table.loc[own, "best_differs"].mean())
    assert np.mean(null) == pytest.approx(np.mean(found), abs=0.1)
    assert np.mean(null) > 0.5
