"""The leaderboard: a row a model, the measures side by side."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd
from tabulate import tabulate

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.model_names import short_names
from prgbench.answer.standings import FirstModel, Standing
from prgbench.plotting.drawn import ITEMS, Facts
from prgbench.plotting.words import bounds, count, decimal, listing, measure_label
from prgbench.run.safe_text import as_markdown, plain

COMPLETE = 0.5
"""Of all values of models on data sets: with fewer, the means are not over the same data sets."""

TITLE = "Leaderboard"
BY_RANK = "Ordered by mean rank, as the values have no common range over the data sets"
MOST_LISTED = 20
_COLUMNS = {
    "mean": "mean",
    "lower": "lower",
    "upper": "upper",
    "lower_new": "lower_new_datasets",
    "upper_new": "upper_new_datasets",
    "rank": "rank",
    "rank_lower": "rank_lower",
    "rank_upper": "rank_upper",
    "rank_lower_new": "rank_lower_new_datasets",
    "rank_upper_new": "rank_upper_new_datasets",
    "may_be_best": "may_be_best",
    "may_be_best_new": "may_be_best_new_datasets",
    "difference": "difference_from_first",
    "best": "share_best",
    "mean_rank": "mean_rank",
    "by_rank": "is_by_mean_rank",
}
"""The fields of a `Standing` and their columns in ``leaderboard.csv``.

What few readers need, such as the bounds of differences, is in ``tables/answer/standings.csv``.
docs/comparison.md explains each column.
"""

NONE = "There is no leaderboard: too few models have predictions for the same data sets."
UNTESTED = "How much of a difference is noise is unknown"
"""Of one score for each model, on one data set or few."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The standings of the models, and the first model by each measure.

    The models are in the order of the first measure.
    """

    models: list[str]
    names: dict[str, str]
    standings: dict[tuple[str, str], Standing]
    first_models: list[FirstModel]

    @classmethod
    def of(cls, tables: Tables) -> "Leaderboard":
        """Return that of a study; without models if too few are on the same data sets."""
        standings = tables.get("standings", pd.DataFrame())
        first = rows_of(FirstModel, tables["first_models"]) if len(standings) else []
        # Means over different data sets can't be compared: no order is better than a wrong one.
        if not first or first[0].complete < COMPLETE:
            return cls([], {}, {}, [])
        rows = rows_of(Standing, standings)
        return cls(
            list(dict.fromkeys(row.model for row in rows)),
            {name: plain(short) for name, short in short_names(standings).items()},
            {(row.measure, row.model): row for row in rows},
            first,
        )

    @property
    def measures(self) -> list[str]:
        """The measures, in the order of the study."""
        return [first.measure for first in self.first_models]

    @property
    def on_new_datasets(self) -> bool:
        """Whether something is known of new data sets: one data set says nothing about others."""
        # An unknown bound is NaN, which is not equal to itself.
        return any(row.lower_new == row.lower_new for row in self.standings.values())

    @property
    def on_these_datasets(self) -> bool:
        """Whether the noise on these data sets is known under all measures.

        That takes more than one score for a model and data set. One measure without noise is
        enough for it to be unknown, as the first screen then tells of new data sets only.
        """
        return all(
            any(row.lower == row.lower for row in self.of_measure(measure))
            for measure in self.measures
        )

    @property
    def has_intervals(self) -> bool:
        """Whether any value has an interval, on these data sets or on new ones."""
        return any(
            not (math.isnan(row.lower) and math.isnan(row.lower_new))
            for row in self.standings.values()
        )

    @property
    def has_tests(self) -> bool:
        """Whether anything is known of which models may be the best by any measure."""
        return any(
            self.is_tested(measure, new=new) for measure in self.measures for new in (False, True)
        )

    def is_tested(self, measure: str, *, new: bool) -> bool:
        """Say whether something is known of which models may be the best by a measure."""
        first = next(first for first in self.first_models if first.measure == measure)
        if not new:
            return not math.isnan(first.lower)
        # Mean ranks of few data sets have a test, but no intervals.
        return not (math.isnan(first.lower_new) and math.isnan(first.p_value_new))

    def is_marked(self, row: Standing, *, new: bool) -> bool:
        """Say whether a model stands out: it may be the best, and a test says so."""
        may_be_best = row.may_be_best_new if new else row.may_be_best
        return may_be_best and self.is_tested(row.measure, new=new)

    @property
    def by_rank(self) -> list[str]:
        """The measures by which the models are ordered by mean rank."""
        return [measure for measure in self.measures if self.of_measure(measure)[0].by_rank]

    def of_measure(self, measure: str) -> list[Standing]:
        """Return the standings by a measure, the first model first."""
        return [row for (name, _), row in self.standings.items() if name == measure]

    def table(self) -> pd.DataFrame:
        """Return a row for each model, with the columns of every measure."""
        rows = []
        for model in self.models:
            row: dict[str, object] = {"model": model}
            for measure in self.measures:
                standing = self.standings.get((measure, model))
                for name, column in _COLUMNS.items():
                    row[f"{measure}_{column}"] = (
                        None if standing is None else getattr(standing, name)
                    )
            rows.append(row)
        return pd.DataFrame(rows, columns=None if rows else ["model"])


def leaderboard_text(
    board: Leaderboard, facts: Facts, most: int | None = None, *, latex: bool = False
) -> str:
    """Return a table with a row for each of the first ``most`` models, in Markdown or LaTeX."""
    if not board.models:
        return NONE
    header = [facts.model_word]
    for measure in board.measures:
        label = measure_label(measure)
        header += ["mean rank" if measure in board.by_rank else label, f"rank by {label}"]
        if board.on_new_datasets and board.on_these_datasets:
            header.append("on new data sets")
    rows = []
    for model in board.models[:most]:
        name = board.names[model]
        rows.append([name if latex else as_markdown(name), *_cells(board, model, latex=latex)])
    # Of LaTeX, tabulate escapes the names.
    form = "latex_booktabs" if latex else "pipe"
    return tabulate(rows, header, form, disable_numparse=True)


def leaderboard_paragraphs(tables: Tables, facts: Facts, most: int = MOST_LISTED) -> list[str]:
    """Return what the columns of the leaderboard are, and its first rows, if there is one."""
    board = Leaderboard.of(tables)
    if not board.models:
        return []
    return [leaderboard_note(board, facts, most), leaderboard_text(board, facts, most)]


def _cells(board: Leaderboard, model: str, *, latex: bool) -> Iterator[str]:
    """Yield the value, the rank and, if both are known, the ranks on new data sets.

    With one score for each model and data set, only new data sets have intervals and ranks.
    """
    mark = "{}*" if latex else "**{}**"
    both = board.on_these_datasets and board.on_new_datasets
    new = board.on_new_datasets and not board.on_these_datasets
    for measure in board.measures:
        row = board.standings.get((measure, model))
        if row is None:
            yield from ["", "", ""] if both else ["", ""]
            continue
        yield value_with_interval(row, new=new)
        ranks_new = _ranks(row.rank_lower_new, row.rank_upper_new)
        ranks = ranks_new if new else _ranks(row.rank_lower, row.rank_upper)
        rank = f"{row.rank:,} {ranks}"
        yield mark.format(rank) if board.is_marked(row, new=new) else rank
        if both:
            yield mark.format(ranks_new) if board.is_marked(row, new=True) else ranks_new


def value_with_interval(row: Standing, *, new: bool) -> str:
    """Write the value of a model with its interval, that of ``new`` data sets or of these."""
    lower, upper = (row.lower_new, row.upper_new) if new else (row.lower, row.upper)
    value = decimal(row.value)
    # The bounds of an unknown interval are NaN.
    if math.isnan(lower):
        return value
    return f"{value} {bounds(lower, upper, decimal)}"


def _ranks(lower: int, upper: int) -> str:
    return f"({lower:,})" if lower == upper else f"({lower:,}–{upper:,})"


def averaged_over(board: Leaderboard, facts: Facts) -> str:
    """Say what the values of the leaderboard are means over, if they are means at all.

    On one data set of predictions a value is the measure itself; on one benchmark it is the mean
    over its items.
    """
    datasets = board.first_models[0].datasets
    if datasets > 1:
        return f"means over {datasets:,} data sets"
    return "means over the items" if facts.units == ITEMS else "values on one data set"


def _resampled(board: Leaderboard, facts: Facts) -> str:
    """Say what would be drawn again, for which the intervals are."""
    of_items = facts.units == ITEMS
    if board.on_new_datasets and not board.on_these_datasets:
        return "new data sets like these"
    if board.first_models[0].datasets > 1:
        return f"these data sets with {'other items' if of_items else 'resampled instances'}"
    return "other items like these" if of_items else "this data set with resampled instances"


def leaderboard_note(board: Leaderboard, facts: Facts, most: int = MOST_LISTED) -> str:
    """Say what the columns of the leaderboard are, and where it is whole."""
    first = board.first_models[0]
    sentences = [_what_is_listed(board, facts)]
    if board.on_new_datasets and board.on_these_datasets:
        sentences.append("On new data sets: the same for new data sets like these.")
    if board.by_rank:
        sentences.append(f"{BY_RANK}: {listing([*map(measure_label, board.by_rank)])}.")
    if first.left_out:
        sentences.append(
            f"Left out, on too few data sets: {count(first.left_out, facts.model_word)}."
        )
    if len(board.models) > most:
        sentences.append(f"All {len(board.models):,} are in `leaderboard.csv`.")
    return " ".join(sentences)


def _what_is_listed(board: Leaderboard, facts: Facts) -> str:
    averaged = averaged_over(board, facts).capitalize()
    if not board.has_tests:
        return f"{averaged}. {UNTESTED}: each rank is possible."
    intervals = ""
    if board.has_intervals:
        intervals = f" in square brackets the {facts.interval}s for {_resampled(board, facts)},"
    return (
        f"{averaged};{intervals} in round brackets the possible ranks, from all pairs. "
        f"Bold: the {facts.model_word} may be the best, by a sharper test."
    )


def explorer_note(board: Leaderboard, facts: Facts) -> str:
    """Say what the leaderboard of the page shows, whose targets a reader can choose."""
    averaged = averaged_over(board, facts).capitalize()
    if not board.has_tests:
        return f"{averaged}. {UNTESTED}: each rank is possible."
    intervals = f" with their {facts.interval}s" if board.has_intervals else ""
    return (
        f"{averaged}{intervals}. In round brackets, the possible ranks, from all pairs; in bold, "
        f"the {facts.model_word}s that may be the best, by a sharper test, which may exclude one "
        "whose ranks include 1."
    )
