"""How series are told apart: each by its marker as well as by its colour."""

from collections.abc import Iterable
from typing import TypedDict

MARKERS = "os^DvPX<"
COLOURS = 7
"""How many the style has; with as many markers and one more, 56 series look different."""


class Look(TypedDict):
    """The look of a series, as Matplotlib takes it."""

    color: str
    marker: str


def look(place: int) -> Look:
    """Return the look of the series at a place.

    Examples
    --------
    >>> look(0), look(7)
    ({'color': 'C0', 'marker': 'o'}, {'color': 'C0', 'marker': '<'})
    """
    return {"color": f"C{place % COLOURS}", "marker": MARKERS[place % len(MARKERS)]}


def looks(names: Iterable[str]) -> dict[str, Look]:
    """Return the look of each series, in the order in which they first come.

    Examples
    --------
    >>> looks(["AUPR", "AUROC", "AUPR"])["AUROC"]
    {'color': 'C1', 'marker': 's'}
    """
    return {name: look(place) for place, name in enumerate(dict.fromkeys(names))}
