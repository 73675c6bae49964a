"""What the drawings share: panels in a row, point styles, letters."""

from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.plotting.style import PAGE

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

    Parameters
    ----------
    count : int
        Panels in a row.
    rows : int
        Rows of panels.
    height : float
        The height of a row in inches.
    **options
        What `matplotlib.pyplot.subplots` takes.

    Returns
    -------
    Figure, list of Axes

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
    """Draw points without a line.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    x, y : array_like
        The points; none are drawn if there are none, as an unclipped empty line upsets the layout.
    **options
        What `Axes.plot` takes.

    Examples
    --------
    >>> _, (axes,) = row_of_panels(1)
    >>> mark(axes, [0, 1], [0, 1])
    >>> len(axes.lines)
    1
    """
    if np.size(x):
        axes.plot(x, y, **{"linestyle": "none", "marker": "o", "clip_on": False, **options})
