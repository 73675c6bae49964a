from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, make_task_scores, models_of
from prgbench.comparison.draws.tables import disagreement_by_draw
from prgbench.replication.agreement import agreement_summary, best_differs, task_agreement


@pytest.fixture(scope="module")
def models():
    return models_of([make_task_scores(t, n=50, n_models=6) for t in range(1, 11)])


def of_pair(table, a="aupr", b="auroc"):
    return table[(table["measure_a"] == a) & (table["measure_b"] == b)].set_index("size")


def test_drawing_all_models_is_the_study_itself(models):
    table = of_pair(disagreement_by_draw(models, MEASURES, sizes=[6], draws=20, seed=0))
    summary = agreement_summary(task_agreement(models, MEASURES), models)
    own = summary[(summary["measure_a"] == "aupr") & (summary["measure_b"] == "auroc")]
    assert table.loc[6, "best_differs"] == own["best_differs"].item()
    assert table.loc[6, "best_differs_expected"] == pytest.approx(
        own["best_differs_expected"].item()
    )
    assert (table["sd"] == 0).all()
    assert (table["share_due_to_draw"] == 0).all()


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_mean_over_draws_is_that_over_all_subsets(models, size):
    draws = 3000
    table = of_pair(disagreement_by_draw(models, MEASURES, sizes=[size], draws=draws, seed=0))
    row = table.loc[size]
    shares = []
    for _, task in models.groupby("task_id"):
        a, b = task["rank_aupr"].to_numpy(), task["rank_auroc"].to_numpy()
        subsets = [list(subset) for subset in combinations(range(6), size)]
        shares.append([best_differs(a[s], b[s])[0] for s in subsets])
    shares = np.array(shares, dtype=float)
    error = np.sqrt(shares.var(axis=1).sum()) / len(shares)
    assert row["best_differs"] == pytest.approx(shares.mean(), abs=4 * error / np.sqrt(draws))
    assert row["sd"] == pytest.approx(error, rel=0.1)
    within = shares.var(axis=1).mean() / shares.var()
    assert row["share_due_to_draw"] == pytest.approx(within, abs=0.05)


def test_tasks_with_too_few_models_are_counted_and_left_out(models):
    fewer = models.drop(models[(models["task_id"] <= 4) & (models["run_id"] % 100 >= 3)].index)
    table = of_pair(disagreement_by_draw(fewer, MEASURES, sizes=[3, 5, 50], draws=10, seed=0))
    assert table["tasks"].tolist() == [10, 6, 0]
    assert table["too_few"].tolist() == [0, 4, 10]
    assert np.isnan(table.loc[50, "best_differs"])


def test_a_task_is_drawn_alike_whatever_else_is_in_the_study(models):
    one = models[models["task_id"] == 7]
    alone = disagreement_by_draw(one, MEASURES, sizes=[3], draws=40, seed=9)
    doubled = pd.concat([one, models[models["task_id"] == 2]])
    other = disagreement_by_draw(
        models[models["task_id"] == 2], MEASURES, sizes=[3], draws=40, seed=9
    )
    both = disagreement_by_draw(doubled, MEASURES, sizes=[3], draws=40, seed=9)
    expected = (alone["best_differs"] + other["best_differs"]) / 2
    np.testing.assert_allclose(both["best_differs"], expected)
