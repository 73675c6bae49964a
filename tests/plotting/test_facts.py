import pytest

from made_up_facts import make_facts


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_level_and_significance_level_add_up_to_one(level):
    facts = make_facts("OpenML", level)
    assert facts.significance_level + level == pytest.approx(1, abs=1e-15)
    assert facts.interval == f"{level * 100:g}% interval"
