"""The sentences on why to trust the answer have the numbers of docs/validity.csv."""

import pandas as pd
import pytest

from places import ROOT
from prgbench.report.tested import (
    FALSE_ALARMS,
    FALSE_ALARMS_OF_OPPOSITE_SKEWS,
    KEPT_ON_ITEMS,
    KEPT_ON_NEW,
    KEPT_ON_THESE,
    models_were_tested,
    pairs_were_tested,
)

ROWS = pd.read_csv(ROOT / "docs" / "validity.csv")


def measured(what):
    """Return the shares of a statement in its worlds, which all have as many studies."""
    rows = ROWS[ROWS["what"].str.startswith(what)]
    assert rows["based_on"].nunique() == 1
    assert len(rows) >= 12
    return rows["measured"]


@pytest.mark.parametrize(
    ("kept", "target"), [(KEPT_ON_THESE, "these data sets"), (KEPT_ON_NEW, "new data sets")]
)
def test_the_truly_best_model_is_marked_so_often(kept, target):
    found = measured(f"{target}: the truly best among the equals")
    assert round(found.mean(), 3) == kept
    said = models_were_tested(kept, "in bold", "data sets")
    assert said.startswith("In simulations with independent data sets, the truly best model was ")
    assert said.endswith(f"in bold in {kept:.1%} of the studies.")


def test_the_truly_best_model_on_items_is_marked_so_often():
    assert round(1 - measured("items: the best model is ruled out").mean(), 3) == KEPT_ON_ITEMS


def test_false_alarms_are_at_most_as_often_as_the_readme_says():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    each = f"each difference was shown in at most {FALSE_ALARMS:.1%} of studies; "
    assert each in " ".join(readme.split())
    of_skews = f"{FALSE_ALARMS_OF_OPPOSITE_SKEWS:.1%}."
    assert f"with opposite skews, {of_skews}" in " ".join(readme.split())
    said = pairs_were_tested()
    assert "were each shown in at most 3.1% of the studies" in said
    assert said.endswith(f"with scores skewed in opposite ways, {of_skews}")
    assert len(said.split()) <= 35
