"""On how many data sets a model is better than another one, and how probably on a new one."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from made_up_tasks import make_setting, resampling
from prgbench.answer import standings
from prgbench.answer.collecting import collect_answer
from prgbench.answer.interface import Study
from prgbench.answer.model_field import field_of
from prgbench.answer.ranked_models import RankedModels
from prgbench.data.models import Models
from prgbench.stats.shares import share_interval
from prgbench.study.agreement import PAIR

LEVEL = 0.95


def study_of(scores, families=None, measures=("auroc",)):
    """Return a study with one score of each model (the columns) on each data set (the rows)."""
    rows = [
        {
            "task_id": dataset, "dataset_id": dataset, "dataset_name": f"d{dataset}",
            "run_id": 100 * dataset + model, "flow_id": model, "flow_name": f"m{model}",
            **({} if families is None else {"dataset_family": families[dataset]}),
            **dict.fromkeys(measures, score),
        }
        for dataset, of_dataset in enumerate(scores)
        for model, score in enumerate(of_dataset)
        if not np.isnan(score)
    ]  # fmt: skip
    models = Models(pd.DataFrame(rows), measures)
    return Study(models, pd.DataFrame(), {}, make_setting(measures), resampling(50))


def tables_of(scores, **arguments):
    return standings.tables(study_of(scores, **arguments), standings.Options())


def better_on(tables, model, other):
    pairs = tables["pairs_of_models"].set_index(["model", "other"])
    row = pairs.loc[(f"m{model}", f"m{other}")]
    return row["better_on"], row["better_on_lower"], row["better_on_upper"]


def test_wins_are_counted_with_ties_as_halves():
    """Of eight data sets five wins, two ties and a loss: six of eight."""
    second = np.array([0.7, 0.6, 0.8, 0.5, 0.9, 0.7, 0.6, 0.8])
    first = second + np.array([0.1, 0.02, 0.1, 0.03, 0.01, 0, 0, -0.05])
    tables = tables_of(np.column_stack([first, second]))
    share, lower, upper = better_on(tables, 0, 1)
    assert share == 6 / 8
    alone = share_interval(
        np.array([1, 1, 1, 1, 1, 0.5, 0.5, 0]), np.ones(8), confidence_level=LEVEL
    )
    assert (lower, upper) == pytest.approx((alone.lower, alone.upper))
    assert lower < 0.5 < share < upper


def test_the_other_way_round_it_is_the_rest():
    rng = np.random.default_rng(1)
    tables = tables_of(np.round(rng.uniform(0.5, 0.9, (12, 4)), 1))
    for model, other in [(0, 1), (2, 3), (3, 0)]:
        share, lower, upper = better_on(tables, model, other)
        assert better_on(tables, other, model) == pytest.approx((1 - share, 1 - upper, 1 - lower))


def test_of_two_models_it_is_the_share_on_which_one_is_the_best():
    """The page has both numbers, which then are of one thing."""
    rng = np.random.default_rng(2)
    tables = tables_of(np.round(rng.uniform(0.5, 0.9, (15, 2)), 1))
    rows = tables["standings"].set_index("model")
    for model in (0, 1):
        best = rows.loc[f"m{model}", ["best", "best_lower", "best_upper"]].tolist()
        assert better_on(tables, model, 1 - model) == pytest.approx(best, abs=1e-12)


def test_wins_on_all_data_sets_have_the_exact_bound_of_so_many():
    scores = np.column_stack([np.full(7, 0.8), np.linspace(0.5, 0.7, 7)])
    peer = stats.binomtest(7, 7).proportion_ci(method="exact")
    assert better_on(tables_of(scores), 0, 1) == pytest.approx((1, peer.low, 1))


def test_data_sets_without_one_of_the_two_do_not_count():
    scores = np.array([[0.9, 0.8, 0.7]] * 5 + [[0.6, 0.7, 0.5]] * 3 + [[np.nan, 0.7, 0.6]] * 4)
    tables = tables_of(scores)
    assert better_on(tables, 0, 1)[0] == 5 / 8
    assert better_on(tables, 1, 2)[0] == 1


def test_data_sets_of_a_family_widen_the_interval():
    rng = np.random.default_rng(3)
    wins = np.repeat(rng.random(10) < 0.6, 4)
    scores = np.column_stack([np.where(wins, 0.9, 0.7), np.full(40, 0.8)])
    alone, related = (
        better_on(tables_of(scores, families=families), 0, 1)
        for families in (None, np.repeat(np.arange(10), 4))
    )
    assert related[0] == alone[0]
    assert related[2] - related[1] > 1.5 * (alone[2] - alone[1])


def test_one_data_set_says_nothing_of_new_ones():
    share, lower, upper = better_on(tables_of(np.array([[0.9, 0.8]])), 0, 1)
    assert share == 1
    assert np.isnan([lower, upper]).all()


def test_the_answer_has_that_of_the_best_model_and_the_runner_up():
    rng = np.random.default_rng(4)
    study = study_of(np.array([0.8, 0.6, 0.78]) + rng.normal(0, 0.03, (12, 3)))
    tables = standings.tables(study, standings.Options())
    summary = pd.DataFrame(columns=PAIR)
    [best] = collect_answer("s", "a", LEVEL, study.models, summary, tables).best_models
    assert (best.model, best.runner_up) == ("m0", "m2")
    assert (best.better_on, *best.better_on_interval) == better_on(tables, 0, 2)


@pytest.mark.parametrize(
    ("datasets", "mean"), [(2, 0.997), (3, 0.994), (5, 0.989), (10, 0.979), (50, 0.960)]
)
def test_the_interval_covers_the_probability_of_a_win(datasets, mean):
    """Exactly, by the binomial distribution of the number of wins, whatever the probability."""
    ones = np.ones(datasets)
    found = [
        share_interval((np.arange(datasets) < wins) * 1.0, ones, confidence_level=LEVEL)
        for wins in range(datasets + 1)
    ]
    p = np.linspace(0.005, 0.995, 199)[:, None]
    covers = [(one.lower <= p) & (p <= one.upper) for one in found]
    chances = stats.binom.pmf(np.arange(datasets + 1), datasets, p)
    coverage = (chances * np.hstack(covers)).sum(axis=1)
    assert coverage.min() >= 0.92
    assert coverage.mean() == pytest.approx(mean, abs=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize("n_models", [2, 8])
@pytest.mark.parametrize("datasets", [10, 50])
def test_it_is_covered_of_the_first_two_models_although_they_were_selected(datasets, n_models):
    """Equal models, whose scores are rounded so that some tie: each is better with 1/2."""
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(200):
        level = rng.normal(0.7, 0.1, (datasets, 1))
        scores = np.round(level + rng.normal(0, 0.03, (datasets, n_models)), 2)
        study = study_of(scores)
        field = field_of(study.models, study.setting.measures[0])
        ranked = RankedModels.of(field, None, LEVEL)
        first, second = ranked.order[:2].tolist()
        [better] = ranked.shares_better([(first, second)])
        covered.append(better.lower <= 0.5 <= better.upper)
    assert np.mean(covered) >= 0.93
