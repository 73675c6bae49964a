import pytest

from made_up_models import with_columns
from made_up_page import NAMES, make_content, make_models
from prgbench.data.models import Models
from prgbench.report.html.page import PAGE, write_page

GRID = "#heatmap-grid"


@pytest.fixture
def page(at):
    return at("#heatmap")


def cell(page, column, row):
    return page.locator(f'{GRID} [data-column="{column}"][data-row="{row}"]')


def counts(page):
    """Return the numbers in the grid, the lowest ranks first."""
    rows = page.locator(f"{GRID} [role=row]").all()
    cells = [row.locator("[role=gridcell]").all_text_contents() for row in reversed(rows)]
    return [row for row in cells if row]


def test_the_cells_count_the_models_by_their_ranks(page):
    # Two flows are tied at rank 1.5 by AUPR in the last task, which is rounded up.
    assert counts(page) == [["1", "2", ""], ["1", "2", ""], ["", "", "3"]]


def test_a_click_lists_the_models_of_a_cell(page):
    cell(page, 2, 1).click()
    assert page.inner_text("#heatmap-count") == "Rank 2 by AUPR, rank 1 by AUPRG: 2 models."
    tasks = page.locator("#heatmap-models tbody th").all_inner_texts()
    assert tasks == ["12: kr-vs-kp", "13: =1+1"]
    assert cell(page, 2, 1).get_attribute("aria-selected") == "true"
    page.wait_for_url("**#heatmap?x=aupr&y=auprg&cell=2%2C1")


def test_an_empty_cell_says_so(page):
    cell(page, 3, 1).click()
    assert page.inner_text("#heatmap-count") == "Rank 3 by AUPR, rank 1 by AUPRG: 0 models."
    assert page.locator("#heatmap-models table").count() == 0


def test_any_pair_of_measures_can_be_chosen(page):
    page.select_option("#heatmap-controls [name=x]", "auprg")
    page.select_option("#heatmap-controls [name=y]", "auroc")
    assert counts(page) == [["2", "1", ""], ["1", "2", ""], ["", "", "3"]]
    assert page.inner_text("#heatmap-x") == "Rank by AUPRG"
    page.wait_for_url("**#heatmap?x=auprg&y=auroc")


def test_an_address_names_measures_and_cell(at):
    page = at("#heatmap?x=auprg&y=auroc&cell=1,2")
    assert page.inner_text("#heatmap-count") == "Rank 1 by AUPRG, rank 2 by AUROC: 1 model."
    assert page.locator("#heatmap-models tbody th").all_inner_texts()[0].startswith("11: <img")


@pytest.mark.parametrize(
    ("keys", "column", "row"),
    [
        (["ArrowRight", "ArrowUp"], 2, 2),
        (["ArrowLeft", "ArrowDown"], 1, 1),
        (["End"], 3, 1),
        (["Control+End"], 3, 3),
        (["Control+End", "Home"], 1, 3),
        (["PageUp"], 1, 3),
        (["PageUp", "PageDown"], 1, 1),
    ],
)
def test_keys_move_one_focus_in_the_grid(page, keys, column, row):
    page.locator(f'{GRID} [tabindex="0"]').focus()
    for key in keys:
        page.keyboard.press(key)
    focused = page.evaluate("({...document.activeElement.dataset})")
    assert focused == {"column": f"{column}", "row": f"{row}"}
    assert page.locator(f'{GRID} [tabindex="0"]').count() == 1


@pytest.mark.parametrize("key", ["Enter", " "])
def test_keys_list_the_models_of_the_focused_cell(page, key):
    page.locator(f'{GRID} [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(key)
    assert page.inner_text("#heatmap-count") == "Rank 2 by AUPR, rank 1 by AUPRG: 2 models."


def test_tab_leaves_the_grid_after_one_stop(page):
    page.locator(f'{GRID} [tabindex="0"]').focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#heatmap-grid')") is None


def test_a_reader_of_the_screen_hears_ranks_and_number(page):
    assert page.locator(GRID).get_attribute("role") == "grid"
    label = cell(page, 1, 2).get_attribute("aria-label")
    assert label == "rank 1 by AUPR, rank 2 by AUPRG: 1 model"


def test_ranks_beyond_what_can_be_seen_are_counted_and_not_drawn(open_page, tmp_path):
    ranks = [float(rank) for rank in range(1, 63)]
    first = make_models()[[0]]
    models = Models.concat([first] * 62).with_ranks(dict.fromkeys(NAMES, ranks))
    models = with_columns(models, run_id=range(62))
    write_page(tmp_path / "report", make_content(tmp_path, models=models, curves=None))
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#heatmap")
    assert len(counts(page)) == 60
    beyond = page.inner_text("#heatmap-beyond").strip()
    assert beyond == "2 models with a rank beyond 60 are not drawn."
