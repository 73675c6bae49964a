"""The paper's figures: the one list of them.

A figure is a name in `FIGURES` and a module of that name with ``draw(files, facts)``, which
returns a `prgbench.plotting.drawn.Drawn`. Rules and report read this list; nothing else names a
figure.
"""

from importlib import import_module
from typing import Any

FIGURES = ("rank_heatmap", "area_scatter", "model_curves")


def figure_module(name: str) -> str:
    """Return the full name of a figure's module.

    Examples
    --------
    >>> figure_module("rank_heatmap")
    'prgbench.replication.figures.rank_heatmap'
    """
    return f"{__name__}.{name}"


def load_figure(name: str) -> Any:
    """Return the function that draws a figure."""
    return import_module(figure_module(name)).draw
