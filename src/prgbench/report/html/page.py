"""The page that can be questioned: index.html."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from prgbench.plotting.words import measure_label, pair_label
from prgbench.report import ANSWER_FIGURE
from prgbench.report import markdown_report as explanations
from prgbench.report.first_screen import answer_paragraphs
from prgbench.report.html import assets
from prgbench.report.html.assets import FigureFiles
from prgbench.report.html.markup import (
    as_html,
    encode,
    line_as_html,
    pair_value,
    route_of_line,
    route_to_tasks,
)
from prgbench.report.html.payload import (
    MOST_TASKS,
    PageContent,
    measures_of,
    payload,
    store_curves,
    task_curves,
)
from prgbench.report.markdown_report import agreement_table, auroc_check
from prgbench.report.printed_numbers import comparison_lines
from prgbench.report.provenance import bibtex
from prgbench.report.replicated import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    guesses_markdown,
    statement_lines,
)
from prgbench.report.sections import PartSection
from prgbench.run.files import write_text
from prgbench.run.foreign_text import plain
from prgbench.study.agreement import by_pair

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


PAGE = "index.html"


def write_page(folder: Path, content: PageContent) -> None:
    """Write the page of a study, ``index.html``, and what it may load from beside it.

    Parameters
    ----------
    folder : Path
        Where it stands; the files that it leads to lie in the folder above.
    content : PageContent
        The results.
    """
    inside = content.models["task_id"].nunique() <= MOST_TASKS
    curves = store_curves(folder, task_curves(content.curves), inside=inside)
    page = render_page(folder, content, curves, curves_beside=bool(content.curves) and not inside)
    write_text(folder / PAGE, page)


def render_page(
    folder: Path, content: PageContent, curves: dict[int, str], *, curves_beside: bool
) -> str:
    """Return the page as HTML."""
    figures = {name: _figure(content, name) for name in _figure_names(content)}
    data = payload(content, figures.values())
    scripts = assets.scripts()
    environment = Environment(
        loader=PackageLoader("prgbench.report.html", ""),
        undefined=StrictUndefined,
        autoescape=True,
    )
    return environment.get_template("index.html.j2").render(
        title=plain(content.settings["title"], None),
        policy=assets.policy(scripts, beside=curves_beside),
        style=assets.style(),
        scripts=scripts,
        licences=assets.licences(),
        provenance=content.provenance,
        places=_places(folder, content),
        answer_figure=figures[ANSWER_FIGURE],
        measures=[
            {"name": name, "label": measure_label(name)} for name in measures_of(content.agreement)
        ],
        measures_note=line_as_html(explanations.MEASURES),
        no_replication="" if content.settings["replication"] else explanations.NO_REPLICATION,
        paper_notes=explanations.paper_table_notes(has_null="noise_alone" in content.tables),
        agreement_table=as_html(agreement_table(content.summary)),
        agreement_note=explanations.agreement_note(content.facts),
        paper_figures=paper_figures(content, figures),
        sections=[part_values(section, figures) for section in content.sections],
        auroc_check=auroc_check(content.models),
        second_opinion=as_html(content.second_opinion),
        bibtex=bibtex(),
        files=explanations.files(
            compared=bool(content.sections),
            verified=bool(content.second_opinion),
            replicated=content.replicated is not None,
        ),
        settings=explanations.settings_text(content.settings),
        encoded=encode(data | {"charts": assets.charts(), "curves_beside": curves_beside}),
        curves=curves,
        curves_beside=curves_beside,
        **answer_section(content),
        **paper_section(content),
        **replicated_section(content),
        **explorer_section(content),
        **exclusions_section(content),
    )


def _figure_names(content: PageContent) -> list[str]:
    of_parts = [name for section in content.sections for name in section.figures]
    return [ANSWER_FIGURE, *content.paper_figures, *of_parts]


def _figure(content: PageContent, name: str) -> FigureFiles:
    return FigureFiles.read(content.figures, name, content.formats)


def _places(folder: Path, content: PageContent) -> dict[str, str]:
    """Return where the study's files lie, seen from the page."""
    figures = Path(os.path.relpath(content.figures, folder))
    return {"figures": figures.as_posix(), "study": figures.parent.as_posix()}
