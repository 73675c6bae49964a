def current(page):
    return page.locator(".views [aria-current]").all_inner_texts()


def test_the_heat_map_stands_first(open_page, made_page):
    page = open_page(made_page)
    assert current(page) == ["Rank heat map"]
    assert page.evaluate("scrollY") == 0


def test_views_are_followed_with_the_keyboard_and_back(page):
    page.get_by_role("link", name="Tasks", exact=True).focus()
    page.keyboard.press("Enter")
    assert current(page) == ["Tasks"]
    assert page.evaluate("document.activeElement.textContent") == "Tasks"
    page.get_by_role("link", name="Leaderboard of flows").click()
    assert page.locator(".view:not([hidden]) h3").inner_text() == "Leaderboard of flows"
    page.go_back()
    assert current(page) == ["Tasks"]


def test_another_anchor_leaves_the_view_alone(at):
    page = at("#tasks")
    page.goto(page.url.split("#")[0] + "#cite")
    assert current(page) == ["Tasks"]


def test_an_address_that_means_nothing_shows_the_first_of_all(at):
    page = at("#task?id=999&x=nothing")
    assert page.inner_text("#task-title").startswith("Task 11: ")
    page.goto(page.url.split("#")[0] + "#tasks?pair=a~b&show=nothing")
    assert page.inner_text("#tasks-count") == "3 of 3 tasks"
    page.goto(page.url.split("#")[0] + "#heatmap?x=__proto__&cell=99,1")
    assert page.inner_text("#heatmap-count") == ""
