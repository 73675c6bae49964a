"""Puts tables, figures and sentences together into one page."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import pandas as pd
from jinja2 import Environment, StrictUndefined
from tabulate import tabulate

from prgbench.replication.printed import comparison_lines
from prgbench.study.measures import load_measures

AGREEMENT_COLUMNS = {
    "best_differs": "best differs",
    "best_differs_expected": "ties broken at random",
    "best_differs_surely": "no shared best",
    "top3_differs": "ordered top three differ",
}


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A figure of the page: its path from the page, its caption, and its name for the blind."""

    path: str
    caption: str
    alt: str


def render_report(
    *,
    title: str,
    archive: str,
    is_replication: bool,
    models: pd.DataFrame,
    summary: pd.DataFrame,
    exclusions: pd.DataFrame,
    figures: Sequence[ReportFigure],
    sections: Sequence[str] = (),
) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    title, archive : str
        How the study and its source are called.
    is_replication : bool
        Whether the paper's numbers are more than orientation.
    models, summary, exclusions : DataFrame
        The study's tables.
    figures : sequence of ReportFigure
        The figures, in order.
    sections : sequence of str
        More sections in Markdown.
    """
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    template = resources.files("prgbench.report").joinpath("report.md.j2").read_text("utf-8")
    return environment.from_string(template).render(
        title=title,
        archive=archive,
        is_replication=is_replication,
        n_tasks=f"{models['task_id'].nunique():,}",
        n_datasets=f"{models['dataset_id'].nunique():,}",
        n_models=f"{len(models):,}",
        paper_table=_paper_table(summary),
        agreement_table=_agreement_table(summary),
        figures=figures,
        sections=sections,
        exclusions_table=_markdown(exclusions),
        auroc_check=auroc_check(models),
    )


def read_figure(page: Path, png: Path) -> ReportFigure:
    """Return a figure whose caption stands beside it."""
    caption = png.with_suffix(".md").read_text(encoding="utf-8").strip()
    path = png.relative_to(page.parent).as_posix()
    return ReportFigure(path, caption, png.stem.replace("_", " "))


def auroc_check(models: pd.DataFrame) -> str:
    """Say how far the AUROC of the pooled predictions is from the archive's stored one."""
    checked = models.dropna(subset="stored_auroc")
    if checked.empty:
        return "The archive has stored no AUROC to check ours against."
    gaps = (checked["pooled_auroc"] - checked["stored_auroc"]).abs()
    return (
        f"For {len(checked):,} of {len(models):,} models the archive has stored an AUROC; ours "
        f"differs from it by at most {gaps.max():.1e} (median {gaps.median():.1e}). Models whose "
        "AUROC differs by more than 1e-5 are left out and counted above."
    )


def _paper_table(summary: pd.DataFrame) -> str:
    lines = [(line.quantity, line.printed, line.found) for line in comparison_lines(summary)]
    return tabulate(
        lines,
        headers=["", "printed in the paper", "found here"],
        tablefmt="github",
        colalign=("left", "right", "right"),
        disable_numparse=True,
    )


def _agreement_table(summary: pd.DataFrame) -> str:
    rows = [
        [
            " and ".join(m.label for m in load_measures([row["measure_a"], row["measure_b"]])),
            *(f"{100 * row[column]:.1f}%" for column in AGREEMENT_COLUMNS),
            f"{row['rank_correlation']:.3f}",
            f"{row['spearman_median']:.3f}",
        ]
        for _, row in summary.iterrows()
    ]
    headers = ["", *AGREEMENT_COLUMNS.values(), "correlation of ranks", "median of the tasks"]
    return tabulate(
        rows,
        headers=headers,
        tablefmt="github",
        colalign=("left", *["right"] * (len(headers) - 1)),
        disable_numparse=True,
    )


def _markdown(table: pd.DataFrame) -> str:
    if table.empty:
        return ""
    return tabulate(table.to_numpy().tolist(), headers=list(table.columns), tablefmt="github")
