"""A figure that has been saved, as a page shows it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class SavedFigure:
    """A figure of a page: its path from the page, its caption, and its name for the blind."""

    path: str
    caption: str
    alt: str

    @classmethod
    def read(cls, page: Path, png: Path) -> Self:
        """Return a figure whose caption stands beside it."""
        caption = png.with_suffix(".md").read_text(encoding="utf-8").strip()
        return cls(png.relative_to(page.parent).as_posix(), caption, png.stem.replace("_", " "))

    @property
    def markdown(self) -> str:
        """Return the figure with its caption as Markdown."""
        return f"![{self.alt}]({self.path})\n\n*{self.caption}*"
