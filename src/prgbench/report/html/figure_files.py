"""The files of a figure, as the page shows them and hands them out."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from markupsafe import Markup

from prgbench.plotting.saved_figure import SavedFigure
from prgbench.report.html.inline_svg import inline_svg, standalone
from prgbench.report.html.markdown_html import line_as_html

DATA = "csv"


@dataclass(frozen=True, slots=True)
class FigureFiles:
    """A figure with its texts, its image, its data, and where its files lie.

    Attributes
    ----------
    name, alt, caption : str
        Its name, what it shows for those who cannot see it, and its caption in Markdown.
    drawn : bool
        Whether there was enough to draw; else the caption says why not.
    svg : str or None
        The image as vector graphics, if the study has it so.
    png : bytes
        The image as pixels.
    data : str or None
        The drawn numbers as CSV.
    formats : tuple of str
        The formats of its files.
    """

    name: str
    alt: str
    caption: str
    drawn: bool
    svg: str | None
    png: bytes
    data: str | None
    formats: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path, name: str, formats: Sequence[str]) -> Self:
        """Read a figure from the folder of the study's figures."""
        stem = folder / name
        saved = SavedFigure.read(folder.parent / "page", stem.with_suffix(".png"))
        svg, data = stem.with_suffix(".svg"), stem.with_suffix(f".{DATA}")
        return cls(
            name=name,
            alt=saved.alt,
            caption=saved.caption,
            drawn=saved.drawn,
            svg=svg.read_text(encoding="utf-8") if "svg" in formats else None,
            png=stem.with_suffix(".png").read_bytes(),
            data=data.read_text(encoding="utf-8") if data.exists() else None,
            formats=tuple(formats),
        )

    @property
    def embedded(self) -> dict[str, Any]:
        """Return what the page's scripts make an image and downloads of."""
        image = {"png": _letters(self.png)} if self.svg is None else {"svg": standalone(self.svg)}
        return image if self.data is None else image | {DATA: self.data}

    @property
    def element(self) -> Markup:
        """Return the image as a part of the page that needs no script."""
        if self.svg is not None:
            return Markup(inline_svg(self.svg, f"figure-{self.name}", self.alt))
        source = f"data:image/png;base64,{_letters(self.png)}"
        return Markup('<img src="{}" alt="{}">').format(source, self.alt)

    @property
    def caption_html(self) -> Markup:
        """Return the caption."""
        return line_as_html(self.caption)

    @property
    def endings(self) -> list[str]:
        """Return the endings of its files, its data last."""
        return [*self.formats, *([] if self.data is None else [DATA])]


def _letters(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
