"""Draws and saves the figures of a source."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prgbench.papers.sources import Source
from prgbench.plotting.style import save


def draw_figures(source: Source, folder: Path, formats: Sequence[str], *given: Any) -> None:
    """Draw all figures of a source and save them with their captions.

    Parameters
    ----------
    source : Source
        The source.
    folder : Path
        Where the files are written.
    formats : sequence of str
        Endings of the images.
    *given
        What the figures' functions take: the demo, for a source that needs it.
    """
    for name, file in zip(source.figures, source.figure_files, strict=True):
        figure, caption = source.load("figures", f"figure_{name}")(*given)
        save(figure, folder / file, formats, caption)
