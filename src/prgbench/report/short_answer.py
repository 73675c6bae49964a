"""The first screen: the answer in at most sixty words, and one table of at most five rows.

The page, report.md, the command, a printed answer and a notebook begin with what is written here,
so that they say the same. What comes in is the answer (``answer.json``) and the tables of its
parts; what goes out is a `ShortAnswer`: a headline that answers the question of the study, a few
sentences, a table and the name of the figure to show beside them. Everything else that the answer
holds is in `prgbench.report.first_screen`, one step further down.

Which question is answered depends on the study. If nearly all models are on nearly all data sets,
a reader asks which model to take. If each task has a sample of models of its own, as in the
replication, he asks whether the choice of the measure changes which model wins.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from tabulate import tabulate

from prgbench.answer.answer import Answer, BestModel, PairAnswer
from prgbench.answer.common_order import BEST, RANKS, TOP_DIFFERS
from prgbench.answer.interface import Tables
from prgbench.answer.standings import Standing
from prgbench.answer.verdicts import (
    FEWEST_DATASETS,
    RankingVerdict,
    WinnerVerdict,
)
from prgbench.plotting.drawn import number
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    percent,
    short_flow_name,
)
from prgbench.report import ANSWER_FIGURE, MODEL_CURVES, STANDINGS_FIGURE
from prgbench.report.best_models import ENOUGH, LONGEST_NAME, best_is_not_told
from prgbench.report.best_on_items import achieved
from prgbench.report.leaderboard import Leaderboard
from prgbench.report.replication import Line, comparison_lines
from prgbench.run.foreign_text import as_markdown, plain

MOST_WORDS = 60
MOST_ROWS = 5
MOST_MEASURES = 4
MOST_NAMED = 3
"""So many models are named in the sentences; of more, the first is named and others counted."""

NEARLY_ALL = 0.9
"""Where so many models are on so many data sets, the first question is which of them is best."""

CHANGES = "Does the measure change which model wins?"
WHICH = "Which model is best?"

RANKED_DIFFERENTLY = {
    RankingVerdict.DIFFERENT: "yes",
    RankingVerdict.SLIGHTLY_DIFFERENT: "yes, perhaps only slightly",
    RankingVerdict.ALIKE: "no",
    RankingVerdict.NOT_RESOLVED: "not resolved",
    RankingVerdict.NO_DIFFERENCES: "not resolved",
    RankingVerdict.NOISE_UNKNOWN: "noise unknown",
    RankingVerdict.TOO_FEW: "too few data",
}
"""The answer of a cell to whether two measures rank the models differently."""


@dataclass(frozen=True, slots=True)
class Medium:
    """How a medium writes names that are not ours, and what stands out."""

    name: Callable[[str], str]
    strong: str


MARKDOWN = Medium(as_markdown, "**{}**")
TEXT = Medium(plain, "{} *")


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


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """What a reader sees first.

    Parameters
    ----------
    question : str
        The question that the headline answers.
    headline : str
        The answer in a few words.
    text : str
        The sentences after it; with the headline at most `MOST_WORDS` words, unless the names of
        models alone have more.
    table : ShortTable
        At most `MOST_ROWS` rows.
    figures : tuple of str
        The names of figures that show the same; the first one that can be drawn stands beside it.
    """

    question: str
    headline: str
    text: str
    table: ShortTable
    figures: tuple[str, ...]

    @property
    def _opening(self) -> str:
        """The headline, after its question if that is not to be seen from it."""
        return self.headline if self.question == WHICH else f"{self.question} {self.headline}"

    def markdown(self, first_line: str) -> str:
        """Return all of it in Markdown; ``first_line`` says what was read and assumed."""
        sentences = f"**{self._opening}** {self.text}".strip()
        return _blocks(sentences, first_line, self.table.markdown(), self.table.note)

    def printed(self, first_line: str) -> str:
        """Return all of it as it is printed, after ``first_line``: what was read and assumed."""
        sentences = f"{self._opening} {self.text}".strip()
        return _blocks(f"{first_line}\n{sentences}", self.table.text(), self.table.note)


def _blocks(*blocks: str) -> str:
    """Join what is not empty as paragraphs."""
    return "\n\n".join(block for block in blocks if block)


def short_answer(
    answer: Answer,
    tables: Tables,
    *,
    replication: pd.DataFrame | None = None,
    model_word: str = "model",
    medium: Medium = MARKDOWN,
) -> ShortAnswer:
    """Return the first screen of a study.

    Parameters
    ----------
    answer : Answer
        The answer of the study.
    tables : Tables
        The tables of its parts; ``standings`` and ``first_models`` are what the table of models is
        made of, ``if_alike`` what noise alone would give.
    replication : DataFrame, optional
        Of a study that repeats the paper's, what `prgbench.study.agreement.agreement_summary`
        returns: the paper's numbers are then the table.
    model_word : str
        What a model is called, such as flow.
    medium : Medium
        How names are written, and what stands out.
    """
    board = Leaderboard.of(tables)
    names = _Names(answer, medium)
    figures: tuple[str, ...]
    if _asks_which_model(answer) and replication is None:
        headline, sentences = _which_model(answer, names)
        table = _models_table(answer, board, names, model_word)
        question, figures = WHICH, (STANDINGS_FIGURE, ANSWER_FIGURE, MODEL_CURVES)
    elif not answer.pairs:
        headline, sentences = "That can't be told.", [best_is_not_told(answer)[1]]
        table, question, figures = ShortTable((), ()), WHICH, (STANDINGS_FIGURE, MODEL_CURVES)
    else:
        headline, sentences = _does_the_winner_change(answer, names)
        table = _pairs_table(answer)
        question, figures = CHANGES, (ANSWER_FIGURE, STANDINGS_FIGURE, MODEL_CURVES)
    if replication is not None:
        table = _paper_table(comparison_lines(replication, tables.get("if_alike")))
    return ShortAnswer(
        question, headline, _within(f"{question} {headline}", sentences), table, figures
    )


def _asks_which_model(answer: Answer) -> bool:
    """Say whether the first question is which model is best: all models are on all data sets."""
    compared = [best for best in answer.best_models if best.models >= 2]
    if not compared or (answer.complete or 0.0) < ENOUGH:
        return False
    few = answer.datasets < FEWEST_DATASETS
    return few or not answer.pairs or (answer.complete or 0.0) >= NEARLY_ALL


def _within(opening: str, sentences: Sequence[str]) -> str:
    """Join sentences, the most important first, as far as they have few words."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}".strip()
        if text and len(f"{opening} {longer}".split()) > MOST_WORDS:
            break
        text = longer
    return text


class _Names:
    """How models are written: without their package, and cut where that is clear."""

    def __init__(self, answer: Answer, medium: Medium) -> None:
        self._medium = medium
        models = {
            name
            for best in answer.best_models
            for name in (best.model, *best.level, *(best.tied or ()), *(best.tied_new or ()))
        }
        self._shorts = {name: short_flow_name(plain(name), LONGEST_NAME) for name in models}
        self._used = Counter(self._shorts.values())

    def __call__(self, name: str) -> str:
        """Write the name of a model."""
        short = self._shorts.get(name, plain(name))
        return self._medium.name(short if self._used[short] <= 1 else plain(name))

    def several(self, models: Sequence[str], joint: str = "and") -> str:
        """Write the names of some models, or their number if they are many."""
        if len(models) > MOST_NAMED:
            return f"{len(models):,} others"
        return listing([self(model) for model in models]).replace(" and ", f" {joint} ")

    def strong(self, text: str) -> str:
        """Let a text stand out."""
        return self._medium.strong.format(text)


# Which model is best?


def _which_model(answer: Answer, names: _Names) -> tuple[str, list[str]]:
    """Say which model is the best, or which may be, and whether the measures agree on that."""
    best = answer.best_models
    if not _noise_is_known(answer):
        return _leads(answer, names)
    candidates = [{model.model, *model.level, *(model.tied or ())} for model in best]
    in_all = set.intersection(*candidates)
    if not in_all:
        return "No model is best under all measures.", [
            f"{_first_by_measure(best, names)}, and no model may be the best under all of them.",
            _measures_differ(answer),
            _new_data_sets(answer),
        ]
    leader = max(sorted(in_all), key=lambda model: _times_first(best, model))
    if _times_first(best, leader) < len(best):
        return f"{names(leader)}.", [
            f"It is best, or statistically tied with the best, {_under_all(best)}.",
            f"{_first_by_measure(best, names)}; sampling noise may explain that.",
            _measures_differ(answer),
            _coverage(answer, leader),
        ]
    return _with_its_equals(answer, leader, names)


def _with_its_equals(answer: Answer, leader: str, names: _Names) -> tuple[str, list[str]]:
    """Say which models are as good as one that is first under every measure."""
    best = answer.best_models
    equals = {
        model.measure: {model.model, *model.level, *(model.tied or ())} - {leader}
        for model in best
    }
    others = sorted(set.union(*equals.values()))
    result = f"{names(leader)} {achieved(best[0], answer)}." if answer.items is not None else ""
    last = [_measures_differ(answer), _coverage(answer, leader)]
    if not others:
        ahead = f"It is ahead of all others {_under_all(best)}."
        return f"{names(leader)}.", [result, ahead, _new_data_sets(answer), *last]
    either = (
        f"{names.several([leader, *others], 'or')}."
        if len(others) < MOST_NAMED
        else f"{names(leader)}, or one of {names.several(others)}."
    )
    apart = [model for model in best if not equals[model.measure]]
    tied = [model for model in best if equals[model.measure]]
    told = f"{_units(answer)} can't separate them"
    if apart:
        told += f" under {_labels(tied)}; under {_labels(apart)}, {names(leader)} is ahead"
    elif len(best) > 1:
        told += f" under {_any_of(best)}; {names(leader)} leads under each"
    return either, [result, f"{told}.", *last, _new_data_sets(answer)]


def _leads(answer: Answer, names: _Names) -> tuple[str, list[str]]:
    """Say which model leads, and whether another choice of data sets might have changed that."""
    best = answer.best_models
    on_new = [model.tied_new for model in best]
    leaders = set.intersection(*({model.model, *model.level} for model in best))
    chosen = f"which {count(answer.datasets, 'data set')} were chosen"
    if leaders and all(tied == () for tied in on_new):
        [leader, *_] = sorted(leaders)
        ahead = f"It is ahead of all others {_under_all(best)}, also on new data sets like these."
        return f"{names(leader)}.", [ahead, _leaderboards_differ(answer)]
    first = f"{_first_by_measure(best, names)}."
    if all(tied is None for tied in on_new):
        unknown = "Without replicates of the scores, nothing tells whether that is noise."
        if answer.datasets > 1:
            unknown = f"Nothing tells whether {chosen} explains that."
        return "Which model is best can't be told.", [first, unknown]
    certainly_first = [model for model in best if model.tied_new == ()]
    if certainly_first:
        certain = f"Under {_labels(certainly_first)} that holds on new data sets like these."
        open_ = [model for model in best if model.tied_new != ()]
        may = f"Under {_labels(open_)}, {chosen} could explain the lead." if open_ else ""
        return "It depends on the measure.", [first, certain, may, _leaderboards_differ(answer)]
    candidates = sorted({name for tied in on_new for name in tied or ()} - leaders)
    each = "that" if len(best) == 1 else "each lead"
    could = f"{chosen[0].upper()}{chosen[1:]} could explain {each}."
    headline = "No model is clearly best."
    if leaders and 0 < len(candidates) < MOST_NAMED and None not in on_new:
        headline = f"{names.several([*sorted(leaders), *candidates], 'or')}."
    return headline, [first, could, _leaderboards_differ(answer)]


def _noise_is_known(answer: Answer) -> bool:
    return all(model.tied is not None for model in answer.best_models)


def _times_first(best: Sequence[BestModel], model: str) -> int:
    """Return under how many measures a model is the first, alone or with others."""
    return sum(model in (first.model, *first.level) for first in best)


def _first_by_measure(best: Sequence[BestModel], names: _Names) -> str:
    """Say which model leads under each measure: A leads under X and Y, B under Z."""
    measures: dict[str, list[BestModel]] = {}
    for model in best:
        measures.setdefault(model.model, []).append(model)
    clauses = [
        f"{names(model)} {'leads ' if not place else ''}{_under(group, len(best))}"
        for place, (model, group) in enumerate(measures.items())
    ]
    return listing(clauses[:MOST_NAMED])


def _under(group: Sequence[BestModel], n_measures: int) -> str:
    return _under_all(group) if len(group) == n_measures else f"under {_labels(group)}"


def _under_all(best: Sequence[BestModel]) -> str:
    """Say under AUPR, under both measures or under all three measures."""
    if len(best) == 1:
        return f"under {measure_label(best[0].measure)}"
    return "under both measures" if len(best) == 2 else f"under all {number(len(best))} measures"


def _any_of(best: Sequence[BestModel]) -> str:
    """Say either measure or any of the three measures."""
    return "either measure" if len(best) == 2 else f"any of the {number(len(best))} measures"


def _labels(group: Sequence[BestModel]) -> str:
    labels = [measure_label(model.measure) for model in group]
    if len(labels) > MOST_NAMED + 1:
        return f"{number(len(labels))} measures"
    return listing(labels)


def _units(answer: Answer) -> str:
    """Name what can't separate models: 500 items, this data set or these 12 data sets."""
    if answer.items is not None:
        return f"These {count(answer.items, 'item')}"
    return "This data set" if answer.datasets == 1 else f"These {answer.datasets:,} data sets"


def _new_data_sets(answer: Answer) -> str:
    """Say whether the best model stays the best on new data sets."""
    best = [model for model in answer.best_models if model.tied_new is not None]
    if answer.datasets == 1 or not best:
        return ""
    candidates = {
        name for model in best for name in (model.model, *model.level, *(model.tied_new or ()))
    }
    if len(candidates) == 1:
        return "That also holds on new data sets like these."
    any_of = "either of two" if len(candidates) == 2 else f"any of {len(candidates):,}"
    return f"On new data sets like these, {any_of} models may be the best."


def _coverage(answer: Answer, leader: str) -> str:
    """Say if the best model was not on all data sets."""
    lacking = [
        model.incomplete[leader] for model in answer.best_models if leader in model.incomplete
    ]
    if not lacking:
        return ""
    return (
        f"It was scored on {min(lacking):,} of {answer.datasets:,} data sets, and is compared as "
        "if the missing ones were like the others."
    )


# Does the measure change which model wins?


def _does_the_winner_change(answer: Answer, names: _Names) -> tuple[str, list[str]]:
    """Say whether winners differ beyond sampling noise, and how often they do."""
    tested = [pair for pair in answer.pairs if pair.winners]
    differ = [pair for pair in tested if _winners_differ(pair)]
    if differ:
        which = "" if len(differ) == len(tested) else f" for {_pairs(differ)}"
        headline = f"Yes: the winners differ beyond sampling noise{which}."
    elif any(p.winners and p.winners.verdict == WinnerVerdict.NOT_RESOLVED for p in tested):
        headline = "Not demonstrably."
    else:
        headline = "This study can't tell."
    return headline, [
        _best_on_average(answer, names),
        _shares(answer),
        _measures_differ(answer) or _leaderboards_differ(answer),
    ]


def _winners_differ(pair: PairAnswer) -> bool:
    return pair.winners is not None and pair.winners.verdict.shows_difference


def _ranked_differently(pair: PairAnswer) -> bool:
    return pair.ranks is not None and pair.ranks.verdict.shows_difference


def _best_on_average(answer: Answer, names: _Names) -> str:
    """Name the models that are best on average; not of a study with other models in each task."""
    best = [model for model in answer.best_models if model.models >= 2]
    if not best or (answer.complete or 0.0) < ENOUGH:
        return ""
    if len({model.model for model in best}) == 1:
        lacking = best[0].incomplete.get(best[0].model)
        scored = f" (scored on {lacking:,} of {answer.datasets:,} data sets)" if lacking else ""
        return f"{names(best[0].model)}{scored} is best on average {_under_all(best)}."
    return f"On average, {_first_by_measure(best, names)}."


def _shares(answer: Answer) -> str:
    """Say in how many tasks winners differ, and in how many they would from noise alone."""
    found = [pair.disagree.share for pair in answer.pairs if pair.disagree.share is not None]
    alike = [pair.disagree.if_alike for pair in answer.pairs if pair.disagree.if_alike is not None]
    if not found or answer.tasks < 2:
        return ""
    tasks = max(pair.disagree.tasks for pair in answer.pairs)
    text = f"Winners differ in {_range(found)} of {count(tasks, 'task')}"
    return f"{text}; noise alone would make {_range(alike)} differ." if alike else f"{text}."


def _range(shares: Sequence[float]) -> str:
    """Write one share, or the least and the greatest, in whole percent."""
    ends = dict.fromkeys(f"{100 * share:.0f}" for share in (min(shares), max(shares)))
    return f"{'–'.join(ends)}%"


def _measures_differ(answer: Answer) -> str:
    """Say which measures rank the models differently, or that this is not resolved."""
    tested = [pair for pair in answer.pairs if pair.ranks]
    verdicts = {pair.ranks.verdict for pair in tested if pair.ranks}
    differ = [pair for pair in tested if _ranked_differently(pair)]
    if differ:
        return f"{_pairs(differ)} rank the models differently{_how_much(differ)}."
    if verdicts == {RankingVerdict.ALIKE}:
        return "The measures rank the models alike."
    if RankingVerdict.NOT_RESOLVED in verdicts:
        return "There is no evidence that the measures rank the models differently."
    return ""


def _how_much(pairs: Sequence[PairAnswer]) -> str:
    """Say whether a difference beyond sampling noise may be as small as the margin of the test."""
    slight = [
        pair.ranks.verdict == RankingVerdict.SLIGHTLY_DIFFERENT for pair in pairs if pair.ranks
    ]
    if all(slight):
        return " beyond sampling noise, though perhaps only slightly"
    return f" beyond sampling noise{', some perhaps only slightly' if any(slight) else ''}"


def _leaderboards_differ(answer: Answer) -> str:
    """Say which leaderboards differ by more than the choice of data sets explains."""
    differ = [
        pair
        for pair in answer.pairs
        if pair.leaderboards and pair.leaderboards.verdict.shows_difference
    ]
    if not differ:
        return ""
    return f"The leaderboards under {_pairs(differ)} differ beyond the choice of data sets."


def _pairs(pairs: Sequence[PairAnswer]) -> str:
    """Name the measures of pairs; each once if all of them are paired with each other."""
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.measures))
    if 2 * len(pairs) == len(measures) * (len(measures) - 1) and len(measures) <= MOST_NAMED:
        return listing([measure_label(name) for name in measures])
    if len(pairs) > 2:
        return f"{len(pairs):,} pairs of measures"
    return ", and ".join(
        listing([measure_label(name) for name in pair.measures]) for pair in pairs
    )


# The tables


def _models_table(
    answer: Answer, board: Leaderboard, names: _Names, model_word: str
) -> ShortTable:
    """Return the first models under each measure with their intervals."""
    if not board.models:
        return ShortTable((), ())
    measures = board.measures[:MOST_MEASURES]
    new = not _noise_is_known(answer)
    rows = [
        (
            names(model),
            *(_standing(board.standings.get((m, model)), names, new=new) for m in measures),
        )
        for model in _first_models(board)
    ]
    by_rank = [measure for measure in measures if measure in board.by_rank]
    header = [f"{measure_label(m)}{' (mean rank)' if m in by_rank else ''}" for m in measures]
    return ShortTable(
        (model_word, *header), tuple(rows), _models_note(answer, board, names, new=new)
    )


def _first_models(board: Leaderboard) -> list[str]:
    """Return the models of the table: those with the best ranks under any measure."""
    best_rank = {
        model: min(row.rank for (_, name), row in board.standings.items() if name == model)
        for model in board.models
    }
    chosen = sorted(board.models, key=lambda model: best_rank[model])[:MOST_ROWS]
    return [model for model in board.models if model in chosen]


def _standing(row: Standing | None, names: _Names, *, new: bool) -> str:
    """Write the value of a model with its interval; it stands out if the model may be the best."""
    if row is None:
        return "–"
    lower, upper = (row.lower_new, row.upper_new) if new else (row.lower, row.upper)
    value = decimal(row.mean_rank if row.by_rank else row.value)
    if lower == lower and not row.by_rank:
        value = f"{value} {bounds(lower, upper, decimal)}"
    may_win = row.may_win_new if new else row.may_win
    return names.strong(value) if may_win else value


def _models_note(answer: Answer, board: Leaderboard, names: _Names, *, new: bool) -> str:
    """Say what brackets and what stands out mean, and how much is not shown."""
    level = f"{100 * answer.confidence_level:.10g}%"
    units = "new data sets like these" if new else "other instances"
    if answer.items is not None:
        units = "other items"
    shown = "Bold" if names.strong("x").startswith("*") else "Starred"
    notes = [f"{shown}: may be the best. Intervals ({level}) are for {units}."]
    more = len(board.models) - MOST_ROWS
    if more > 0:
        notes.append(f"{count(more, 'more model')} in the leaderboard.")
    if len(board.measures) > MOST_MEASURES:
        notes.append(f"{count(len(board.measures) - MOST_MEASURES, 'more measure')} there, too.")
    return " ".join(notes)


def _pairs_table(answer: Answer) -> ShortTable:
    """Return how often winners differ, and how alike the rankings are, beside noise alone."""
    pairs = sorted(answer.pairs, key=lambda pair: not _shows_difference(pair))[:MOST_ROWS]
    if not pairs:
        return ShortTable((), ())
    rows = tuple(
        (
            listing([measure_label(name) for name in pair.measures]),
            _beside(pair.disagree.share, pair.disagree.if_alike, percent),
            _rank_correlation(pair),
            RANKED_DIFFERENTLY[pair.ranks.verdict] if pair.ranks else "–",
        )
        for pair in pairs
    )
    header = ("measures", "winners differ", "rank correlation", "ranked differently?")
    note = (
        "In round brackets: what noise alone would give if the measures ordered the models alike."
    )
    if any(_less_than_noise(pair) for pair in pairs):
        note += " It can exceed what was found, since it adds noise to estimates that have some."
    return ShortTable(header, rows, note)


def _shows_difference(pair: PairAnswer) -> bool:
    """Say whether a pair of measures is shown to differ, in rankings or winners."""
    return _winners_differ(pair) or _ranked_differently(pair)


def _less_than_noise(pair: PairAnswer) -> bool:
    share, alike = pair.disagree.share, pair.disagree.if_alike
    return share is not None and alike is not None and share < alike


def _rank_correlation(pair: PairAnswer) -> str:
    """Write the mean rank correlation beside the one of noise alone."""
    return _beside(pair.ranks.found, pair.ranks.if_alike, decimal) if pair.ranks else "–"


def _beside(found: float | None, alike: float | None, write: Callable[[float], str]) -> str:
    """Write a number beside the one of noise alone."""
    if found is None:
        return "–"
    return f"{write(found)} ({write(alike)})" if alike is not None else write(found)


_PAPER_COLUMNS = {
    BEST: "best models differ",
    TOP_DIFFERS: "ordered top three differ",
    RANKS: "correlation of the ranks",
}


def _paper_table(lines: Sequence[Line]) -> ShortTable:
    """Return the paper's nine numbers: as found, as printed, and as noise alone gives them."""
    cells = {(line.measures, line.statistic): _paper_cell(line) for line in lines if line.measures}
    pairs = dict.fromkeys(measures for measures, _ in cells)
    rows = tuple(_paper_row(cells, pair) for pair in pairs)
    note = "In round brackets: as printed in the paper; if the measures ordered the models alike."
    return ShortTable(("measures", *_PAPER_COLUMNS.values()), rows, note)


def _paper_row(
    cells: Mapping[tuple[tuple[str, str], str], str], pair: tuple[str, str]
) -> tuple[str, ...]:
    numbers: Iterator[str] = (cells.get((pair, statistic), "–") for statistic in _PAPER_COLUMNS)
    return (listing([measure_label(name) for name in pair]), *numbers)


def _paper_cell(line: Line) -> str:
    # Of "28.9% (18.0% to 41.0%)" the range has its place in the table of all the paper's numbers.
    alike = line.if_alike.partition(" (")[0]
    return f"{line.found} ({'; '.join(filter(None, (line.printed, alike)))})"
