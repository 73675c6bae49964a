"""The site is made without a warning, is complete, and asks no other address."""

import subprocess
import sys
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from markdown_pages import PAGES
from places import ROOT
from prgbench import metrics
from prgtheory import populations

pytestmark = pytest.mark.slow

LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
INCLUDED = {"settings": "Settings", "security": "Security", "changelog": "Changelog"}
# The packed page is made by the page's own tests; its links go to files of its study.
EXAMPLE = "example.html"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Make the site as `make site` does; return its folder and what was printed."""
    folder = tmp_path_factory.mktemp("site")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    options = next(line for line in makefile.splitlines() if "-m sphinx" in line)
    options = options.partition("-m sphinx ")[2].partition(" -d ")[0].split()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", *options, "-d", str(folder / "doctrees")),
            *("docs", str(folder / "html")),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return folder / "html", done


@pytest.fixture(scope="module")
def pages(built):
    folder, _ = built
    return {
        path.relative_to(folder).as_posix(): BeautifulSoup(path.read_bytes(), "html.parser")
        for path in folder.rglob("*.html")
        if path.name != EXAMPLE
    }


def test_there_is_no_warning(built):
    _, done = built
    assert done.stderr == ""
    assert done.returncode == 0


def test_every_page_of_the_docs_is_there(pages):
    stems = {page.removeprefix("docs/").removesuffix(".md") for page in PAGES if "docs/" in page}
    assert {f"{stem}.html" for stem in stems} <= set(pages)
    for stem, title in INCLUDED.items():
        assert pages[f"{stem}.html"].h1.text.startswith(title)


def test_every_page_is_in_the_contents(pages):
    listed = {
        link["href"].partition("#")[0]
        for link in pages["index.html"].select("nav a, .sidebar-tree a")
    }
    assert {page for page in pages if "/" not in page} - listed <= {
        *("index.html", "genindex.html", "py-modindex.html", "search.html")
    }


def test_links_lead_to_files_and_anchors(built, pages):
    folder, _ = built
    anchors = {
        page: {tag[name] for name in ("id", "name") for tag in soup.find_all(attrs={name: True})}
        for page, soup in pages.items()
    }
    for page, soup in pages.items():
        for link in soup.select("a[href]"):
            address = urlsplit(link["href"])
            if address.scheme:
                continue
            path = (folder / page).parent / unquote(address.path)
            target = (path if address.path else folder / page).resolve()
            assert target.is_file(), f"{page} links to {link['href']}"
            name = target.relative_to(folder.resolve()).as_posix()
            if address.fragment and name in anchors:
                assert unquote(address.fragment) in anchors[name], f"{page}: {link['href']}"


def test_every_notebook_can_be_downloaded(built):
    folder, _ = built
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        [path] = (folder / "_downloads").glob(f"*/{notebook.name}")
        assert path.read_bytes() == notebook.read_bytes()


def test_the_search_finds_pages(built, browser):
    folder, _ = built
    page = browser.new_page()
    page.goto((folder / "index.html").as_uri())
    page.fill("input[name=q]", "AUPRG")
    page.press("input[name=q]", "Enter")
    for title in ("auprg", "The metrics library"):  # one appears after the other
        page.locator("ul.search").get_by_role("link", name=title, exact=True).first.wait_for()
    page.close()


def test_nothing_is_loaded_from_elsewhere(built, pages):
    folder, _ = built
    for page, soup in pages.items():
        for tag, attribute in LOADED.items():
            for loaded in soup.find_all(tag, attrs={attribute: True}):
                address = urlsplit(loaded[attribute])
                assert address.scheme in ("", "data"), f"{page} loads {loaded}"
                assert not address.netloc, f"{page} loads {loaded}"
    for style in folder.rglob("*.css"):
        assert "url(http" not in style.read_text(encoding="utf-8").replace('"', "")
        assert "@import" not in style.read_text(encoding="utf-8")


@pytest.mark.parametrize("room", [metrics, populations], ids=lambda room: room.__name__)
def test_public_names_have_a_page_of_the_api(pages, room):
    for name in filter(lambda name: callable(getattr(room, name)), room.__all__):
        full = f"{room.__name__}.{name}"
        assert pages[f"api/{full}.html"].find(id=full) is not None


@pytest.mark.parametrize(
    ("page", "members"),
    [
        (
            "prgbench.metrics.RocCurveDisplay",
            ["estimator_name", "from_cv_results", "from_estimator", "from_predictions", "plot"],
        ),
        (
            "prgbench.direct.compared_models.ComparedModels",
            ["answer", "figure", "figures", "leaderboard", "models", "report", "tables"],
        ),
    ],
)
def test_classes_have_their_members_with_those_that_they_inherit(pages, page, members):
    names = [name.text for name in pages[f"api/{page}.html"].select(".sig-name.descname")]
    assert names == [page.rpartition(".")[2], *members]
