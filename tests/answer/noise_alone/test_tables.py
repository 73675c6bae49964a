import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_study, make_tables, make_task_scores, resampling
from prgbench.answer.noise_alone import COLUMNS, agreement_of_ranks, noise_alone
from prgbench.data.models import Models
from prgbench.study.agreement import agreement_summary

IDENTITY, SWAPPED = np.array([1.0, 2, 3]), np.array([2.0, 1, 3])


def null_rows(task_id, version, others):
    """Return the rows of a task whose measure A ranks 1, 2, 3 in all replicates."""
    own = pd.DataFrame(agreement_of_ranks(np.tile(IDENTITY, (len(others), 1)), np.array(others)))
    return own.assign(
        task_id=task_id,
        version=version,
        replicate=range(len(others)),
        measure_a="aupr",
        measure_b="auroc",
    )[COLUMNS]


@pytest.fixture
def by_hand():
    models = pd.DataFrame(
        {
            "task_id": np.repeat([1, 2, 3], 3),
            "rank_aupr": np.tile(IDENTITY, 3),
            "rank_auroc": np.concatenate([SWAPPED, IDENTITY, SWAPPED]),
        }
    )
    agreement = pd.DataFrame(
        {
            "task_id": [1, 2, 3],
            "dataset_id": [10, 20, 30],
            "measure_a": "aupr",
            "measure_b": "auroc",
            "best_differs": [True, False, True],
            "top_differs": [True, False, True],
        }
    )
    nulls = pd.concat(
        [
            null_rows(2, "untied", [IDENTITY, IDENTITY]),
            null_rows(1, "untied", [SWAPPED, IDENTITY]),
            null_rows(1, "tied", [SWAPPED, SWAPPED]),
            null_rows(2, "tied", [IDENTITY, SWAPPED]),
        ]
    )
    return Models(models, ["aupr", "auroc"]), agreement, nulls


def test_numbers_by_hand(by_hand):
    table = noise_alone(*by_hand, resampling()).set_index("statistic")
    best = table.loc["best_differs"]
    assert best["found"] == 0.5  # task 3 has no replicates
    assert best[["null", "null_lower", "null_upper"]].tolist() == [0.25, 0.0, 0.5]
    assert best[["tied_null", "tied_null_lower", "tied_null_upper"]].tolist() == [0.75, 0.5, 1.0]
    assert best["difference"] == 0.25
    assert best[["replicates", "tasks", "datasets", "undefined"]].tolist() == [2, 2, 2, 1]
    ranks = table.loc["rank_correlation"]
    assert ranks["found"] == pytest.approx(0.75)  # one of two tasks swaps two of three models
    assert ranks["null"] == pytest.approx((0.75 + 1) / 2)
    assert ranks["null_upper"] == pytest.approx(1)
    assert ranks["difference"] == pytest.approx(0.75 - 0.875)


def test_without_replicates_all_tasks_are_undefined(by_hand):
    models, agreement, _ = by_hand
    table = noise_alone(models, agreement, pd.DataFrame(columns=COLUMNS), resampling())
    assert table["statistic"].tolist() == ["best_differs", "top_differs", "rank_correlation"]
    assert table[["found", "null", "tied_null", "difference"]].isna().all(axis=None)
    assert table["undefined"].tolist() == [3, 3, 3]
    assert table["tasks"].tolist() == [0, 0, 0]


def test_what_is_found_is_the_study_s():
    tasks = [make_task_scores(task_id, n=50) for task_id in range(1, 7)]
    table = make_tables(["noise_alone"], tasks)["noise_alone"]
    study = make_study(tasks)
    summary = agreement_summary(study.agreement, study.models).set_index(
        ["measure_a", "measure_b"]
    )
    assert len(table) == 9
    for row in table.itertuples():
        expected = summary.loc[(row.measure_a, row.measure_b), row.statistic]
        assert row.found == pytest.approx(expected)
        assert row.null_lower <= row.null <= row.null_upper
        assert row.difference == pytest.approx(row.found - row.null)
        assert row.difference_lower <= row.difference <= row.difference_upper
        assert (row.tasks, row.undefined) == (6, 0)


def test_measures_of_probabilities_are_undefined():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 4)]
    table = make_tables(["noise_alone"], tasks, make_setting(("aupr", "brier", "aucnpr")))
    own = table["noise_alone"].set_index(["measure_a", "measure_b", "statistic"])
    own = own.sort_index()
    assert own.loc[("aupr", "brier", "best_differs"), "undefined"] == 3
    same = own.loc[("aupr", "aucnpr")].loc[["best_differs", "top_differs", "rank_correlation"]]
    assert same["null_upper"].tolist() == [0, 0, pytest.approx(1)]
