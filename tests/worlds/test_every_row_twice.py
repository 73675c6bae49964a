"""Where every row is there twice, the answer is that of the rows without their copies."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.verdicts import RankingVerdict
from worlds.made import Kind, draw_study, equal, world_named
from worlds.studies import setting_of, tables_of

TWICE = replace(world_named("null, every row twice"), tasks=20)
ONCE = replace(TWICE, common=Kind(300, 0.1, equal()))


def tables(parts, world, seed, *, folds=True):
    tasks, datasets = draw_study(world, seed)
    if not folds:
        tasks = [replace(task, folds=np.full_like(task.folds, -1)) for task in tasks]
    return tables_of(tasks, datasets, parts, setting_of(seed, splits=2, replicates=20))


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_found_where_nothing_but_noise_is_there(seed):
    found = tables(["excess", "rankings"], TWICE, seed)
    halves = found["excess"].query("parts == 2")
    assert not (halves["lower"] > 0).any()
    assert halves["excess"].abs().max() < 0.05
    assert RankingVerdict.DIFFERENT not in set(found["rankings"]["verdict"])


def test_copies_change_no_interval():
    parts = ["excess", "rankings"]
    once, twice = (tables(parts, world, 1, folds=False) for world in (ONCE, TWICE))
    for part in parts:
        pd.testing.assert_frame_equal(once[part], twice[part], rtol=1e-6)


def test_copies_do_not_change_what_noise_alone_gives():
    once, twice = (
        tables(["noise_alone"], replace(world, tasks=6), 1)["noise_alone"]
        for world in (ONCE, TWICE)
    )
    for name in ("found", "null", "tied_null"):
        np.testing.assert_allclose(twice[name], once[name], atol=0.02)
