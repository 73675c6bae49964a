import pytest

from made_up_page import FLOWS


@pytest.fixture
def flows(at):
    return at("#flows")


def rows(page):
    return [r.split("\t") for r in page.locator("#flows-table tbody tr").all_inner_texts()]


def test_flows_stand_in_the_order_of_their_ranks(flows):
    assert [row[0] for row in rows(flows)] == FLOWS
    assert rows(flows)[1][1:] == ["2 [1, 3]", "0.00", "−0.50", "0.50", "0.500", "3", "3"]
    assert flows.inner_text("#flows-count") == "3 of 3 flows"


def test_a_flow_is_searched(flows):
    flows.fill("#flows-controls [name=search]", "j48")
    assert [row[0] for row in rows(flows)] == ["weka.J48(1)"]
    assert flows.inner_text("#flows-count") == "1 of 3 flows"


def test_another_measure_has_its_own_leaderboard(flows):
    flows.select_option("#flows-controls [name=measure]", "auroc")
    flows.wait_for_url("**#flows?measure=auroc&search=")
    assert len(rows(flows)) == 3
