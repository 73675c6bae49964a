"""The answer in detail: all that it says in plain sentences, paragraph by paragraph.

It stands below the first screen (`prgbench.report.short_answer`): on the page after a click, in
report.md and a printed answer further down. What comes in is the answer; what goes out are
headings with their text.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from prgbench.answer.answer import (
    FOLD_MEAN_CHANGES,
    REPEAT_CHANGES,
    Answer,
    Choosing,
    LeaderboardAnswer,
    PairAnswer,
    Ranks,
    Winners,
)
from prgbench.answer.equal_rows import MANY_EQUAL
from prgbench.answer.expected_f1 import EXPECTED_F1
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
from prgbench.plotting.words import (
    FEW,
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair_label,
    percent,
    share_of,
    short_flow_name,
)
from prgbench.report.best_models import best_is_not_told, best_model_paragraphs
from prgbench.report.costs_decide import at_all_costs
from prgbench.report.parts.choosing import NAMED, chooser_label, named_choices, target_label
from prgbench.report.short_answer import by_models
from prgbench.report.shown_part import without_rough_bounds
from prgbench.report.winner_changes import perhaps_in_distances
from prgbench.run.safe_text import as_markdown

MOST_NAMED = 6
"""So many pairs of measures that differ are named."""

Boards = Sequence[tuple[PairAnswer, LeaderboardAnswer]]

AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)

IF_SMALL = "if no test set is larger than its training set"
"""What the noise of random splits of unknown sizes assumes."""

SKEWED = "scores skewed in opposite ways"
"""What can look like a difference, as docs/validity.md shows."""

NOISE_TWICE = (
    " Noise alone may give more than was found: its studies add noise to scores that have it."
)

OPEN = "this study can't tell whether"
QUESTION = "Does the choice of the measure change which model wins?"


def answer_sentences(answer: Answer, *, replication: bool = False) -> list[str]:
    """Return the answer in paragraphs of Markdown, each after its heading."""
    paragraphs = answer_paragraphs(answer, replication=replication)
    return [f"**{heading}** {text}" for heading, text in paragraphs]


def warning_lines(answer: Answer) -> list[str]:
    """Return what looks wrong as paragraphs of Markdown."""
    return [f"**Warning:** {as_markdown(warning.text)}" for warning in answer.warnings]


def answer_paragraphs(
    answer: Answer, *, replication: bool = False, write: Callable[[str], str] = as_markdown
) -> list[tuple[str, str]]:
    """Return the answer as headings with their text: the best models, then the verdict.

    The verdict comes first in a study of models that were drawn anew for each task. Of many pairs
    of measures those that differ are named. Intervals from too few data sets are left out. A
    ``replication`` is also held against the paper's claim on expected F1. ``write`` is how the
    medium writes the names of models.
    """
    best = best_model_paragraphs(answer, write)
    # A study of measures says of its models what it can; a table of scores is asked for the best.
    if not best and (not answer.pairs or answer.units != INSTANCES):
        best = [best_is_not_told(answer)]
    # Only now: the best models' intervals are for other instances, however few the data sets.
    answer = without_rough_bounds(answer)
    of_pairs = [
        (QUESTION, verdict(answer)),
        ("Tasks with different winners.", _different_winners(answer)),
        ("Pairs of models.", _pairs_of_models(answer)),
        ("Leaderboards.", _leaders(answer, write)),
    ]
    of_pairs = of_pairs if answer.pairs else []
    paragraphs = [
        *(best + of_pairs if by_models(answer) else of_pairs + best),
        ("Costs of errors.", at_all_costs(answer, write)),
        ("Expected F1.", _expected_f1(answer) if replication else ""),
        ("Assumptions.", _assumptions(answer) if answer.units == INSTANCES else ""),
    ]
    return [(heading, text) for heading, text in paragraphs if text]


def verdict(answer: Answer) -> str:
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
    return _with_stops(
        clause if clause.startswith(kept) else f"{clause[0].upper()}{clause[1:]}"
        for clause in clauses
    )


def _with_stops(sentences: Iterable[str]) -> str:
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


def found_of(pair: PairAnswer) -> str:
    """Say in how many tasks the best models differ by a pair of measures."""
    found = pair.disagree
    ties = f", {found.shared_best:,} of them with a common winner" if found.shared_best else ""
    return f"{names_of(pair)} {share_of(found.count, found.tasks)}{ties}"


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
    return (
        f" ({' to '.join(f'{n:,}' for n in dict.fromkeys((numbers[0], numbers[-1])))} {what} each)"
    )


def _winners(pairs: Sequence[PairAnswer]) -> list[str]:
    """Say whether winners differ, but not that this is open where no models differ."""
    tested = [
        (pair, pair.winners)
        for pair in pairs
        if pair.winners
        and not (
            pair.winners.verdict.is_open
            and pair.ranks
            and pair.ranks.verdict == RankingVerdict.NO_DIFFERENCES
        )
    ]
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


def _mean_ranks(group: Sequence[PairAnswer]) -> str:
    """Say the correlations of the mean ranks, unless their intervals tell nothing."""
    boards = [pair.leaderboards for pair in group if pair.leaderboards]
    # An interval from -1 to 1 says nothing, and a number beside it would look like a result.
    if boards[0].estimate is None or {(board.lower, board.upper) for board in boards} == {(-1, 1)}:
        return ""
    numbers = _range([board.estimate for board in boards], decimal)
    if len(boards) == 1:
        numbers += _interval(boards[0].lower, boards[0].upper, decimal)
    return f" (correlation of mean ranks {numbers}, free of their noise)"


def _leaders(answer: Answer, write: Callable[[str], str]) -> str:
    """Name the model that leads by each measure's mean rank, and say whether that is noise."""
    boards = [(pair, pair.leaderboards) for pair in answer.pairs if pair.leaderboards]
    if not boards:
        return ""
    measures = dict[str, dict[str, None]]()
    for pair, board in boards:
        for measure, leader in zip(pair.measures, (board.leader_a, board.leader_b), strict=True):
            measures.setdefault(leader, {})[measure_label(measure)] = None
    leaders = listing(
        [
            f"{write(short_flow_name(leader))} under {listing([*labels])}"
            for leader, labels in measures.items()
        ]
    )
    # Leaders are tested beside the correlations of the same boards: each test has half the level.
    first, tail = boards[0][1], (1 - answer.confidence_level) / 2
    families = "" if first.families == first.datasets else f" of {first.families:,} families"
    text = f"The best mean rank over {count(first.datasets, 'data set')}{families}: {leaders}."
    text += _open_leaderboards(boards)
    shown = [pair for pair, board in boards if board.p_leaders and board.p_leaders <= tail]
    if shown:
        pairs = listing([pair_label(*pair.measures) for pair in shown[:NAMED]])
        return f"{text} For {pairs} that is more than the choice of the data sets explains."
    return text + " The choice of the data sets may explain that." * (len(measures) > 1)


def _open_leaderboards(boards: Boards) -> str:
    """Say the verdicts on leaderboards that the first sentence leaves out."""
    unsaid = [(pair, board) for pair, board in boards if pair.ranks and board.verdict.is_open]
    every = [pair for pair, _ in boards]
    return "".join(
        f" {words[0].upper()}{words[1:]}{_mean_ranks(group)}."
        for verdict, group in _by_verdict(LeaderboardVerdict, unsaid)
        if (words := verdict.words.format(pairs=_pairs(group, every, verdict.words)))
    )


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
    measures = dict.fromkeys(name for pair in group for name in pair.measures)
    if len(measures) <= MOST_NAMED and 2 * len(group) == len(measures) * (len(measures) - 1):
        return listing(list(map(measure_label, measures)))
    if len(every) > NAMED and not any(pair.differs for pair in group):
        return f"{len(group):,} of {count(len(every), 'pair')} of measures"
    # Pairs that share a measure are named by it: A and either B or C.
    in_all = set.intersection(*(set(pair.measures) for pair in group))
    if len(in_all) == 1 and len(group) <= MOST_NAMED:
        *partners, last = [measure_label(name) for name in measures if name not in in_all]
        either, joint = ("either", "or") if "whether" in words else ("each of", "and")
        return f"{measure_label(*in_all)} and {either} {', '.join(partners)} {joint} {last}"
    more = len(group) - MOST_NAMED
    counted = [f"{count(more, 'other pair')} of measures"] if more > 0 else []
    *named, last = [*map(names_of, group[:MOST_NAMED]), *counted]
    return f"{', '.join(named)}, and {last}" if named else last


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
    correlations = _range([rank.found for rank in ranks], decimal)
    noise = _noise_alone(ranks, decimal)
    return f" (mean rank correlation {correlations}; {noise}{_other_cause(ranks)})"


def _other_cause(ranks: Sequence[Ranks]) -> str:
    """Say what else than measures that rank differently can look like a difference that is shown.

    Of such scores it is said too often.
    """
    skewed = ranks[0].verdict.shows_difference and any(rank.opposite_skews for rank in ranks)
    return f"; {SKEWED} can look like that" if skewed else ""


def _shares_of(group: Sequence[PairAnswer]) -> str:
    winners = [pair.winners for pair in group if pair.winners]
    return f" ({_shares(winners)}, weighted by precision; {_noise_alone(winners, percent)})"


def _noise_alone(numbers: Sequence[Ranks | Winners], write: Callable[[float], str]) -> str:
    """Say a number of a common order with its range, or the least and greatest of several."""
    text = f"noise alone would give {_range([number.if_alike for number in numbers], write)}"
    [first, *more] = numbers
    if not more:
        text += _interval(first.if_alike_lower, first.if_alike_upper, write)
    return text + (f", {IF_SMALL}" if first.noise_at_most else "")


def _shares(tested: Sequence[Winners]) -> str:
    """Say a share of tasks, or the least and greatest of several; "" if none is known."""
    text = _range([test.found for test in tested], percent)
    return f"{text} of {count(max(test.tasks for test in tested), 'task')}" if text else ""


def _range(numbers: Sequence[float | None], write: Callable[[float], str]) -> str:
    """Say one number, or the least and greatest of several."""
    values = sorted(number for number in numbers if number is not None)
    return " to ".join(dict.fromkeys(map(write, values[:1] + values[-1:])))


def _choosing(answer: Answer) -> list[str]:
    """Say what choosing by one measure costs by another, or how large a loss may still be.

    A gain is said where there is no cost: beside one it comes and goes with the seed.
    """
    choices = named_choices(answer)
    for verb in (ChoiceVerdict.COSTS, ChoiceVerdict.GAINS):
        if shown := [choice for choice in choices if choice.verdict == verb]:
            return [_largest(answer, verb, shown)]
    uppers = [
        choice.upper
        for choice in choices
        if choice.upper is not None and choice.verdict != ChoiceVerdict.TOO_FEW
    ]
    if not uppers:
        return []
    # The largest upper limit is what can't be excluded for some of the choices.
    if max(uppers) <= EQUIVALENT:
        return [f"selecting by one measure instead of another costs less than {EQUIVALENT:g}"]
    return [
        f"no evidence that selecting by one measure instead of another costs more than "
        f"{EQUIVALENT:g} (upper limit {decimal(max(uppers))})"
    ]


def _largest(answer: Answer, verb: str, choices: Sequence[Choosing]) -> str:
    """Say the largest of the losses or gains that are shown; how many are comes with the seed."""
    sign = 1 if verb == ChoiceVerdict.COSTS else -1
    choice = max(choices, key=lambda choice: sign * (choice.loss or 0.0))
    values = [sign * v for v in (choice.loss, choice.lower, choice.upper) if v is not None]
    # A bound of .0004 must not be printed as 0, which would contradict the verdict.
    write = partial(decimal, digits=3 if min(map(abs, values)) >= 0.001 else 4)
    interval = f" {bounds(min(values), max(values), write)}" if choice.upper is not None else ""
    halves = f" on halves of {count(round(choice.half or 0), answer.units[:-1])}"
    return (
        f"selecting by {chooser_label(choice.by)} {verb} {write(values[0])} of "
        f"{target_label(choice.target)}{interval}{halves}{_from_noise(answer, choice)}"
    )


def _from_noise(answer: Answer, choice: Choosing) -> str:
    """Say that a loss or gain is one of noise, where the measures are not shown to differ."""
    measures = {choice.by, choice.target}
    if any(pair.differs for pair in answer.pairs if set(pair.measures) == measures):
        return ""
    # A loss without a difference of the rankings comes from one measure being less noisy.
    steadier = choice.target if choice.verdict == ChoiceVerdict.COSTS else choice.by
    return f" (from noise: {measure_label(steadier)} is the steadier measure here)"


def _different_winners(answer: Answer) -> str:
    """Say in how many tasks the winners differ, and in how many if the measures agreed."""
    if answer.tasks == 1:
        return ""
    pairs = sorted(answer.pairs, key=lambda pair: not pair.differs)[:NAMED]
    text = _with_stops(found_of(pair) + _alike_count(pair) for pair in pairs)
    return text + (NOISE_TWICE if any(map(_is_less_than_noise, pairs)) else "")


def _is_less_than_noise(pair: PairAnswer) -> bool:
    """Say whether winners differ less often than in nearly all studies of a common order."""
    lower = pair.disagree.if_alike_lower
    return lower is not None and (pair.disagree.share or 0.0) < lower


def _alike_count(pair: PairAnswer) -> str:
    disagree, winners = pair.disagree, pair.winners
    if disagree.if_alike is None:
        return ""
    alike = _interval(disagree.if_alike_lower, disagree.if_alike_upper, percent)
    certain = f", certainly in {winners.certain}" if winners and winners.certain else ""
    return f"{certain}, where noise alone would give {percent(disagree.if_alike)}{alike}"


def _pairs_of_models(answer: Answer) -> str:
    """Say how many pairs of models two measures order alike for certain, or oppositely."""
    counted = [(pair, pair.pairs_of_models) for pair in answer.pairs if pair.pairs_of_models]
    # Only some pairs of measures are named: those with most reversed models.
    counted.sort(key=lambda counts: -counts[1].reversed)
    texts = [
        f"{names_of(pair)} certainly order "
        f"{percent(models.same / models.pairs) if models.same else 'none'} the same way "
        f"and {f'{models.reversed:,}' if models.reversed else 'none'} oppositely"
        for pair, models in counted[:NAMED]
        if models.pairs
    ]
    if not texts:
        return ""
    total = count(counted[0][1].pairs, "pair")
    return f"Of {total} of models within tasks, {_with_stops(texts)} The rest are unresolved."


def _expected_f1(answer: Answer) -> str:
    """Say how often each measure prefers the model with the lower expected F1."""
    rows = [row for row in answer.lower_expected_f1 if row.by != EXPECTED_F1][:NAMED]
    if not rows:
        return ""
    noise = [row for row in answer.lower_expected_f1 if row.by == EXPECTED_F1]
    labels = [measure_label(row.by) for row in rows] + ["expected F1 itself" for _ in noise]
    shares = [
        f"{label} "
        + listing([percent(share) for share in (row.in_sample, row.held_out) if share is not None])
        for label, row in zip(labels, [*rows, *noise], strict=True)
    ]
    return (
        'The paper says that "AUPR can easily favour models with lower expected F1". Share of '
        f"{count(max(row.pairs for row in rows), 'pair')} of models in which each measure does, "
        f"in sample and on other instances: {'; '.join(shares)}."
    )


_GIVEN = {
    FOLD_MEAN_CHANGES: "Averaging the folds instead of pooling them changes the best "
    "model in {shares} of {tasks}",
    # Few tasks have several repeats, each of which is held against each other: a share of them
    # would look like a share of so few tasks.
    REPEAT_CHANGES: "In {tasks} with several repeats of the cross-validation, another "
    "repeat changes the best model {shares} of the time",
}
"""What depends on what is taken as given, by the keys of the answer."""


def _assumptions(answer: Answer) -> str:
    """Say what is taken as given, how much depends on it, and whether rows are equal."""
    sentences = ["Results are conditional on the fitted models and the fold assignment"]
    for key, text in _GIVEN.items():
        changes = list(answer.given.get(key, {}).values())[:NAMED]
        n_tasks = max((change.tasks for change in changes), default=0)
        # Of few tasks a percentage looks more precise than it is; ties make counts fractional.
        counted = key == FOLD_MEAN_CHANGES and n_tasks < FEW
        write = partial(_number_of, n_tasks) if counted else percent
        shares = _range([change.share for change in changes], write)
        if shares:
            tasks = count(n_tasks, "task")
            by_measure = ", depending on the measure" if " to " in shares else ""
            sentences.append(text.format(shares=shares, tasks=tasks) + by_measure)
    return f"{_with_stops(sentences)}{_equal_rows(answer)}"


def _number_of(tasks: int, share: float) -> str:
    """Write a share of tasks as their number."""
    return f"{round(share * tasks, 1):g}"


def _equal_rows(answer: Answer) -> str:
    """Say in how many tasks many rows are equal; empty if in none."""
    equal_rows = answer.equal_rows
    if equal_rows is None or not equal_rows.tasks_above:
        return ""
    return (
        f" In {share_of(equal_rows.tasks_above, answer.tasks)} tasks more than {MANY_EQUAL:.0%} "
        "of the rows have the label and the scores of an earlier row. Such rows stay together "
        "when instances are split or resampled."
    )


def names_of(pair: PairAnswer) -> str:
    """Name the measures of a pair."""
    return " and ".join(map(measure_label, pair.measures))


def _interval(lower: float | None, upper: float | None, write: Callable[[float], str]) -> str:
    return "" if lower is None or upper is None else f" {bounds(lower, upper, write)}"
