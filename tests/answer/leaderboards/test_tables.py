import numpy as np
import pandas as pd
import pytest

import prgbench
from made_up_tasks import make_setting, resampling
from prgbench.answer import leaderboards
from prgbench.answer.interface import Study
from prgbench.answer.leaderboard_ranks import Leaderboards
from prgbench.answer.leaderboards import other_leaders, verdict_of
from prgbench.answer.verdicts import LeaderboardVerdict
from prgbench.data.models import Models
from prgbench.stats.mean_ranks import RankCorrelation
from prgbench.stats.ranks import centred_ranks
from worlds.leaderboards import WORLDS, findings

MEASURES = ("auroc", "brier")


def study_of(scores, families=None):
    """Return a study of scores (data sets, models, measures); NaN where a model is missing."""
    rows = [
        {"task_id": d, "dataset_id": d, "dataset_name": f"d{d}", "run_id": 100 * d + m,
         "flow_id": m, "flow_name": f"m{m}", "auroc": value[0], "brier": value[1],
         "dataset_family": None if families is None else families[d]}
        for d, of_dataset in enumerate(scores)
        for m, value in enumerate(of_dataset)
        if np.isfinite(value).all()
    ]  # fmt: skip
    models = Models(pd.DataFrame(rows), MEASURES)
    return Study(models, pd.DataFrame(), {}, make_setting(MEASURES), resampling(50))


def tables_of(scores, families=None, **options):
    study = study_of(scores, families)
    return leaderboards.tables(study, leaderboards.Options(**options))


@pytest.fixture(scope="module")
def scores():
    """Twelve data sets and five models, of which the two last are exchanged by the loss."""
    rng = np.random.default_rng(2)
    effects = np.array([[0, 1, 2, 3, 4], [0, -1, -2, -4, -3]]).T
    return effects + 0.01 * rng.normal(size=(12, 5, 2))


def test_leaders_are_named_and_other_ones_are_more_than_noise(scores):
    [pair] = tables_of(scores)["leaderboard_pairs"].to_dict("records")
    assert (pair["leader_a"], pair["leader_b"]) == ("m4", "m3")
    assert pair["p_leaders"] < 0.01
    assert (pair["models"], pair["datasets"], pair["families"]) == (5, 12, 12)
    # Ranks without noise: 4 of 5 models at (0, 1, 2), two exchanged.
    assert pair["estimate"] == pytest.approx(0.9)
    assert pair["verdict"] == LeaderboardVerdict.DIFFER


def test_leaders_have_their_mean_rank_and_share_of_resamples(scores):
    rows = tables_of(scores)["leaders"].query("measure == 'brier'").set_index("model")
    assert rows.index.tolist() == ["m3", "m4", "m2", "m1", "m0"]
    assert rows["mean_rank"].tolist() == [1, 2, 3, 4, 5]
    assert rows["first"].tolist() == [1, 0, 0, 0, 0]


def test_too_few_families_say_nothing(scores):
    assert tables_of(scores[:7])["leaderboard_pairs"].empty
    families = list("aabbccddeeff")
    assert tables_of(scores, families)["leaderboard_pairs"].empty
    [pair] = tables_of(scores, list("aabbccddeefg"))["leaderboard_pairs"].to_dict("records") or [
        {}
    ]
    assert pair == {}
    [pair] = tables_of(scores, list("aabbccdefghi"))["leaderboard_pairs"].to_dict("records")
    assert (pair["families"], pair["datasets"]) == (9, 12)
    assert pair["influential"] in "abcdefghi"


def test_models_on_few_data_sets_are_left_out(scores):
    missing = scores.copy()
    missing[4:, 0] = np.nan
    missing[0, 1] = np.nan
    [pair] = tables_of(missing)["leaderboard_pairs"].to_dict("records")
    assert (pair["models"], pair["models_left_out"]) == (4, 1)
    assert (pair["datasets"], pair["datasets_left_out"]) == (11, 1)


def test_the_verdict_is_that_of_the_interval():
    def verdict(estimate, lower, upper):
        return verdict_of(RankCorrelation(0.5, estimate, lower, upper, np.zeros(2)), 0.01)

    assert verdict(0.8, 0.7, 0.98) == LeaderboardVerdict.DIFFER
    assert verdict(0.8, 0.7, 0.995) == LeaderboardVerdict.NOT_RESOLVED
    assert verdict(1.0, 0.991, 1.0) == LeaderboardVerdict.ALIKE
    assert verdict(np.nan, -1, 1) == LeaderboardVerdict.NO_DIFFERENCES


@pytest.mark.parametrize("name", ["near-ties, 50 x 20", "truth .9, 100 x 30"])
def test_verdicts_hold_where_the_truth_is_known(name):
    [world] = [world for world in WORLDS if world.name == name]
    differ, leaders, covered, best_differ, of_best = findings(world, 20)
    assert min(covered.value, of_best.value) >= 0.85
    assert best_differ.value <= 0.05 or world.rho < 1
    assert (differ.value > 0.8) == (world.rho < 1)
    assert leaders.value <= 0.1 or world.rho < 1


def test_the_ten_best_have_a_correlation_if_there_are_as_many_others():
    rng = np.random.default_rng(6)
    effects = np.array([np.arange(20), -np.arange(20)]).T
    effects[10:, 1] = effects[10:, 1][::-1]
    scores = effects + 0.01 * rng.normal(size=(12, 20, 2))
    [pair] = tables_of(scores)["leaderboard_pairs"].to_dict("records")
    assert pair["estimate"] == pytest.approx(0.752, abs=0.01)
    assert (pair["estimate_best"], pair["upper_best"]) == pytest.approx((-1, -1))
    [pair] = tables_of(scores[:, 1:])["leaderboard_pairs"].to_dict("records")
    assert np.isnan(pair["estimate_best"])


def test_a_table_of_single_scores_has_its_answer_in_the_first_sentence(scores):
    rows = [
        {"dataset": f"d{d}", "model": f"m{m}", "auroc": 0.5 + a / 20, "brier": 0.5 + b / 20}
        for d, of_dataset in enumerate(scores)
        for m, (a, b) in enumerate(of_dataset)
    ]
    compared = prgbench.compare(pd.DataFrame(rows))
    board = compared.answer.pairs[0].leaderboards
    assert (board.leader_a, board.leader_b, board.datasets) == ("m4", "m3", 12)
    text = str(compared)
    assert "The leaderboards under AUROC and Brier score differ by more than the choice" in text
    assert "(correlation of mean ranks 0.900 [0.900, 0.900], free of their noise)" in text
    assert (
        ": m4 under AUROC and m3 under Brier score. For AUROC – Brier score that is more" in text
    )


def test_shares_of_the_boards_are_of_the_common_models():
    boards = Leaderboards.of(study_of(np.zeros((8, 3, 2))).models, {"auroc": 1, "brier": -1})
    assert (boards.ranks == 0).all()
    assert boards.p_leaders(0, 1) == 1


@pytest.mark.parametrize("noise", [0.3, 1.0, 2.0])
def test_noise_of_the_instances_is_told_from_that_of_the_data_sets(noise):
    rng = np.random.default_rng(8)
    truth = rng.normal(size=10) + rng.normal(size=(60, 10))
    scores = truth + noise * rng.normal(size=truth.shape)
    replicates = noise * rng.normal(size=(60, 100, 1, 10))
    study = study_of(np.stack([scores, -scores], axis=2))
    rows = [
        (task, np.tile(scores[task], 2), np.tile(replicates[task], (1, 2, 1)).ravel(), 10)
        for task in range(60)
    ]
    table = pd.DataFrame(rows, columns=["task_id", "scores", "noise", "independent"])
    noisy = Study(study.models, study.agreement, {"noise": table}, study.setting, study.resampling)
    within_shares = leaderboards.tables(noisy, leaderboards.Options())["leaders"]["within"]
    # The ranks of the true scores with other noise, within each data set.
    ranks = centred_ranks((truth + noise * rng.normal(size=(200, 60, 10))).reshape(-1, 10))
    within = ranks.reshape(200, 60, 10).var(axis=0).mean()
    true_share = within / centred_ranks(scores).var(axis=0, ddof=1).mean()
    assert within_shares.tolist() == pytest.approx([true_share] * len(within_shares), abs=0.07)
    assert tables_of(np.stack([scores, -scores], axis=2))["leaders"]["within"].isna().all()


def test_a_removed_model_may_change_who_leads():
    # a is first on two of five data sets and last on the others, b always second, c the reverse.
    scores = np.array([[3, 2, 1, 0], [3, 2, 1, 0], [1, 2, 3, 0], [1, 2, 3, 0], [3, 2, 0, 1]])
    ranks = centred_ranks(scores.astype(float))
    means = ranks.mean(axis=0)
    changed = 0
    for removed in range(4):
        if removed != means.argmin():
            kept = np.delete(np.arange(4), removed)
            without = centred_ranks(scores[:, kept].astype(float)).mean(axis=0)
            changed += kept[without.argmin()] != means.argmin()
    assert other_leaders(ranks) == changed
