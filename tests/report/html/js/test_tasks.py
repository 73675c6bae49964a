import pytest
from playwright.sync_api import expect

COUNT = "#tasks-count"


def ids(page):
    return page.locator("#tasks-table tbody th").all_inner_texts()


def column(page, title):
    titles = [t.strip() for t in page.locator("#tasks-table thead th").all_inner_texts()]
    place = titles.index(title) + 1
    return page.locator(f"#tasks-table tbody td:nth-child({place})").all_inner_texts()


@pytest.fixture
def tasks(at):
    return at("#tasks")


def test_all_tasks_are_listed_with_their_numbers(tasks):
    assert ids(tasks) == ["11", "12", "13"]
    assert tasks.inner_text(COUNT) == "3 of 3 tasks"
    assert column(tasks, "Instances") == ["100", "500", "2,000"]
    assert column(tasks, "Prevalence") == ["10.0%", "30.0%", "45.0%"]
    assert column(tasks, "Best models differ") == ["no", "yes", "yes"]
    assert column(tasks, "Differs for certain") == ["no", "yes", "no"]
    # In task 13 flows 0 and 1 share the best rank by AUPR.
    assert column(tasks, "Best by AUPR")[2].endswith("</script> and 1 tied model")
    assert column(tasks, "Best by AUPRG")[1] == "J48(1)"
    # Ranks 1, 2, 3 against 2, 1, 3: a correlation of one half.
    assert column(tasks, "Rank correlation")[:2] == ["1.000", "0.500"]


@pytest.mark.parametrize(
    ("pair", "shown", "expected"),
    [
        ("aupr~auprg", "differs", ["12", "13"]),
        ("aupr~auprg", "agrees", ["11"]),
        ("aupr~auroc", "differs", ["11", "12", "13"]),
        ("auprg~auroc", "differs", ["11"]),
        ("aupr~auprg", "certain", ["12"]),
    ],
)
def test_tasks_are_filtered_by_disagreement(tasks, pair, shown, expected):
    tasks.select_option("#tasks-controls [name=pair]", pair)
    tasks.select_option("#tasks-controls [name=show]", shown)
    assert ids(tasks) == expected
    assert tasks.inner_text(COUNT) == f"{len(expected)} of 3 tasks"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("KR-VS", ["12"]), ("13", ["13"]), ("</td>", ["12"]), ("nothing like it", [])],
)
def test_tasks_are_searched(tasks, text, expected):
    tasks.fill("#tasks-controls [name=search]", text)
    assert ids(tasks) == expected


def test_the_address_remembers_and_the_button_forgets(at, tasks):
    tasks.select_option("#tasks-controls [name=show]", "differs")
    tasks.get_by_role("button", name="Prevalence", exact=True).click()
    tasks.get_by_role("button", name="Prevalence", exact=True).click()
    tasks.wait_for_url("**show=differs&sort=prevalence&order=descending")
    again = at("#" + tasks.url.split("#")[1])
    assert ids(again) == ["13", "12"]
    again.get_by_role("button", name="Show all", exact=True).click()
    assert ids(again) == ["11", "12", "13"]


def test_headers_sort_and_say_so(tasks):
    header = tasks.locator("#tasks-table th", has_text="Instances")
    assert header.get_attribute("aria-sort") == "none"
    header.get_by_role("button").focus()
    tasks.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "ascending"
    tasks.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    assert ids(tasks) == ["13", "12", "11"]
    assert tasks.evaluate("document.activeElement.textContent") == "Instances"


def test_the_number_of_results_is_announced(tasks):
    assert tasks.locator(COUNT).get_attribute("role") == "status"


def test_the_same_ordered_top_three_is_the_rest_of_another(at):
    # Each pair of measures has one order in the task in which its ranks are alike.
    shown = {
        show: set(ids(at(f"#tasks?pair=aupr~auprg&show={show}")))
        for show in ("top3", "top_agrees")
    }
    assert shown == {"top3": {"12", "13"}, "top_agrees": {"11"}}


def test_a_pair_is_found_in_either_order(at):
    page = at("#tasks?pair=auprg~aupr&show=differs")
    assert ids(page) == ["12", "13"]


def test_the_first_click_on_what_differs_puts_it_first(tasks):
    tasks.get_by_role("button", name="Differs for certain").click()
    assert ids(tasks)[0] == "12"


def test_a_task_leads_to_its_view(tasks):
    tasks.get_by_role("link", name="12", exact=True).click()
    expect(tasks.locator("#task-title")).to_have_text("Task 12: kr-vs-kp")
    tasks.go_back()
    expect(tasks.locator("#tasks-table")).to_be_visible()
    assert ids(tasks) == ["11", "12", "13"]


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [
        # Sizes 100, 500 and 2,000; prevalences 10, 30 and 45%; correlations 1, .5 and less.
        ("n", "500", ["12", "13"]),
        ("prevalence", "30", ["11", "12"]),
        ("spearman", "0.5", ["12"]),
        ("spearman", "-0.1", []),
    ],
)
def test_tasks_are_filtered_by_number(tasks, name, number, expected):
    tasks.fill(f"#tasks-controls [name={name}]", number)
    assert ids(tasks) == expected
    assert tasks.inner_text(COUNT) == f"{len(expected)} of 3 tasks"


def test_numbers_are_remembered_and_forgotten(at, tasks):
    tasks.fill("#tasks-controls [name=n]", "500")
    tasks.fill("#tasks-controls [name=prevalence]", "30")
    tasks.wait_for_url("**n=500&prevalence=30*")
    again = at("#" + tasks.url.split("#")[1])
    assert ids(again) == ["12"]
    again.get_by_role("button", name="Show all", exact=True).click()
    assert ids(again) == ["11", "12", "13"]
