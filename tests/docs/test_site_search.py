"""The site's search, in a browser: twelve questions of users, and the pages that answer them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUESTIONS = {
    "csv scores": "own_predictions",
    "replicate paper": "replication",
    "curve band": "gallery",
    "positive class": "own_predictions",
    "killed run continues": "openml",
    "compare two models": "gallery",
    "slurm": "cluster",
    "own measure": "examples",
    "davis goadrich": "metrics",
    "unachievable region": "theory",
    "excel": "own_predictions",
    "cite": "index",
}
"""What is typed, and a page that must be among the first three of those that are no reference."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-d", folder / "doctrees", "docs", folder]
    subprocess.run(command, cwd=ROOT, check=True, timeout=600)
    return folder


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_finds_its_page(question, site, browser):
    page = browser.new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q={question.replace(' ', '+')}")
    page.wait_for_selector(".search-summary:has-text('finished')")
    links = page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")
    page.close()
    names = [re.split(r"\.html", link)[0].removeprefix(f"{site.as_uri()}/") for link in links]
    pages = list(dict.fromkeys(name for name in names if not name.startswith("api/")))
    assert QUESTIONS[question] in pages[:3]
