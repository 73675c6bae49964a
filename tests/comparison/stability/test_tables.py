import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_setting, make_study, make_task_scores, resampling
from prgbench.comparison.stability import Options
from prgbench.comparison.stability.per_task import stability_of_task
from prgbench.comparison.stability.tables import stability_summary, tables


def make_stability(shares, measure="auroc"):
    return pd.DataFrame(
        {
            "task_id": range(1, len(shares) + 1),
            "measure": measure,
            "differs": 1.0,
            "differs_expected": shares,
        }
    )


def test_summary_by_hand():
    stability = make_stability([0.1, 0.2, 0.6, 0.7, np.nan])
    datasets = pd.Series([1, 1, 2, 2, 3], index=range(1, 6))
    row = stability_summary(stability, datasets, ["auroc"], resampling(2000)).iloc[0]
    assert row["differs"] == pytest.approx(0.4)
    assert row[["lower_quartile", "median", "upper_quartile"]].tolist() == pytest.approx(
        [0.175, 0.4, 0.625]
    )
    assert row[["tasks", "datasets", "undefined"]].tolist() == [4, 2, 1]
    expected = resampling(2000).of([1, 1, 2, 2, 3]).interval_of_share([0.1, 0.2, 0.6, 0.7, np.nan])
    assert (row["lower"], row["upper"]) == (expected.lower, expected.upper)
    assert row["lower"] < 0.4 < row["upper"]


def test_best_models_that_never_change_have_exact_bounds():
    datasets = pd.Series(range(10), index=range(1, 11))
    row = stability_summary(make_stability([0.0] * 10), datasets, ["auroc"], resampling()).iloc[0]
    assert (row["differs"], row["lower"]) == (0, 0)
    assert row["upper"] == pytest.approx(1 - 0.025**0.1)
    assert row["note"] != ""


def test_no_defined_task_is_said():
    row = stability_summary(
        make_stability([np.nan] * 3),
        pd.Series([1, 2, 3], index=[1, 2, 3]),
        ["auroc"],
        resampling(),
    ).iloc[0]
    assert np.isnan(row["differs"])
    assert row[["tasks", "datasets", "undefined"]].tolist() == [0, 0, 3]


def test_the_part_has_a_row_per_measure_of_the_study():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    found = pd.concat([stability_of_task(task, make_setting())[0] for task in tasks])
    study = make_study(tasks, {"stability": found})
    table = tables(study, Options())["stability"]
    assert table["measure"].tolist() == list(NAMES)
    means = found.groupby("measure")["differs_expected"].mean()
    np.testing.assert_allclose(table["differs"], means[list(NAMES)])
    assert (table["lower"] < table["differs"]).all()
    assert (table["datasets"] == 4).all()
