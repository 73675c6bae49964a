"""What `prgbench.compare` returns, and what a notebook shows of it."""

import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Self

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from pydantic import PrivateAttr

from prgbench.answer.answer import Answer
from prgbench.direct.study_run import StudyRun
from prgbench.plotting.drawn import Drawn
from prgbench.plotting.style import boxes_for_missing_characters
from prgbench.report.detailed_answer import answer_paragraphs, warning_lines
from prgbench.report.html.markup import as_html
from prgbench.report.names import MARKDOWN, TEXT, Medium
from prgbench.report.short_answer import ShortAnswer, short_answer
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import atomic_folder, remove_remains
from prgbench.run.safe_text import as_markdown, plain

ANSWER = "answer.json"
_CARD = "background: white; color-scheme: light; max-width: 100%; padding: 4px"
"""Figures are drawn for white paper, and a notebook may be dark."""


def leaderboard_of(standings: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each model of the table ``standings``, by its rank by the first measure."""
    key = ["model_id", "model"]
    # The mean is called as the measure, the rest as in `leaderboard.csv`.
    columns = {"mean": ""}
    columns |= {name: f"_{name}" for name in ("lower", "upper", "rank", "may_be_best")}
    parts = [standings.groupby(key, sort=False)[["datasets"]].max()]
    for measure, of_measure in standings.groupby("measure", sort=False):
        names = {column: f"{measure}{ending}" for column, ending in columns.items()}
        parts.append(of_measure.set_index(key)[[*columns]].rename(columns=names))
    return pd.concat(parts, axis="columns").droplevel("model_id").rename(index=str)


def html_of(answer: str, figures: Iterable[str], draw: Callable[[str], Figure]) -> str:
    """Return an answer, which is Markdown, and the first figure that can be drawn, as HTML."""
    return f"<div>{as_html(answer)}{_first_figure(figures, draw)}</div>"


def _first_figure(figures: Iterable[str], draw: Callable[[str], Figure]) -> str:
    for name in figures:
        with suppress(PrgbenchError):
            return _image(draw(name), name)
    return ""


def _image(figure: Figure, alt: str) -> str:
    """Return a figure as an image inside the page, readable on a dark one, too."""
    with BytesIO() as file, boxes_for_missing_characters():
        figure.savefig(file, format="svg", bbox_inches="tight", facecolor="white")
        encoded = b64encode(file.getvalue()).decode()
    source = f"data:image/svg+xml;base64,{encoded}"
    return f'<p><img style="{_CARD}" alt="{escape(alt)}" src="{source}"></p>'


class PrintedAnswer(Answer):
    """The fields of ``answer.json``; printed, it is the first screen and then the `details`."""

    _tables: Mapping[str, pd.DataFrame] = PrivateAttr(default_factory=dict)
    _replication: pd.DataFrame | None = PrivateAttr(default=None)

    @classmethod
    def of(
        cls,
        json: str,
        tables: Mapping[str, pd.DataFrame],
        replication: pd.DataFrame | None = None,
    ) -> Self:
        """Return the answer that JSON holds, with the tables of which its own one is made.

        A study that repeats the paper's has the summary in ``replication``, as `short_answer`.
        """
        answer = cls.read(json)
        answer._tables = tables
        answer._replication = replication
        return answer

    def __eq__(self, other: object) -> bool:
        """Say whether the fields of two answers are the same."""
        return isinstance(other, Answer) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        """Return a number that is the same for the same fields."""
        return hash(self.to_json())

    def short(self, medium: Medium = TEXT) -> ShortAnswer:
        """Return the first screen."""
        return short_answer(self, dict(self._tables), replication=self._replication, medium=medium)

    @property
    def details(self) -> str:
        """All that the answer says, in paragraphs."""
        paragraphs = answer_paragraphs(
            self, replication=self._replication is not None, write=plain
        )
        return "\n\n".join(f"{question}\n{text}" for question, text in paragraphs)

    @property
    def first_screen(self) -> str:
        """What was read, the answer in a few words, a table, and what looks wrong."""
        warned = [f"Warning: {warning.text}" for warning in self.warnings]
        return "\n\n".join([self.short().printed(self.first_line), *warned])

    def __str__(self) -> str:
        return f"{self.first_screen}\n\n{self.details}"

    def _repr_markdown_(self) -> str:
        short = self.short(MARKDOWN).markdown(as_markdown(self.first_line))
        return "\n\n".join([short, *warning_lines(self)])


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
    >>> print(repr(compare(y_true, scores, measures=["auroc"], settings=few)).split(", pos")[0])
    <ComparedModels: 1 data set (data), 2 models (a, b)
    """

    def __init__(self, run: StudyRun) -> None:
        self._run = run
        self._json = run.answer.to_json()

    @cached_property
    def answer(self) -> PrintedAnswer:
        """The answer: the fields of ``answer.json``, as sentences when it is printed."""
        return PrintedAnswer.of(self._json, self.tables, self._run.replication)

    @cached_property
    def models(self) -> pd.DataFrame:
        """The models with their areas and ranks, one row for each model of a data set."""
        return self._run.models.frame

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """All tables of the study by name; docs/comparison.md says what they contain."""
        return self._run.tables

    @cached_property
    def figures(self) -> list[str]:
        """The names of the figures for which there is enough data; all are tried once."""
        return [name for name in self._run.figure_names if self._drawn(name).figure is not None]

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
        if name not in self._run.figure_names:
            raise PrgbenchError(
                f"There is no figure {name!r}; the figures are {', '.join(self.figures)}."
            )
        drawn = self._drawn(name)
        if drawn.figure is None:
            raise PrgbenchError(f"{name} is not drawn: {drawn.caption}")
        return drawn.figure

    def _drawn(self, name: str) -> Drawn:
        """Draw a figure, which is then the caller's alone: pyplot does not show it by itself."""
        drawn = self._run.draw(name)
        if drawn.figure is not None:
            plt.close(drawn.figure)
        return drawn

    def report(self, folder: str | Path) -> Path:
        """Write the pages of the study with their figures and tables.

        Parameters
        ----------
        folder : str or Path
            Where they go: a new or an empty folder, in which all files appear when all are
            written, or that of an earlier report with the same answer, whose files are written
            again.

        Returns
        -------
        Path
            The page, ``<folder>/report/index.html``; its answer as text is ``<folder>/report.md``.

        Raises
        ------
        PrgbenchError
            If there are other files in the folder, or the report of another comparison.
        """
        place = Path(folder)
        check_folder(place, self._json)
        # A folder with this very answer is written over; all else appears at once or not at all.
        if (place / ANSWER).is_file():
            self._run.write_report(place)
        else:
            with atomic_folder(place) as temporary:
                self._run.write_report(temporary)
        return place / "report" / "index.html"

    @cached_property
    def leaderboard(self) -> pd.DataFrame:
        """One row for each model, those that are first by the first measure on top.

        How many data sets have it, ``datasets``, and for each measure the mean over the data sets
        with its interval for these data sets, the rank, and whether the model may be the best:
        ``auroc``, ``auroc_lower``, ``auroc_upper``, ``auroc_rank`` and ``auroc_may_be_best``.
        """
        return leaderboard_of(self.tables["standings"])

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return f"<ComparedModels: {self.answer.scope}>"

    def _repr_html_(self) -> str:
        figures = self.answer.short().figures
        return html_of(self.answer._repr_markdown_(), figures, self.figure)


def check_folder(folder: Path, answer: str | None = None) -> None:
    """Refuse a folder for pages that has other files, or can't be written.

    That of an earlier report may be written again if its ``answer`` is the same. Before there is
    one to compare, it is not refused.
    """
    if folder.exists() and not folder.is_dir():
        raise PrgbenchError(f"{folder} is a file: name a folder for the pages.")
    if folder.is_dir():
        remove_remains(folder)
        earlier = folder / ANSWER
        if any(folder.iterdir()) and not earlier.is_file():
            raise PrgbenchError(
                f"{folder} is not empty: remove it, or choose another output folder."
            )
        if answer is not None and earlier.is_file() and earlier.read_bytes() != answer.encode():
            raise PrgbenchError(
                f"{folder} has the report of another comparison: remove it, or choose another "
                "output folder."
            )
    # The folder may be missing: then the nearest one above it has to take it.
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not os.access(nearest, os.W_OK):
        raise PrgbenchError(f"{nearest} can't be written: name another folder for the pages.")
