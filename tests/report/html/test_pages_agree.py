"""One page never says two things of one number, and none of its sentences is long.

On the pages of all kinds of studies, the words of the first screen, its table and its figure, the
leaderboard and the answer in detail are read as a reader does, in a browser, and held against
each other: numbers, intervals, possible winners and the winner.
"""

import re
from functools import cache

import pandas as pd
import pytest

from places import ROOT
from prgbench.plotting.words import bounds, decimal, percent
from six_studies import STUDIES

MOST_WORDS = 35
DEMO = ROOT / "docs" / "example" / "example.html"
BY_MODELS = [name for name in STUDIES if name != "replication"]
TEXTS = """[...document.querySelectorAll("p, li, td, th, dd, dt, h1, h2, h3, h4, caption, label")]
  .filter(found => !found.closest("pre") && !found.querySelector("p, li, td, select"))
  .map(found => found.textContent)"""
ROWS = """rows => rows.map(row => [...row.cells].map(cell =>
  [cell.textContent.trim(), Boolean(cell.querySelector("strong"))]))"""
END = re.compile(r"(?<=[.!?])\s+")


@pytest.fixture(scope="session")
def address_of(tmp_path_factory):
    """Return the address of the page of a kind of study, which is written when first asked for."""

    @cache
    def address(name):
        if name == "demo":
            return DEMO.as_uri()
        folder = tmp_path_factory.mktemp("pages") / name.replace(" ", "-")
        return STUDIES[name]().report(folder).as_uri()

    return address


@pytest.fixture
def page_of(address_of, open_page):
    return lambda name, route="": open_page(address_of(name) + route)


def rows_of(page, selector):
    """Return the cells of a table, each with whether it is bold."""
    return page.locator(f"{selector} tbody tr").evaluate_all(ROWS)


def header_of(page, selector):
    return [text.strip() for text in page.locator(f"{selector} thead th").all_inner_texts()]


def figure_of(page, name):
    """Return the numbers of a figure, which its download holds."""
    with page.expect_download() as asked:
        page.locator(f"[data-figure={name}][data-ending=csv]").click()
    return pd.read_csv(asked.value.path())


def sentences(page):
    texts = [" ".join(text.split()) for text in page.evaluate(TEXTS)]
    return [sentence for text in texts for sentence in END.split(text)]


@pytest.mark.parametrize("name", ["demo", *STUDIES])
def test_no_sentence_is_long(page_of, name):
    found = sentences(page_of(name))
    assert len(found) > 100
    assert [text for text in found if len(text.split()) > MOST_WORDS] == []


@pytest.mark.parametrize("name", STUDIES)
def test_no_figure_is_shown_twice(page_of, name):
    names = page_of(name).locator("figure.figure").evaluate_all("all => all.map(one => one.id)")
    assert names
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", BY_MODELS)
def test_the_leaderboard_has_the_numbers_and_the_bold_of_the_first_screen(page_of, name):
    page = page_of(name)
    _, *measures = [text.removesuffix(" (mean rank)") for text in header_of(page, ".short")]
    titles = header_of(page, "#leaderboard-table")
    places = [
        next(titles.index(t) for t in (label, f"Mean rank by {label}") if t in titles)
        for label in measures
    ]
    board = {row[0][0]: row for row in rows_of(page, "#leaderboard-table")}
    for (model, _), *cells in rows_of(page, ".short"):
        for (text, bold), place in zip(cells, places, strict=True):
            assert board[model][place][0] == text
            assert board[model][place - 1][1] == bold


@pytest.mark.parametrize("name", BY_MODELS)
def test_the_figure_has_the_numbers_of_the_table(page_of, name):
    page = page_of(name)
    drawn = figure_of(page, "standings")
    _, *measures = header_of(page, ".short")
    for (model, _), *cells in rows_of(page, ".short"):
        for (text, _), label in zip(cells, measures, strict=True):
            of_measure = drawn["panel"] == label.removesuffix(" (mean rank)")
            rows = drawn[of_measure & (drawn["row"] == model)]
            # The first series is that of the table; another one is for new data sets.
            value, lower, upper = rows[["value", "lower", "upper"]].iloc[0]
            assert text == f"{decimal(value)} {bounds(lower, upper, decimal)}"


@pytest.mark.parametrize("name", BY_MODELS)
def test_words_name_the_winners_of_the_tables(page_of, name):
    page = page_of(name)
    rows = rows_of(page, ".short")
    bold = [{row[0][0] for row in rows if row[k][1]} for k in range(1, len(rows[0]))]
    in_all = set.intersection(*bold)
    headline = page.inner_text("h1")
    assert {row[0][0] for row in rows if row[0][0] in headline} == in_all
    # The first of the leaderboard under each measure is the best model of the details.
    page.locator("#details summary").click()
    details = " ".join(page.inner_text("#details").split())
    titles = header_of(page, "#leaderboard-table")
    for place, title in enumerate(titles):
        if title.startswith("Rank by "):
            board = rows_of(page, "#leaderboard-table")
            [first] = [row for row in board if row[place][0].startswith("1 (")]
            value = first[place + 1][0].split(" [")[0]
            if name == "items":
                value = percent(float(value))
            assert value in details
            assert first[0][0] in details


@pytest.mark.parametrize("name", ["demo", "replication"])
def test_pairs_of_measures_have_one_share_everywhere(page_of, name):
    page = page_of(name)
    drawn = figure_of(page, "answer")
    winners = drawn[(drawn["panel"] == "Do the winners differ?")].set_index(["row", "series"])
    page.locator("#details summary").click()
    details = " ".join(page.inner_text("#details").split())
    for (pair, _), (cell, _), *_ in rows_of(page, ".short"):
        share = cell.split(" (")[0]
        label = pair.replace(" and ", " – ")
        assert share == percent(winners.loc[(label, "found"), "value"])
        alike = percent(winners.loc[(label, "if alike"), "value"])
        assert alike in cell
        [(differing, tasks)] = re.findall(rf"{pair} (\d+) of (\d+)\b", details)
        assert share == percent(int(differing) / int(tasks))
        assert f"where noise alone would give {alike}" in details
        a, b = pair.lower().split(" and ")
        listed = page_of(name, f"#tasks?pair={a}~{b}&show=differs").inner_text("#tasks-count")
        assert listed.startswith(f"{differing} of {tasks} ")


@pytest.mark.parametrize("name", ["twelve data sets", "leaderboard"])
def test_a_model_is_better_with_one_probability_everywhere(page_of, name):
    page = page_of(name)
    page.locator("#details summary").click()
    page.locator("#part-standings summary").click()
    details = " ".join(page.inner_text("#details").split())
    pairs = re.findall(r"that ([^.]+?) is better than ([^.]+?) on a new one is (.+?)\. ", details)
    _, *measures = header_of(page, ".short")
    said = {
        measure: (model, other, probability)
        for model, other, listed in pairs
        for probability, measure in re.findall(
            r"([\d.]+% \[.+?\]) under (.+?)(?:,| and |$)", listed
        )
    }
    assert said.keys() <= {measure.removesuffix(" (mean rank)") for measure in measures}
    # The table is of the first measure, and the rest of a row's number is in the mirrored cell.
    box = "#part-standings .sentences table:last-of-type"
    _, *models = header_of(page, box)
    table = {row[0][0]: dict(zip(models, (text for text, _ in row[1:]), strict=True))
             for row in rows_of(page, box)}  # fmt: skip
    model, other, probability = said[measures[0]]
    assert table[model][other] == probability
    assert float(table[other][model].split("%")[0]) == pytest.approx(
        100 - float(probability.split("%")[0]), abs=0.11
    )


def test_data_sets_are_listed_in_the_order_of_a_reader(page_of):
    page = page_of("twelve data sets", "#task")
    names = [f"set-{number}" for number in range(1, 13)]
    assert page.locator("#task-choice option").all_inner_texts() == names
    assert page.inner_text("#task-title") == "set-1"
