import pytest

from made_up_models import with_columns
from made_up_page import make_content, make_models
from prgbench.data.models import Models
from prgbench.report.html.page import PAGE, write_page

TASKS = 60


@pytest.fixture(scope="module")
def long_page(tmp_path_factory):
    """Write the page of a study of more tasks than a table shows at first."""
    study = tmp_path_factory.mktemp("long")
    task = make_models().of_task(12)
    models = Models.concat(
        with_columns(task, task_id=100 + k, n_instances=1000 - k, run_id=1000 * k + task.run_id)
        for k in range(TASKS)
    )
    write_page(study / "report", make_content(study, models=models, curves=None))
    return (study / "report" / PAGE).as_uri()


def test_the_first_rows_are_shown_until_all_are_asked_for(open_page, long_page):
    page = open_page(long_page + "#tasks")
    rows = page.locator("#tasks-table tbody tr")
    assert rows.count() == 50
    page.get_by_role("button", name="Show all 60 rows").click()
    assert rows.count() == TASKS
    # The focus goes on where the reader stopped.
    assert page.evaluate("document.activeElement.textContent") == "150"
    assert page.locator("#tasks-table .more").is_hidden()


def test_sorting_is_by_all_rows_not_only_the_shown_ones(open_page, long_page):
    page = open_page(long_page + "#tasks")
    page.get_by_role("button", name="Instances", exact=True).click()
    assert page.locator("#tasks-table tbody th").first.inner_text() == "159"
