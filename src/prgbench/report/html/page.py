"""The interactive page: index.html."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from prgbench.answer.answer import Answer
from prgbench.answer.verdicts import FEWEST_DATASETS
from prgbench.plotting.words import pair_label
from prgbench.report import (
    ANSWER_FIGURE,
    MODEL_CURVES,
    STANDINGS_FIGURE,
    explanations,
    second_opinion,
)
from prgbench.report.detailed_answer import answer_paragraphs, found_of
from prgbench.report.explanations import only_scores
from prgbench.report.html import assets
from prgbench.report.html.assets import FigureFiles
from prgbench.report.html.markup import (
    as_html,
    encode,
    line_as_html,
    pair_value,
    route_to_tasks,
)
from prgbench.report.html.payload import (
    MOST_TASKS,
    PageContent,
    payload,
    store_curves,
)
from prgbench.report.leaderboard import Leaderboard, explorer_note
from prgbench.report.parts import SECTION, PartSection
from prgbench.report.provenance import bibtex
from prgbench.report.replication import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    comparison_lines,
    guesses_markdown,
    route_of_line,
    statement_lines,
)
from prgbench.report.short_answer import ShortAnswer, short_answer
from prgbench.report.short_tables import paper_table
from prgbench.report.verdict_sentences import names_of
from prgbench.run.files import write_text
from prgbench.run.safe_text import plain
from prgbench.study.agreement import by_pair

PAGE = "index.html"
MOST_LISTED = 200
PAPER_TITLE = "The paper’s numbers and figures"
PAPER_SHOWS = (
    "The nine numbers and the figures of section 4 of Flach and Kull (2015), computed for this "
    "study. The figures show the ranks of all models by two measures, the areas of the models of "
    "two tasks, and the curves of two models."
)
PAPER_CANNOT_TELL = (
    "Whether they go beyond sampling noise. The tasks and models are examples chosen because they "
    "are clear, and ranks count near ties like any other difference."
)
CURVES_TITLE = "The curves"
CURVES_SHOW = "ROC, precision-recall and precision-recall-gain curves of models on one data set."
CURVES_CANNOT_TELL = "Which model is better at all thresholds: bands hold point by point."
_INTERVAL = re.compile(r"\[[^\[\]<>]*\]")

Values = dict[str, Any]


def write_page(folder: Path, content: PageContent) -> None:
    """Write the page of a study, ``index.html``, and the files that it loads.

    The files that it links to are in the folder above.
    """
    inside = content.models.n_tasks <= MOST_TASKS
    curves = store_curves(folder, content.curves or (), inside=inside)
    page = render_page(
        folder, content, curves, curves_beside=content.curves is not None and not inside
    )
    write_text(folder / PAGE, page)


def render_page(
    folder: Path, content: PageContent, curves: dict[int, str], *, curves_beside: bool
) -> str:
    """Return the page as HTML."""
    of_parts = [name for section in content.sections for name in section.part.figures]
    figures = {
        name: FigureFiles.read(content.figures, name, content.formats)
        for name in (ANSWER_FIGURE, *content.paper_figures, *of_parts)
    }
    short = short_answer_of(content)
    first = first_figure(short, figures)
    paper_figures = drawn_figures(figures, content.paper_figures)
    scripts = assets.scripts()
    data = payload(content, figures.values())
    data |= {"charts": assets.charts(), "curves_beside": curves_beside}
    # Relative, as the whole folder of a study may be moved or published.
    seen_from_page = Path(os.path.relpath(content.figures, folder))
    environment = Environment(
        loader=PackageLoader("prgbench.report.html", ""),
        # A name that the template misspells must not become an empty place.
        undefined=StrictUndefined,
        autoescape=True,
    )
    return environment.get_template("index.html.j2").render(
        title=plain(content.settings["title"], None),
        policy=assets.policy(scripts, beside=curves_beside),
        style=Markup(assets.text_of("page.css")),
        scripts=scripts,
        licences=assets.text_of("licences.txt"),
        provenance=content.provenance,
        places={"figures": seen_from_page.as_posix(), "study": seen_from_page.parent.as_posix()},
        first_figure=first,
        one_column=first is not None and is_one_column(content, first),
        measures=data["measures"],
        measures_note=line_as_html(explanations.measures_text(content.settings)),
        only_scores=only_scores(content.settings),
        paper_notes=[explanations.IF_ALIKE, explanations.PAPER],
        paper_figures=in_the_papers_form(
            content, [figure for figure in paper_figures if figure is not first]
        ),
        later=content.later,
        methods=explanations.METHODS,
        parts_title=SECTION,
        sections=[part_values(section, figures, first) for section in content.sections],
        auroc_check=explanations.auroc_check(content.models),
        second_opinion_title=second_opinion.TITLE,
        second_opinion=as_html(content.second_opinion),
        bibtex=bibtex(),
        files=explanations.files(
            content.settings,
            verified=bool(content.second_opinion),
        ),
        settings=explanations.settings_text(content.settings),
        encoded=encode(data),
        curves=curves,
        curves_beside=curves_beside,
        **answer_section(content, short),
        **paper_section(content),
        **explorer_section(content),
        **exclusions_section(content),
    )


def in_the_papers_form(content: PageContent, figures: list[FigureFiles]) -> Values:
    """Return the section of the paper's numbers and figures.

    Curves alone, as of one data set, are those of any paper, and bear no name of one.
    """
    only_curves = [figure.name for figure in figures] == [MODEL_CURVES]
    if only_curves and not content.settings["replication"]:
        title, shows, cannot_tell = CURVES_TITLE, CURVES_SHOW, CURVES_CANNOT_TELL
    else:
        title, shows, cannot_tell = PAPER_TITLE, PAPER_SHOWS, PAPER_CANNOT_TELL
    return {
        "name": "paper",
        "title": title,
        "text": nine_numbers(content),
        "shows": shows,
        "cannot_tell": cannot_tell,
        "figures": figures,
    }


def nine_numbers(content: PageContent) -> Markup:
    """Return the paper's nine numbers of a study of many data sets as a table.

    A replication has them in its first screen.
    """
    # Shares of a few tasks beside those of 886 would compare nothing.
    few = content.answer.datasets < FEWEST_DATASETS or content.summary.empty
    if few or content.settings["replication"]:
        return Markup("")
    table = paper_table(comparison_lines(content.summary, content.tables.get("if_alike")))
    if not table.rows:
        return Markup("")
    return as_html(f"{table.markdown()}\n\n{table.note}")


def drawn_figures(figures: Mapping[str, FigureFiles], names: Iterable[str]) -> list[FigureFiles]:
    """Return the figures for which there was enough data."""
    return [figures[name] for name in names if figures[name].drawn]


def short_answer_of(content: PageContent) -> ShortAnswer:
    """Return the first screen of the page."""
    return short_answer(
        content.answer,
        content.tables,
        replication=content.summary if content.settings["replication"] else None,
        model_word=content.facts.model_word,
    )


def first_figure(short: ShortAnswer, figures: Mapping[str, FigureFiles]) -> FigureFiles | None:
    """Return the figure beside the answer: the first of its figures that was drawn."""
    candidates = [name for name in short.figures if name in figures]
    return next(iter(drawn_figures(figures, candidates)), None)


def is_one_column(content: PageContent, figure: FigureFiles) -> bool:
    """Say whether a figure has its panels below each other, so that it fits on a phone."""
    of_one_measure = len(Leaderboard.of(content.tables).measures) == 1
    return figure.name == ANSWER_FIGURE or (figure.name == STANDINGS_FIGURE and of_one_measure)


def answer_section(content: PageContent, short: ShortAnswer) -> Values:
    """Return the first screen, what looks wrong, and the answer in paragraphs with links."""
    paragraphs = answer_paragraphs(content.answer, replication=content.settings["replication"])
    return {
        "warnings": content.answer.warnings,
        "question": short.question,
        "headline": line_as_html(short.headline),
        "lead": line_as_html(short.text),
        "short_table": with_intervals(as_html(short.table.markdown())),
        "short_note": line_as_html(short.table.note),
        "paragraphs": [
            {"question": question, "text": with_intervals(with_routes(text, content.answer))}
            for question, text in paragraphs
        ],
    }


def with_routes(text: str, answer: Answer) -> Markup:
    """Return a line of text as HTML in which the counts of tasks lead to the tasks."""
    html = str(line_as_html(text))
    for pair in answer.pairs:
        names, found = (line_as_html(words) for words in (names_of(pair), found_of(pair)))
        address = route_to_tasks(*pair.measures, "differs")
        link = Markup('{} <a href="{}">{}</a>').format(names, address, found[len(names) + 1 :])
        # Only the first: the same numbers further down are those of another sentence.
        html = html.replace(found, link, 1)
    return Markup(html)


def with_intervals(sentences: Markup) -> Markup:
    """Mark the intervals, which a reader may skip."""
    return Markup(_INTERVAL.sub(r'<span class="interval">\g<0></span>', str(sentences)))


def paper_section(content: PageContent) -> Values:
    """Return what a replication shows beside the paper; nothing if the study is none."""
    lines = []
    statements = []
    guesses = ""
    if content.settings["replication"]:
        numbers = comparison_lines(content.summary, content.tables.get("if_alike"))
        lines = [(line, route_of_line(line)) for line in numbers]
    if content.statements is not None and content.guesses is not None:
        statements = list(statement_lines(content.statements))
        guesses = as_html(guesses_markdown(content.guesses))
    return {
        "paper_lines": lines,
        "statements": statements,
        "statements_note": STATEMENTS_NOTE,
        "guesses_table": guesses,
        "guesses_note": GUESSES_NOTE,
    }


def explorer_section(content: PageContent) -> Values:
    """Return what the controls of the explorer can be set to."""
    board = Leaderboard.of(content.tables)
    pairs = [(a, b) for a, b, _ in by_pair(content.summary)]
    first = pairs[0] if pairs else (content.models.measures[0],) * 2
    return {
        "views": views(content, board),
        "leaderboard_note": explorer_note(board, content.facts) if board.models else "",
        "on_new_datasets": board.on_new_datasets,
        "several": "tasks" if content.facts.openml else "data sets",
        "models_word": f"{content.facts.model_word}s",
        "pairs": [{"value": pair_value(*pair), "label": pair_label(*pair)} for pair in pairs],
        "first_pair": first,
        "has_certain": "certain_tasks" in content.tables,
        "interval": content.facts.interval,
        "top_name": content.facts.top_name,
    }


def views(content: PageContent, board: Leaderboard) -> dict[str, str]:
    """Return the names and titles of the views that say something about the study."""
    datasets = content.answer.datasets
    has_pairs = len(content.summary) > 0
    of_openml = content.facts.openml
    candidates = [
        ("leaderboard", "Leaderboard", bool(board.models)),
        ("tasks", "Tasks" if of_openml else "Data sets", has_pairs and datasets > 1),
        ("heatmap", "Rank heat map", has_pairs and datasets >= FEWEST_DATASETS),
        ("task", "One task" if of_openml else "One data set", True),
    ]
    return {name: title for name, title, says_something in candidates if says_something}


def part_values(
    section: PartSection, figures: Mapping[str, FigureFiles], first: FigureFiles | None = None
) -> Values:
    """Return what the page shows of a part; the figure of the first screen is not repeated."""
    drawn = drawn_figures(figures, section.part.figures)
    return {
        "name": section.part.name,
        "title": section.part.title,
        "shows": section.shows,
        "cannot_tell": section.part.cannot_tell,
        "text": with_intervals(as_html("\n\n".join(section.paragraphs))),
        "figures": [figure for figure in drawn if figure is not first],
    }


def exclusions_section(content: PageContent) -> Values:
    """Return the counts of what was left out, and the list if it is not too long."""
    listed = content.listed if len(content.listed) <= MOST_LISTED else content.listed.head(0)
    return {"exclusions": _plain(content.exclusions), "listed": _plain(listed)}


def _plain(table: pd.DataFrame) -> Values:
    rows = [[_cell(value) for value in row] for row in table.itertuples(index=False)]
    return {"columns": list(table.columns), "rows": rows}


def _cell(value: Any) -> str:
    """Write a value; pandas makes ids floats if a cell of their column is empty."""
    if pd.isna(value):
        return ""
    return f"{int(value)}" if isinstance(value, float) and value.is_integer() else f"{value}"
