"""Two tasks of three models; in the second two models are tied by AUPR, and one is undefined."""

import numpy as np
import pandas as pd
import pytest

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.report.guesses import (
    MEAN_CORRELATION,
    WITHOUT_UNDEFINED,
    Alternative,
    Replication,
    numbers_of,
    other_numbers,
)
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.ranking import Ranking, add_ranks

MEASURES = [get_measure("aupr"), get_measure("auprg")]
PAIR = frozenset(("aupr", "auprg"))
FRAME = pd.DataFrame(
    {
        "task_id": [1, 1, 1, 2, 2, 2],
        "run_id": [1, 2, 3, 4, 5, 6],
        "dataset_id": [1, 1, 1, 2, 2, 2],
        "dataset_name": list("aaabbb"),
        "aupr": [0.9, 0.8, 0.7, 0.9, 0.9, 0.1],
        "auprg": [0.9, 0.7, 0.8, 0.9, 0.8, np.nan],
    }
)
MODELS = add_ranks(Models(FRAME, ["aupr", "auprg"]), MEASURES, Ranking())
AGREEMENT = task_agreement(MODELS, MEASURES)


def replication(models):
    return Replication(
        settings={"measures": ["aupr", "auprg"], "ranking": Ranking().as_params()},
        models=models,
        agreement=AGREEMENT,
        summary=agreement_summary(AGREEMENT, models),
    )


def numbers(computed="", models=MODELS, **ranking):
    settings = {f"ranking.{key}": value for key, value in ranking.items()}
    return other_numbers(Alternative("", settings, computed=computed), replication(models))


def pearson(a, b):
    return pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-12)


@pytest.mark.parametrize(("ties", "tied"), [("average", 1.5), ("min", 1), ("max", 2)])
def test_tied_models_are_ranked_as_asked(ties, tied):
    found = numbers(ties=ties)
    assert found["best_differs", PAIR] == 0.5
    assert found["top_differs", PAIR] == 1
    by_aupr, by_auprg = [1, 2, 3, tied, tied, 3], [1, 3, 2, 1, 2, 3]
    assert found["rank_correlation", PAIR] == pearson(by_aupr, by_auprg)


def test_the_mean_rank_is_what_the_study_has():
    assert numbers(ties="average") == numbers_of(agreement_summary(AGREEMENT, MODELS))


def test_models_of_undefined_measures_are_left_out():
    found = numbers(WITHOUT_UNDEFINED)
    by_aupr, by_auprg = [1, 2, 3, 1.5, 1.5], [1, 3, 2, 1, 2]
    assert found["rank_correlation", PAIR] == pearson(by_aupr, by_auprg)


def test_correlations_of_the_tasks_are_averaged():
    first, second = 0.5, np.corrcoef([1.5, 1.5, 3], [1, 2, 3])[0, 1]
    mean = pytest.approx((first + second) / 2)
    assert numbers(MEAN_CORRELATION) == {("rank_correlation", PAIR): mean}


def test_exact_scores_are_tied_only_if_they_are_equal():
    models = with_columns(MODELS, aupr=[0.9, 0.9 - 1e-13, 0.7, 0.9, 0.9, 0.1])
    models = add_ranks(models, MEASURES, Ranking())
    agreement = task_agreement(models, MEASURES)
    assert numbers_of(agreement_summary(agreement, models))["best_differs", PAIR] == 1
    assert numbers(models=models, decimals=15)["best_differs", PAIR] == 0.5
