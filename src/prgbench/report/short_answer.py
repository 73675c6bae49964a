"""The first screen: the answer in at most sixty words, and one table of at most five rows.

The page, report.md, the command, a printed answer and a notebook begin with what is written here,
so that they say the same. What comes in is the answer (``answer.json``) and the tables of its
parts; what goes out is a `ShortAnswer`: a headline that answers the question of the study, a few
sentences, a table and the name of the figure to show beside them. Everything else that the answer
holds is in `prgbench.report.detailed_answer`, one step further down.

Which question is answered depends on the study. If nearly all models are on nearly all data sets,
a reader asks which model to take. If each task has a sample of models of its own, as in the
replication, he asks whether the choice of the measure changes which model wins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import pandas as pd
from tabulate import tabulate

from prgbench.answer.answer import Answer, BestModel, Orders, PairAnswer
from prgbench.answer.common_order import BEST, RANKS, TOP_DIFFERS
from prgbench.answer.interface import Tables
from prgbench.answer.standings import Standing
from prgbench.answer.verdicts import (
    FEWEST_DATASETS,
    RankingVerdict,
    WinnerVerdict,
)
from prgbench.plotting.drawn import INSTANCES, number
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    natural_key,
    percent,
)
from prgbench.report import ANSWER_FIGURE, MODEL_CURVES, STANDINGS_FIGURE
from prgbench.report.best_models import ENOUGH, best_is_not_told, models_of, shortly
from prgbench.report.best_on_items import achieved
from prgbench.report.costs_decide import if_costs_decide
from prgbench.report.leaderboard import Leaderboard
from prgbench.report.replication import Line, comparison_lines
from prgbench.report.tested import (
    KEPT_ON_ITEMS,
    KEPT_ON_NEW,
    KEPT_ON_THESE,
    models_were_tested,
    pairs_were_tested,
)
from prgbench.run.safe_text import as_markdown, plain

MOST_WORDS = 60
MOST_ROWS = 5
MOST_MEASURES = 4
MOST_NAMED = 3
"""At most this many models are named; of more, the first is named and the others counted."""

NEARLY_ALL = 0.9
"""If at least this share of cells is filled, the first question is which of the models is best."""

CHANGES = "Does the measure change which model wins?"
WHICH = "Which model is best?"
UNTOLD = "That can't be told."

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
        names_models = self.question == WHICH and self.headline != UNTOLD
        return self.headline if names_models else f"{self.question} {self.headline}"

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
    names = _Names.of(answer, board, medium)
    figures: tuple[str, ...]
    # A replication asks what the paper asked, even if its models are the same on all data sets.
    if _asks_which_model(answer) and replication is None:
        headline, sentences = _which_model(answer, names)
        of_costs = if_costs_decide(answer, medium.name)
        # Where several measures are asked, they weigh costs; one alone has its answer first.
        several = len(answer.best_models) > 1
        # The sentence on costs goes to the place that its question has, counted without empty
        # ones.
        sentences = [sentence for sentence in sentences if sentence]
        sentences.insert(1 if several else len(sentences), of_costs)
        table = _models_table(answer, board, names, model_word)
        question = WHICH
        figures = (STANDINGS_FIGURE, ANSWER_FIGURE, MODEL_CURVES)
    elif not answer.pairs:
        headline = UNTOLD
        sentences = [best_is_not_told(answer)[1]]
        table = ShortTable((), ())
        question = WHICH
        figures = (STANDINGS_FIGURE, MODEL_CURVES)
    else:
        headline, sentences = _does_the_winner_change(answer, names)
        table = _pairs_table(answer)
        question = CHANGES
        figures = (ANSWER_FIGURE, STANDINGS_FIGURE, MODEL_CURVES)
    # The paper's nine numbers replace the table, so that they are seen first beside those found.
    if replication is not None:
        table = paper_table(comparison_lines(replication, tables.get("if_alike")))
        table = replace(table, note=f"{table.note}{_on_noise(answer.pairs)}")
    return ShortAnswer(
        question, headline, _within(f"{question} {headline}", sentences), table, figures
    )


def _asks_which_model(answer: Answer) -> bool:
    """Say whether the first question is which model is best: all models are on all data sets."""
    compared = [best for best in answer.best_models if best.models >= 2]
    if not compared or (answer.complete or 0.0) < ENOUGH:
        return False
    return by_models(answer) or not answer.pairs


def by_models(answer: Answer) -> bool:
    """Say whether the models come before the measures: nearly all are on nearly all data sets."""
    return answer.datasets < FEWEST_DATASETS or (answer.complete or 0.0) >= NEARLY_ALL


def _within(opening: str, sentences: Sequence[str]) -> str:
    """Join sentences, the most important first, as far as they have few words."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}".strip()
        # The first sentence stays even if it alone is too long: names of models can have many
        # words.
        if text and len(f"{opening} {longer}".split()) > MOST_WORDS:
            break
        text = longer
    return text


@dataclass(frozen=True, slots=True)
class _Names:
    """How models are written in sentences and in the table alike."""

    write: Callable[[str], str]
    strong: str

    @classmethod
    def of(cls, answer: Answer, board: Leaderboard, medium: Medium) -> Self:
        """Return how the models of an answer and of its leaderboard are written."""
        # Names are shortened together: a short form must be clear in the sentences and in the
        # table.
        models = models_of(answer.best_models).union(board.models)
        return cls(shortly(models, medium.name), medium.strong)

    def __call__(self, name: str) -> str:
        """Write the name of a model."""
        return self.write(name)

    def either(self, models: Sequence[str]) -> str:
        """Write some models as A, B or C; of many the first and how many others there are."""
        first, *others = models
        if len(models) > MOST_NAMED:
            return f"{self(first)}, or one of {len(others):,} others"
        *before, last = map(self, models)
        return f"{', '.join(before)} or {last}" if before else last


# Which model is best?


def _which_model(answer: Answer, names: _Names) -> tuple[str, list[str]]:
    """Say which model is the best, or which may be, and whether the measures agree on that.

    What is said of a model under a measure is what the table marks: that it may be the best.
    """
    best = answer.best_models
    noise = _Noise.of(answer)
    candidates = [noise.candidates(model) for model in best]
    # One measure without a test is enough: what holds under all measures can't be told then.
    if any(of_measure is None for of_measure in candidates):
        first = _share_the_first_place(best, names) or _first_by_measure(best, names)
        leaders = {model.model for model in best}
        coverage = _coverage(answer, best[0].model) if len(leaders) == 1 else ""
        return UNTOLD, [f"{first}.", coverage, noise.unknown]
    known = [of_measure for of_measure in candidates if of_measure is not None]
    # The headline promises what holds under every measure, so only what all of them allow counts.
    in_all = set.intersection(*known)
    if not in_all:
        return _depends(answer, names, noise)
    # Sorted first, so that ties do not depend on the order of a set.
    leader = max(sorted(in_all, key=natural_key), key=lambda model: _times_first(best, model))
    equals = sorted(in_all - {leader}, key=natural_key)
    only_some = {
        model.measure: sorted(of_measure - in_all, key=natural_key)
        for model, of_measure in zip(best, known, strict=True)
    }
    headline = f"{names.either([leader, *equals])}."
    # With one score a model and data set, many equals mean that nothing was found: the first of
    # them would look like a result.
    if noise.of_data_sets and len(equals) >= MOST_NAMED:
        headline = "No model is clearly best."
    return headline, [
        f"{names(leader)} {achieved(best[0], answer)}." if answer.items is not None else "",
        *_places(answer, leader, equals, only_some, names, noise),
        _measures_differ(answer) or _leaderboards_differ(answer),
        _coverage(answer, leader),
        _new_data_sets(answer),
    ]


def _depends(answer: Answer, names: _Names, noise: "_Noise") -> tuple[str, list[str]]:
    """Say that no model may be the best under all measures, each taken by itself.

    Two tests at the full level are wrong more often than one, so that this may still be noise:
    only sets of possible winners that are disjoint at half of the level show a difference.
    """
    best = answer.best_models
    leads = _first_by_measure(best, names)
    differ = _measures_differ(answer) or _leaderboards_differ(answer)
    if any(noise.shows_apart(orders) for orders in answer.orders):
        of_all = "both" if len(best) == 2 else "all"
        text = f"{leads}; no model may be the best under {of_all}."
        return "It depends on the measure.", [text, differ]
    return "It may depend on the measure.", [f"{leads}; {noise.may_explain} that.", differ]


def _places(
    answer: Answer,
    leader: str,
    equals: Sequence[str],
    only_some: Mapping[str, Sequence[str]],
    names: _Names,
    noise: "_Noise",
) -> Iterator[str]:
    """Say how the leader stands to its equals, and to models that are so under some measures."""
    best = answer.best_models
    # Ahead of all others: no further model may be the best under that measure.
    ahead = [model for model in best if not only_some[model.measure]]
    if _times_first(best, leader) < len(best):
        subject = "Each is" if equals else "It is"
        yield f"{subject} best, or statistically tied with the best, {_under_all(best)}."
        yield f"{_first_by_measure(best, names)}; {noise.may_explain} that."
    elif equals:
        under = f" {_under_all(best)}" if len(best) > 1 else ""
        shared = _share_the_first_place(best, names)
        if not shared:
            yield f"{names(leader)} leads{under}, but {noise.units} can't separate them."
        elif _first_of_all(best).issuperset(equals):
            yield f"{shared}."
        else:
            yield f"{shared}, but {noise.units} can't separate the others from them."
    elif len(ahead) == len(best):
        yield f"It is ahead of all others {_under_all(best)}."
    else:
        also = f", ahead of all others under {_labels(ahead)}" if ahead else ""
        yield f"It leads {_under_all(best)}{also}."
    for others, group in _by_others(best, only_some).items():
        yield f"Under {_labels(group)}, {names.either(others)} may be the best, too."


def _by_others(
    best: Sequence[BestModel], only_some: Mapping[str, Sequence[str]]
) -> dict[tuple[str, ...], list[BestModel]]:
    """Group the measures under which the same further models may be the best."""
    groups: dict[tuple[str, ...], list[BestModel]] = {}
    for model in best:
        if others := tuple(only_some[model.measure]):
            groups.setdefault(others, []).append(model)
    return groups


@dataclass(frozen=True, slots=True)
class _Noise:
    """What the tests of a study take as noise: other instances or items, or other data sets.

    ``units`` can't separate models, ``may_explain`` begins the clause on leads that may be noise,
    and ``unknown`` is the sentence if no noise is known.
    """

    of_data_sets: bool
    units: str
    may_explain: str
    unknown: str

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """Return the noise of a study."""
        chosen = f"which {count(answer.datasets, 'data set')} were chosen"
        these = f"these {answer.datasets:,} data sets"
        if answer.datasets == 1:
            these = "this data set"
        if answer.items is not None:
            these = f"these {count(answer.items, 'item')}"
        if _noise_is_known(answer):
            return cls(False, these, "sampling noise may explain", "")
        unknown = "Without replicates of the scores, nothing tells whether that is noise."
        if answer.datasets > 1:
            choice = f"the choice of the {answer.datasets:,} data sets"
            unknown = f"Nothing tells whether {choice} explains which model leads."
        return cls(True, these, f"{chosen} may explain", unknown)

    def shows_apart(self, orders: Orders) -> bool:
        """Say whether no model can be the best under both of two measures."""
        return orders.apart_new if self.of_data_sets else orders.apart

    def candidates(self, best: BestModel) -> set[str] | None:
        """Return the models that may be the best under a measure; None if that is not known."""
        # Where instances were not resampled, only the spread between data sets says what is noise.
        tied = best.tied_new if self.of_data_sets else best.tied
        return None if tied is None else {best.model, *best.level, *tied}


def _noise_is_known(answer: Answer) -> bool:
    return all(model.tied is not None for model in answer.best_models)


def _times_first(best: Sequence[BestModel], model: str) -> int:
    """Return under how many measures a model is the first, alone or with others."""
    return sum(model in (first.model, *first.level) for first in best)


def _first_of_all(best: Sequence[BestModel]) -> set[str]:
    """Return the models that are the first under every measure, alone or with others."""
    return set.intersection(*({first.model, *first.level} for first in best))


def _share_the_first_place(best: Sequence[BestModel], names: _Names) -> str:
    """Say which models are the first together under every measure; "" if it is one at most."""
    shared = sorted(_first_of_all(best), key=natural_key)
    if len(shared) < 2:
        return ""
    under = f" {_under_all(best)}" if len(best) > 1 else ""
    if len(shared) > MOST_NAMED:
        return f"{len(shared):,} models share the first place{under}"
    return f"{listing([*map(names, shared)])} share the first place{under}"


def _first_by_measure(best: Sequence[BestModel], names: _Names) -> str:
    """Say which model leads under each measure: A leads under X and Y, B under Z."""
    measures: dict[str, list[BestModel]] = {}
    for model in best:
        measures.setdefault(model.model, []).append(model)
    # The verb stands once, in the first clause: A leads under X, B under Y.
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


def _labels(group: Sequence[BestModel]) -> str:
    labels = [measure_label(model.measure) for model in group]
    if len(labels) > MOST_NAMED + 1:
        return f"{number(len(labels))} measures"
    return listing(labels)


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
    differ = [pair for pair in tested if pair.winners_differ]
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
    text = f"Winners differ in {_range(found)} of {count(tasks, 'task')}{_ties(answer)}"
    return f"{text}; noise alone would make {_range(alike)} differ." if alike else f"{text}."


def _ties(answer: Answer) -> str:
    """Say in how many tasks no model wins under both measures, where ties make that fewer."""
    disagree = [pair.disagree for pair in answer.pairs if pair.disagree.tasks]
    if not any(found.shared_best for found in disagree):
        return ""
    surely = [(found.count - found.shared_best) / found.tasks for found in disagree]
    return f" (no model wins under both in {_range(surely)})"


def _range(shares: Sequence[float]) -> str:
    """Write one share, or the least and the greatest, in whole percent."""
    ends = dict.fromkeys(f"{100 * share:.0f}" for share in (min(shares), max(shares)))
    return f"{'–'.join(ends)}%"


def _measures_differ(answer: Answer) -> str:
    """Say which measures rank the models differently, or that this is not resolved."""
    tested = [pair for pair in answer.pairs if pair.ranks]
    # A difference that is shown for some pairs is the news, whatever is open for the others.
    verdicts = {pair.ranks.verdict for pair in tested if pair.ranks}
    differ = [pair for pair in tested if pair.ranks_differ]
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
    differ = [pair for pair in answer.pairs if pair.leaderboards_differ]
    if not differ:
        return ""
    return (
        f"The leaderboards under {_pairs(differ)} differ beyond the choice of data sets"
        f"{perhaps_in_distances(differ)}."
    )


def perhaps_in_distances(pairs: Sequence[PairAnswer]) -> str:
    """Add a caveat if leaderboards differ but no two models are certainly in opposite orders.

    Noise pulls the mean ranks of similar models together, so that a noisier measure with the same
    order has smaller gaps between them.
    """
    boards = [pair.leaderboards for pair in pairs if pair.leaderboards_differ]
    if not boards or any(board is None or board.reversed is not False for board in boards):
        return ""
    return ", though perhaps only in how far models are apart"


def _pairs(pairs: Sequence[PairAnswer]) -> str:
    """Name the measures of pairs; each once if all of them are paired with each other."""
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.measures))
    # All pairs of some measures are those measures: A, B and C instead of three pairs.
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
    # The table takes the target whose test decides the words above it, so that both agree.
    new = board.on_new_datasets and not board.on_these_datasets
    # Without a test of a measure, a marked model would look like the result of one.
    tested = [measure for measure in measures if board.is_tested(measure, new=new)]
    rows = [
        (
            names(model),
            *(
                _standing(
                    board.standings.get((m, model)), names.strong if m in tested else "{}", new=new
                )
                for m in measures
            ),
        )
        for model in _first_models(board)
    ]
    by_rank = [measure for measure in measures if measure in board.by_rank]
    header = [f"{measure_label(m)}{' (mean rank)' if m in by_rank else ''}" for m in measures]
    notes = _models_notes(answer, board, names.strong, new=new) if tested else []
    notes += _not_shown(board)
    return ShortTable((model_word, *header), tuple(rows), " ".join(notes))


def _first_models(board: Leaderboard) -> list[str]:
    """Return the models of the table: those with the best ranks under any measure."""
    best_rank = {
        model: min(row.rank for (_, name), row in board.standings.items() if name == model)
        for model in board.models
    }
    chosen = sorted(board.models, key=lambda model: best_rank[model])[:MOST_ROWS]
    # In the order of the leaderboard, which a reader sees next.
    return [model for model in board.models if model in chosen]


def _standing(row: Standing | None, strong: str, *, new: bool) -> str:
    """Write the value of a model with its interval; it stands out if the model may be the best."""
    if row is None:
        return "–"
    lower, upper = (row.lower_new, row.upper_new) if new else (row.lower, row.upper)
    value = decimal(row.value)
    # An unknown bound is NaN, which is not equal to itself.
    if lower == lower:
        value = f"{value} {bounds(lower, upper, decimal)}"
    may_be_best = row.may_be_best_new if new else row.may_be_best
    return strong.format(value) if may_be_best else value


def _models_notes(answer: Answer, board: Leaderboard, strong: str, *, new: bool) -> list[str]:
    """Explain the marks and the brackets, and state the error rate of the marks."""
    level = f"{100 * answer.confidence_level:.10g}%"
    units = "new data sets like these" if new else "other instances"
    if answer.items is not None:
        units = "other items"
    shown, marked = ("Bold", "in bold") if strong.startswith("*") else ("Starred", "starred")
    notes = [f"{shown}: may be the best, by paired comparisons."]
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


def _pairs_table(answer: Answer) -> ShortTable:
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
    return ShortTable(tuple(columns), rows, f"{note}{_on_noise(pairs)}".strip())


def _on_noise(pairs: Sequence[PairAnswer]) -> str:
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
    numbers: Iterator[str] = (cells.get((pair, statistic), "–") for statistic in _PAPER_COLUMNS)
    return (listing([measure_label(name) for name in pair]), *numbers)


def _paper_cell(line: Line) -> str:
    # Of "28.9% (18.0% to 41.0%)" the range has its place in the table of all the paper's numbers.
    alike = line.if_alike.partition(" (")[0]
    return f"{line.found} ({'; '.join(filter(None, (line.printed, alike)))})"
