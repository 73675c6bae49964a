from pathlib import Path

import numpy as np
import pytest

from prgbench.plotting.words import decimal, percent
from prgbench.report import html


@pytest.fixture
def leaderboard(at):
    return at("#leaderboard")


def rows(page):
    return [r.split("\t") for r in page.locator("#leaderboard-table tbody tr").all_inner_texts()]


def test_models_stand_in_their_order_with_their_values(leaderboard):
    assert [row[0] for row in rows(leaderboard)][1:] == ["J48(1)", "__proto__"]
    assert rows(leaderboard)[1][1:3] == ["2 (1–2)", "0.800 [0.750, 0.850]"]
    assert len(rows(leaderboard)[1]) == 7
    assert leaderboard.inner_text("#leaderboard-count") == "3 of 3 flows"
    bold = leaderboard.locator("#leaderboard-table tbody tr >> nth=2").locator("strong")
    assert bold.count() == 0


def test_new_data_sets_have_their_own_ranks(leaderboard):
    leaderboard.select_option("#leaderboard-controls [name=target]", "new")
    leaderboard.wait_for_url("**#leaderboard?target=new&search=")
    assert rows(leaderboard)[2][1:3] == ["3 (1–3)", "0.700 [0.400, 0.990]"]


def test_a_model_is_searched(leaderboard):
    leaderboard.fill("#leaderboard-controls [name=search]", "j48")
    assert [row[0] for row in rows(leaderboard)] == ["J48(1)"]
    assert leaderboard.inner_text("#leaderboard-count") == "1 of 3 flows"


def test_numbers_are_written_as_in_the_sentences(leaderboard):
    """The mean of 0.95, 0.6, 0.9 and 0.96 was 0.852 in a sentence and 0.853 in the leaderboard."""
    rng = np.random.default_rng(0)
    means = rng.integers(0, 100, (400, 8)).mean(axis=1) / 100
    halves = np.arange(-64, 64) / 1024
    values = [0.8524999999999999, 0.0, 1e-9, -2e-16, *means, *halves, *rng.normal(0, 9, 400)]
    # The functions of the page's scripts are not global.
    source = Path(html.__file__).with_name("js").joinpath("elements.js").read_text()
    functions = leaderboard.evaluate_handle(
        "source => new Function(`${source}; return { decimal, percentText };`)()", source
    )
    sent = np.round(values, 12).tolist()
    written = functions.evaluate("(f, values) => values.map((v) => f.decimal(v, 3))", sent)
    assert written == [decimal(value) for value in values]
    shares = np.abs(sent).tolist()
    written = functions.evaluate("(f, values) => values.map((v) => f.percentText(v))", shares)
    assert written == [percent(value) for value in shares]
