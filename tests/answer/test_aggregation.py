"""Which model wins by which rule of aggregation, and whether that is the choice of data sets."""

import numpy as np
import pandas as pd
import pytest

import prgbench
from made_up_tasks import make_setting, resampling
from prgbench.answer import aggregation
from prgbench.answer.aggregation import MEAN, RANK, RESCALED, WINS, earned, has_common_range
from prgbench.answer.interface import PartOptions, Study
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from worlds.aggregation import WORLDS, findings


def tables_of(scores, measure="auroc", families=None):
    """Return the tables of scores (data sets, models)."""
    rows = [
        {"task_id": d, "dataset_id": d, "dataset_name": f"d{d}", "run_id": 100 * d + m,
         "flow_id": m, "flow_name": f"m{m}", measure: value,
         "dataset_family": None if families is None else families[d]}
        for d, of_dataset in enumerate(scores)
        for m, value in enumerate(of_dataset)
    ]  # fmt: skip
    models = Models(pd.DataFrame(rows), (measure,))
    study = Study(models, pd.DataFrame(), {}, make_setting((measure,)), resampling(50))
    return aggregation.tables(study, PartOptions())


def other_winner_by_the_mean(datasets):
    """Return scores whose first model wins on most data sets, the second by more on the others."""
    rng = np.random.default_rng(0)
    scores = 0.5 + 0.001 * rng.normal(size=(datasets, 4))
    scores[:, 0] += 0.02
    scores[:, 1] += 0.01
    scores[::4, 1] += 0.4
    return scores


@pytest.mark.parametrize(("datasets", "shown"), [(12, False), (120, True)])
def test_other_winners_are_shown_with_enough_data_sets(datasets, shown):
    pairs = tables_of(other_winner_by_the_mean(datasets))["rule_pairs"].set_index("rule_b")
    assert pairs.index.tolist() == [RANK, RESCALED, WINS]
    assert pairs["rule_a"].eq(MEAN).all()
    assert pairs["winner_a"].eq("m1").all()
    assert pairs.loc[[RANK, WINS], "winner_b"].tolist() == ["m0", "m0"]
    assert (pairs.loc[RANK, "p_winners"] <= 0.025) == shown
    assert pairs["datasets"].eq(datasets).all()


def test_the_same_winner_by_every_rule_has_a_p_value_of_1():
    scores = np.tile([0.9, 0.8, 0.7], (10, 1))
    tables = tables_of(scores)
    pairs = tables["rule_pairs"]
    assert pairs[["winner_a", "winner_b"]].eq("m0").all(axis=None)
    assert pairs[["p_winners", "differ"]].to_numpy().tolist() == [[1, 0]] * 3
    leaders = tables["rule_leaders"].set_index(["rule", "model"])
    assert leaders.loc[MEAN, "value"].tolist() == pytest.approx([0.9, 0.8, 0.7])
    assert leaders.loc[RANK, "value"].tolist() == [1, 2, 3]
    assert leaders.loc[RESCALED, "value"].tolist() == pytest.approx([1, 0.5, 0])
    assert leaders.loc[WINS, "value"].tolist() == [1, 0, 0]
    assert leaders.loc[WINS, "place"].tolist() == [1, 2, 2]
    assert leaders["first"].groupby("rule").sum().eq(1).all()


def test_losses_are_turned_and_have_their_own_sign():
    scores = np.tile([0.1, 0.2, 0.3], (10, 1))
    leaders = tables_of(scores, "brier")["rule_leaders"].query("rule == 'mean'")
    assert leaders["model"].tolist() == ["m0", "m1", "m2"]
    assert leaders["value"].tolist() == pytest.approx([0.1, 0.2, 0.3])


def test_rules_that_are_level_have_a_winner_in_common():
    # Both models win five data sets, by as much.
    scores = np.array([[0.8, 0.6, 0.1]] * 5 + [[0.6, 0.8, 0.1]] * 5)
    pairs = tables_of(scores)["rule_pairs"]
    assert (pairs["winner_a"] == pairs["winner_b"]).all()


def test_units_are_families_of_data_sets_and_few_say_nothing():
    scores = other_winner_by_the_mean(16)
    assert tables_of(scores, families=[d // 4 for d in range(16)])["rule_pairs"].empty
    pairs = tables_of(scores, families=[d // 2 for d in range(16)])["rule_pairs"]
    assert pairs["families"].eq(8).all()
    assert tables_of(scores[:7])["rule_leaders"].empty
    assert tables_of(scores[:, :2])["rule_leaders"].empty


def test_the_order_by_mean_rank_is_that_of_win_rates_and_of_bradley_and_terry():
    scores = np.random.default_rng(3).normal(size=(30, 5)).round(1)
    wins = (scores[:, :, None] > scores[:, None]).sum(axis=0)
    wins = wins + ((scores[:, :, None] == scores[:, None]).sum(axis=0) - 30 * np.eye(5)) / 2
    rates = wins.sum(axis=1) / (4 * 30)
    mean_rank = -earned(scores)[RANK].mean(axis=0)
    assert rates == pytest.approx(0.5 - mean_rank / 4)
    # Iterative scaling, to the maximum of the likelihood (Zermelo 1929).
    strengths = np.ones(5)
    for _ in range(500):
        rivals = 30 / (strengths[:, None] + strengths) * (1 - np.eye(5))
        strengths = wins.sum(axis=1) / rivals.sum(axis=1)
        strengths /= strengths.sum()
    assert np.argsort(strengths).tolist() == np.argsort(-mean_rank).tolist()


@pytest.mark.parametrize(
    ("name", "largest", "may"),
    [("auroc", 1, True), ("auprg", 0.9, True), ("auprg", 3, False), ("log_loss", 3, True)],
)
def test_scores_without_a_common_range_are_not_averaged(name, largest, may):
    scores = np.array([[0.1, 0.2], [0.3, -largest]])
    assert has_common_range(get_measure(name), scores) == may
    assert (MEAN in earned(scores, averages=may)) == may


@pytest.mark.parametrize(
    "name",
    ["equal models, 50 data sets", "level by the mean alone, 100 data sets",
     "other winner by the mean, 200 data sets"],
)  # fmt: skip
def test_winners_are_said_to_differ_where_they_do(name):
    [world] = [world for world in WORLDS if world.name == name]
    said, _ = findings(world, 20)
    assert said.value == float(world.differ)


def test_a_table_of_scores_has_the_part():
    rows = [
        {"dataset": f"d{d}", "model": f"m{m}", "auroc": value}
        for d, of_dataset in enumerate(other_winner_by_the_mean(12))
        for m, value in enumerate(of_dataset)
    ]
    compared = prgbench.compare(pd.DataFrame(rows))
    assert len(compared.tables["rule_pairs"]) == 3
    assert compared.figure("aggregation").axes
