"""What the page is as a whole, in a browser."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from made_up_answer import BELOW, make_answer
from made_up_page import HOSTILE_FLOW, SETTINGS, make_content
from made_up_standings import make_standings
from prgbench.plotting.style import default_sheet, save, style
from prgbench.report import ANSWER_FIGURE
from prgbench.report.answer_figure import answer_figure
from prgbench.report.detailed_answer import answer_paragraphs
from prgbench.report.html.page import PAGE, render_page, write_page
from prgbench.report.short_answer import short_answer
from prgbench.report.statements import Statement, statement_table

WIDTHS = (360, 800, 1400)
REPLICATION = SETTINGS | {"replication": True}
OF_THE_PAPER = {
    "statements": statement_table([Statement("AUPR of <b>", "0.724", "0.5", False, 12)]),
    "guesses": pd.DataFrame({"guess": ["folds"], "alternative": ["their mean"]}),
}
ROUTES = ("#tasks", "#task?id=12", "#leaderboard")


def text_of(page, selector):
    return " ".join(page.inner_text(selector).split())


@pytest.mark.parametrize(("most", "inside"), [(2, False), (3, True)])
def test_curves_of_few_tasks_are_in_the_page(tmp_path, monkeypatch, most, inside):
    monkeypatch.setattr("prgbench.report.html.page.MOST_TASKS", most)
    write_page(tmp_path / "report", make_content(tmp_path))
    text = (tmp_path / "report" / PAGE).read_text(encoding="utf-8")
    assert (tmp_path / "report" / "curves").exists() != inside
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)[1]
    assert ("&#39;self&#39; file:;" in policy) != inside


def test_a_study_without_curves_loads_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.report.html.page.MOST_TASKS", 2)
    text = render_page(tmp_path / "report", make_content(tmp_path), {}, curves_beside=False)
    assert "file:;" not in text.split("<style>")[0]


def test_the_page_leads_to_the_files_of_its_study(tmp_path):
    text = render_page(tmp_path / "report", make_content(tmp_path), {}, curves_beside=False)
    assert '<a href="../figures/choosing.svg" download="choosing.svg"' in text
    links = re.findall('<li><a href="([^"]*)">([^<]*)</a>', text)
    assert ("../tables/tasks.csv", "tables/tasks.csv") in links
    assert ("../tables/answer/", "tables/answer/") in links
    assert ("../tables/robustness/", "tables/robustness/") not in links
    assert ("../tables/replication/", "tables/replication/") not in links
    assert ("../tables/verification.csv", "tables/verification.csv") not in links
    assert re.findall('<figure class="figure" id="figure-card-([a-z_]*)"', text) == [
        "answer",
        "rank_heatmap",
        "area_scatter",
        "choosing",
    ]
    assert "paper-table" not in text.split("</style>")[1]
    assert "If the measures ordered the models alike: the number" not in text


def test_what_looks_wrong_is_said_below_the_answer_in_short(tmp_path):
    content = make_content(tmp_path)
    wrong = replace(content, answer=make_answer(warnings=[BELOW]))
    text = render_page(tmp_path / "report", wrong, {}, curves_beside=False)
    places = [text.index(part) for part in ("<h1", '<p class="warning">', 'id="in-detail"')]
    assert places == sorted(places)
    assert "worse than chance: x*y &lt;b&gt;.</p>" in text[places[1] : places[2]]
    clean = render_page(tmp_path / "report", content, {}, curves_beside=False)
    assert '<p class="warning">' not in clean


def test_a_replication_with_a_second_opinion(tmp_path):
    settings = REPLICATION | {"robustness": "all"}
    content = make_content(tmp_path, settings=settings, second_opinion="**20 of 20**")
    text = render_page(tmp_path / "report", content, {}, curves_beside=False)
    assert "Printed in the paper" in text
    assert "If the measures ordered the models alike: the number" in text
    assert "<p><strong>20 of 20</strong></p>" in text
    links = re.findall('<li><a href="([^"]*)">', text)
    assert {"../tables/verification.csv", "../tables/robustness/"} < set(links)


def test_the_first_screen_holds_the_question_the_numbers_and_the_figure(page):
    assert text_of(page, ".asked") == "Does the measure change which model wins?"
    assert page.inner_text("h1") == "This study can't tell."
    assert text_of(page, ".lead").startswith(
        "Winners differ in 33–100% of 3 tasks (no model wins under both in 33–67%); noise alone "
    )
    assert "AUPR and AUROC 100.0% (15.0%)" in " ".join(text_of(page, "#answer table").split())
    page.locator("#details summary").click()
    assert (
        "AUPR and AUROC 3 of 3, 1 of them with a common winner, where noise alone would give 15.0%"
    ) in text_of(page, "#details")
    assert page.locator("#answer figure svg[role=img]").get_attribute("aria-label") == (
        'What "answer" shows'
    )
    assert text_of(page, ".provenance >> nth=0") == "4 tasks on 3 data sets, 3 models."
    assert text_of(page, ".provenance >> nth=1") == (
        "test archive · planned 2026-11-22 · prgbench 9.9 (abc1234) · measures, settings"
    )


def test_the_first_screen_says_what_the_answer_says(open_page, tmp_path):
    answer = make_answer()
    write_page(tmp_path / "report", replace(make_content(tmp_path), answer=answer))
    page = open_page((tmp_path / "report" / PAGE).as_uri())
    short = short_answer(answer, {})
    first = text_of(page, "#answer")
    assert short.headline in first
    assert short.text in first
    page.locator("#details summary").click()
    shown = text_of(page, "#details")
    for question, text in answer_paragraphs(answer):
        assert question in shown
        assert text in shown


def test_a_replication_says_what_the_paper_states_and_leaves_open(open_page, tmp_path):
    content = make_content(tmp_path, settings=REPLICATION, **OF_THE_PAPER)
    write_page(tmp_path / "report", content)
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#statements")
    row = page.get_by_role("row").filter(has_text="AUPR of <b>")
    cells = [text.split(":")[0].strip() for text in row.locator("th, td").all_inner_texts()]
    assert cells == ["AUPR of <b>", "0.724", "0.5", "no"]
    row.get_by_role("link").click()
    expect(page.locator("#task-title")).to_have_text("Task 12: kr-vs-kp")
    page.locator("#guesses summary").click()
    assert page.get_by_role("row").filter(has_text="folds").inner_text().split() == [
        "folds", "their", "mean"
    ]  # fmt: skip
    assert page.locator('#files a[href="../tables/replication/"]').count() == 1


def test_names_that_mean_harm_are_text(at):
    page = at("#task?id=11")
    assert page.title() == "A <study> & its page"
    assert page.locator("main img[src=x]").count() == 0
    assert HOSTILE_FLOW in page.inner_text("#task-models")
    assert page.title() == "A <study> & its page"


def test_numbers_of_the_papers_table_lead_to_their_tasks(open_page, tmp_path):
    write_page(tmp_path / "report", make_content(tmp_path, settings=REPLICATION))
    page = open_page((tmp_path / "report" / PAGE).as_uri())
    rows = page.eval_on_selector_all(
        ".paper-table tbody tr", "rows => rows.map(r => [...r.cells].map(c => c.textContent))"
    )
    cells = {row[0]: row[1:] for row in rows}
    assert cells["Tasks"] == ["886", "3: Tasks", ""]
    printed, _, if_alike = cells["Tasks with different best models, AUPR and AUPRG"]
    assert printed == "24%"
    assert if_alike == "15.0% (10.0% to 20.0%)"
    name = re.compile("66.7% ?: Tasks with different best models, AUPR and AUPRG")
    page.get_by_role("link", name=name).click()
    page.wait_for_selector("#tasks-count:not(:empty)")
    assert page.inner_text("#tasks-count") == "2 of 3 tasks"


def test_parts_say_what_they_show_and_what_they_cannot(at):
    page = at("#part-choosing")
    part = page.locator("#part-choosing")
    assert part.locator("h3").inner_text() == "Is it more than noise?"
    assert part.locator("dd").all_inner_texts() == ["What it shows.", "What it cannot."]
    assert part.locator("strong").inner_text() == "0.1"
    assert part.locator("li").all_inner_texts() == ["<b>no tag</b>", "two"]
    assert part.locator("figure svg[role=img]").is_visible()
    page = at("#part-ties")
    assert page.locator("#part-ties figure").count() == 0
    assert "Too few ties to draw." not in page.inner_text("#part-ties")


def test_what_was_left_out_is_counted_and_listed(at):
    page = at("#left-out")
    assert "gone <i>\t2" in page.inner_text("#left-out")
    page.get_by_text("Each of them (2)").click()
    listed = page.locator("#left-out details tbody tr").all_inner_texts()
    assert listed == ["gone <i>\t1", "gone <i>\t"]


def test_without_scripts_the_answer_and_the_sentences_are_there(open_page, made_page):
    page = open_page(made_page, java_script_enabled=False)
    page.locator("#details summary").click()
    assert "AUPR and AUPRG 2 of 3" in page.inner_text("#details")
    assert "Scripts are switched off" in page.inner_text("#explore")
    assert page.locator("#explorer").is_hidden()
    page.locator("#part-choosing summary").click()
    assert page.locator("#part-choosing figure svg").is_visible()
    link = page.locator('#part-choosing a[data-ending="svg"]')
    assert link.get_attribute("href") == "../figures/choosing.svg"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_never_scrolls_sideways(open_page, made_page, follow, width):
    page = open_page(made_page, viewport={"width": width, "height": 800})
    for route in ROUTES:
        follow(page, route)
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_page_and_charts_follow_the_colour_scheme(page):
    def colours(scheme):
        page.emulate_media(color_scheme=scheme)
        return page.evaluate(
            "[getComputedStyle(document.body).backgroundColor,"
            " getComputedStyle(document.querySelector('.card > svg')).filter]"
        )

    assert colours("dark") == ["rgb(20, 22, 26)", "invert(1) hue-rotate(180deg)"]
    assert colours("light") == ["rgb(255, 255, 255)", "none"]


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Write the page of a replication with the answer's own figure, and return its address."""
    study = tmp_path_factory.mktemp("answered")
    answer = make_answer()
    content = make_content(study, settings=REPLICATION, **OF_THE_PAPER)
    with style(default_sheet()):
        drawn = answer_figure(answer, content.facts, printed=True)
        save(drawn, content.figures / ANSWER_FIGURE, content.formats)
    write_page(study / "report", replace(content, answer=answer))
    return (study / "report" / PAGE).as_uri()


def test_verdict_and_figure_are_on_one_screen_beside_each_other(open_page, answered):
    page = open_page(answered)
    lead, figure, paper = (
        page.locator(selector).bounding_box()
        for selector in (".lead", "#answer .card", "#paper > h2")
    )
    assert lead["y"] + lead["height"] < 900
    assert figure["y"] + figure["height"] < 900
    assert lead["x"] + lead["width"] <= figure["x"]
    assert figure["x"] + figure["width"] <= 1400
    assert paper["y"] > figure["y"] + figure["height"]


def test_at_most_1200_words_stand_open(open_page, answered):
    page = open_page(answered)
    assert page.locator("main details[open]").count() == 0
    words = re.findall(r"[^\W\d_]{2,}", page.inner_text("body"))
    assert 200 < len(words) <= 1200


def test_links_and_addresses_open_what_is_closed(open_page, made_page, follow):
    page = open_page(made_page + "#part-choosing")
    expect(page.locator("#part-choosing .sentences")).to_be_in_viewport()
    for place in ("#part-ties", "#settings", "#cite"):
        assert page.locator(place).get_attribute("open") is None
        follow(page, place)
        assert page.locator(place).get_attribute("open") is not None
        expect(page.locator(f"{place} summary")).to_be_in_viewport()
        page.locator(f"{place} > summary").click()


def test_paper_shows_all_and_closes_it_again(open_page, made_page):
    page = open_page(made_page + "#cite")
    closed = page.locator("details:not([open])").count()
    assert closed > 5
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() == closed
    assert page.locator("#cite[open]").count() == 1


def test_tables_of_tasks_fit_into_the_page(at):
    page = at("#tasks")
    assert page.evaluate(
        "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('#tasks-table'))"
    )


def test_print_shows_the_answer_and_not_the_explorer(open_page, made_page):
    page = open_page(made_page)
    page.emulate_media(media="print")
    assert page.locator(".lead").is_visible()
    assert page.locator("#answer figure svg").is_visible()
    assert page.locator("#explorer").is_hidden()
    assert "are in the page itself" in page.inner_text("#explore")
    assert page.pdf()[:5] == b"%PDF-"


def test_images_have_texts_and_controls_have_names(page, follow):
    for route in ROUTES:
        follow(page, route)
        page.wait_for_timeout(300)
        assert page.locator("img:not([alt])").count() == 0
        for kind in ("link", "button", "textbox", "searchbox", "combobox", "spinbutton", "region"):
            every, named = page.get_by_role(kind), page.get_by_role(kind, name=re.compile(r"\w"))
            assert every.count() == named.count(), (route, kind)


def test_ids_are_unique_and_headings_go_down_one_by_one(page):
    ids = page.eval_on_selector_all("[id]", "found => found.map(e => e.id)")
    assert len(ids) == len(set(ids))
    levels = page.eval_on_selector_all(
        "h1, h2, h3, h4", "found => found.map(e => Number(e.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_keyboard_reaches_the_views_in_order(open_page, made_page):
    page = open_page(made_page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    names = []
    for _ in range(60):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 20)"))
    assert names[:2] == ["Answer", "Explore"]
    assert names.index("Leaderboard") < names.index("Tasks", names.index("Leaderboard"))


def test_many_tasks_have_their_curves_beside_the_page(open_page, tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.report.html.page.MOST_TASKS", 2)
    write_page(tmp_path / "report", make_content(tmp_path))
    files = sorted(path.name for path in (tmp_path / "report" / "curves").iterdir())
    assert files == ["11.js", "12.js", "13.js"]
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#task?id=12")
    page.wait_for_selector("#task-curves svg")
    assert page.locator("#task-curves svg").count() == 3
    assert page.inner_text("#curve-note") == ""


def test_the_leaderboard_begins_with_what_has_intervals(open_page, tmp_path):
    standings = make_standings(["a", "b"])
    unknown = standings["standings"].assign(lower=np.nan, upper=np.nan)
    content = make_content(tmp_path, tables=standings | {"standings": unknown})
    write_page(tmp_path / "report", content)
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#leaderboard")
    page.wait_for_selector("#leaderboard-table tbody tr")
    assert page.input_value("#leaderboard-controls [name=target]") == "new"
    row = page.locator("#leaderboard-table tbody tr").all_inner_texts()[1].split("\t")
    assert row[1:3] == ["2 (1–2)", "0.800 [0.500, 0.990]"]


def test_nothing_was_compared(open_page, follow, tmp_path):
    content = make_content(tmp_path, tables={}, sections=[], curves=None)
    write_page(tmp_path / "report", content)
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#leaderboard")
    assert "Leaderboard" not in page.inner_text("#explorer")
    follow(page, "#tasks")
    assert "no table of confidence sets by task" in page.inner_text("#explorer")
    follow(page, "#task?id=11")
    expect(page.locator("#curve-note")).to_have_text(
        "The curves of this task are not part of the page."
    )
