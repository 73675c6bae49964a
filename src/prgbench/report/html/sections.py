"""The parts of the page that need no script: sentences, tables and figures."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from prgbench.comparison.section import PartSection
from prgbench.plotting.labels import pair_label
from prgbench.replication.groups import by_pair
from prgbench.replication.printed_numbers import comparison_lines
from prgbench.report.first_screen import answer_paragraphs
from prgbench.report.html.content import PageContent
from prgbench.report.html.figure_files import FigureFiles
from prgbench.report.html.markdown_html import as_html, line_as_html
from prgbench.report.replicated import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    guesses_markdown,
    statement_lines,
)
from prgbench.report.routes import pair_value, route_of_line, route_to_tasks

MOST_LISTED = 200
PAPER_SHOWS = (
    "The figures of the paper's section 4, drawn from this study: the ranks of all models by two "
    "measures, the areas of the models of two tasks, and the curves of two models."
)
PAPER_CANNOT_TELL = (
    "Whether what they show is more than noise: two tasks and two models are examples that were "
    "chosen because they are clear, and ranks count near ties like all else."
)
_INTERVAL = re.compile(r"\[[^\[\]<>]*\]")

Values = dict[str, Any]


def answer_section(content: PageContent) -> Values:
    """Return the questions with their answers, and where the tasks behind them are listed."""
    pairs = content.answer.pairs
    return {
        "paragraphs": [
            {"question": question, "text": with_intervals(line_as_html(text))}
            for question, text in answer_paragraphs(content.answer)
        ],
        "verdicts": [
            f"{pair_label(*pair.measures)}: {pair.halves.verdict}"
            for pair in pairs
            if pair.halves is not None and pair.halves.verdict is not None
        ],
        "pair_links": [
            {
                "label": pair_label(*pair.measures),
                "count": pair.disagree.count,
                "route": route_to_tasks(*pair.measures, "differs"),
            }
            for pair in pairs
        ],
    }


def with_intervals(sentences: Markup) -> Markup:
    """Mark the intervals, which a reader may pass over.

    Examples
    --------
    >>> with_intervals(Markup("one half [0.4, 0.6]"))
    Markup('one half <span class="interval">[0.4, 0.6]</span>')
    """
    return Markup(_INTERVAL.sub(r'<span class="interval">\g<0></span>', str(sentences)))


def paper_section(content: PageContent) -> Values:
    """Return the paper's table, and where the tasks behind each number are listed."""
    null = content.tables.get("noise_alone")
    return {
        "has_null": null is not None,
        "paper_lines": [
            {
                "quantity": line.quantity,
                "printed": line.printed,
                "found": line.found,
                "noise_alone": line.noise_alone,
                "noise_and_ties": line.noise_and_ties,
                "route": route_of_line(line),
            }
            for line in comparison_lines(content.summary, null)
        ],
    }


def replicated_section(content: PageContent) -> Values:
    """Return what the paper states and leaves open; no lines where there is no replication."""
    if content.replicated is None:
        return {"statements": [], "guesses_table": ""}
    return {
        "statements": list(statement_lines(content.replicated)),
        "guesses_table": as_html(guesses_markdown(content.replicated)),
        "statements_note": STATEMENTS_NOTE,
        "guesses_note": GUESSES_NOTE,
    }


def explorer_section(content: PageContent) -> Values:
    """Return what the controls of the explorer can be set to."""
    pairs = [(a, b) for a, b, _ in by_pair(content.summary)]
    leaderboard = content.tables.get("leaderboard")
    return {
        "pairs": [{"value": pair_value(*pair), "label": pair_label(*pair)} for pair in pairs],
        "first_pair": pairs[0],
        "has_certain": "certain_tasks" in content.tables,
        "has_leaderboard": leaderboard is not None and not leaderboard.empty,
        "interval": content.facts.interval,
    }


def part_values(section: PartSection, figures: Mapping[str, FigureFiles]) -> Values:
    """Return what the page shows of a part."""
    return {
        "name": section.name,
        "title": section.title,
        "shows": section.shows,
        "cannot_tell": section.cannot_tell,
        "text": as_html("\n\n".join(section.paragraphs)),
        "figures": [figures[name] for name in section.figures],
    }


def paper_figures(content: PageContent, figures: Mapping[str, FigureFiles]) -> Values:
    """Return what the page shows of the figures after the paper's."""
    return {
        "shows": PAPER_SHOWS,
        "cannot_tell": PAPER_CANNOT_TELL,
        "figures": [figures[name] for name in content.paper_figures],
    }


def exclusions_section(content: PageContent) -> Values:
    """Return what was left out, each of it only where it is not too much."""
    listed = content.listed if len(content.listed) <= MOST_LISTED else content.listed.head(0)
    return {"exclusions": _plain(content.exclusions), "listed": _plain(listed)}


def _plain(table: pd.DataFrame) -> Values:
    return {"columns": list(table.columns), "rows": list(_cells(table))}


def _cells(table: pd.DataFrame) -> Iterator[list[str]]:
    for row in table.itertuples(index=False):
        yield [_cell(value) for value in row]


def _cell(value: Any) -> str:
    """Write a value; ids that stand beside empty cells have become floats."""
    if pd.isna(value):
        return ""
    return f"{int(value)}" if isinstance(value, float) and value.is_integer() else f"{value}"
