"""The paper for JOSS quotes what the pages measured, and cites what its bibliography has."""

import re

import pytest

from markdown_pages import read

PAPER = read("paper/paper.md")
BODY = " ".join(PAPER.split("---\n")[2].split())


@pytest.mark.parametrize(
    ("said", "page", "measured"),
    [
        ("2.5% of 750 studies", "validity", r"noise x 8 .* 0\.025 .* 750 "),
        ("82% of the studies", "validity", r"\| crossing in 20% +\| rank .* 0\.82 "),
        ("they took 1.14 ms", "speed", r"\| 1 x 100,000, random .* 1\.14 ms"),
        ("alone took 35.4 ms", "speed", r"\| 1 x 100,000, random .* 35\.4 ms .* 31 \|"),
        ("the ratio was 82", "speed", r"\| 1 x 1,000, random .* 82 \|"),
        ("instances fell to 7", "speed", r"\| 1 x 100,000, random .* 7 \|"),
        ("292 statements", "theory", "292 statements"),
        ("895 tasks with 25.7 million", "speed", r"895 tasks, 25\.7 million rows"),
        ("473 seconds of processor time", "speed", r"25\.7 million rows \| 473 s"),
        ("61 tasks on 50 data sets", "../README", "61 tasks on 50 data sets"),
    ],
)
def test_a_figure_is_that_of_its_page(said, page, measured):
    assert said in BODY
    assert re.search(measured, read(f"docs/{page}.md"))


def test_what_is_cited_is_in_the_bibliography_and_the_reverse():
    cited = set(re.findall(r"@(\w+)", BODY))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", read("paper/paper.bib"), re.MULTILINE))


def test_it_is_as_long_as_the_journal_asks():
    assert 750 <= len(BODY.split()) <= 1750
