"""What both reports say of their tables, in Markdown."""

from collections.abc import Mapping
from typing import Any

import yaml

from prgbench.pipeline.foreign_text import plain_lines
from prgbench.plotting.facts import Facts

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
