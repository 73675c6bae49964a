"""The verdict in sentences: whether rankings, winners and leaderboards differ, and at what cost.

It is a paragraph of the answer in detail (`prgbench.report.detailed_answer`). What is found of a
verdict is said in the words of the verdict (`prgbench.answer.verdicts`), with its numbers.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from prgbench.answer.answer import (
    Answer,
    Choosing,
    LeaderboardAnswer,
    PairAnswer,
    Ranks,
    Winners,
)
from prgbench.answer.verdicts import (
    EQUIVALENT,
    ChoiceVerdict,
    LeaderboardVerdict,
    RankingVerdict,
    Verdict,
    WinnerVerdict,
)
from prgbench.metrics import measures
from prgbench.plotting.drawn import INSTANCES
from prgbench.plotting.words import bounds, count, decimal, listing, measure_label, percent
from prgbench.report.names import measures_paired_in_full
from prgbench.report.parts.choosing import (
    NAMED,
    choices_of_measures,
    chooser_label,
    target_label,
)
from prgbench.report.winner_changes import perhaps_in_distances

MOST_PAIRS_NAMED = 6
"""So many pairs of measures that differ are named."""

Boards = Sequence[tuple[PairAnswer, LeaderboardAnswer]]

AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)

IF_SMALL = "if no test set is larger than its training set"
"""What the noise of random splits of unknown sizes assumes."""

SKEWED = "scores skewed in opposite ways"
"""What can look like a difference, as docs/validity.md shows."""

MAY_COST = "may cost"

FEWEST_FOR_RARE_LOSSES = 50
"""On fewer data sets a loss that a tenth of them have is often in none: docs/validity.md."""

UNLESS_RARE = ", unless a few other data sets lose much more"

OPEN = "this study can't tell whether"


def verdict_sentences(answer: Answer) -> str:
    """Say whether rankings and winners differ, and what choosing costs: a sentence for each."""
    clauses = [
        *_rankings(answer.pairs, answer.units),
        *_winners(answer.pairs),
        *_leaderboards(answer.pairs),
    ]
    # Several open questions in a row would bury what was found: they become one sentence.
    clauses = [*_or_whether(clauses), *_choosing(answer)]
    # A user's measure keeps its name as it is written.
    names = {name for pair in answer.pairs for name in pair.measures}.difference(measures())
    kept = tuple(f"{measure_label(name)}{mark}" for name in names for mark in " ,")
    clauses = clauses or ["this study has no test of whether the measures differ"]
    return with_stops(
        clause if clause.startswith(kept) else f"{clause[0].upper()}{clause[1:]}"
        for clause in clauses
    )


def with_stops(sentences: Iterable[str]) -> str:
    """End each sentence with a full stop, and join them."""
    return " ".join(f"{sentence}." for sentence in sentences)


def _or_whether(clauses: Sequence[str]) -> list[str]:
    """Join each clause on what is open to the one before, if that is open too."""
    joined: list[str] = []
    for clause in clauses:
        if joined and joined[-1].startswith(OPEN) and clause.startswith(OPEN):
            joined[-1] += clause.replace(OPEN, ", or whether", 1)
        else:
            joined.append(clause)
    return joined


def _rankings(pairs: Sequence[PairAnswer], units: str = INSTANCES) -> list[str]:
    """Say how the measures rank the models."""
    tested = [(pair, pair.ranks) for pair in pairs if pair.ranks]
    clauses: list[str] = []
    for verdict, group in _by_verdict(RankingVerdict, tested):
        # Beside a difference that is shown, what is open has its numbers in the figure.
        numbers = "" if clauses and verdict.is_open else _correlations(group)
        if verdict == RankingVerdict.NO_DIFFERENCES:
            numbers = _few_units(group, units)
        named = _pairs(group, pairs, verdict.words)
        clauses.append(verdict.words.format(pairs=named, margin=_margin(group)) + numbers)
    return clauses


def _few_units(group: Sequence[PairAnswer], units: str) -> str:
    """Say on how much the tests are based in each task."""
    counts = [(pair.ranks.fewest, pair.ranks.most) for pair in group if pair.ranks]
    numbers = sorted({n for pair in counts for n in pair if n})
    if not numbers:
        return ""
    what = "independent groups of the rarer class" if units == INSTANCES else units
    return f" ({range_of(numbers, '{:,}'.format)} {what} each)"


def _winners(pairs: Sequence[PairAnswer]) -> list[str]:
    """Say whether winners differ, but not that this is open where no models differ."""
    tested = []
    for pair in pairs:
        no_differences = pair.ranks and pair.ranks.verdict == RankingVerdict.NO_DIFFERENCES
        if pair.winners and not (no_differences and pair.winners.verdict.is_open):
            tested.append((pair, pair.winners))
    clauses: list[str] = []
    for verdict, group in _by_verdict(WinnerVerdict, tested):
        named = _pairs(group, pairs, verdict.words)
        # The pairs were named in the sentence before, if they are all pairs.
        winners = f"the winners under {named}"
        if group == list(pairs):
            winners = "their winners"
        shares = _shares_of(group) if verdict.shows_difference else ""
        clauses.append(verdict.words.format(winners=winners) + shares)
    return clauses


def _leaderboards(pairs: Sequence[PairAnswer]) -> list[str]:
    """Say whether the leaderboards differ; beside rankings, only what is shown."""
    tested = [
        (pair, pair.leaderboards)
        for pair in pairs
        if pair.leaderboards and (pair.ranks is None or not pair.leaderboards.verdict.is_open)
    ]
    return [
        verdict.words.format(pairs=_pairs(group, pairs, verdict.words))
        + _mean_ranks(group)
        + perhaps_in_distances(group)
        for verdict, group in _by_verdict(LeaderboardVerdict, tested)
    ]


def open_leaderboards(boards: Boards) -> str:
    """Say the verdicts on leaderboards that the first sentence leaves out."""
    unsaid = [(pair, board) for pair, board in boards if pair.ranks and board.verdict.is_open]
    every = [pair for pair, _ in boards]
    text = ""
    for verdict, group in _by_verdict(LeaderboardVerdict, unsaid):
        words = verdict.words.format(pairs=_pairs(group, every, verdict.words))
        text += f" {words[0].upper()}{words[1:]}{_mean_ranks(group)}."
    return text


def _mean_ranks(group: Sequence[PairAnswer]) -> str:
    """Say the correlations of the mean ranks, unless their intervals tell nothing."""
    boards = [pair.leaderboards for pair in group if pair.leaderboards]
    # An interval from -1 to 1 says nothing, and a number beside it would look like a result.
    if boards[0].estimate is None or {(board.lower, board.upper) for board in boards} == {(-1, 1)}:
        return ""
    numbers = range_of([board.estimate for board in boards], decimal)
    if len(boards) == 1:
        numbers += in_brackets(boards[0].lower, boards[0].upper, decimal)
    return f" (correlation of mean ranks {numbers}, free of their noise)"


def _by_verdict(
    verdicts: type[AnyVerdict],
    tested: Sequence[tuple[PairAnswer, Ranks | Winners | LeaderboardAnswer]],
) -> list[tuple[AnyVerdict, list[PairAnswer]]]:
    """Return each verdict that is given, with all pairs that have it."""
    by_verdict = [
        (verdict, [pair for pair, test in tested if test.verdict == verdict])
        for verdict in verdicts
    ]
    return [(verdict, pairs) for verdict, pairs in by_verdict if pairs]


def _pairs(group: Sequence[PairAnswer], every: Sequence[PairAnswer], words: str) -> str:
    """Name the measures of some pairs in the words of their verdict.

    Each measure is named once if the pairs are all pairs of some measures, or those of one measure
    with some; of many pairs only those that are shown to differ are named.
    """
    paired = measures_paired_in_full(group)
    if paired and len(paired) <= MOST_PAIRS_NAMED:
        return listing(list(map(measure_label, paired)))
    if len(every) > NAMED and not any(pair.differs for pair in group):
        return f"{len(group):,} of {count(len(every), 'pair')} of measures"
    # Pairs that share a measure are named by it: A and either B or C.
    in_all = set.intersection(*(set(pair.measures) for pair in group))
    if len(in_all) == 1 and len(group) <= MOST_PAIRS_NAMED:
        names = dict.fromkeys(name for pair in group for name in pair.measures)
        *partners, last = [measure_label(name) for name in names if name not in in_all]
        others = f"each of {', '.join(partners)} and {last}"
        if "whether" in words:
            others = f"either {', '.join(partners)} or {last}"
        return f"{measure_label(*in_all)} and {others}"
    named = [names_of(pair) for pair in group[:MOST_PAIRS_NAMED]]
    more = len(group) - len(named)
    if more:
        named.append(f"{count(more, 'other pair')} of measures")
    *before, last = named
    if not before:
        return last
    return f"{', '.join(before)}, and {last}"


def _margin(group: Sequence[PairAnswer]) -> float:
    """Return the margin of the tests of rankings, which is the same for all pairs."""
    return next((pair.ranks.margin for pair in group if pair.ranks and pair.ranks.margin), 0.0)


def _correlations(group: Sequence[PairAnswer]) -> str:
    """Say the correlations of a verdict, and those of a common order; or how many are reversed."""
    ranks = [pair.ranks for pair in group if pair.ranks]
    first = ranks[0].verdict
    if first.shows_likeness:
        uppers = [rank.reversed_upper for rank in ranks if rank.reversed_upper is not None]
        most = f"at most {percent(max(uppers))} of the pairs of models are"
        if not max(uppers):
            most = "no pair of models is"
        assumed = f", {IF_SMALL}" if ranks[0].noise_at_most else ""
        return f" ({most} reversed by more than {EQUIVALENT:g} in both{assumed})"
    if not (first.shows_difference or first == RankingVerdict.NOT_RESOLVED):
        return ""
    correlations = range_of([rank.found for rank in ranks], decimal)
    noise = _noise_alone(ranks, decimal)
    return f" (mean rank correlation {correlations}; {noise}{_other_cause(ranks)})"


def _other_cause(ranks: Sequence[Ranks]) -> str:
    """Say what else than measures that rank differently can look like a difference that is shown.

    Of such scores it is said too often.
    """
    skewed = ranks[0].verdict.shows_difference and any(rank.opposite_skews for rank in ranks)
    return f"; {SKEWED} can look like that" if skewed else ""


def _shares_of(group: Sequence[PairAnswer]) -> str:
    """Say in which share of the tasks the winners differ, beside noise alone."""
    winners = [pair.winners for pair in group if pair.winners]
    return f" ({_shares(winners)}, weighted by precision; {_noise_alone(winners, percent)})"


def _noise_alone(numbers: Sequence[Ranks | Winners], write: Callable[[float], str]) -> str:
    """Say a number of a common order with its range, or the least and greatest of several."""
    text = f"noise alone would give {range_of([number.if_alike for number in numbers], write)}"
    [first, *more] = numbers
    if not more:
        text += in_brackets(first.if_alike_lower, first.if_alike_upper, write)
    return text + (f", {IF_SMALL}" if first.noise_at_most else "")


def _shares(tested: Sequence[Winners]) -> str:
    """Say a share of tasks, or the least and greatest of several; "" if none is known."""
    text = range_of([test.found for test in tested], percent)
    return f"{text} of {count(max(test.tasks for test in tested), 'task')}" if text else ""


def _choosing(answer: Answer) -> list[str]:
    """Say what choosing by one measure costs by another, or how large a loss may still be.

    A gain is said where there is no cost: beside one it comes and goes with the seed.
    """
    # Of all measures, not only those named first: what is said here is said of any of them.
    choices = choices_of_measures(answer)
    for verb in (ChoiceVerdict.COSTS, ChoiceVerdict.GAINS):
        shown = [choice for choice in choices if choice.verdict == verb]
        if shown:
            return [f"{_largest(answer, verb, shown)}{_from_noise(answer, _first(verb, shown))}"]
    # On few data sets the test of all choices can't show what an interval does.
    losses = [
        choice
        for choice in choices
        if choice.verdict == ChoiceVerdict.NOT_RESOLVED and (choice.lower or 0.0) > EQUIVALENT
    ]
    if losses:
        return [f"{_largest(answer, MAY_COST, losses)}, which a test of all choices doesn't show"]
    uppers = [
        choice.upper
        for choice in choices
        if choice.upper is not None and choice.verdict != ChoiceVerdict.TOO_FEW
    ]
    if not uppers:
        return []
    # The largest upper limit is what can't be excluded for some of the choices.
    unless = UNLESS_RARE if answer.datasets < FEWEST_FOR_RARE_LOSSES else ""
    if max(uppers) <= EQUIVALENT:
        return [
            f"selecting by one measure instead of another costs less than {EQUIVALENT:g}{unless}"
        ]
    return [
        f"no evidence that selecting by one measure instead of another costs more than "
        f"{EQUIVALENT:g} (upper limit {decimal(max(uppers))}{unless})"
    ]


def _first(verb: str, choices: Sequence[Choosing]) -> Choosing:
    """Return the choice of the largest loss, or gain."""
    return max(choices, key=lambda choice: _sign(verb) * (choice.loss or 0.0))


def _sign(verb: str) -> int:
    return -1 if verb == ChoiceVerdict.GAINS else 1


def _largest(answer: Answer, verb: str, choices: Sequence[Choosing]) -> str:
    """Say the largest of some losses or gains; how many are shown comes with the seed."""
    sign = _sign(verb)
    choice = _first(verb, choices)
    values = [sign * v for v in (choice.loss, choice.lower, choice.upper) if v is not None]
    # A bound of .0004 must not be printed as 0, which would contradict the verdict.
    digits = 4 if min(map(abs, values)) < 0.001 else 3
    write = partial(decimal, digits=digits)
    interval = ""
    if choice.upper is not None:
        interval = f" {bounds(min(values), max(values), write)}"
    halves = f" on halves of {count(round(choice.half or 0), answer.units[:-1])}"
    return (
        f"selecting by {chooser_label(choice.by)} {verb} {write(values[0])} of "
        f"{target_label(choice.target)}{interval}{halves}"
    )


def _from_noise(answer: Answer, choice: Choosing) -> str:
    """Say that a loss or gain is, or may be, one of noise, unless the measures differ."""
    compared = {choice.by, choice.target}
    pairs = [pair for pair in answer.pairs if set(pair.measures) == compared]
    if any(pair.differs for pair in pairs):
        return ""
    # A model that the one measure lacks can't be selected by it, however good it is.
    lacked = [best.not_ranked for best in answer.best_models if best.measure == choice.by]
    if any(lacked):
        return f" (it can't select the {count(len(lacked[0]), 'model')} that lack it)"
    # A loss without a difference of the rankings comes from one measure being less noisy.
    steadier = choice.by if choice.verdict == ChoiceVerdict.GAINS else choice.target
    is_steadier = f"{measure_label(steadier)} is the steadier measure here"
    if any(pair.ranks is not None and pair.ranks.verdict.shows_likeness for pair in pairs):
        return f" (from noise: {is_steadier})"
    return f" (perhaps only because {is_steadier})"


def range_of(numbers: Sequence[float | None], write: Callable[[float], str]) -> str:
    """Say one number, or the least and greatest of several."""
    values = sorted(number for number in numbers if number is not None)
    return " to ".join(dict.fromkeys(map(write, values[:1] + values[-1:])))


def names_of(pair: PairAnswer) -> str:
    """Name the measures of a pair."""
    return " and ".join(map(measure_label, pair.measures))


def in_brackets(lower: float | None, upper: float | None, write: Callable[[float], str]) -> str:
    """Write an interval after a number; "" if it is unknown."""
    if lower is None or upper is None:
        return ""
    return f" {bounds(lower, upper, write)}"
