import pytest

from prgbench.plotting.facts import Facts


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_level_and_significance_level_add_up_to_one(level):
    facts = Facts("OpenML", level)
    assert facts.significance_level + level == pytest.approx(1, abs=1e-15)
    assert facts.interval == f"{level * 100:g}% interval"


def test_every_way_to_rank_ties_has_its_words():
    assert [Facts("", ties=ties).tied_rank for ties in ("average", "min", "max")] == [
        "the mean of their ranks, rounded up",
        "the first of their ranks",
        "the last of their ranks",
    ]
