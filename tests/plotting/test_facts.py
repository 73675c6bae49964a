import pytest

from made_up_facts import make_facts
from prgbench.plotting.drawn import Facts


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_level_and_significance_level_add_up_to_one(level):
    facts = make_facts("OpenML", level)
    assert facts.significance_level + level == pytest.approx(1, abs=1e-15)
    assert facts.interval == f"{level * 100:g}% interval"


@pytest.mark.parametrize(("top", "name"), [(3, "top three"), (10, "top ten"), (11, "top 11")])
def test_the_ordered_top_has_a_name(top, name):
    assert Facts("OpenML", 0.9, "", top).top_name == name
