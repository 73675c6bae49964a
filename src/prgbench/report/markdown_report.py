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
from prgbench.plotting.drawn import Facts, SavedFigure
from prgbench.plotting.words import decimal, measure_label, percent
from prgbench.report import markdown_report as explanations
from prgbench.report.first_screen import answer_sentences
from prgbench.report.html.markup import route_of_line
from prgbench.report.printed_numbers import Line, comparison_lines
from prgbench.report.provenance import Provenance, bibtex
from prgbench.report.replicated import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    Replicated,
    guesses_markdown,
    statements_markdown,
)
from prgbench.run.foreign_text import as_markdown, plain_lines
from prgbench.sources.store.fetched import AUROC_TOLERANCE

LEVELS = {"h2": 0, "h3": 1}


def contents(markdown: str) -> str:
    r"""Return a list of links to the headings of the second and third level.

    Examples
    --------
    >>> print(contents("# Page\n## What is it?\n### More\n## What is it?"))
    - [What is it?](#what-is-it)
      - [More](#more)
    - [What is it?](#what-is-it-1)
    """
    tokens = MarkdownIt().parse(markdown)
    lines = []
    seen: dict[str, int] = {}
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        name = anchor(inline.content)
        number = seen[name] = seen.get(name, -1) + 1
        if opening.tag in LEVELS:
            link = f"{name}-{number}" if number else name
            lines.append(f"{'  ' * LEVELS[opening.tag]}- [{inline.content}](#{link})")
    return "\n".join(lines)


def anchor(heading: str) -> str:
    """Return the name under which GitHub links to a heading, if it is the first of its words.

    Examples
    --------
    >>> anchor("More than noise? At what cost?")
    'more-than-noise-at-what-cost'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


NO_REPLICATION = (
    "This study is no replication: its tasks and models are others than the paper's. The paper's "
    "column is there for orientation only."
)
MEASURES = (
    "The positive class is the minority class unless the study's `positive_label` names another; "
    "AUPR is the area under the precision-recall curve "
    "with Davis and Goadrich's interpolation, integrated exactly; AUPRG is the area under the "
    "precision-recall-gain curve."
)
_NOISE = (
    "Noise alone: what the number would be if the measures ranked all models alike in truth (mean "
    "and range of simulated studies with these tasks' sizes, prevalences, models and their "
    "correlations). Noise and ties: the same with each model's own tied scores, which may rank "
    "models differently in truth."
)
_PAPER = (
    'Flach and Kull, "Precision-Recall-Gain Curves: PR Analysis Done Right", NeurIPS 2015, '
    "section 4. Best models differ where the sets of models with the greatest area are not the "
    "same; the ordered top three differ where other models, or the same in another order, take "
    "the first three places."
)

_FILES = {
    "answer.json": "the answer as numbers",
    "report.md": "this report as Markdown",
    "comparison.md": "its section on what goes beyond the paper",
    "models.parquet": "a row per model with its provenance, areas and ranks at full precision",
    "tables/tasks.csv": "a row per task",
    "tables/task_agreement.csv": "a row per task and pair of measures",
    "tables/agreement.csv": "a row per pair",
    "tables/replication/": "what the paper states and leaves open, beside the study",
    "tables/exclusions_listed.csv": "each thing that was left out",
    "tables/verification.csv": "the models that other people's code has read and evaluated",
    "tables/comparison/": "the tables behind the parts",
    "figures/": "the figures, each with the numbers that it draws as CSV",
    "plan/plan.json": "the plan, which anybody can run again (plan: in a study file)",
}

_OF_PARTS = {"comparison.md", "tables/comparison/"}
_OF_OPINION = {"tables/verification.csv"}
_OF_REPLICATION = {"tables/replication/"}


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return all settings of a study as YAML, as its file may have them."""
    return plain_lines(
        yaml.safe_dump(dict(settings), sort_keys=False, allow_unicode=True, width=99)
    )


def files(*, compared: bool, verified: bool, replicated: bool) -> dict[str, str]:
    """Return what the files of a study are.

    Parameters
    ----------
    compared : bool
        Whether it has parts beyond the paper.
    verified : bool
        Whether it has a second opinion.
    replicated : bool
        Whether it is a replication.
    """
    absent = (
        (set() if compared else _OF_PARTS)
        | (set() if verified else _OF_OPINION)
        | (set() if replicated else _OF_REPLICATION)
    )
    return {path: what for path, what in _FILES.items() if path not in absent}


def paper_table_notes(*, has_null: bool) -> list[str]:
    """Return what the columns and rows of the paper's table are."""
    return [_NOISE, _PAPER] if has_null else [_PAPER]


def agreement_note(facts: Facts) -> str:
    """Return what the columns of the table of all pairs are."""
    return (
        "In the column of ties in one random order, each measure takes the first of its tied best "
        "models in one order of all models; in the next column a task counts only if no best "
        f"model is shared. Tied models get {facts.tied_rank}. All intervals of this page are "
        f"{facts.interval}s."
    )


CONTENTS = "<!-- contents -->"
PAGE = "report/index.html"
AGREEMENT_COLUMNS = {
    "best_differs": "best models differ",
    "best_differs_expected": "ties in one random order",
    "best_differs_surely": "no shared best model",
    "top_differs": "ordered top three differ",
}


def render_report(
    *,
    settings: Mapping[str, Any],
    facts: Facts,
    provenance: Provenance,
    models: pd.DataFrame,
    summary: pd.DataFrame,
    exclusions: pd.DataFrame,
    answer: Answer,
    null: pd.DataFrame | None = None,
    figures: Sequence[SavedFigure],
    sections: Sequence[str] = (),
    second_opinion: str = "",
    replicated: Replicated | None = None,
) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    settings : mapping
        All settings of the study, as its file may have them.
    facts : Facts
        What sentences say of the study.
    provenance : Provenance
        Where its numbers come from.
    models, summary, exclusions : DataFrame
        The study's tables.
    answer : Answer
        The answer, which stands first.
    null : DataFrame, optional
        The table ``noise_alone``, whose numbers stand beside the paper's.
    figures : sequence of SavedFigure
        The figures, in order, that of the answer first.
    sections : sequence of str
        More sections in Markdown.
    second_opinion : str
        What is said of a second opinion, in Markdown; "" if there is none.
    replicated : Replicated, optional
        What the paper states and leaves open, where the study is a replication.
    """
    shown_settings = explanations.settings_text(settings)
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    template = resources.files("prgbench.report").joinpath("report.md.j2").read_text("utf-8")
    page = environment.from_string(template).render(
        title=as_markdown(settings["title"]),
        page=PAGE,
        measures=explanations.MEASURES,
        no_replication="" if settings["replication"] else explanations.NO_REPLICATION,
        facts=facts,
        provenance=provenance,
        answer=answer_sentences(answer),
        paper_table=_paper_table(summary, null),
        paper_notes=explanations.paper_table_notes(has_null=null is not None),
        statements_table=statements_markdown(replicated, PAGE) if replicated else "",
        statements_note=STATEMENTS_NOTE,
        guesses_table=guesses_markdown(replicated) if replicated else "",
        guesses_note=GUESSES_NOTE,
        agreement_table=agreement_table(summary),
        agreement_note=explanations.agreement_note(facts),
        figures=figures,
        sections=sections,
        exclusions_table=_markdown(exclusions),
        auroc_check=auroc_check(models),
        second_opinion=second_opinion,
        settings=shown_settings,
        fence=_fence(shown_settings),
        citation=bibtex(),
        files={PAGE: "the page on which tasks and models can be looked up"}
        | explanations.files(
            compared=bool(sections),
            verified=bool(second_opinion),
            replicated=replicated is not None,
        ),
        contents=CONTENTS,
    )
    return page.replace(CONTENTS, contents(page), 1)


def auroc_check(models: pd.DataFrame) -> str:
    """Say how far the AUROC of the pooled predictions is from the source's stored one."""
    checked = models.dropna(subset="stored_auroc")
    if checked.empty:
        return "The source has stored no AUROC to check ours against."
    gaps = (checked["pooled_auroc"] - checked["stored_auroc"]).abs()
    return (
        f"For {len(checked):,} of {len(models):,} models the source has stored an AUROC; ours "
        f"differs from it by at most {gaps.max():.1e} (median {gaps.median():.1e}). Models whose "
        f"AUROC differs by more than {AUROC_TOLERANCE:g} are left out and counted above."
    )


def _fence(text: str) -> str:
    """Return a fence that is longer than any row of backticks in the text that it encloses."""
    return "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))


def _paper_table(summary: pd.DataFrame, null: pd.DataFrame | None) -> str:
    headers = ["", "printed in the paper", "found here"]
    lines = [
        [line.quantity, line.printed, _linked(line), line.noise_alone, line.noise_and_ties]
        for line in comparison_lines(summary, null)
    ]
    if null is None:
        lines = [line[:3] for line in lines]
    else:
        headers += ["noise alone (range)", "noise and ties (range)"]
    return tabulate(
        lines,
        headers=headers,
        tablefmt="pipe",
        colalign=("left", *["right"] * (len(headers) - 1)),
        disable_numparse=True,
    )


def _linked(line: Line) -> str:
    """Return the number found as a link to the tasks or models behind it."""
    return f"[{line.found}]({PAGE}{route_of_line(line)})"


def agreement_table(summary: pd.DataFrame) -> str:
    """Return in Markdown how far each pair of measures agrees."""
    rows = [
        [
            f"{measure_label(row['measure_a'])} and {measure_label(row['measure_b'])}",
            *(percent(row[column]) for column in AGREEMENT_COLUMNS),
            decimal(row["rank_correlation"]),
            decimal(row["spearman_median"]),
        ]
        for _, row in summary.iterrows()
    ]
    headers = ["", *AGREEMENT_COLUMNS.values(), "correlation of ranks", "median of the tasks"]
    return tabulate(
        rows,
        headers=headers,
        tablefmt="pipe",
        colalign=("left", *["right"] * (len(headers) - 1)),
        disable_numparse=True,
    )


def _markdown(table: pd.DataFrame) -> str:
    if table.empty:
        return ""
    return tabulate(table.to_numpy().tolist(), headers=list(table.columns), tablefmt="github")
