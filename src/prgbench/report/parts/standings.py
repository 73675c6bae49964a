"""The part `standings`: the leaderboard in figures and words."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.standings import PairOfModels
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import Look, draw_rows, legend_below, look, rows_figure
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import count, decimal, listing, measure_label
from prgbench.report import STANDINGS_FIGURE
from prgbench.report.leaderboard import NONE, TITLE, Leaderboard, leaderboard_paragraphs
from prgbench.report.shown_part import ShownPart, open_marks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

THESE, NEW = "these data sets", "new data sets like these"
LOOKS: dict[str, Look] = {THESE: look(0), NEW: look(1)}
MOST_MEASURES = 6
"""With a panel each."""

MOST_DRAWN = 20
MOST_IN_MATRIX = 10
LABEL_ROW = 0.2
BAR_ROW = 0.12
DARK = 0.55
"""The text of a cell is white from such a distance to one half, as a share of the greatest."""

BoolArray = NDArray[np.bool_]


def standings(tables: Tables, facts: Facts) -> Drawn:
    """Draw the means of the first models by each measure, with their intervals."""
    board = Leaderboard.of(tables)
    if not board.models:
        return not_drawn(NONE)
    shown = _first_models(board)
    labels = [board.names[model] for model in shown]
    measures = board.measures[:MOST_MEASURES]
    figure, panels = rows_figure(round(1.4 * len(shown)) + 1, len(measures))
    data = {}
    for axes, measure in zip(panels, measures, strict=True):
        rows = [row for row in board.of_measure(measure) if row.model in shown]
        points = [
            (board.names[row.model], series, row.value, *interval)
            for row in rows
            for series, interval in (
                (THESE, (row.lower, row.upper)),
                (NEW, (row.lower_new, row.upper_new)),
            )
            if series == THESE or board.on_new_datasets
        ]
        table = pd.DataFrame(points, columns=["row", "series", "value", "lower", "upper"])
        data[measure_label(measure)] = draw_rows(
            axes,
            table,
            rows=labels,
            appearance={
                name: appearance
                for name, appearance in LOOKS.items()
                if name in set(table["series"])
            },
            write=decimal,
        )
        axes.locator_params(axis="x", nbins=4)
        axes.set_xlabel("mean rank by " * (measure in board.by_rank) + measure_label(measure))
    legend_below(figure, panels[0])
    drawn = panels_table(data)
    caption = (
        f"{_number(shown, board, facts)} ({facts.source}): mean over "
        f"{count(board.first_models[0].datasets, 'data set')} with its {facts.interval}, for "
        "other instances of the same data sets"
        f"{' and for new data sets like these' if board.on_new_datasets else ''}."
        f"{_more_measures(board)}{open_marks(drawn)}"
    )
    first = drawn[(drawn["series"] == THESE) & (drawn["panel"] == measure_label(measures[0]))]
    alt = f"Means by {measure_label(measures[0])}: {_without_names(first)}."
    return Drawn(figure, caption, alt, drawn)


def critical_differences(tables: Tables, facts: Facts) -> Drawn:
    """Draw the models in their order by each measure, with bars over those not told apart."""
    from matplotlib import pyplot as plt

    board = Leaderboard.of(tables)
    if not board.models:
        return not_drawn(NONE)
    measures = board.measures[:MOST_MEASURES]
    pairs = rows_of(PairOfModels, tables["pairs_of_models"])
    of_measures = {
        name: _Order.of(board, name, [pair for pair in pairs if pair.measure == name])
        for name in measures
    }
    heights = [order.height for order in of_measures.values()]
    figure, axes = plt.subplots(
        len(measures),
        1,
        figsize=(PAGE, sum(heights) + 0.4),
        height_ratios=heights,
        layout="constrained",
        squeeze=False,
    )
    for panel, (name, order) in zip(axes[:, 0], of_measures.items(), strict=True):
        order.draw(panel)
        panel.set_title(f"Rank by {measure_label(name)}", loc="left", fontweight="bold")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    drawn = panels_table({measure_label(n): order.data for n, order in of_measures.items()})
    caption = (
        f"The order of {_number(list(of_measures[measures[0]].names), board, facts).lower()} by "
        f"the mean under each measure ({facts.source}). A bar joins statistically "
        "indistinguishable models "
        f"at the level {facts.confidence_level:g}, all comparisons together."
        f"{_more_measures(board)}"
    )
    groups = [
        f"{count(len(order.groups[THESE]), 'group')} by {measure_label(name)}"
        for name, order in of_measures.items()
    ]
    alt = f"Models in their order, with indistinguishable groups: {listing(groups)}."
    return Drawn(figure, caption, alt, drawn)


@dataclass(frozen=True, slots=True)
class _Order:
    """The first models by a measure in their order, and the groups not told apart."""

    names: list[str]
    values: list[str]
    groups: dict[str, list[tuple[int, int]]]

    @classmethod
    def of(cls, board: Leaderboard, measure: str, pairs: list[PairOfModels]) -> "_Order":
        rows = board.of_measure(measure)[:MOST_DRAWN]
        position = {board.names[row.model]: i for i, row in enumerate(rows)}
        full = {row.model: i for i, row in enumerate(rows)}
        better = {THESE: np.zeros((len(rows), len(rows)), bool)}
        if board.on_new_datasets:
            better[NEW] = better[THESE].copy()
        for pair in pairs:
            if pair.model in full and pair.other in full:
                at = full[pair.model], full[pair.other]
                better[THESE][at] = pair.better
                if NEW in better:
                    better[NEW][at] = pair.better_new
        groups = {name: tied_groups(better_of_target) for name, better_of_target in better.items()}
        return cls(list(position), [decimal(row.value) for row in rows], groups)

    @property
    def height(self) -> float:
        """The height of its panel, in inches."""
        return (
            0.55
            + BAR_ROW * max(1, sum(map(len, self.groups.values())))
            + LABEL_ROW * -(-len(self.names) // 2)
        )

    @property
    def data(self) -> pd.DataFrame:
        """The groups, by their first and last model."""
        rows = [
            (series, self.names[first], self.names[last], first + 1, last + 1)
            for series, groups in self.groups.items()
            for first, last in groups
        ]
        columns = ["series", "first_model", "last_model", "first_place", "last_place"]
        return pd.DataFrame(rows, columns=columns)

    def draw(self, axes: "Axes") -> None:
        """Draw the rank axis on top, the bars below it, and the names on both sides."""
        n = len(self.names)
        depth = 0.06
        for series, groups in self.groups.items():
            style: dict[str, Any] = {"color": LOOKS[series]["color"], "linewidth": 3.2}
            style["label"] = series
            for first, last in groups:
                depth += BAR_ROW
                xs = [first + 1 - 0.12, last + 1 + 0.12]
                axes.plot(xs, [depth] * 2, solid_capstyle="butt", **style)
                style.pop("label", None)
            if not groups:
                axes.plot([], [], **style)
        top = depth + BAR_ROW
        left = -(-n // 2)
        for position, (name, value) in enumerate(zip(self.names, self.values, strict=True)):
            on_left = position < left
            row = position if on_left else n - 1 - position
            y = top + LABEL_ROW * row
            side = 0.6 if on_left else n + 0.4
            axes.plot([position + 1, position + 1, side], [0, y, y], color="0.45", linewidth=0.8)
            shift, align = (-0.04, "right") if on_left else (0.04, "left")
            at, label = side + shift * n / 6, f"{name} {value}"
            axes.text(at, y, label, ha=align, va="center", fontsize="small")
        axes.set_ylim(top + LABEL_ROW * (left - 0.4), 0)
        axes.set_xlim(0.6, n + 0.4)
        axes.xaxis.tick_top()
        step = 1 if n <= 12 else 5
        axes.set_xticks([1, *range(step, n + 1, step)] if step > 1 else range(1, n + 1))
        axes.set_yticks([])
        axes.spines[:].set_visible(False)
        axes.spines["top"].set_visible(True)


def tied_groups(better: BoolArray) -> list[tuple[int, int]]:
    """Return the longest runs of models, in their order, of which none is better than another.

    Examples
    --------
    >>> better = np.zeros((3, 3), bool)
    >>> better[0, 2] = True
    >>> tied_groups(better)
    [(0, 1), (1, 2)]
    """
    apart = better | better.T
    groups: list[tuple[int, int]] = []
    reached = 0
    for first in range(len(apart)):
        last = first
        while last + 1 < len(apart) and not apart[first : last + 1, last + 1].any():
            last += 1
        if last > max(first, reached):
            groups.append((first, last))
            reached = last
    return groups


def win_probabilities(tables: Tables, facts: Facts) -> Drawn:
    """Draw in how many data sets each of the first models is better than each other one."""
    from matplotlib import pyplot as plt

    board = Leaderboard.of(tables)
    if len(board.models) < 2:
        return not_drawn(NONE)
    measures = board.measures[: MOST_MEASURES // 2]
    pairs = rows_of(PairOfModels, tables["pairs_of_models"])
    size = min(MOST_IN_MATRIX, len(board.models))
    side = 0.34 * size
    figure, axes = plt.subplots(
        len(measures),
        1,
        figsize=(min(PAGE, side + 3.2), len(measures) * (side + 0.45) + 1.2),
        layout="constrained",
        squeeze=False,
    )
    data = {}
    for panel, measure in zip(axes[:, 0], measures, strict=True):
        rows = board.of_measure(measure)[:size]
        index = {row.model: i for i, row in enumerate(rows)}
        model_pairs = [
            p for p in pairs if p.measure == measure and {p.model, p.other} <= index.keys()
        ]
        image = _matrix(panel, model_pairs, index, [board.names[model] for model in index])
        panel.set_title(f"By {measure_label(measure)}", loc="left", fontweight="bold")
        data[measure_label(measure)] = pd.DataFrame(
            {
                "row": [board.names[pair.model] for pair in model_pairs],
                "series": [board.names[pair.other] for pair in model_pairs],
                "value": [pair.probability for pair in model_pairs],
                "better": [pair.better for pair in model_pairs],
                "better_new": [pair.better_new for pair in model_pairs],
            }
        )
    bar = figure.colorbar(image, ax=list(axes[:, 0]), shrink=0.6, aspect=30, format="{x:.0%}")
    several = board.first_models[0].datasets > 1
    share_of = "In how many percent of the data sets"
    if not several:
        share_of = "With which probability, in percent, on other instances of the data set"
    bar.set_label(f"{'Data sets on which' if several else 'Probability that'} the row is better")
    bar.outline.set_visible(False)
    marks = "in bold, the row is better for certain on these data sets"
    if board.on_new_datasets:
        marks += "; with a star, also on new data sets like these"
    caption = (
        f"{share_of} the {facts.model_word} of the row is better than that "
        f"of the column, ties as half ({facts.source}; {marks}). "
        f"The first {size} by each measure.{_more_measures(board, MOST_MEASURES // 2)}"
    )
    drawn = panels_table(data)
    certain = [f"{int(table['better'].sum())} by {name}" for name, table in data.items()]
    alt = f"Matrix of win probabilities; pairs told apart on these data sets: {listing(certain)}."
    return Drawn(figure, caption, alt, drawn)


def _matrix(
    axes: "Axes", pairs: list[PairOfModels], position: dict[str, int], names: list[str]
) -> "AxesImage":
    """Draw the probabilities of all pairs as cells, with their numbers."""
    values = np.full((len(names), len(names)), np.nan)
    for pair in pairs:
        values[position[pair.model], position[pair.other]] = pair.probability
    image = axes.imshow(np.ma.masked_invalid(values), cmap="PuOr", vmin=0, vmax=1, aspect="auto")
    for pair in pairs:
        if pair.probability == pair.probability:
            axes.text(
                position[pair.other],
                position[pair.model],
                f"{100 * pair.probability:.0f}{'*' if pair.better_new else ''}",
                ha="center",
                va="center",
                fontsize="small",
                fontweight="bold" if pair.better else "normal",
                color="w" if abs(2 * pair.probability - 1) > DARK else "k",
            )
    axes.set_yticks(range(len(names)), names)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return image


def _first_models(board: Leaderboard) -> list[str]:
    """Return the first models by the first measure, and those that are first by another."""
    first = [model.model for model in board.first_models]
    return list(dict.fromkeys([*board.models[:MOST_DRAWN], *first]))


def _number(shown: list[str], board: Leaderboard, facts: Facts) -> str:
    n, every = len(shown), len(board.models)
    if n == every:
        return f"The {count(n, facts.model_word)}"
    return f"The first {n:,} of {count(every, facts.model_word)}"


def _more_measures(board: Leaderboard, most: int = MOST_MEASURES) -> str:
    left = len(board.measures) - most
    return f" {count(left, 'more measure')} in `leaderboard.csv`." if left > 0 else ""


def _without_names(points: pd.DataFrame) -> str:
    """Say the values by their place: an alternative text has no foreign names."""
    places = [f"place {position}" for position in range(1, len(points) + 1)]
    table = pd.DataFrame({"row": places, "value": points["value"].to_numpy()})
    return spoken(table.sort_values("value", ascending=False), decimal)


SHOWN = ShownPart(
    "standings",
    title=TITLE,
    shows="The mean of each model over the data sets by every measure, the ranks that it may "
    "have, and which models are statistically indistinguishable from the best: if the "
    "instances of these data sets are resampled, and on new data sets like these.",
    cannot_tell="Which model is best for one problem, or after training on other data.",
    paragraphs=leaderboard_paragraphs,
    figures={
        STANDINGS_FIGURE: standings,
        "critical_differences": critical_differences,
        "win_probabilities": win_probabilities,
    },
)
