import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, rankdata, spearmanr

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.study.agreement import (
    agreement_summary,
    best_differs,
    task_agreement,
    task_table,
    top_differs,
)

MEASURES = [get_measure(name) for name in ("aupr", "auprg", "auroc")]
RANKS = st.lists(st.integers(0, 8), min_size=4, max_size=12).map(
    lambda scores: rankdata(scores).astype(float)
)


def models_of(*tasks):
    """Make ranked models from (aupr, auprg, auroc) ranks of each task."""
    parts = []
    for task_id, (aupr, auprg, auroc) in enumerate(tasks, start=1):
        part = pd.DataFrame(
            {
                "task_id": task_id,
                "dataset_id": 1 + task_id // 3,
                "dataset_name": f"data-{task_id}",
                "pos_label": "yes",
                "run_id": range(len(aupr)),
                "flow_name": [f"flow-{number}" for number in range(len(aupr))],
                "n": 100,
                "n_instances": 100,
                "prevalence": 0.2,
            }
        )
        for name, ranks in (("aupr", aupr), ("auprg", auprg), ("auroc", auroc)):
            part[f"rank_{name}"] = np.asarray(ranks, dtype=float)
            part[name] = 1 - np.asarray(ranks) / 10
        parts.append(part)
    return Models(pd.concat(parts, ignore_index=True), [measure.name for measure in MEASURES])


MODELS = models_of(
    ([1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 3, 4]),
    ([1, 2, 3, 4], [1, 3, 2, 4], [1, 2, 3, 4]),
    ([1, 2, 3, 4], [2, 1, 3, 4], [1.5, 1.5, 3, 4]),
    ([1, 2, 3, 4], [1, 2, 4, 3], [2.5, 2.5, 2.5, 2.5]),
)


def row(summary, a, b):
    return summary[(summary["measure_a"] == a) & (summary["measure_b"] == b)].iloc[0]


def test_shares_and_correlations_by_hand():
    agreement = task_agreement(MODELS, MEASURES)
    summary = agreement_summary(agreement, MODELS)
    first = row(summary, "aupr", "auprg")
    assert (first["tasks"], first["datasets"], first["models"]) == (4, 2, 16)
    assert first["best_differs"] == 1 / 4
    assert first["top_differs"] == 3 / 4
    of_two = agreement_summary(task_agreement(MODELS, MEASURES, top=2), MODELS)
    assert row(of_two, "aupr", "auprg")["top_differs"] == 2 / 4
    # squared rank differences: 0 + 2 + 2 + 2 of sum of squares 4 * 5
    assert first["rank_correlation"] == pytest.approx(1 - 6 / (2 * 20))
    assert first["spearman_median"] == pytest.approx(0.8)
    second = row(summary, "aupr", "auroc")
    assert second["best_differs"] == 3 / 4
    assert second["best_differs_surely"] == 1 / 4
    assert second["best_differs_expected"] == pytest.approx((1 + 0 + 1 / 2 + 3 / 4) / 4)
    assert second["spearman_undefined"] == 1


def test_task_table_names_the_best_flow_by_each_measure():
    tasks = task_table(MODELS, task_agreement(MODELS, MEASURES), MEASURES)
    assert tasks["best_flow_by_auroc"].tolist() == ["flow-1", "flow-0", "flow-0", "flow-0"]
    assert tasks["best_aupr"].tolist() == [0.9] * 4
    assert tasks["best_differs_aupr_auprg"].tolist() == [False, False, True, False]


def test_task_table_has_the_areas_of_a_random_ranking():
    prevalence = MODELS.task_id.map({1: 0.05, 2: 0.5, 3: np.nan, 4: 0.2})
    models = with_columns(MODELS, prevalence=prevalence)
    tasks = task_table(models, task_agreement(models, MEASURES), MEASURES)
    assert tasks["chance_aupr"].round(3).tolist()[:2] == [0.071, 0.511]
    assert tasks["chance_auprg"].round(3).tolist()[:2] == [-0.889, 0.005]
    assert tasks[["chance_aupr", "chance_auprg"]].isna().all(axis=1).tolist() == [
        *(False, False, True, False)
    ]
    assert "chance_auroc" not in tasks


@pytest.mark.parametrize(
    ("a", "b", "differ"),
    [
        ([1, 2, 3, 4, 5], [1, 2, 3, 5, 4], False),
        ([1, 2, 3, 4, 5], [1, 3, 2, 4, 5], True),
        ([1, 2, 3, 4, 5], [1, 2, 4, 3, 5], True),
        ([1, 2.5, 2.5, 4, 5], [1, 2.5, 2.5, 5, 4], False),
        ([1, 2.5, 2.5, 4, 5], [1, 2, 3, 4, 5], True),
        ([1, 2, 3.5, 3.5, 5], [1, 2, 3.5, 3.5, 5], False),
        ([1, 2, 3.5, 3.5, 5], [1, 2, 3, 4, 5], True),
        ([1, 2], [1, 2], False),
    ],
)
def test_ordered_top_three(a, b, differ):
    assert top_differs(np.array(a, dtype=float), np.array(b, dtype=float)) == differ


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=4, max_size=12))
def test_disagreement_is_symmetric_and_policies_are_ordered(pairs):
    a, b = (rankdata(side).astype(float) for side in zip(*pairs, strict=True))
    differ, expected, surely = best_differs(a, b)
    assert best_differs(b, a) == (differ, pytest.approx(expected), surely)
    assert top_differs(a, b) == top_differs(b, a)
    assert surely <= expected
    assert differ or not surely
    assert top_differs(a, b) or not differ


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=20))
def test_correlations_are_scipys(pairs):
    a, b = (rankdata(side).astype(float) for side in zip(*pairs, strict=True))
    models = models_of((a, b, a))
    found = row(task_agreement(models, MEASURES), "aupr", "auprg")["spearman"]
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(spearmanr(a, b).statistic, abs=1e-12)
        summary = agreement_summary(task_agreement(models, MEASURES), models)
        pooled = row(summary, "aupr", "auprg")["rank_correlation"]
        assert pooled == pytest.approx(pearsonr(a, b).statistic, abs=1e-12)


@given(
    st.integers(2, 7).flatmap(lambda n: st.lists(st.tuples(*[st.integers(0, n)] * n), min_size=2))
)
def test_the_first_models_differ_by_how_many_come_before_each(rows):
    scores = np.array(rows, dtype=float)
    ranks = rankdata(scores, axis=1)
    # Of the same scores as mean ranks and as places; each row is compared with the one after it.
    places = rankdata(scores, "min", axis=1)
    for top in (1, 3):
        expected = [
            [*np.where(a <= top, a, 0)] != [*np.where(b <= top, b, 0)]
            for a, b in zip(places, np.roll(places, 1, axis=0), strict=True)
        ]
        assert top_differs(ranks, np.roll(ranks, 1, axis=0), top).tolist() == expected
