import numpy as np
import pandas as pd
import pytest

from prgbench.answer import model_field, rankings
from prgbench.answer.model_field import unpacked
from prgbench.answer.rankings import ALL, rank_correlation
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import TaskReplicates
from prgbench.answer.verdicts import RankingVerdict
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


@pytest.mark.parametrize(("number", "parts", "kept"), [(2, 2, 2), (5, 2, 2), (7, 3, 3), (9, 4, 2)])
def test_parts_are_disjoint_and_of_one_size(number, parts, kept):
    found = scores_of_parts(replicates(number), SETTING, parts)
    assert found.shape == (6, kept, 2, 4)
    size = number // parts
    for split in found[:, :, 0, 0]:
        sets = [members(part, size) for part in split]
        assert [len(one) for one in sets] == [size] * kept
        assert len(set.union(*sets)) == kept * size


def test_lower_is_better_turns_the_sign():
    found = scores_of_parts(replicates(4), SETTING, 2)
    assert np.array_equal(found[:, :, 1], -found[:, :, 0])


def test_too_few_replicates_have_no_parts():
    assert np.isnan(scores_of_parts(replicates(3), SETTING, 4)).all()
    assert np.isnan(scores_of_parts(replicates(1), SETTING, 2)).all()


def test_each_split_takes_the_folds_of_one_repeat():
    found = scores_of_parts(replicates(8, blocks=[0, 0, 0, 0, 1, 1, 1, 1]), SETTING, 2)
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
    table = model_field.per_task(task, SETTING, None)["score_covariances"]
    assert table["measure"].tolist() == ["accuracy", "loss"]
    assert table["degrees"].tolist() == [5, 5]
    for place, row in enumerate(table.itertuples()):
        assert row.run_ids.tolist() == [5, 6, 9]
        expected = factor * np.cov(scores[:, place].T)
        assert unpacked(row.covariance, 3) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("task", [replicates(1), replicates(5, folds=False)], ids=["one", "seeds"])
def test_without_folds_there_is_no_covariance(task):
    assert model_field.per_task(task, SETTING, None)["score_covariances"].empty


def opposed(folds):
    """Return ranks that differ by the two measures, in tasks with little noise."""
    rng = np.random.default_rng(3)
    true = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    tasks = []
    for number in range(12):
        other = true[[1, 0, 2, 3, 4]] if number % 3 else true[[2, 1, 0, 3, 4]]
        order = np.stack([true, -other])
        scores = order + rng.normal(0, 0.001, (4, 2, 5))
        blocks = np.zeros(4, dtype=np.int64)
        tasks.append(TaskReplicates(number, np.arange(5), scores, blocks, folds))
    products = [rankings.per_task(t, SETTING, None)["rank_products"] for t in tasks]
    table = pd.concat(products)
    return table[table["models"] == ALL].assign(dataset_id=table["task_id"])


def test_a_difference_is_told_by_folds_and_never_by_seeds():
    by_folds, by_seeds = (
        rank_correlation(ALL, "accuracy", "loss", opposed(folds), alike=0.99, level=0.95)
        for folds in (True, False)
    )
    assert by_folds.verdict == RankingVerdict.DIFFERENT
    assert by_seeds.verdict == RankingVerdict.NOT_RESOLVED
    assert by_folds.without_noise == pytest.approx((8 * 0.9 + 4 * 0.6) / 12)
    assert by_seeds.without_noise == by_folds.without_noise
    assert np.isnan([by_seeds.detectable, by_seeds.datasets_needed]).all()
