from playwright.sync_api import expect


def expect_view(page, name):
    expect(page.locator(".views [aria-current]")).to_have_text(name)


def test_the_leaderboard_stands_first(open_page, made_page):
    page = open_page(made_page)
    expect_view(page, "Leaderboard")
    assert page.evaluate("scrollY") == 0


def test_views_are_followed_with_the_keyboard_and_back(page):
    page.get_by_role("link", name="Tasks", exact=True).focus()
    page.keyboard.press("Enter")
    expect_view(page, "Tasks")
    expect(page.locator(".view h3:focus")).to_have_text("Tasks")
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.locator(".view:not([hidden]) h3")).to_have_text("Leaderboard")
    page.go_back()
    expect_view(page, "Tasks")


def test_another_anchor_leaves_the_view_alone(at, follow):
    page = at("#tasks")
    follow(page, "#cite")
    expect_view(page, "Tasks")


def test_an_address_that_means_nothing_shows_the_first_of_all(at, follow):
    page = at("#task?id=999&x=nothing")
    assert page.inner_text("#task-title").startswith("Task 11: ")
    follow(page, "#tasks?pair=a~b&show=nothing")
    assert page.inner_text("#tasks-count") == "3 of 3 tasks"
    follow(page, "#task?id=12&x=__proto__")
    assert page.inner_text("#scatter-caption").startswith("AUPRG against AUPR;")
