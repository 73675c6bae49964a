"""The report in Markdown: tables, figures and sentences in one file to read."""

import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined
from tabulate import tabulate

from prgbench.archive.store.consensus import AUROC_TOLERANCE
from prgbench.comparison.answer import Answer
from prgbench.pipeline.foreign_text import as_markdown
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.saved_figure import SavedFigure
from prgbench.plotting.sentences import decimal, percent
from prgbench.replication.printed_numbers import Line, comparison_lines
from prgbench.report import explanations
from prgbench.report.citation import bibtex
from prgbench.report.contents import contents
from prgbench.report.first_screen import answer_sentences
from prgbench.report.provenance import Provenance
from prgbench.report.replicated import (
    GUESSES_NOTE,
    STATEMENTS_NOTE,
    Replicated,
    guesses_markdown,
    statements_markdown,
)
from prgbench.report.routes import route_of_line

CONTENTS = "<!-- contents -->"
PAGE = "report/index.html"
AGREEMENT_COLUMNS = {
    "best_differs": "best models differ",
    "best_differs_expected": "ties in one random order",
    "best_differs_surely": "no shared best model",
    "top3_differs": "ordered top three differ",
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
