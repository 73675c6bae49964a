"""Of 300 made-up tables of results on items, none has a wrong winner or a wrong share."""

import pytest

import prgbench
from fast_settings import FAST
from fuzz.item_tables import case
from fuzz.trial import Tally
from prgbench.run.errors import PrgbenchError

N_TABLES = 300
pytestmark = pytest.mark.fuzz


def test_the_model_that_solves_most_items_is_named_with_its_share(tmp_path):
    tally, wrong = Tally(), []
    for number in range(N_TABLES):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = case(number, folder)
        try:
            compared = prgbench.compare(made.table, settings={"comparison": FAST})
        except PrgbenchError as error:
            tally["a question"] += 1
            wrong += [f"{made.written}: {error}"]
            continue
        said = str(compared)
        best = compared.answer.best_models[0]
        most = max(made.means.values())
        right = best.mean == pytest.approx(most) and made.means[best.model] == pytest.approx(most)
        in_items = compared.answer.items is not None and "items" in said
        tally["the right winner" if right and in_items else "a wrong winner"] += 1
        wrong += [f"{made.written}: {said[:300]}"] * (not (right and in_items))
    tally.say("tables of results on items")
    assert wrong == []
    assert tally["the right winner"] == N_TABLES
