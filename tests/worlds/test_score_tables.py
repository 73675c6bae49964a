"""A small version of the section of `make calibrate` on tables of scores."""

from dataclasses import replace

import pytest

from prgbench.answer.verdicts import RankingVerdict
from worlds.score_tables import WORLDS, told_apart, verdicts, world_named


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
