import pytest


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
