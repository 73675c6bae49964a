"""What a figure function returns, and the files of a saved figure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pandas as pd
import yaml

from prgbench.plotting.words import percent
from prgbench.run.safe_text import as_markdown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


MOST = 6
INSTANCES = "instances"
ITEMS = "items"
SCORES = "scores"

_FENCE = "---\n"
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def number(value: int) -> str:
    """Write a small whole number in words."""
    return _NUMBERS[value] if value < len(_NUMBERS) else f"{value}"


@dataclass(frozen=True, slots=True)
class Facts:
    """Settings of a study that its captions and sentences name.

    ``source`` is Markdown. ``tied_rank`` says which rank tied models get, ``top`` how many models
    the ordered top has, ``units`` what the halves of a task consist of. With ``openml``, what is
    shown has pages at openml.org; a ``replication`` repeats the paper's study.
    """

    source: str
    confidence_level: float
    tied_rank: str
    top: int = 3
    units: str = INSTANCES
    openml: bool = False
    replication: bool = False

    @property
    def model_word(self) -> str:
        """Name what is trained on many data sets: OpenML calls it a flow."""
        return "flow" if self.openml else "model"

    @property
    def top_name(self) -> str:
        """Name the ordered top, such as top three."""
        return f"top {number(self.top)}"

    @property
    def significance_level(self) -> float:
        """Return the p-value below which a difference counts."""
        return round(1 - self.confidence_level, 12)

    @property
    def interval(self) -> str:
        """Name an interval, such as 95% interval."""
        return f"{100 * self.confidence_level:.10g}% interval"


def spoken(drawn: pd.DataFrame, write: Callable[[float], str] = percent) -> str:
    """Return the first six values of drawn rows, as `draw_rows` returns them, as text."""
    names = drawn["row"] + ", " + drawn["series"] if "series" in drawn else drawn["row"]
    values = [f"{name} {write(value)}" for name, value in zip(names, drawn["value"], strict=True)]
    more = len(values) - MOST
    return "; ".join(values[:MOST]) + (f"; and {more} more" if more > 0 else "")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure, or the one sentence that says why there is none.

    ``caption`` is Markdown. ``alt`` is plain text without foreign names. ``data`` are the drawn
    numbers, with a column ``panel`` where there are several panels.
    """

    figure: "Figure | None"
    caption: str
    alt: str
    data: pd.DataFrame


def not_drawn(sentence: str) -> Drawn:
    """Return a sentence in place of a figure for which there is too little data."""
    return Drawn(None, as_markdown(sentence), sentence, pd.DataFrame())


def panels_table(panels: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the numbers of a figure's panels together, each with its panel's name."""
    tables = [table.assign(panel=name) for name, table in panels.items()]
    together = pd.concat(tables, ignore_index=True)
    return together[["panel", *together.columns.drop("panel")]]


@dataclass(frozen=True, slots=True)
class SavedFigure:
    """What is said of a saved figure; ``caption`` is Markdown, ``alt`` plain text."""

    caption: str
    alt: str
    drawn: bool

    @classmethod
    def read(cls, png: Path) -> Self:
        """Read the caption file of a figure, which `caption_file` has written beside it."""
        _, head, caption = png.with_suffix(".md").read_text(encoding="utf-8").split(_FENCE, 2)
        return cls(caption.strip(), **yaml.safe_load(head))


def labels_of(png: Path, *_: object) -> dict[str, str]:
    """Return the name and the caption of an image as Snakemake labels, which have no braces."""
    saved = SavedFigure.read(png)
    return {"figure": png.stem, "caption": re.sub("[{}]", "", saved.caption)}


def caption_file(caption: str, alt: str, *, drawn: bool) -> str:
    """Return the text of the caption file of a figure.

    Examples
    --------
    >>> print(caption_file("The *caption*.", "A line.", drawn=True), end="")
    ---
    alt: A line.
    drawn: true
    ---
    <BLANKLINE>
    The *caption*.
    """
    head = yaml.safe_dump(
        {"alt": alt, "drawn": drawn}, sort_keys=False, allow_unicode=True, width=float("inf")
    )
    return f"{_FENCE}{head}{_FENCE}\n{caption}\n"
