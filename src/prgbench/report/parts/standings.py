"""The part `standings`: the leaderboard in figures and words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.standings import PairOfModels, Standing
from prgbench.plotting.drawn import (
    INSTANCES,
    ITEMS,
    Drawn,
    Facts,
    not_drawn,
    panels_table,
    spoken,
)
from prgbench.plotting.rows import Look, draw_rows, legend_below, look, rows_figure
from prgbench.plotting.style import PAGE, PHONE
from prgbench.plotting.words import bounds, count, decimal, listing, measure_label, percent
from prgbench.report import STANDINGS_FIGURE
from prgbench.report.leaderboard import (
    NONE,
    TITLE,
    UNTESTED,
    Leaderboard,
    averaged_over,
    leaderboard_paragraphs,
)
from prgbench.report.shown_part import ShownPart, markdown_table, open_marks
from prgbench.run.safe_text import as_markdown
from prgbench.typing import BoolArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

THESE = "these data sets"
NEW = "new data sets like these"
LOOKS: dict[str, Look] = {THESE: look(0), NEW: look(1)}
MOST_MEASURES = 6
"""With a panel each."""

MOST_PAIRED = 5
"""The most models that are compared two by two in the table of the page."""

MOST_DRAWN = 20
LABEL_ROW = 0.2
BAR_ROW = 0.12


def standings(tables: Tables, facts: Facts) -> Drawn:
    """Draw the means of the first models by each measure, with their intervals."""
    board = Leaderboard.of(tables)
    if not board.models:
        return not_drawn(NONE)
    shown = _first_models(board)
    labels = [board.names[model] for model in shown]
    measures = board.measures[:MOST_MEASURES]
    figure, panels = rows_figure(
        round(1.4 * len(shown)) + 1,
        len(measures),
        width=PHONE if len(measures) == 1 else PAGE,
    )
    data = {}
    for axes, measure in zip(panels, measures, strict=True):
        table = _points(board, measure, shown)
        label = measure_label(measure)
        data[label] = draw_rows(
            axes,
            table,
            rows=labels,
            appearance={
                name: appearance
                for name, appearance in LOOKS.items()
                if name in set(table["series"])
            },
        )
        axes.locator_params(axis="x", nbins=4)
        axes.set_xlabel(f"mean rank by {label}" if measure in board.by_rank else label)
    legend_below(figure, panels[0])
    drawn = panels_table(data)
    caption = (
        f"{_number(len(shown), board, facts)} ({facts.source}): {averaged_over(board, facts)}"
        f"{_noise_of_values(board, facts)}.{_more_measures(board)}"
    )
    if board.has_intervals:
        caption += open_marks(drawn)
    of_first = drawn["panel"] == measure_label(measures[0])
    first = drawn[of_first & (drawn["series"] == _targets(board)[0])]
    alt = f"Means by {measure_label(measures[0])}: {_without_names(first)}."
    return Drawn(figure, caption, alt, drawn)


def _points(board: Leaderboard, measure: str, models: Sequence[str]) -> pd.DataFrame:
    """Return the value of each model by a measure, with its interval for each target."""
    targets = _targets(board)
    points = [
        (board.names[row.model], target, row.value, *interval)
        for row in board.of_measure(measure)
        if row.model in models
        for target, interval in (
            (THESE, (row.lower, row.upper)),
            (NEW, (row.lower_new, row.upper_new)),
        )
        if target in targets
    ]
    return pd.DataFrame(points, columns=["row", "series", "value", "lower", "upper"])


def _targets(board: Leaderboard) -> list[str]:
    """Return what intervals can be drawn for; values without any interval are drawn once."""
    these = board.on_these_datasets or not board.on_new_datasets
    return [THESE] * these + [NEW] * board.on_new_datasets


def _noise_of_values(board: Leaderboard, facts: Facts) -> str:
    """Say what the intervals of the values are, or that there are none."""
    if board.has_intervals:
        return f" with their {facts.interval}s, for {_intervals_for(board, facts)}"
    return ", without intervals" if board.has_tests else f". {UNTESTED}"


def _intervals_for(board: Leaderboard, facts: Facts) -> str:
    """Say what is drawn again in the intervals: instances or items, and data sets."""
    of_items = facts.units == ITEMS
    if board.first_models[0].datasets == 1:
        return "other items like these" if of_items else "other instances of this data set"
    targets = {
        THESE: f"other {ITEMS if of_items else INSTANCES} of the same data sets",
        NEW: NEW,
    }
    return " and for ".join(targets[target] for target in _targets(board))


def critical_differences(tables: Tables, facts: Facts) -> Drawn:
    """Draw the models in their order by each measure, with bars over those not told apart."""
    from matplotlib import pyplot as plt

    board = Leaderboard.of(tables)
    if not board.models:
        return not_drawn(NONE)
    measures = board.measures[:MOST_MEASURES]
    rows = {name: board.of_measure(name)[:MOST_DRAWN] for name in measures}
    pairs = rows_of(PairOfModels, tables["pairs_of_models"])
    groups = {
        name: _groups(
            rows[name],
            [pair for pair in pairs if pair.measure == name],
            _targets(board),
        )
        for name in measures
    }
    # Panels have the height of their bars, of which measures can have different numbers.
    heights = [_height(len(rows[name]), groups[name]) for name in measures]
    figure, axes = plt.subplots(
        len(measures),
        1,
        figsize=(PAGE, sum(heights) + 0.4),
        height_ratios=heights,
        layout="constrained",
        squeeze=False,
    )
    data = {}
    for panel, name in zip(axes[:, 0], measures, strict=True):
        names = [board.names[row.model] for row in rows[name]]
        values = [decimal(row.value) for row in rows[name]]
        _draw_order(panel, list(map(" ".join, zip(names, values, strict=True))), groups[name])
        panel.set_title(f"Rank by {measure_label(name)}", loc="left", fontweight="bold")
        data[measure_label(name)] = _table_of_groups(names, groups[name])
    handles, labels = axes[0, 0].get_legend_handles_labels()
    if board.first_models[0].datasets == 1:
        # There is nothing else to be told from: these items or this data set.
        labels = ["these items" if facts.units == ITEMS else "this data set"]
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    caption = (
        f"The order of {_number(len(rows[measures[0]]), board, facts).lower()} by the mean under "
        f"each measure ({facts.source}). {_meaning_of_bars(board, facts)}{_more_measures(board)}"
    )
    first_target = _targets(board)[0]
    counts = [
        f"{count(len(groups[name][first_target]), 'group')} by {measure_label(name)}"
        for name in measures
    ]
    alt = f"Models in their order, with indistinguishable groups: {listing(counts)}."
    return Drawn(figure, caption, alt, panels_table(data))


def _table_of_groups(names: list[str], groups: dict[str, list[tuple[int, int]]]) -> pd.DataFrame:
    """Return the first and the last model of each group, by name and by place from 1."""
    rows = [
        (series, names[first], names[last], first + 1, last + 1)
        for series, spans in groups.items()
        for first, last in spans
    ]
    columns = ["series", "first_model", "last_model", "first_place", "last_place"]
    return pd.DataFrame(rows, columns=columns)


def _meaning_of_bars(board: Leaderboard, facts: Facts) -> str:
    if not board.has_tests:
        return f"{UNTESTED}: the bar joins all."
    return (
        f"A bar joins statistically indistinguishable models at the level "
        f"{facts.confidence_level:g}, all comparisons together. Whether a model may be the best "
        "takes fewer comparisons: one that is ruled out may still be joined to the first."
    )


def _groups(
    rows: list[Standing], pairs: list[PairOfModels], targets: Sequence[str]
) -> dict[str, list[tuple[int, int]]]:
    """Return the groups of models that are not told apart, on these data sets and on new ones."""
    positions = {row.model: i for i, row in enumerate(rows)}
    better = {target: np.zeros((len(rows), len(rows)), bool) for target in targets}
    for pair in pairs:
        if {pair.model, pair.other} <= positions.keys():
            cell = positions[pair.model], positions[pair.other]
            for target, matrix in better.items():
                matrix[cell] = pair.better_new if target == NEW else pair.better
    return {target: tied_groups(matrix) for target, matrix in better.items()}


def _height(n_models: int, groups: dict[str, list[tuple[int, int]]]) -> float:
    """Return the height of a panel, in inches."""
    bars = max(1, sum(map(len, groups.values())))
    return 0.55 + BAR_ROW * bars + LABEL_ROW * -(-n_models // 2)


def _draw_order(axes: "Axes", labels: list[str], groups: dict[str, list[tuple[int, int]]]) -> None:
    """Draw the rank axis on top, the bars below it, and the names on both sides."""
    n = len(labels)
    depth = 0.06
    for series, spans in groups.items():
        style: dict[str, Any] = {"color": LOOKS[series]["color"], "linewidth": 3.2}
        axes.plot([], [], label=series, **style)
        for first, last in spans:
            depth += BAR_ROW
            xs = [first + 1 - 0.12, last + 1 + 0.12]
            axes.plot(xs, [depth] * 2, solid_capstyle="butt", **style)
    top = depth + BAR_ROW
    left = -(-n // 2)
    # The better half is written on the left, from the top down, and the rest on the right, as in
    # Demšar's figure.
    for position, label in enumerate(labels):
        on_left = position < left
        y = top + LABEL_ROW * (position if on_left else n - 1 - position)
        side = 0.6 if on_left else n + 0.4
        axes.plot([position + 1, position + 1, side], [0, y, y], color="0.45", linewidth=0.8)
        shift, align = (-0.04, "right") if on_left else (0.04, "left")
        axes.text(side + shift * n / 6, y, label, ha=align, va="center", fontsize="small")
    axes.set_ylim(top + LABEL_ROW * (left - 0.4), 0)
    axes.set_xlim(0.6, n + 0.4)
    axes.xaxis.tick_top()
    axes.set_xticks(range(1, n + 1) if n <= 12 else [1, *range(5, n + 1, 5)])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.spines["top"].set_visible(True)


def tied_groups(better: BoolArray) -> list[tuple[int, int]]:
    """Return the longest runs of models, in their order, of which none is better than another."""
    apart = better | better.T
    groups: list[tuple[int, int]] = []
    reached = 0
    for first in range(len(apart)):
        last = first
        # A bar may only join models of which no two are told apart, not just neighbours.
        while last + 1 < len(apart) and not apart[first : last + 1, last + 1].any():
            last += 1
        # A run inside a longer one would repeat its bar.
        if last > max(first, reached):
            groups.append((first, last))
            reached = last
    return groups


def _first_models(board: Leaderboard) -> list[str]:
    """Return the first models by the first measure, and those that are first by another."""
    first = [model.model for model in board.first_models]
    return list(dict.fromkeys([*board.models[:MOST_DRAWN], *first]))


def _number(n: int, board: Leaderboard, facts: Facts) -> str:
    every = len(board.models)
    if n == every:
        return f"The {count(n, facts.model_word)}"
    return f"The first {n:,} of {count(every, facts.model_word)}"


def _more_measures(board: Leaderboard) -> str:
    left = len(board.measures) - MOST_MEASURES
    return f" {count(left, 'more measure')} in `leaderboard.csv`." if left > 0 else ""


def _without_names(points: pd.DataFrame) -> str:
    """Say the values by their place: an alternative text has no foreign names."""
    places = [f"place {position}" for position in range(1, len(points) + 1)]
    table = pd.DataFrame({"row": places, "value": points["value"].to_numpy()})
    return spoken(table.sort_values("value", ascending=False), decimal)


def standings_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Return the leaderboard and, of several data sets, how probably a model is better."""
    return [*leaderboard_paragraphs(tables, facts), *_better_on_new(tables)]


def _better_on_new(tables: Tables) -> list[str]:
    """Return for every two of the first models how probably one is better on a new data set."""
    board = Leaderboard.of(tables)
    if not board.models or board.first_models[0].datasets == 1:
        return []
    measure = board.measures[0]
    models = [row.model for row in board.of_measure(measure)[:MOST_PAIRED]]
    pairs = {
        (pair.model, pair.other): pair
        for pair in rows_of(PairOfModels, tables["pairs_of_models"])
        if pair.measure == measure
    }
    names = [as_markdown(board.names[model]) for model in models]
    rows = [
        (name, *(_probability(pairs.get((model, other))) for other in models))
        for name, model in zip(names, models, strict=True)
    ]
    note = (
        "Probability that the model of the row is better than that of the column on a new data "
        f"set, under {measure_label(measure)}. It is estimated by the share of data sets with "
        "both, ties counted half; each interval is for its pair alone. The table "
        "`pairs_of_models` has all measures."
    )
    return [note, markdown_table(("", *names), rows)]


def _probability(pair: PairOfModels | None) -> str:
    """Write a probability with its interval; nothing of a model and itself."""
    if pair is None:
        return "–"
    # NaN, an unknown bound, is not equal to itself.
    is_known = pair.better_on_lower == pair.better_on_lower
    interval = f" {bounds(pair.better_on_lower, pair.better_on_upper)}" if is_known else ""
    return f"{percent(pair.better_on)}{interval}"


SHOWN = ShownPart(
    "standings",
    title=TITLE,
    shows="The mean of each model over the data sets, its possible ranks, and which models may be "
    "the best: for resampled instances and for new data sets. The probability that a model is "
    "better than another on a new data set.",
    cannot_tell="Which model is best for one problem, or after training on other data.",
    paragraphs=standings_paragraphs,
    figures={
        STANDINGS_FIGURE: standings,
        "critical_differences": critical_differences,
    },
)
