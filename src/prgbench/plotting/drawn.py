"""What a figure function returns: the figure, what it says in words, and its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from prgbench.pipeline.foreign_text import as_markdown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure, or the one sentence that says why there is none.

    Attributes
    ----------
    figure : Figure or None
        The figure; None where there is too little data.
    caption : str
        The caption as Markdown; without a figure the sentence that stands in its place.
    alt : str
        Plain text without foreign names: what the figure shows, for those who cannot see it.
    data : DataFrame
        The drawn numbers, with a column ``panel`` where there are several panels.
    """

    figure: "Figure | None"
    caption: str
    alt: str
    data: pd.DataFrame


def not_drawn(sentence: str) -> Drawn:
    r"""Return what stands in the place of a figure for which there is too little data.

    Examples
    --------
    >>> not_drawn("No task has folds (a*b).").caption
    'No task has folds (a\\*b).'
    """
    return Drawn(None, as_markdown(sentence), sentence, pd.DataFrame())


def panels_table(panels: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the numbers of a figure's panels together, each with its panel's name.

    Examples
    --------
    >>> panels_table({"left": pd.DataFrame({"value": [1.0]})}).to_dict("list")
    {'panel': ['left'], 'value': [1.0]}
    """
    tables = [table.assign(panel=name) for name, table in panels.items()]
    together = pd.concat(tables, ignore_index=True)
    return together[["panel", *together.columns.drop("panel")]]
