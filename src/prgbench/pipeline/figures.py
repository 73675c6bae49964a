"""The figures of a study as a function of its files, which the rule `figures` runs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Params = Mapping[str, Any]


def figures(
    *,
    models: Path,
    task_agreement: Path,
    examples: Path,
    example_scores: Path,
    answer: Path,
    tables: Sequence[Path],
    folder: Path,
    names: Sequence[str],
    facts: Params,
    printed: bool,
    settings: Params,
    processes: int = 1,
) -> None:
    """Draw the figures of the study."""
    from prgbench.answer.answer import Answer
    from prgbench.answer.tables import read_csv_tables
    from prgbench.plotting.drawn import Facts
    from prgbench.report.figures import StudyFigures
    from prgbench.study.config import Figures
    from prgbench.study.examples import Examples

    chosen = Examples.read(
        models=models, pairs=task_agreement, choice=examples, scores=example_scores
    )
    figures = StudyFigures(
        chosen,
        Answer.read(answer.read_text(encoding="utf-8")),
        {name: table for at in tables for name, table in read_csv_tables(at).items()},
        Facts(**facts),
        printed,
    )
    figures.save(names, Figures.from_params(settings), folder, processes=processes)
