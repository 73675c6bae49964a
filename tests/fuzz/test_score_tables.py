"""Of 2,000 made-up tables of scores, none has a wrong winner without a warning that says why."""

import pytest

import prgbench
from fast_settings import FAST
from fuzz.score_tables import case
from fuzz.trial import Tally
from prgbench.run.errors import PrgbenchError

N_TABLES = 2000
pytestmark = pytest.mark.fuzz


def outcome(made):
    """Return how a table was taken."""
    try:
        compared = prgbench.compare(made.table, settings={"comparison": FAST}, **made.options)
    except PrgbenchError:
        return "a question"
    if {best.model for best in compared.answer.best_models} == {made.best}:
        return "the right winner"
    if compared.answer.warnings:
        return "warned of"
    first = str(compared).partition("\n")[0]
    left_out = (
        first.partition("Left out")[2] + first.partition("Not ranked, on too few data sets")[2]
    )
    return "the best model named as left out" if made.best in left_out else "a wrong winner"


def test_no_wrong_winner_without_a_warning(tmp_path):
    tally, wrong = Tally(), []
    for number in range(N_TABLES):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = case(number, folder)
        how = outcome(made)
        tally[how] += 1
        wrong += [made.written] * (how == "a wrong winner")
    tally.say("tables of scores")
    assert wrong == []
    assert tally["the right winner"] > N_TABLES / 2
