from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.answer.excess import Options as ExcessOptions
from prgbench.answer.excess import per_task as excess_per_task
from prgbench.answer.subsamples import random_parts
from prgbench.metrics import evaluate
from prgbench.robustness.reproducibility import Options, per_task


def self_disagreement(task, setting):
    return per_task(task, None, setting, Options())["self_agreement"]


def test_disagreement_with_itself_by_hand():
    task, setting = make_task_scores(n=400, ties=False), make_setting(splits=6)
    table = self_disagreement(task, setting).set_index(["parts", "measure"])
    for parts in (2, 4, 8):
        best = [
            [
                evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES).argmax(axis=0)
                for rows in split
            ]
            for split in random_parts(task, setting, parts)
        ]
        expected = np.mean([first != second for first, second in best], axis=0)
        for name, share in zip(NAMES, expected, strict=True):
            assert table.loc[(parts, name), "differs_expected"] == pytest.approx(share)
    assert (table["undefined"] == 0).all()
    assert table["differs_expected"].nunique() > 1


def test_it_is_what_the_excess_sets_beside_two_measures():
    task, setting = make_task_scores(3, n=100), make_setting()
    own = self_disagreement(task, setting)
    own = own.set_index(["parts", "measure"])["differs_expected"]
    for row in excess_per_task(task, None, setting, ExcessOptions())["halves"].itertuples():
        mean = (own[row.parts, row.measure_a] + own[row.parts, row.measure_b]) / 2
        assert row.one_measure == pytest.approx(mean)


def test_splits_with_one_class_in_a_part_are_counted():
    task = make_task_scores(n=60)
    rare = replace(task, y_true=np.arange(60) < 3)
    table = self_disagreement(rare, make_setting(splits=30))
    undefined = table.groupby("parts")["undefined"].agg(["min", "max"])
    assert undefined.loc[2].tolist() == [0, 0]
    assert (undefined.loc[4] > 0).all()
    assert undefined.loc[8].tolist() == [30, 30]
    assert table.loc[table["parts"] == 8, "differs_expected"].isna().all()
    assert table.loc[table["parts"] == 4, "differs_expected"].notna().all()


def test_a_constant_pick_is_reproducible():
    task = make_task_scores(n=100)
    one = replace(task, y_scores=task.y_scores[:1], run_ids=task.run_ids[:1])
    assert (self_disagreement(one, make_setting())["differs_expected"] == 0).all()
