"""The table of the first screen: of models, of pairs of measures, or of the paper's numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tabulate import tabulate

from prgbench.answer.answer import Answer, PairAnswer
from prgbench.answer.common_order import BEST_DIFFERS, RANKS, TOP_DIFFERS
from prgbench.answer.verdicts import RankingVerdict
from prgbench.plotting.drawn import INSTANCES
from prgbench.plotting.words import count, decimal, listing, measure_label, percent
from prgbench.report.leaderboard import Leaderboard, value_with_interval
from prgbench.report.names import Names
from prgbench.report.replication import Line
from prgbench.report.tested import (
    KEPT_ON_ITEMS,
    KEPT_ON_NEW,
    KEPT_ON_THESE,
    models_were_tested,
    pairs_were_tested,
)

MOST_ROWS = 5
MOST_MEASURES = 4

BRACKETS = (
    "In round brackets: what noise alone would give if the measures ordered the models alike."
)

RANKED_DIFFERENTLY = {
    RankingVerdict.DIFFERENT: "yes",
    RankingVerdict.SLIGHTLY_DIFFERENT: "yes, perhaps only slightly",
    RankingVerdict.ALIKE: "no",
    RankingVerdict.NOT_RESOLVED: "not resolved",
    RankingVerdict.NO_DIFFERENCES: "not resolved",
    RankingVerdict.NOISE_UNKNOWN: "noise unknown",
    RankingVerdict.TOO_FEW: "too few data",
    RankingVerdict.FEW_MODELS: "too few models",
}
"""The answer of a cell to whether two measures rank the models differently."""


@dataclass(frozen=True, slots=True)
class ShortTable:
    """A small table; ``note`` says what stands out and what brackets are."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """Return the table in Markdown; empty without rows."""
        if not self.rows:
            return ""
        return tabulate(self.rows, self.header, "pipe", disable_numparse=True)

    def text(self) -> str:
        """Return the table as it is printed; empty without rows."""
        if not self.rows:
            return ""
        return tabulate(self.rows, self.header, "simple", disable_numparse=True)


def models_table(answer: Answer, board: Leaderboard, names: Names, model_word: str) -> ShortTable:
    """Return the first models under each measure with their intervals."""
    if not board.models:
        return ShortTable((), ())
    measures = board.measures[:MOST_MEASURES]
    # The table takes the target whose test decides the words above it, so that both agree.
    new = board.on_new_datasets and not board.on_these_datasets
    header = [model_word]
    for measure in measures:
        suffix = " (mean rank)" if measure in board.by_rank else ""
        header.append(f"{measure_label(measure)}{suffix}")
    rows = []
    for model in _first_models(board):
        cells = [names(model)]
        for measure in measures:
            row = board.standings.get((measure, model))
            if row is None:
                cells.append("–")
                continue
            value = value_with_interval(row, new=new)
            cells.append(names.strong.format(value) if board.is_marked(row, new=new) else value)
        rows.append(tuple(cells))
    notes = []
    if any(board.is_tested(measure, new=new) for measure in measures):
        notes += _models_notes(answer, board, names.strong, new=new)
    notes += _not_shown(board)
    return ShortTable(tuple(header), tuple(rows), " ".join(notes))


def _first_models(board: Leaderboard) -> list[str]:
    """Return the models of the table: those with the best ranks under any measure."""
    best_rank = {
        model: min(row.rank for (_, name), row in board.standings.items() if name == model)
        for model in board.models
    }
    chosen = sorted(board.models, key=lambda model: best_rank[model])[:MOST_ROWS]
    # In the order of the leaderboard, which a reader sees next.
    return [model for model in board.models if model in chosen]


def _models_notes(answer: Answer, board: Leaderboard, strong: str, *, new: bool) -> list[str]:
    """Explain the marks and the brackets, and state the error rate of the marks."""
    level = f"{100 * answer.confidence_level:.10g}%"
    units = "other instances"
    if answer.items is not None:
        units = "other items"
    elif new:
        units = "new data sets like these"
    marked = "in bold" if strong.startswith("*") else "starred"
    title = marked.removeprefix("in ").capitalize()
    notes = [f"{title}: may be the best, by paired comparisons."]
    if board.on_these_datasets or board.on_new_datasets:
        notes.append(
            f"Each interval ({level}) is of one model alone, for {units}: models whose intervals "
            "overlap need not be tied."
        )
    return notes + _how_models_were_tested(answer, board, marked, new=new)


def _not_shown(board: Leaderboard) -> list[str]:
    """Say how much of the leaderboard the table leaves out."""
    notes = []
    more = len(board.models) - MOST_ROWS
    if more > 0:
        notes.append(f"{count(more, 'more model')} in the leaderboard.")
    if len(board.measures) > MOST_MEASURES:
        notes.append(f"{count(len(board.measures) - MOST_MEASURES, 'more measure')} there, too.")
    return notes


def _how_models_were_tested(
    answer: Answer, board: Leaderboard, marked: str, *, new: bool
) -> list[str]:
    """Say how often the truly best model is marked, if such studies were simulated."""
    if answer.items is not None:
        return [models_were_tested(KEPT_ON_ITEMS, marked, "items or clusters")]
    if new:
        return [models_were_tested(KEPT_ON_NEW, marked, "data sets")]
    if board.on_these_datasets and answer.units == INSTANCES:
        return [models_were_tested(KEPT_ON_THESE, marked, "instances or groups")]
    return []


def pairs_table(answer: Answer) -> ShortTable:
    """Return how often winners differ, and how alike the rankings are, beside noise alone."""
    # Pairs that differ come first, as only the first rows are shown.
    pairs = sorted(answer.pairs, key=lambda pair: not pair.differs)[:MOST_ROWS]
    if not pairs:
        return ShortTable((), ())
    columns = {
        "measures": [listing([measure_label(name) for name in pair.measures]) for pair in pairs],
        "winners differ": [
            _beside(pair.disagree.share, pair.disagree.if_alike, percent) for pair in pairs
        ],
    }
    # Without a test, columns of dashes would say nothing.
    if any(pair.ranks for pair in pairs):
        columns["rank correlation"] = [_rank_correlation(pair) for pair in pairs]
        columns["ranked differently?"] = [
            RANKED_DIFFERENTLY[pair.ranks.verdict] if pair.ranks else "–" for pair in pairs
        ]
    rows = tuple(zip(*columns.values(), strict=True))
    note = ""
    if any(pair.ranks or pair.disagree.if_alike is not None for pair in pairs):
        note = BRACKETS
    return ShortTable(tuple(columns), rows, f"{note}{on_noise(pairs)}".strip())


def on_noise(pairs: Sequence[PairAnswer]) -> str:
    """Say why noise alone may give more than was found, if it does, and how this was tested."""
    text = ""
    if any(_less_than_noise(pair) for pair in pairs):
        text += (
            " It can exceed what was found, since simulations add noise to scores that already "
            "have some."
        )
    if any(pair.ranks or pair.winners for pair in pairs):
        text += f" {pairs_were_tested()}"
    return text


def _less_than_noise(pair: PairAnswer) -> bool:
    """Say whether winners differ in fewer tasks than noise alone would make differ."""
    share = pair.disagree.share
    alike = pair.disagree.if_alike
    return share is not None and alike is not None and share < alike


def _rank_correlation(pair: PairAnswer) -> str:
    """Write the mean rank correlation beside the one of noise alone."""
    return _beside(pair.ranks.found, pair.ranks.if_alike, decimal) if pair.ranks else "–"


def _beside(found: float | None, alike: float | None, write: Callable[[float], str]) -> str:
    """Write a number beside the one of noise alone."""
    if found is None:
        return "–"
    if alike is None:
        return write(found)
    return f"{write(found)} ({write(alike)})"


_PAPER_COLUMNS = {
    BEST_DIFFERS: "best models differ",
    TOP_DIFFERS: "ordered top three differ",
    RANKS: "correlation of the ranks",
}


def paper_table(lines: Sequence[Line]) -> ShortTable:
    """Return the paper's nine numbers: as found, as printed, and as noise alone gives them."""
    cells = {(line.measures, line.statistic): _paper_cell(line) for line in lines if line.measures}
    pairs = dict.fromkeys(measures for measures, _ in cells)
    rows = tuple(_paper_row(cells, pair) for pair in pairs)
    note = "In round brackets: as printed in the paper; if the measures ordered the models alike."
    return ShortTable(("measures", *_PAPER_COLUMNS.values()), rows, note)


def _paper_row(
    cells: Mapping[tuple[tuple[str, str], str], str], pair: tuple[str, str]
) -> tuple[str, ...]:
    """Return the row of two measures: their names, then a cell for each statistic."""
    numbers = [cells.get((pair, statistic), "–") for statistic in _PAPER_COLUMNS]
    return (listing([measure_label(name) for name in pair]), *numbers)


def _paper_cell(line: Line) -> str:
    """Write a number as found; in brackets as printed, and as noise alone gives it if known."""
    # Of "28.9% (18.0% to 41.0%)" the range has its place in the table of all the paper's numbers.
    alike = line.if_alike.partition(" (")[0]
    beside = "; ".join(filter(None, (line.printed, alike)))
    return f"{line.found} ({beside})"
