"""Thousands of ordinary, incomplete tables: every one is compared, or refused in one sentence."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

from fuzz.trial import Tally
from odd_tables import OddTable, prediction_tables, score_tables, taken_to_the_last_file

N_TABLES = 1000
"""Of each kind."""

REPORTS = 10
"""One in so many has its figures drawn and its files written, which takes longest."""

pytestmark = pytest.mark.fuzz


@pytest.mark.parametrize("tables", [score_tables, prediction_tables])
def test_no_table_ends_in_an_exception(
    tables: Callable[[], SearchStrategy[OddTable]], tmp_path: Path
) -> None:
    tally, numbers = Tally(), count()

    @settings(
        max_examples=N_TABLES,
        suppress_health_check=[*HealthCheck],
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(tables())
    def take(odd: OddTable) -> None:
        number = next(numbers)
        folder = None if number % REPORTS else tmp_path / str(number)
        tally[taken_to_the_last_file(odd, folder)] += 1

    take()
    tally.say(f"{tables.__name__} that are odd")
    assert tally["printed"] + tally["a report"] > N_TABLES / 4
