"""The first figure of the page: rankings, winners and losses, beside a common order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from prgbench.answer.answer import Answer, Disagreement, PairAnswer, Ranks
from prgbench.answer.common_order import BEST_DIFFERS
from prgbench.answer.common_order import RANKS as RANK_CORRELATION
from prgbench.answer.verdicts import EQUIVALENT
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import ROW, SPREAD, Look, draw_rows, percent_axis
from prgbench.plotting.style import PHONE
from prgbench.plotting.words import decimal, pair_label, percent
from prgbench.report.parts.choosing import chooser_label, named_choices, target_label
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, open_marks, too_few
from prgbench.robustness.choices import PRINTED as PRINTED_NUMBERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Point = tuple[str, str, float | None, float | None, float | None]
"""The row, series, value and bounds of a drawn point."""

Bounded = tuple[float | None, float | None, float | None]
"""A value and its bounds."""

FOUND = "found"
ALIKE = "if alike"
PRINTED = "printed in the paper"
FREE = "free of noise"
LOSS = "loss"
LOOKS: dict[str, Look] = {
    FOUND: {"color": "C0", "marker": "o"},
    ALIKE: {"color": "C1", "marker": "s"},
    PRINTED: {"color": "0.2", "marker": "x"},
    FREE: {"color": "C2", "marker": "D"},
    LOSS: {"color": "0.3", "marker": "o"},
}
RANKS = "Do the measures rank the models alike?"
POOLED = "As in the paper: all tasks together"
BOARDS = "Are the leaderboards alike?"
WINNERS = "Do the winners differ?"
LOSSES = "What does selecting by another measure cost?"
LABELS = {
    RANKS: "Mean rank correlation",
    POOLED: "Rank correlation",
    BOARDS: "Correlation of the models' mean ranks",
    WINNERS: "Tasks with different best models",
    LOSSES: f"Loss of the first measure (below 0: gain; shaded: ±{EQUIVALENT:g})",
}
WRITE: dict[str, Callable[[float], str]] = dict.fromkeys(LABELS, decimal) | {WINNERS: percent}
CORRELATIONS = (RANKS, POOLED)
"""Panels whose values lie near 1, so that the axis does not begin at 0."""

ROWS = {RANKS: 1.4, POOLED: 1.4, BOARDS: 1.4, WINNERS: 1.4, LOSSES: 1.0}
"""The height of a row in each panel."""

SHORT = 18
LETTER = 0.075
"""Each letter of row labels beyond ``SHORT`` widens the figure by this many inches."""

PANEL_GAP = 0.08
"""In inches: a title stands nearer to its own panel than to the label above."""

ROOM = 0.03
"""Of the axis, left of its least mark."""

MARGIN_SHADE = "0.88"

HEAD = 3.2
"""The height of title, ticks and label of a panel, in rows."""


def answer_figure(
    answer: Answer, facts: Facts, *, printed: bool, pooled: pd.DataFrame | None = None
) -> Drawn:
    """Draw the answer in panels: the rankings, the winners, and what choosing costs.

    With ``printed``, the numbers printed in the paper are drawn too. Its correlations are those of
    the ranks in all tasks together, which the table ``if_alike`` of the part `rankings` has:
    given as ``pooled``, they have a panel of their own.
    """
    from matplotlib import pyplot as plt
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if answer.datasets < FEWEST_FOR_INTERVAL:
        return too_few(FEWEST_FOR_INTERVAL)
    if not answer.pairs:
        return not_drawn("With one measure there is no other to disagree with.")
    tables = _tables(answer, pooled, printed=printed)
    # Heights in rows keep the distance of rows the same in all panels.
    heights = [HEAD + table["row"].nunique() * ROWS[title] for title, table in tables.items()]
    figure, axes = plt.subplots(
        len(tables),
        1,
        figsize=(_width(tables.values()), ROW * (sum(heights) + 1)),
        height_ratios=heights,
        layout=ConstrainedLayoutEngine(h_pad=PANEL_GAP),
        squeeze=False,
    )
    panels = dict(zip(tables, axes[:, 0], strict=True))
    drawn = {
        title: draw_rows(
            panels[title],
            table,
            appearance={name: LOOKS[name] for name in LOOKS if name in set(table["series"])},
        )
        for title, table in tables.items()
    }
    if RANKS in panels:
        _draw_margin(panels[RANKS], answer, drawn[RANKS])
    handles: dict[str, Any] = {}
    for title, panel in panels.items():
        # The losses have one series, which the panel's label explains.
        if title != LOSSES:
            panel_handles, labels = panel.get_legend_handles_labels()
            handles |= dict(zip(labels, panel_handles, strict=True))
        _finish_panel(panel, title)
    figure.legend(handles.values(), handles.keys(), loc="outside upper left", ncols=3)
    data = panels_table(drawn)
    return Drawn(figure, _caption(data, facts), _alt(drawn), data)


def _tables(
    answer: Answer, pooled: pd.DataFrame | None, *, printed: bool
) -> dict[str, pd.DataFrame]:
    """Return the points of each panel, by its title.

    A panel without points is left out: which ones exist depends on the study's noise.
    """
    tables = {
        RANKS: _ranks(answer),
        POOLED: _pooled(answer, pooled, printed=printed),
        BOARDS: _leaderboards(answer),
        WINNERS: _winners(answer, printed=printed),
        LOSSES: _losses(answer),
    }
    return {title: table for title, table in tables.items() if len(table)}


def _finish_panel(panel: "Axes", title: str) -> None:
    """Give a panel its title, its axis and, of losses, the range that counts as none."""
    panel.set_title(title, loc="left", fontweight="bold")
    panel.set_xlabel(LABELS[title])
    if title in CORRELATIONS:
        _show_distance_from_one(panel, LABELS[title])
    elif title == WINNERS:
        percent_axis(panel, LABELS[title])
    elif title == LOSSES:
        # Shaded, so that an interval is judged at a look.
        panel.axvline(0, color="0.6", linewidth=0.8)
        panel.axvspan(-EQUIVALENT, EQUIVALENT, color="0.9", linewidth=0, zorder=0)
    # More ticks would overlap in a figure that is read on a phone.
    panel.locator_params(axis="x", nbins=5)


def _caption(data: pd.DataFrame, facts: Facts) -> str:
    """Say what is drawn: which lines are intervals, and what open marks mean."""
    alike = ""
    if (data["series"] == ALIKE).any():
        alike = (
            " If alike: what this study would find if the measures ordered the models of each "
            "task alike, with the range of simulated studies."
        )
    # Printed numbers and those of a common order never have intervals of data sets: open marks say
    # nothing of them.
    tested = data[~data["series"].isin([PRINTED, ALIKE])]
    return (
        f"The answer ({facts.source}).{alike} "
        f"{'Other lines' if alike else 'Lines'} are {facts.interval}s.{open_marks(tested)}"
    )


def _show_distance_from_one(axes: "Axes", label: str) -> None:
    """Let the axis of a correlation reach 1, and say where it begins: it magnifies."""
    # Correlations near 1 on an axis that begins at .9 look far apart, so it says where it begins.
    left, right = axes.get_xlim()
    right = max(right, 1.0)
    # Room for the mark of the least correlation, which would lie on the axis.
    left -= ROOM * (right - left)
    axes.set_xlim(left, right)
    axes.set_xlabel(f"{label} (1: the same order; axis from {decimal(left, digits=2)})")


def _draw_margin(axes: "Axes", answer: Answer, drawn: pd.DataFrame) -> None:
    """Shade, left of the range of a common order, how far a difference is within the margin."""
    rows = list(dict.fromkeys(drawn["row"]))
    labelled = False
    for pair in answer.pairs:
        ranks = pair.ranks
        name = pair_label(*pair.measures)
        if ranks is None or not ranks.margin or ranks.if_alike_lower is None or name not in rows:
            continue
        # The shade spans the rows of both series of a pair, and ends where noise alone begins.
        middle = rows.index(name)
        axes.fill_betweenx(
            [middle - SPREAD / 2, middle + SPREAD / 2],
            ranks.if_alike_lower - ranks.margin,
            ranks.if_alike_lower,
            color=MARGIN_SHADE,
            linewidth=0,
            zorder=0,
            label="" if labelled else f"up to {ranks.margin:g} below if alike",
        )
        labelled = True


def _width(tables: Iterable[pd.DataFrame]) -> float:
    """Return the width at which the panels keep theirs beside long names of measures."""
    longest = max(len(label) for table in tables for label in table["row"])
    return PHONE + LETTER * max(longest - SHORT, 0)


def _alt(drawn: dict[str, pd.DataFrame]) -> str:
    sentences = []
    for title, statistic in (
        (RANKS, "Rank correlation"),
        (POOLED, "Correlation of the ranks of all models"),
        (BOARDS, "Correlation of mean ranks"),
        (WINNERS, "Different best models"),
    ):
        if title in drawn:
            sentences.append(f"{statistic}: {spoken(drawn[title], WRITE[title])}.")
    return " ".join(sentences)


def _ranks(answer: Answer) -> pd.DataFrame:
    rows: list[Point] = []
    for pair in answer.pairs:
        if pair.ranks:
            observed = pair.ranks.found
            rows += _beside_alike(pair, _alike(pair.ranks), (observed, observed, observed), {})
    return _table(rows)


def _pooled(answer: Answer, pooled: pd.DataFrame | None, *, printed: bool) -> pd.DataFrame:
    """Return the correlations of the ranks in all tasks together."""
    rows: list[Point] = []
    table = pd.DataFrame() if pooled is None else pooled
    # Tables may have the two measures in either order.
    found = {
        frozenset((row["measure_a"], row["measure_b"])): row
        for row in table.to_dict("records")
        if row["statistic"] == RANK_CORRELATION
    }
    for pair in answer.pairs:
        row = found.get(frozenset(pair.measures))
        if row is None:
            continue
        alike = (row["if_alike"], row["if_alike_lower"], row["if_alike_upper"])
        numbers = PRINTED_NUMBERS[RANK_CORRELATION] if printed else {}
        rows += _beside_alike(pair, alike, (row["found"],) * 3, numbers)
    return _table(rows)


def _leaderboards(answer: Answer) -> pd.DataFrame:
    """Return the correlations of mean ranks, of a study without replicates of its scores."""
    rows: list[Point] = []
    for pair in answer.pairs:
        if pair.leaderboards and pair.ranks is None:
            name = pair_label(*pair.measures)
            board = pair.leaderboards
            rows.append((name, FOUND, board.observed, board.observed, board.observed))
            rows.append((name, FREE, board.estimate, board.lower, board.upper))
    return _table(rows)


def _winners(answer: Answer, *, printed: bool) -> pd.DataFrame:
    rows: list[Point] = []
    for pair in answer.pairs:
        disagree = pair.disagree
        observed = (disagree.share, *_bounds(answer, disagree.lower, disagree.upper))
        numbers = PRINTED_NUMBERS[BEST_DIFFERS] if printed else {}
        rows += _beside_alike(pair, _alike(disagree), observed, numbers)
    return _table(rows)


def _alike(numbers: Ranks | Disagreement) -> Bounded:
    """Return a number of a common order with its range."""
    return numbers.if_alike, numbers.if_alike_lower, numbers.if_alike_upper


def _beside_alike(
    pair: PairAnswer,
    alike: Bounded,
    observed: Bounded,
    printed: Mapping[tuple[str, str], float],
) -> Iterator[Point]:
    """Yield a number of two measures as found, of a common order, and as the paper prints it."""
    name = pair_label(*pair.measures)
    yield name, FOUND, *observed
    yield name, ALIKE, *alike
    # The paper's measures may be in another order.
    a, b = pair.measures
    number = printed.get((a, b), printed.get((b, a)))
    if number is not None:
        yield name, PRINTED, number, number, number


def _losses(answer: Answer) -> pd.DataFrame:
    """Return the losses of the named measures, each chosen by another."""
    return _table(
        [
            (
                f"{target_label(choice.target)}, selecting by {chooser_label(choice.by)}",
                LOSS,
                choice.loss,
                *_bounds(answer, choice.lower, choice.upper),
            )
            for choice in named_choices(answer)
        ]
    )


def _table(rows: Sequence[Point]) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=["row", "series", "value", "lower", "upper"])
    return table.astype({"value": float, "lower": float, "upper": float}).dropna(subset="value")


def _bounds(
    answer: Answer, lower: float | None, upper: float | None
) -> tuple[float | None, float | None]:
    return (lower, upper) if answer.datasets >= FEWEST_FOR_INTERVAL else (None, None)
