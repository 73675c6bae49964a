"""The page of the made-up study in a browser."""

import pytest

from made_up_page import make_content
from prgbench.report.html.page import PAGE, write_page

LOCAL = ("file:", "blob:", "data:")
# The address of the page changes before the page follows it.
FOLLOWED = """addEventListener("hashchange", () => {
  document.documentElement.dataset.followed = location.hash;
});"""


@pytest.fixture(scope="session")
def made_page(tmp_path_factory):
    """Write the page of the made-up study, and return its address."""
    study = tmp_path_factory.mktemp("study")
    write_page(study / "report", make_content(study))
    return (study / "report" / PAGE).as_uri()


@pytest.fixture
def wrong():
    """Collect what goes wrong in the pages of a test and what they ask for: in the end nothing."""
    found = []
    yield found
    assert found == []


@pytest.fixture
def open_page(browser, wrong):
    """Open a page anew."""
    contexts = []

    def opened(address, **options):
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        _prepare(page, wrong)
        page.goto(address)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("#explorer:not([hidden])")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def kept_page(browser, made_page):
    """Open the page of the made-up study once for many tests."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.complaints = []
    _prepare(page, page.complaints)
    page.goto(made_page)
    page.wait_for_selector("#explorer:not([hidden])")
    return page


@pytest.fixture
def follow():
    """Go to a place in an open page, and wait until the page shows it."""

    def followed(page, route):
        if page.evaluate("location.hash") == route:
            return
        page.goto(page.url.split("#")[0] + route)
        page.wait_for_selector(f"html[data-followed='{route}']", state="attached")

    return followed


@pytest.fixture
def at(kept_page, follow, wrong):
    """Show a route of the page."""

    def shown(route):
        follow(kept_page, "#answer")
        follow(kept_page, route)
        return kept_page

    yield shown
    wrong += kept_page.complaints
    kept_page.complaints.clear()


@pytest.fixture
def page(at):
    return at("#leaderboard")


def _prepare(page, wrong):
    page.set_default_timeout(10_000)
    page.add_init_script(FOLLOWED)
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request", lambda asked: None if asked.url.startswith(LOCAL) else wrong.append(asked.url)
    )
