"""The verdicts on two measures at the edges of their rules."""

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_task_scores, models_of, resampling
from prgbench.answer.common_order import SPEARMAN, WINNERS, AlikeStudies, alike_studies
from prgbench.answer.interface import Study
from prgbench.answer.rankings import (
    _REVERSALS,
    Options,
    _upper_share,
    pair_verdicts,
    per_task,
    reversed_shares,
)
from prgbench.answer.rankings import tables as compute
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.tables import GatheredTables, gather, write_parquet_tables
from prgbench.study.ranking import Ranking

TAIL = 0.025
DRAWS = np.linspace(0.5, 0.9, 999)
ONES = np.ones(4)


def verdicts(spearman=0.7, winners=0.7, reversals=0.5, pairs=1, **given):
    draws = {SPEARMAN: DRAWS, WINNERS: DRAWS}
    studies = AlikeStudies(
        {SPEARMAN: spearman, WINNERS: winners}, draws, ONES, given.pop("tasks", 4), 4
    )
    rng = np.random.default_rng(0)
    mixed = {name: rng.permutation(DRAWS) for name in draws}
    peer = AlikeStudies({SPEARMAN: 0.7, WINNERS: 0.7}, mixed, ONES, 4, 4)
    studied = {("a", "b"): studies} | {("a", f"c{n}"): peer for n in range(pairs - 1)}
    rows = [(1, 5, "a", "b", reversals, np.full(9, reversals))]
    columns = ["task_id", "seed", "measure_a", "measure_b", "share", "replicates"]
    options = Options(margin=0.01, most_reversed=0.05)
    rules = {"shared": False, "at_most": False, "few_models": ()}
    rules |= {"independent": [9, 30], "differ": True} | given
    table = pd.DataFrame(rows, columns=columns)
    return next(pair_verdicts(studied, table, options, TAIL, **rules))


@pytest.mark.parametrize(
    ("lower", "beyond", "verdict"),
    [
        (23, 0.01, "rank differently"),
        (24, 0.01, "differ, perhaps within the margin"),
        (23, 0.0, "differ, perhaps within the margin"),
        (24, 0.0, "not resolved"),
    ],
)
def test_a_difference_is_beyond_the_tail_and_perhaps_beyond_the_margin(lower, beyond, verdict):
    # With `lower` + 1 draws as low, p is (lower + 2) / 1,000.
    row = verdicts(spearman=DRAWS[lower] - beyond)
    p_value = row.p_ranks_beyond if beyond else row.p_ranks
    assert p_value == pytest.approx((lower + 2) / 1_000)
    assert row.p_ranks <= row.p_ranks_beyond
    assert row.ranking == verdict


@pytest.mark.parametrize(("higher", "verdict"), [(23, "the winners differ"), (24, "not resolved")])
def test_winners_differ_more_often_than_the_tail_does(higher, verdict):
    row = verdicts(winners=DRAWS[-1 - higher])
    assert row.p_winners == pytest.approx((higher + 2) / 1_000)
    assert row.winners == verdict


def test_p_values_are_adjusted_for_the_pairs():
    alone, among = (
        verdicts(spearman=DRAWS[20]),
        verdicts(spearman=DRAWS[20], pairs=2),
    )
    assert alone.ranking == "differ, perhaps within the margin"
    assert among.ranking == "not resolved"
    assert among.p_ranks > 1.9 * alone.p_ranks


@pytest.mark.parametrize(
    ("share", "verdict"), [(0.05, "alike within .01"), (0.06, "not resolved")]
)
def test_alike_is_an_upper_bound_of_the_reversed_pairs(share, verdict):
    assert verdicts(reversals=share).ranking == verdict


@pytest.mark.parametrize("spearman", [DRAWS[0] - 0.02, DRAWS[20]])
@pytest.mark.parametrize("pairs", [1, 2])
def test_what_may_differ_is_not_called_alike(spearman, pairs):
    row = verdicts(spearman=spearman, reversals=0.0, pairs=pairs)
    # Among two pairs, the second correlation is not low enough: open, but outside of the range.
    assert row.ranking != "alike within .01"


def test_shared_instances_equal_models_and_no_tasks():
    shared = verdicts(spearman=0.1, winners=1.0, tasks=0, shared=True)
    assert (shared.ranking, shared.winners) == ("noise unknown", "noise unknown")
    assert verdicts(spearman=0.1, differ=False).ranking == "no differences between the models"
    few = verdicts(tasks=0, shared=True, few_models=[("a", "b")])
    assert few.ranking == few.winners == "too few models in common"
    none = verdicts(tasks=0)
    assert (none.ranking, none.winners) == ("too few data sets", "too few data sets")


def test_reversed_shares_are_those_of_a_loop():
    rng = np.random.default_rng(2)
    task = NoisyTask(rng.normal(size=(2, 6)), rng.normal(size=(5, 2, 6)), 30)
    for share, (a, b) in zip(
        reversed_shares(task, 0.3)[0], [task.scores, *(task.scores + task.noise)], strict=True
    ):
        gaps = [(a[i] - a[j], b[i] - b[j]) for i in range(6) for j in range(i)]
        opposite = sum(x * y < 0 and min(abs(x), abs(y)) > 0.3 for x, y in gaps)
        assert share == pytest.approx(opposite / 15)


def shares_found(shift, worlds=40):
    """Return in which shares of the worlds a low correlation and different winners are found."""
    low = high = 0
    for world in range(worlds):
        rng, tasks = np.random.default_rng([world, 7]), []
        for _ in range(8):
            truth = rng.normal(size=8)
            truths = np.stack([truth, (1 - shift) * truth + shift * rng.normal(size=8)])
            errors = rng.normal(scale=0.2, size=(201, 2, 8))
            noise = errors[1:] - errors[1:].mean(axis=0)
            tasks.append(NoisyTask(truths + errors[0], noise, 50))
        seeds = [[world, number] for number in range(8)]
        studies = alike_studies(tasks, range(8), seeds, Ranking(), 200)
        low += studies.found[SPEARMAN] + 0.01 < np.quantile(studies.draws[SPEARMAN], TAIL)
        high += studies.found[WINNERS] > np.quantile(studies.draws[WINNERS], 1 - TAIL)
    return low / worlds, high / worlds


def test_a_common_order_is_rarely_called_different_and_others_are_found():
    # At 2.5%, more than 4 of 40 have a probability of .003.
    assert max(shares_found(0)) <= 0.1
    assert min(shares_found(0.7)) > 0.5


def test_undefined_scores_are_no_pairs_of_models():
    scores = np.array([[1.0, 2, 3, 4, np.nan], [4.0, 3, 2, 1, 0]])
    task = NoisyTask(scores, np.zeros((3, 2, 5)), 9)
    assert reversed_shares(task, 0.1).tolist() == [[1.0] * 4]
    without = NoisyTask(np.full((2, 3), np.nan), np.zeros((3, 2, 3)), 9)
    assert np.isnan(reversed_shares(without, 0.1)).all()


def test_a_task_without_scores_does_not_count_as_alike():
    rows = [(n, n, "a", "b", 1.0 if n else np.nan, np.full(3, 1.0)) for n in range(4)]
    table = pd.DataFrame(rows, columns=_REVERSALS)
    assert _upper_share(table, TAIL) == (1.0, 1.0)
    assert np.isnan(_upper_share(table.head(1), TAIL)).all()


def test_tables_of_the_noise_survive_the_disk(tmp_path):
    tasks = [make_task_scores(task_id, n=80) for task_id in (1, 2, 3)]
    setting, options = make_setting(), Options()
    tables = [per_task(task, setting, options) for task in tasks]
    for number, of_task in enumerate(tables):
        write_parquet_tables(tmp_path / str(number), of_task)
    stored = GatheredTables([tmp_path / str(number) for number in (2, 0, 1)])
    studies = [
        Study(models_of(tasks), pd.DataFrame(), per, setting, resampling())
        for per in (gather(tables), stored)
    ]
    in_memory, from_disk = (compute(study, options) for study in studies)
    for name, table in in_memory.items():
        pd.testing.assert_frame_equal(from_disk[name], table)
