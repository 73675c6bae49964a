"""What the drawings share: panels in a row, point styles, letters."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.plotting.style import PAGE, save_images
from prgbench.run.files import write_text
from prgtheory.chapters import Chapter

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK = (f"C{i}" for i in range(7))
GREY = "0.6"
WHITE: dict[str, Any] = {"facecolor": "w", "edgecolor": "none", "pad": 0.5}
AT_END: dict[str, Any] = {"color": "0.4", "va": "center"}
LEADER: dict[str, Any] = {"arrowstyle": "-", "color": GREY, "linewidth": 0.8}
FAINT: dict[str, Any] = {"color": GREY, "linewidth": 0.6, "zorder": 0}


def row_of_panels(
    count: int, *, rows: int = 1, height: float = 2.6, **options: Any
) -> tuple[Figure, list[Axes]]:
    """Return a figure of page width and its panels.

    Examples
    --------
    >>> len(row_of_panels(2, rows=3)[1])
    6
    """
    figure, axes = plt.subplots(
        rows, count, figsize=(PAGE, height * rows), layout="constrained", squeeze=False, **options
    )
    return figure, list(np.asarray(axes).ravel())


def mark(axes: Axes, x: Any, y: Any, **options: Any) -> None:
    """Draw points without a line; none if there are none, which upsets the layout.

    Examples
    --------
    >>> _, (axes,) = row_of_panels(1)
    >>> mark(axes, [0, 1], [0, 1])
    >>> len(axes.lines)
    1
    """
    if np.size(x):
        axes.plot(x, y, **{"linestyle": "none", "marker": "o", "clip_on": False, **options})


def draw_figures(chapter: Chapter, folder: Path, formats: Sequence[str]) -> None:
    """Draw all figures of a chapter and save them with their captions.

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
        figure, caption = chapter.load("figures", f"figure_{name}")()
        save_images(figure, folder / file, formats)
        write_text(folder / f"{file}.md", f"{caption}\n")
