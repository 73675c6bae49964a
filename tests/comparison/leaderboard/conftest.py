import pytest

from made_up_flows import models_with, random_orders, study_of
from prgbench.comparison.leaderboard import Options
from prgbench.comparison.leaderboard.tables import tables as leaderboard_tables


@pytest.fixture(scope="session")
def tables():
    study = study_of(models_with(random_orders(moved=3.0)))
    return leaderboard_tables(study, Options(halvings=10))
