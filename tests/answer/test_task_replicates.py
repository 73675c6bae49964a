import numpy as np
import pandas as pd
import pytest

from made_up_tasks import resampling
from prgbench.answer import rankings, score_covariances
from prgbench.answer.interface import Study
from prgbench.answer.score_covariances import unpacked
from prgbench.answer.tables import gather
from prgbench.answer.task_replicates import TaskReplicates
from prgbench.answer.verdicts import RankingVerdict
from prgbench.data.models import Models
from worlds.studies import setting_of

NAMES = ("column:accuracy:higher", "column:loss:lower")
SETTING = setting_of(1, splits=6, names=NAMES)


def replicates(number, blocks=None, folds=True, models=4):
    """Return replicates whose scores are powers of 2, so that a sum tells which are in it."""
    powers = 2.0 ** np.arange(number)
    scores = np.broadcast_to(powers[:, None, None], (number, 2, models)).copy()
    own = np.zeros(number, dtype=np.int64) if blocks is None else np.array(blocks)
    return TaskReplicates(7, np.arange(models), scores, own, folds)


def members(part, size):
    """Return which replicates are in a mean of so many powers of 2."""
    total = round(part * size)
    return {place for place in range(total.bit_length()) if total >> place & 1}


@pytest.mark.parametrize("number", [2, 5, 8])
def test_halves_are_disjoint_and_of_one_size(number):
    found = replicates(number).scores_of_halves(SETTING)
    assert found.shape == (6, 2, 2, 4)
    size = number // 2
    for split in found[:, :, 0, 0]:
        first, second = (members(half, size) for half in split)
        assert len(first) == len(second) == size
        assert not first & second


def test_lower_is_better_turns_the_sign():
    found = replicates(4).scores_of_halves(SETTING)
    assert np.array_equal(found[:, :, 1], -found[:, :, 0])


def test_one_replicate_has_no_halves():
    assert np.isnan(replicates(1).scores_of_halves(SETTING)).all()


def test_each_split_takes_the_folds_of_one_repeat():
    found = replicates(8, blocks=[0, 0, 0, 0, 1, 1, 1, 1]).scores_of_halves(SETTING)
    of_repeats = [
        {place // 4 for part in split for place in members(part, 2)} for split in found[:, :, 0, 0]
    ]
    assert of_repeats == [{0}, {1}] * 3


@pytest.mark.parametrize(
    ("blocks", "factor"), [([0] * 6, 1 / 6 + 1 / 5), ([0, 0, 0, 1, 1, 1], 1 / 6 + 1 / 2)]
)
def test_the_covariance_is_that_of_nadeau_and_bengio(blocks, factor):
    scores = np.random.default_rng(0).normal(size=(6, 2, 3))
    task = TaskReplicates(7, np.array([5, 6, 9]), scores, np.array(blocks), folds=True)
    table = score_covariances.per_task(task, SETTING, None)["score_covariances"]
    assert table["measure"].tolist() == ["accuracy", "loss"]
    assert table["degrees"].tolist() == [5, 5]
    for place, row in enumerate(table.itertuples()):
        assert row.run_ids.tolist() == [5, 6, 9]
        expected = factor * np.cov(scores[:, place].T)
        assert unpacked(row.covariance, 3) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("task", [replicates(1), replicates(5, folds=False)], ids=["one", "seeds"])
def test_without_folds_there_is_no_covariance(task):
    assert score_covariances.per_task(task, SETTING, None)["score_covariances"].empty


def verdicts(**kind):
    """Return the tables of measures that order models differently, in tasks with little noise."""
    rng = np.random.default_rng(3)
    true = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    tables = []
    for number in range(12):
        other = true[[1, 0, 2, 3, 4]] if number % 3 else true[[2, 1, 0, 3, 4]]
        scores = np.stack([true, -other]) + rng.normal(0, 0.001, (4, 2, 5))
        blocks = np.zeros(4, dtype=np.int64)
        task = TaskReplicates(number, np.arange(5), scores, blocks, **{"folds": False} | kind)
        tables.append(rankings.per_task(task, SETTING, rankings.Options()))
    models = Models(pd.DataFrame({"task_id": range(12), "dataset_id": range(12)}), ())
    study = Study(models, pd.DataFrame(), gather(tables), SETTING, resampling())
    return rankings.tables(study, rankings.Options())


@pytest.mark.parametrize(
    ("kind", "at_most"),
    [({"folds": True}, False), ({"splits": True}, True), ({"splits": True, "ratio": 0.25}, False)],
    ids=["folds", "splits", "splits of known sizes"],
)
def test_a_difference_is_told_by_folds_and_random_splits(kind, at_most):
    [row] = verdicts(**kind)["verdicts"].itertuples()
    assert row.ranking == RankingVerdict.DIFFERENT
    assert row.noise_at_most == at_most


def test_seeds_have_neither_a_range_nor_a_p_value():
    tables = verdicts()
    [row] = tables["verdicts"].itertuples()
    assert (row.ranking, row.winners) == ("noise unknown", "noise unknown")
    numbers = ["if_alike", "if_alike_lower", "if_alike_upper", "found"]
    assert tables["if_alike"][numbers].isna().all(axis=None)
    assert np.isnan([row.p_ranks, row.p_ranks_beyond, row.p_winners, row.reversed_upper]).all()
