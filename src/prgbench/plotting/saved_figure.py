"""A figure that has been saved, as a page shows it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import yaml

from prgbench.pipeline.foreign_text import as_markdown

_FENCE = "---\n"


@dataclass(frozen=True, slots=True)
class SavedFigure:
    """A figure of a page.

    Attributes
    ----------
    path : str
        Its path from the page.
    caption : str
        Its caption as Markdown; where nothing is drawn, the sentence that says why.
    alt : str
        Plain text: what it shows, for those who cannot see it.
    drawn : bool
        Whether there was enough data for a figure.
    """

    path: str
    caption: str
    alt: str
    drawn: bool

    @classmethod
    def read(cls, page: Path, png: Path) -> Self:
        """Return a figure whose caption, as `caption_file` writes it, stands beside it."""
        _, head, caption = png.with_suffix(".md").read_text(encoding="utf-8").split(_FENCE, 2)
        path = png.relative_to(page.parent).as_posix()
        return cls(path, caption.strip(), **yaml.safe_load(head))

    @property
    def markdown(self) -> str:
        """Return the figure with its caption as Markdown, or the sentence alone."""
        if not self.drawn:
            return self.caption
        return f"![{as_markdown(self.alt)}]({self.path})\n\n*{self.caption}*"


def labels_of(png: Path, *_: object) -> dict[str, str]:
    """Return the name and the caption of a figure as labels of a list, in which braces mean more.

    Parameters
    ----------
    png : Path
        Its image; its caption stands beside it.
    """
    saved = SavedFigure.read(png, png)
    return {"figure": png.stem, "caption": re.sub("[{}]", "", saved.caption)}


def caption_file(caption: str, alt: str, *, drawn: bool) -> str:
    """Return the text of the file that stands beside a figure.

    Parameters
    ----------
    caption, alt : str
        The caption as Markdown, and what the figure shows as plain text.
    drawn : bool
        Whether there was enough data for a figure.

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
