from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau, t

from made_up_flows import models_with, random_orders, study_of
from made_up_tasks import NAMES
from prgbench.answer.leaderboard import Options
from prgbench.answer.leaderboard import tables as leaderboard_tables


def test_the_stronger_flow_is_first_and_the_gain_moves_it(tables):
    board = tables["leaderboard"].set_index(["measure", "flow_id"])
    assert board.loc[("aupr", 0), "rank"] == 1
    assert board.loc[("auprg", 1), "rank"] == 1
    own = tables["leaderboard"].groupby("measure")
    assert own["strength"].apply(lambda s: s.is_monotonic_decreasing).all()
    assert own["strength"].sum().abs().max() < 1e-4
    assert (board["lower"] < board["strength"]).all()
    assert (board["strength"] < board["upper"]).all()
    assert (board["rank_lower"] <= board["rank"]).all()
    assert (board["rank"] <= board["rank_upper"]).all()
    assert (board["tasks"] == 40).all()
    assert (board["note"] == "").all()


def test_the_mean_relative_rank_is_that_of_the_orders(tables):
    orders = random_orders(moved=3.0)
    board = tables["leaderboard"].set_index(["measure", "flow_id"])
    for place, name in enumerate(NAMES[:2]):
        for flow in range(6):
            expected = np.mean([order[place].index(flow) / 5 for order in orders])
            assert board.loc[(name, flow), "mean_relative_rank"] == pytest.approx(expected)


def test_moves_compare_the_two_orders(tables):
    [row] = tables["leaderboard_moves"].to_dict("records")
    a, b = (
        own.sort_values("flow_id")["rank"].to_numpy()
        for _, own in tables["leaderboard"].groupby("measure")
    )
    assert row["tau"] == pytest.approx(kendalltau(a, b).statistic)
    assert (row["first_a"], row["first_b"]) == ("weka.Flow0(1)", "weka.Flow1(1)")
    assert row["first_differs"]
    assert row["first_differs_resampled"] > 0.9
    assert row["excess"] == pytest.approx(row["two_measures"] - row["one_measure"])
    assert row["excess"] > 0.5
    assert row["tau_two_measures"] < row["tau_one_measure"]
    moved = int(np.abs(a - b).argmax())
    assert (row["moved_flow"], row["moved_from"], row["moved_to"]) == (
        f"weka.Flow{moved}(1)",
        a[moved],
        b[moved],
    )
    assert (row["flows"], row["tasks"], row["left_out"], row["unconnected"]) == (6, 40, 0, 0)
    assert -1 <= row["lower"] <= row["tau"] <= row["upper"] <= 1


def test_the_interval_of_tau_is_students_of_the_data_sets():
    study = study_of(models_with(random_orders(moved=3.0)))
    reach = {}
    for level in (0.5, 0.9):
        at_level = replace(study, resampling=replace(study.resampling, confidence_level=level))
        found = leaderboard_tables(at_level, Options(halvings=10))
        [row] = found["leaderboard_moves"].to_dict("records")
        assert row["upper"] - row["tau"] == pytest.approx(row["tau"] - row["lower"])
        reach[level] = row["tau"] - row["lower"]
    # 40 data sets; a quarter and a twentieth lie outside on either side.
    assert reach[0.9] / reach[0.5] == pytest.approx(t.ppf(0.95, 39) / t.ppf(0.75, 39))


def test_a_measure_does_not_move_from_itself():
    models = models_with(random_orders(20))
    models["rank_auprg"] = models["rank_aupr"]
    [row] = leaderboard_tables(study_of(models), Options(halvings=10))[
        "leaderboard_moves"
    ].to_dict("records")
    assert row["tau"] == pytest.approx(1)
    assert not row["first_differs"]
    assert row["first_differs_resampled"] == 0
    assert row["excess"] == 0
    assert row["moved_from"] == row["moved_to"]


def test_the_excess_is_zero_on_average_if_measures_differ_by_noise_alone():
    excess = []
    for seed in range(20):
        study = study_of(models_with(random_orders(16, 4, spread=0.3, seed=seed)), resamples=20)
        found = leaderboard_tables(study, Options(resamples=20, halvings=3))
        excess.append(found["leaderboard_moves"]["excess"].item())
    assert np.std(excess) > 0
    assert abs(np.mean(excess)) < 3 * np.std(excess) / np.sqrt(len(excess))


def test_no_two_flows_in_enough_tasks():
    study = study_of(models_with(random_orders(4)))
    found = leaderboard_tables(study, Options())
    assert found["leaderboard"].empty
    [row] = found["leaderboard_moves"].to_dict("records")
    assert (row["flows"], row["left_out"], row["fewest_tasks"]) == (0, 6, 10)
    assert np.isnan(row["tau"])


def test_one_data_set_has_strengths_without_intervals():
    study = study_of(models_with(random_orders(12), datasets=[3] * 12))
    found = leaderboard_tables(study, Options())
    board = found["leaderboard"]
    assert board["strength"].notna().all()
    assert board[["lower", "upper"]].isna().all(axis=None)
    assert (board["note"] == "one data set: no interval").all()
    assert (board["rank_upper"] == 6).all()
    [row] = found["leaderboard_moves"].to_dict("records")
    assert np.isnan(row["excess"])
    assert np.isnan(row["lower"])
