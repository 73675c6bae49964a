"""What `prgbench.compare` returns."""

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.answer.answer import Answer
from prgbench.direct.notebook import html_of, leaderboard_of
from prgbench.direct.study_run import StudyRun
from prgbench.report.first_screen import answer_paragraphs, answer_sentences, warning_lines
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import as_markdown, plain


class PrintedAnswer(Answer):
    """The fields of ``answer.json``; printed, it is the answer in sentences."""

    def __str__(self) -> str:
        warned = [f"Warning: {warning.text}" for warning in self.warnings]
        paragraphs = answer_paragraphs(self, write=plain)
        said = [f"{question}\n{text}" for question, text in paragraphs]
        return "\n\n".join([*warned, self.first_line, *said])

    def _repr_markdown_(self) -> str:
        first = [*warning_lines(self), as_markdown(self.first_line)]
        return "\n\n".join([*first, *answer_sentences(self)])


class ComparedModels:
    """What `prgbench.compare` returns; `report` is the first that writes.

    Parameters
    ----------
    run : StudyRun
        The study, which is computed at once.

    Examples
    --------
    >>> from prgbench import compare
    >>> y_true, scores = [0, 1, 0, 1] * 9, {"a": list(range(36)), "b": [0, 1] * 18}
    >>> few = {"comparison": {"replicates": 20, "splits": 2}}
    >>> compare(y_true, scores, measures=["auroc"], settings=few)
    <ComparedModels: 1 data set (data), 2 models (a, b), positive class 1, 36 instances>
    """

    def __init__(self, run: StudyRun) -> None:
        self._run = run
        self._computed = run.compute()

    @cached_property
    def answer(self) -> PrintedAnswer:
        """The answer: the fields of ``answer.json``, as sentences when it is printed."""
        return PrintedAnswer.read(self._computed.answer.to_json())

    @cached_property
    def models(self) -> pd.DataFrame:
        """The models with their areas and ranks, one row for each model of a data set."""
        return self._computed.models.frame

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """All tables of the study by name; docs/comparison.md says what they hold."""
        return self._computed.all_tables()

    @property
    def figures(self) -> list[str]:
        """The names of all figures."""
        return self._run.figure_names

    def figure(self, name: str) -> Figure:
        """Draw a figure.

        Parameters
        ----------
        name : str
            One of `figures`.

        Raises
        ------
        PrgbenchError
            If there is no such figure, or not enough data for it.
        """
        if name not in self.figures:
            raise PrgbenchError(
                f"There is no figure {name!r}; there are {', '.join(self.figures)}."
            )
        drawn = self._run.draw(self._computed, name)
        if drawn.figure is None:
            raise PrgbenchError(f"{name} is not drawn: {drawn.caption}")
        plt.close(drawn.figure)
        return drawn.figure

    def report(self, folder: str | Path) -> Path:
        """Write the pages of the study with their figures and tables.

        Parameters
        ----------
        folder : str or Path
            Where they go: a new folder, an empty one, or one that has such pages already.

        Returns
        -------
        Path
            The page, ``<folder>/report/index.html``; its answer as text is ``<folder>/report.md``.

        Raises
        ------
        PrgbenchError
            If there are other files in the folder.
        """
        check_folder(Path(folder))
        self._run.write_report(self._computed, Path(folder))
        return Path(folder) / "report" / "index.html"

    @cached_property
    def leaderboard(self) -> pd.DataFrame:
        """One row for each model, those that are first by the first measure on top.

        For each measure the mean over the data sets with its interval for these data sets, the
        rank, and whether the model may be the best: ``auroc``, ``auroc_low``, ``auroc_high``,
        ``auroc_rank`` and ``auroc_may_win``.
        """
        return leaderboard_of(self.tables["standings"])

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return f"<ComparedModels: {self.answer.scope}>"

    def _repr_html_(self) -> str:
        return html_of(self.answer._repr_markdown_(), self.leaderboard, self.figures, self.figure)


def check_folder(folder: Path) -> None:
    """Refuse a folder for pages that has other files, or can't be written."""
    if folder.exists() and not folder.is_dir():
        raise PrgbenchError(f"{folder} is a file: name a folder for the pages.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "answer.json").is_file():
        raise PrgbenchError(f"{folder} has other files: name a new folder for the pages.")
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(there, os.W_OK):
        raise PrgbenchError(f"{there} can't be written: name another folder for the pages.")
