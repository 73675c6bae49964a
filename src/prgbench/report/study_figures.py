"""The figures of a study: each drawn by its name."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import save, style
from prgbench.report import ANSWER_FIGURE, answer_figure
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.figures import FIGURES
from prgbench.report.parts import SHOWN
from prgbench.run.processes import map_in_processes
from prgbench.study.config import Figures as FigureSettings
from prgbench.study.examples import Examples


@dataclass(frozen=True)
class StudyFigures:
    """The figures of a study.

    ``tables`` are those of the parts. With ``printed``, the figure of the answer has the numbers
    printed in the paper, too.
    """

    examples: Examples
    answer: Answer
    tables: Tables
    facts: Facts
    printed: bool

    def draw(self, name: str) -> Drawn:
        """Draw a figure in the current style; of parts without intervals from too few data."""
        if name == ANSWER_FIGURE:
            return answer_figure.answer_figure(self.answer, self.facts, printed=self.printed)
        if name in FIGURES:
            return FIGURES[name](self.examples, self.facts)
        part = next(part for part in SHOWN if name in part.figures)
        return part.draw(name, self._reliable_tables, self.facts)

    def save(
        self,
        names: Iterable[str],
        settings: FigureSettings,
        folder: Path,
        *,
        processes: int = 1,
    ) -> None:
        """Draw and save figures by the settings of the study; processes share them."""
        save_figure = partial(_save, settings=settings, folder=folder)
        if processes == 1:
            for name in names:
                save_figure(self, name)
        else:
            map_in_processes(save_figure, self, list(names), processes)

    @cached_property
    def _reliable_tables(self) -> Tables:
        return without_rough_intervals(self.tables)


def _save(figures: StudyFigures, name: str, *, settings: FigureSettings, folder: Path) -> None:
    with style(settings.sheet):
        save(figures.draw(name), folder / name, settings.formats)
