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
    """Return a figure of page width with `count` panels in each of its rows."""
    figure, axes = plt.subplots(
        rows, count, figsize=(PAGE, height * rows), layout="constrained", squeeze=False, **options
    )
    return figure, list(np.asarray(axes).ravel())


def mark(axes: Axes, x: Any, y: Any, **options: Any) -> None:
    """Draw points without a line; a line without points that is not clipped upsets the layout."""
    if np.size(x):
        axes.plot(x, y, **{"linestyle": "none", "marker": "o", "clip_on": False, **options})
