import pytest

from made_up_agreement import PAIRS, agreement_of
from prgbench.report.html.markup import route
from prgbench.report.replication import comparison_lines, route_of_line

ROUTES = {
    "Tasks": "#tasks",
    "Data sets": "#tasks?sort=dataset",
    "Models": "#tasks",
    "Tasks with different best models, AUPR and AUROC": "#tasks?pair=aupr~auroc&show=differs",
    "Tasks with different ordered top three, AUPRG and AUROC": "#tasks?pair=auprg~auroc&show=top3",
    "Tasks with the same ordered top three, AUPR and AUPRG": (
        "#tasks?pair=aupr~auprg&show=top_agrees"
    ),
    "Correlation of the ranks, AUPR and AUPRG": "#tasks?pair=aupr~auprg&sort=spearman",
    "Lower quartile of the tasks' rank correlations, AUPR and AUPRG": (
        "#tasks?pair=aupr~auprg&sort=spearman"
    ),
}


@pytest.mark.parametrize("quantity", ROUTES)
def test_every_number_of_the_paper_leads_to_what_it_was_counted_from(quantity):
    routes = {line.quantity: route_of_line(line) for line in comparison_lines(agreement_of(PAIRS))}
    assert len(routes) == 15
    assert routes[quantity] == ROUTES[quantity]


def test_a_users_measure_is_quoted():
    assert route("task", {"x": "mine:a&b"}) == "#task?x=mine%3Aa%26b"
