import pytest

from made_up_flows import models_with, random_orders, study_of
from prgbench.answer.leaderboard import Options
from prgbench.answer.leaderboard import tables as leaderboard_tables


@pytest.fixture(scope="module")
def tables():
    study = study_of(models_with(random_orders(moved=3.0)))
    return leaderboard_tables(study, Options(halvings=10))
