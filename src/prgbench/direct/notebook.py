"""What a notebook shows of compared models."""

import math
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from html import escape
from io import BytesIO

import pandas as pd
from matplotlib.figure import Figure

from prgbench.plotting.words import count, measure_label
from prgbench.report.html.markup import as_html
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain

MOST_ROWS = 10
FIGURE = "standings"
"""The figure that is shown, if there is enough data for it."""

_CARD = "background: white; color-scheme: light; max-width: 100%; padding: 4px"
"""Figures are drawn for white paper, and a notebook may be dark."""


def leaderboard_of(standings: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each model of the table ``standings``, by its rank by the first measure.

    Examples
    --------
    >>> one = {"model_id": 7, "measure": "auroc", "model": "a", "datasets": 1, "mean": 0.9}
    >>> row = one | {"lower": 0.8, "upper": 0.95, "rank": 1, "may_win": True}
    >>> leaderboard_of(pd.DataFrame([row])).to_dict("index")["a"]["auroc_low"]
    0.8
    """
    key = ["model_id", "model"]
    columns = {"mean": "", "lower": "_low", "upper": "_high", "rank": "_rank"}
    columns |= {"may_win": "_may_win"}
    parts = [standings.groupby(key, sort=False)[["datasets"]].max()]
    for measure, own in standings.groupby("measure", sort=False):
        names = {column: f"{measure}{ending}" for column, ending in columns.items()}
        parts.append(own.set_index(key)[[*columns]].rename(columns=names))
    return pd.concat(parts, axis="columns").droplevel("model_id").rename(index=str)


def html_of(
    answer: str,
    leaderboard: pd.DataFrame,
    figures: Iterable[str],
    draw: Callable[[str], Figure],
) -> str:
    """Return the answer, which is Markdown, the first models and a figure as HTML."""
    parts = [str(as_html(answer)), _leaderboard(leaderboard), _first_figure(figures, draw)]
    return f"<div>{''.join(parts)}</div>"


def _leaderboard(leaderboard: pd.DataFrame) -> str:
    measures = [
        name.removesuffix("_rank") for name in leaderboard.columns if name.endswith("_rank")
    ]
    shown = leaderboard.head(MOST_ROWS)
    cells = pd.DataFrame(index=[plain(name) for name in shown.index])
    for measure in measures:
        own = shown[[f"{measure}{ending}" for ending in ("_rank", "", "_low", "_high")]]
        cells[measure_label(measure)] = [_cell(*row) for row in own.itertuples(index=False)]
    more = len(leaderboard) - len(shown)
    rest = f"<p>and {count(more, 'more model')}: <code>.leaderboard</code></p>" if more > 0 else ""
    return f"{cells.rename_axis(columns='rank, mean and interval').to_html()}{rest}"


def _cell(rank: float, mean: float, low: float, high: float) -> str:
    if math.isnan(rank):
        return ""
    interval = "" if math.isnan(low) else f" [{low:.3f}, {high:.3f}]"
    return f"{rank:.0f}. {mean:.3f}{interval}"


def _first_figure(figures: Iterable[str], draw: Callable[[str], Figure]) -> str:
    for name in sorted(figures, key=lambda name: name != FIGURE):
        with suppress(PrgbenchError):
            return _image(draw(name), name)
    return ""


def _image(figure: Figure, alt: str) -> str:
    """Return a figure as an image inside the page, readable on a dark one, too."""
    with BytesIO() as file:
        figure.savefig(file, format="svg", bbox_inches="tight", facecolor="white")
        encoded = b64encode(file.getvalue()).decode()
    source = f"data:image/svg+xml;base64,{encoded}"
    return f'<p><img style="{_CARD}" alt="{escape(alt)}" src="{source}"></p>'
