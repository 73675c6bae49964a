"""The report in Markdown: contents, tables, figures and sentences in one file."""

import re
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import pairwise
from typing import Any

import pandas as pd
import yaml
from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from tabulate import tabulate

from prgbench.answer.answer import Answer
from prgbench.data.models import Models
from prgbench.plotting.drawn import Facts, SavedFigure, number
from prgbench.plotting.words import decimal, measure_label, percent
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.first_screen import answer_sentences, warning_lines
from prgbench.report.html.markup import route_of_line
from prgbench.report.printed_numbers import comparison_lines
from prgbench.report.provenance import Provenance, bibtex
from prgbench.report.replicated import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    Replicated,
    guesses_markdown,
    statements_markdown,
)
from prgbench.report.score_tables import directions, only_scores
from prgbench.run.foreign_text import as_markdown, plain_lines
from prgbench.sources.store.fetched import AUROC_TOLERANCE
from prgbench.study.measures import load_measures

PAGE = "report/index.html"
CONTENTS = "<!-- contents -->"
MEASURES = (
    "The positive class is the minority class unless the study's `positive_label` names another. "
    "AUPR is the area under the precision-recall curve with Davis and Goadrich's interpolation, "
    "integrated exactly; AUPRG is the area under the precision-recall-gain curve."
)
NOISE = (
    "Noise alone: the number if the measures ranked all models alike in truth (mean and range of "
    "simulated studies with these tasks' sizes, prevalences, models and their correlations). "
    "Noise and ties: the same with each model's own tied scores, which may rank models "
    "differently in truth."
)
METHODS = (
    'the pages "The answer and how to read it", "Do measures truly differ, and what does the '
    'choice cost?" and "How the answer performs where the truth is known" of the documentation.'
)
PAPER = (
    'Flach and Kull, "Precision-Recall-Gain Curves: PR Analysis Done Right", NeurIPS 2015, '
    "section 4."
)
AGREEMENT_COLUMNS = {
    "best_differs": "best models differ",
    "best_differs_expected": "ties in one random order",
    "best_differs_surely": "no shared best model",
    "top_differs": "ordered {top} differ",
}
_FILES = {
    "answer.json": "the answer as numbers",
    "report.md": "this report as Markdown",
    "comparison.md": "its section on the parts",
    "leaderboard.csv": "a row per model, the measures side by side",
    "leaderboard.md": "the leaderboard as Markdown",
    "winner.svg": "the best model by the first measure, as a badge",
    "models.parquet": "a row per model with its provenance, areas and ranks at full precision",
    "tables/tasks.csv": "a row per task",
    "tables/macro.csv": "the means over the classes, or other tasks, of a data set",
    "tables/task_agreement.csv": "a row per task and pair of measures",
    "tables/agreement.csv": "a row per pair",
    "tables/replication/": "what the paper states and leaves open, beside the study",
    "tables/exclusions_listed.csv": "everything that was left out",
    "tables/verification.csv": "the models that other people's code has read and evaluated",
    "tables/answer/": "the tables of the answer's parts",
    "tables/robustness/": "the tables of the parts on robustness",
    "figures/": "the figures, each with its numbers as CSV",
    "plan/plan.json": "the plan, which anyone can run again (plan: in a study file)",
}


def render_report(
    *,
    settings: Mapping[str, Any],
    facts: Facts,
    provenance: Provenance,
    models: Models,
    summary: pd.DataFrame,
    exclusions: pd.DataFrame,
    answer: Answer,
    null: pd.DataFrame | None = None,
    figures: Sequence[SavedFigure],
    sections: Sequence[str] = (),
    second_opinion: str = "",
    replicated: Replicated | None = None,
) -> str:
    """Return the report as Markdown.

    Parameters
    ----------
    settings : mapping
        All settings of the study.
    facts : Facts
        What sentences say of the study.
    provenance : Provenance
        Where its numbers come from.
    models, summary, exclusions : DataFrame
        The study's tables.
    answer : Answer
        The answer.
    null : DataFrame, optional
        The table ``noise_alone``, shown beside the paper's numbers.
    figures : sequence of SavedFigure
        The figures, first that of the answer.
    sections : sequence of str
        The sections of the parts, as Markdown.
    second_opinion : str
        What is said of a second opinion; "" if there is none.
    replicated : Replicated, optional
        What the paper states and leaves open, in a replication.
    """
    first = _first_figure(figures, answer)
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, autoescape=False)
    template = resources.files("prgbench.report").joinpath("report.md.j2").read_text("utf-8")
    page = environment.from_string(template).render(
        title=as_markdown(settings["title"]),
        page=PAGE,
        contents=CONTENTS,
        facts=facts,
        provenance=provenance,
        scope=as_markdown(provenance.scope),
        notes=[as_markdown(note) for note in provenance.notes],
        warnings=warning_lines(answer),
        answer=answer_sentences(answer, replication=settings["replication"]),
        given="Scores" if only_scores(settings) else "Predictions",
        measures=measures_text(settings),
        paper_table=_paper_table(summary, null) if settings["replication"] else "",
        paper_notes=[NOISE, PAPER],
        statements_table=statements_markdown(replicated, PAGE) if replicated else "",
        statements_note=STATEMENTS_NOTE,
        guesses_table=guesses_markdown(replicated) if replicated else "",
        guesses_note=GUESSES_NOTE,
        agreement_table=agreement_table(summary, facts),
        agreement_note=agreement_note(facts),
        first_figure=first,
        figures=[figure for figure in figures if figure.drawn and figure is not first],
        methods=METHODS,
        sections=sections,
        exclusions_table=""
        if exclusions.empty
        else tabulate(exclusions.to_numpy().tolist(), list(exclusions.columns), "github"),
        auroc_check=auroc_check(models),
        second_opinion=second_opinion,
        citation=bibtex(),
        files={PAGE: "the page on which tasks and models can be looked up"}
        | files(
            settings,
            verified=bool(second_opinion),
            replicated=replicated is not None,
        ),
    )
    return page.replace(CONTENTS, contents(page), 1)


def _first_figure(figures: Sequence[SavedFigure], answer: Answer) -> SavedFigure | None:
    """Return the figure of the answer, or of one data set the curves; None if neither is drawn."""
    known = [figure for figure in figures if answer.datasets == 1 or figure is figures[0]]
    return next((figure for figure in known if figure.drawn), None)


def contents(markdown: str) -> str:
    r"""Return a list of links to the headings of the second and third level.

    Examples
    --------
    >>> print(contents("# Page\n## What is it?\n### More\n## What is it?"))
    - [What is it?](#what-is-it)
      - [More](#more)
    - [What is it?](#what-is-it-1)
    """
    lines = []
    seen: dict[str, int] = {}
    for opening, inline in pairwise(MarkdownIt().parse(markdown)):
        if opening.type != "heading_open":
            continue
        name = anchor(inline.content)
        number = seen[name] = seen.get(name, -1) + 1
        if opening.tag in ("h2", "h3"):
            indent = "  " * (opening.tag == "h3")
            link = f"{name}-{number}" if number else name
            lines.append(f"{indent}- [{inline.content}](#{link})")
    return "\n".join(lines)


def anchor(heading: str) -> str:
    """Return the name by which GitHub links to the first heading with these words.

    Examples
    --------
    >>> anchor("Do the winners differ?")
    'do-the-winners-differ'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def agreement_table(summary: pd.DataFrame, facts: Facts) -> str:
    """Return in Markdown how far each pair of measures agrees.

    Empty of one measure, and of too few data sets for shares of them.
    """
    if summary.empty or summary["datasets"].max() < FEWEST_FOR_INTERVAL:
        return ""
    rows = [
        [
            f"{measure_label(row['measure_a'])} and {measure_label(row['measure_b'])}",
            *(percent(row[column]) for column in AGREEMENT_COLUMNS),
            decimal(row["rank_correlation"]),
            decimal(row["spearman_median"]),
        ]
        for row in summary.to_dict("records")
    ]
    shares = [title.format(top=facts.top_name) for title in AGREEMENT_COLUMNS.values()]
    return _table(rows, ["", *shares, "correlation of ranks", "median of the tasks"])


def agreement_note(facts: Facts) -> str:
    """Return the note below the table of all pairs."""
    return (
        "Best models differ if the sets of models with the greatest area differ; the ordered "
        f"{facts.top_name} differ if the first {number(facts.top)} places do. Ties in one random "
        "order: each measure takes the first of its tied best models in one order of all models. "
        "Tied models get "
        f"{facts.tied_rank}. All intervals are {facts.interval}s."
    )


def auroc_check(models: Models) -> str:
    """Say how far the AUROC of the pooled predictions is from the stored one, "" if none is."""
    if models.stored_auroc is None or models.pooled_auroc is None:
        return ""
    gaps = (models.pooled_auroc - models.stored_auroc).abs().dropna()
    return (
        f"The source stores an AUROC for {len(gaps):,} of {len(models):,} models; ours differs "
        f"from it by at most {gaps.max():.1e} (median {gaps.median():.1e}). Models with a "
        f"difference above {AUROC_TOLERANCE:g} are left out and counted above."
    )


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return all settings of a study as YAML, in the form of a study file."""
    return plain_lines(
        yaml.safe_dump(dict(settings), sort_keys=False, allow_unicode=True, width=99)
    )


def measures_text(settings: Mapping[str, Any]) -> str:
    """Say what the measures are: of a table of scores, by which of them higher is better."""
    if not only_scores(settings):
        return MEASURES
    return directions(load_measures(settings["measures"]))


def files(settings: Mapping[str, Any], *, verified: bool, replicated: bool) -> dict[str, str]:
    """Return what the files of a study are.

    Parameters
    ----------
    settings : mapping
        All its settings.
    verified : bool
        Whether it has a second opinion.
    replicated : bool
        Whether it is compared with what the paper states.
    """
    has = {
        "tables/replication/": replicated,
        "tables/robustness/": settings["robustness"],
        "tables/verification.csv": verified,
        "plan/plan.json": not only_scores(settings),
    }
    return {path: what for path, what in _FILES.items() if has.get(path, True)}


def _paper_table(summary: pd.DataFrame, null: pd.DataFrame | None) -> str:
    rows = [
        [
            line.quantity,
            line.printed,
            f"[{line.found}]({PAGE}{route_of_line(line)})",
            line.noise_alone,
            line.noise_and_ties,
        ]
        for line in comparison_lines(summary, null)
    ]
    headers = ["printed in the paper", "found here", "noise alone (range)"]
    return _table(rows, ["", *headers, "noise and ties (range)"])


def _table(rows: list[list[str]], headers: list[str]) -> str:
    aligned = ["left", *["right"] * (len(headers) - 1)]
    return tabulate(rows, headers, "pipe", colalign=aligned, disable_numparse=True)
