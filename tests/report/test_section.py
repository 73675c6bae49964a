import re
from dataclasses import replace

import pytest

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.report.parts import SHOWN, part_sections, with_more_datasets

FACTS = make_facts("made-up archive")
TITLES = {part.name: part.title for part in SHOWN}


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 7)]
    return make_tables(TITLES, tasks)


@pytest.fixture
def whole(monkeypatch):
    """Show all parts, however few data sets there are."""
    shown = [replace(part, fewest_datasets=1) for part in SHOWN]
    monkeypatch.setattr("prgbench.report.parts.SHOWN", shown)


def titles_of(sections):
    return [section.part.title for section in sections]


@pytest.mark.usefixtures("whole")
def test_parts_are_in_the_order_of_the_page(tables):
    assert part_sections([], tables, FACTS) == []
    sections = part_sections(["breakdown", "given"], tables, FACTS)
    assert titles_of(sections) == [TITLES["given"], TITLES["breakdown"]]


def test_a_section_says_what_its_part_shows_and_what_it_cannot_tell(tables):
    [section] = part_sections(["measure_matrix"], tables, FACTS)
    [part] = [part for part in SHOWN if part.name == "measure_matrix"]
    assert section.part == part
    assert section.shows == part.shows


@pytest.mark.usefixtures("whole")
@pytest.mark.parametrize("name", ["intervals", "given"])
def test_few_data_sets_have_no_intervals_and_no_p_values(tables, name):
    few = {key: table for key, table in tables.items() if key != "if_alike"}
    [section] = part_sections([name], few, FACTS)
    text = "\n".join(section.paragraphs)
    assert not re.search(r"\[[−+]?\d+\.", text)
    assert not re.search(r"p [=<] ", text)


def test_parts_that_need_more_data_sets_are_named_and_left_out(tables):
    names = ["given", "choosing", "measure_matrix"]
    assert titles_of(part_sections(names, tables, FACTS)) == [TITLES["measure_matrix"]]
    assert with_more_datasets(names, tables) == (
        f"Not shown below 6 data sets: “{TITLES['given']}”. "
        f"Not shown below 8 data sets: “{TITLES['choosing']}”."
    )
    assert with_more_datasets(["measure_matrix"], tables) == ""


def test_a_part_without_words_is_left_out(tables, monkeypatch):
    [matrix] = [part for part in SHOWN if part.name == "measure_matrix"]
    silent = replace(matrix, paragraphs=lambda *_: [])
    monkeypatch.setattr("prgbench.report.parts.SHOWN", [silent])
    assert part_sections(["measure_matrix"], tables, FACTS) == []


@pytest.mark.usefixtures("whole")
def test_every_part_has_its_words(tables):
    sections = part_sections(TITLES, tables, FACTS)
    # No rows of these tasks are equal, their prevalences are alike, there are too few for
    # leaderboards, too few positives for all costs at once, and the intervals stand among the
    # rankings.
    names = (
        *("equal_rows", "common_prevalence", "leaderboards", "aggregation"),
        *("costs", "intervals"),
    )
    silent = {TITLES[name] for name in names}
    assert titles_of(sections) == [title for title in TITLES.values() if title not in silent]
    for section in sections:
        text = "\n".join(section.paragraphs)
        assert not re.search(r"\bnan\b", text)
        assert all(line == line.rstrip() for line in text.splitlines())
