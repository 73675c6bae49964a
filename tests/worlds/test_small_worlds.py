"""Small versions of sections of docs/validity.md, and rows that are there twice."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.verdicts import RankingVerdict
from worlds.made import Kind, draw_study, equal
from worlds.made import world_named as made_world_named
from worlds.score_tables import WORLDS, told_apart, verdicts, world_named
from worlds.standings import FEW, coverage
from worlds.studies import setting_of, tables_of


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_verdicts_are_right_where_the_truth_is_known(world):
    findings = {finding.what: finding for finding in verdicts(replace(world, datasets=15), 3)}
    assert [f.what for f in findings.values() if not f.holds] == []
    if world.off and not world.seeds:
        assert findings[RankingVerdict.DIFFERENT].value == 1
    else:
        assert findings[RankingVerdict.DIFFERENT].value == 0


def test_equal_models_are_not_told_apart():
    world = replace(world_named("equal models"), datasets=10)
    assert [finding.value for finding in told_apart(world, 2)] == [0, 0]


STUDIES = 60


@pytest.mark.parametrize("name", ["equal models, 1 x 200 rows", "equal on average, 8 x 200 rows"])
def test_what_is_said_of_the_best_models_holds_at_its_level(name):
    [world] = [own for own in FEW if own.name == name]
    findings = list(coverage(world, STUDIES))
    assert [found.what for found in findings if not found.holds] == []
    assert len(findings) == (3 if world.datasets == 1 else 6)


TWICE = replace(made_world_named("null, every row twice"), tasks=20)
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
