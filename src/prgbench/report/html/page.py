"""Writes the page."""

import os
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from prgbench.pipeline.files import write_text
from prgbench.pipeline.foreign_text import plain
from prgbench.plotting.labels import measure_label
from prgbench.report import explanations
from prgbench.report.citation import bibtex
from prgbench.report.html import assets
from prgbench.report.html.content import PageContent
from prgbench.report.html.curve_lines import task_curves
from prgbench.report.html.curve_store import MOST_TASKS, store_curves
from prgbench.report.html.encoding import encode
from prgbench.report.html.figure_files import FigureFiles
from prgbench.report.html.markdown_html import as_html, line_as_html
from prgbench.report.html.payload import measures_of, payload
from prgbench.report.html.sections import (
    answer_section,
    exclusions_section,
    explorer_section,
    paper_figures,
    paper_section,
    part_values,
    replicated_section,
)
from prgbench.report.markdown_report import agreement_table, auroc_check

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
        answer_figure=figures[content.answer_figure],
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
    return [content.answer_figure, *content.paper_figures, *of_parts]


def _figure(content: PageContent, name: str) -> FigureFiles:
    return FigureFiles.read(content.figures, name, content.formats)


def _places(folder: Path, content: PageContent) -> dict[str, str]:
    """Return where the study's files lie, seen from the page."""
    figures = Path(os.path.relpath(content.figures, folder))
    return {"figures": figures.as_posix(), "study": figures.parent.as_posix()}
