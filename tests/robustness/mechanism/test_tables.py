import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_tables, make_task_scores, resampling
from prgbench.robustness.mechanism import crossing_summary, recall_differences
from prgbench.stats.interval import ONE_CLUSTER

PAIR = {"measure_a": "aupr", "measure_b": "auroc"}
N = 30
AGREEMENT = pd.DataFrame({"task_id": range(N), "dataset_id": [t // 2 for t in range(N)], **PAIR})


def picks_of(*rows):
    columns = ["task_id", "strict", "crossings", "widest", "widest_at"]
    return pd.DataFrame(rows, columns=columns).assign(**PAIR, run_a=1, run_b=2)


def room_of(crossed_by):
    return pd.DataFrame(
        {"task_id": range(N), "measure": "auroc", "others": 4, "crossed_by": crossed_by}
    )


NAN = float("nan")


def test_disagreements_are_sorted_into_kinds():
    picks = picks_of(
        (0, True, 3.0, 0.1, 0.2),
        (3, True, 1.0, 0.1, 0.4),
        (4, True, 0.0, 0.1, 0.9),
        (6, False, NAN, NAN, NAN),
        (8, True, NAN, NAN, NAN),
    )
    crossed_by = [2.0, 1.0] + [0.0] * (N - 3) + [NAN]
    [row] = crossing_summary(AGREEMENT, picks, room_of(crossed_by), resampling())
    assert (row.tasks, row.datasets, row.disagreements) == (N, N // 2, 5)
    assert (row.crossing, row.dominated, row.tied, row.undefined) == (2, 1, 1, 1)
    assert row.median_crossings == 2
    assert row.median_widest_at == pytest.approx(0.3)
    assert (row.crossed_tasks, row.crossed_undefined) == (2, 1)
    assert row.crossed == pytest.approx(2 / 29)
    assert row.lower <= row.crossed <= row.upper
    assert row.crossing_models == pytest.approx(3 / 29)


def test_no_crossing_anywhere_has_an_exact_interval():
    [row] = crossing_summary(AGREEMENT, picks_of(), room_of([0.0] * N), resampling())
    assert (row.disagreements, row.crossed) == (0, 0)
    assert 0 < row.upper < 0.3
    assert np.isnan(row.median_crossings)


def test_recall_differences_are_means_by_share():
    recalls = pd.DataFrame(
        {
            "task_id": [0, 1, 2, 0, 1, 2],
            **PAIR,
            "predicted_positive": [0.1] * 3 + [0.5] * 3,
            "difference": [0.1, 0.3, 0.2, -0.3, 0.0, -0.3],
        }
    )
    found = list(recall_differences(AGREEMENT, recalls, resampling(400)))
    assert [row.difference for row in found] == pytest.approx([0.2, -0.2])
    assert {(row.disagreements, row.datasets) for row in found} == {(3, 2)}
    for row in recall_differences(AGREEMENT, recalls.query("task_id < 2"), resampling()):
        assert row.note == ONE_CLUSTER
        assert np.isnan(row.lower)


def test_the_whole_of_made_up_tasks():
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 25)]
    tables = make_tables(["mechanism"], tasks)
    counts = tables["mechanism"]
    assert (counts["dominated"] == 0).all()
    kinds = counts[["crossing", "dominated", "tied", "undefined"]].sum(axis=1)
    assert kinds.tolist() == counts["disagreements"].tolist()
    assert counts["crossing"].sum() > 0
    quantiles = tables["mechanism_quantiles"]
    compared = counts.set_index(["measure_a", "measure_b"])["crossing"]
    for row in quantiles.itertuples():
        assert row.disagreements == compared[(row.measure_a, row.measure_b)]


def test_no_disagreement_in_the_whole_study():
    tasks = [make_task_scores(task_id, n=400, n_models=2) for task_id in range(1, 4)]
    for task in tasks:
        task.y_scores[1] = task.y_true + 0.001 * np.arange(400)
    tables = make_tables(["mechanism"], tasks)
    assert tables["mechanism_quantiles"].empty
    assert (tables["mechanism"]["disagreements"] == 0).all()
    assert (tables["mechanism"]["crossed"] == 0).all()
