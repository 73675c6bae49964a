"""Draws and saves the figures of a chapter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prgbench.plotting.style import save_images
from prgbench.run.files import write_text
from prgtheory.chapters import Chapter


def draw_figures(chapter: Chapter, folder: Path, formats: Sequence[str], *given: Any) -> None:
    """Draw all figures of a chapter and save them with their captions.

    Parameters
    ----------
    chapter : Chapter
        The chapter.
    folder : Path
        Where the files are written.
    formats : sequence of str
        Endings of the images.
    *given
        What the figures' functions take: the demo, for a chapter that needs it.

    See Also
    --------
    prgtheory.chapters.Chapter : The list of its figures.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> one = Chapter("boyd", "Boyd et al. (2012)", figures=("2",))
    >>> with TemporaryDirectory() as folder:
    ...     draw_figures(one, Path(folder), ["png"])
    ...     print(sorted(path.name for path in Path(folder).iterdir()))
    ['boyd_2.md', 'boyd_2.png']
    """
    for name, file in zip(chapter.figures, chapter.figure_files, strict=True):
        figure, caption = chapter.load("figures", f"figure_{name}")(*given)
        save_images(figure, folder / file, formats)
        write_text(folder / f"{file}.md", f"{caption}\n")
