"""Where every row is there twice, the answer is that of the rows without their copies."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.rankings import DIFFERENT
from worlds.made import Kind, draw_study, equal, world_named
from worlds.studies import setting_of, tables_of

TWICE = replace(world_named("null, every row twice"), tasks=20)
ONCE = replace(TWICE, common=Kind(300, 0.1, equal()))
PARTS = ["excess", "rankings"]


def tables(world, seed, *, folds=True):
    tasks, datasets = draw_study(world, seed)
    if not folds:
        tasks = [replace(task, folds=np.full_like(task.folds, -1)) for task in tasks]
    return tables_of(tasks, datasets, PARTS, setting_of(seed, splits=2))


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_found_where_nothing_but_noise_is_there(seed):
    found = tables(TWICE, seed)
    halves = found["excess"].query("parts == 2")
    assert not (halves["lower"] > 0).any()
    assert halves["excess"].abs().max() < 0.05
    assert DIFFERENT not in set(found["rankings"]["verdict"])


def test_copies_change_no_interval():
    once, twice = (tables(world, 1, folds=False) for world in (ONCE, TWICE))
    for part in PARTS:
        pd.testing.assert_frame_equal(once[part], twice[part], rtol=1e-6)
