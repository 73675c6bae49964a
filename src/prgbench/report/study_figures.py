"""The figures of a study: each drawn by its name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.tables import read_csv_tables
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import save, style
from prgbench.report import ANSWER_FIGURE, answer_figure
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.figures import FIGURES
from prgbench.report.parts import SHOWN
from prgbench.report.shown_part import ShownPart
from prgbench.run.processes import map_in_processes
from prgbench.study.examples import StudyFiles


@dataclass(frozen=True)
class StudyFigures:
    """The figures of a study, from its files.

    ``folders`` have the tables of the parts. With ``printed``, the figure of the answer has the
    numbers printed in the paper, too.
    """

    files: StudyFiles
    answer: Path
    folders: Sequence[Path]
    facts: Facts
    printed: bool

    def draw(self, name: str) -> Drawn:
        """Draw a figure in the current style; of parts without intervals from too few data."""
        if name == ANSWER_FIGURE:
            answer = Answer.read(self.answer.read_text(encoding="utf-8"))
            return answer_figure.answer_figure(answer, self.facts, printed=self.printed)
        if name in FIGURES:
            return FIGURES[name](self.files, self.facts)
        return _part_of(name).draw(name, self._tables, self.facts)

    def save(
        self,
        names: Iterable[str],
        *,
        sheet: str | Path,
        folder: Path,
        formats: Sequence[str],
        processes: int = 1,
    ) -> None:
        """Draw and save figures."""
        draw = partial(StudyFigures._save_one, sheet=sheet, folder=folder, formats=formats)
        map_in_processes(draw, self, names, processes)

    def _save_one(
        self, name: str, *, sheet: str | Path, folder: Path, formats: Sequence[str]
    ) -> None:
        with style(sheet):
            save(self.draw(name), folder / name, formats)

    @cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        tables = {name: own for at in self.folders for name, own in read_csv_tables(at).items()}
        return without_rough_intervals(tables)


def _part_of(figure: str) -> ShownPart:
    return next(part for part in SHOWN if figure in part.figures)
