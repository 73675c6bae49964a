"""The first screen of the page: the answer in plain sentences, the verdict first."""

from collections.abc import Callable, Iterable, Sequence

from prgbench.answer.answer import Answer, Choosing, PairAnswer, Ranks
from prgbench.answer.choosing import COSTS, GAINS
from prgbench.answer.equal_rows import MANY
from prgbench.answer.expected_f1 import EXPECTED_F1
from prgbench.answer.rankings import (
    ALIKE,
    DIFFERENT,
    NO_DIFFERENCES,
    NOT_RESOLVED,
    POWER,
    TOO_FEW,
)
from prgbench.answer.winners import WINNERS_DIFFER
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    percent,
    points,
    share_of,
)
from prgbench.report.enough_data import without_rough_bounds
from prgbench.report.parts.choosing import chooser_label, target_label

NAMED = 3
QUESTION = "Does the choice of the measure change which model wins?"
RANKINGS = {
    DIFFERENT: "{pairs} rank these models differently, by more than noise",
    ALIKE: "{pairs} rank these models alike",
    NOT_RESOLVED: "whether {pairs} rank these models alike, this study can't tell",
    NO_DIFFERENCES: "the models do not differ by more than noise, so there is no ranking on which "
    "{pairs} could disagree",
    TOO_FEW: "there are too few data sets to tell whether {pairs} rank these models alike",
}
WINNERS = {
    WINNERS_DIFFER: "the winners by {pairs} truly differ",
    NOT_RESOLVED: "whether {pairs} truly have different winners, this study can't tell",
    TOO_FEW: "there are too few data sets to tell whether {pairs} have different winners",
}


def answer_sentences(answer: Answer, *, replication: bool = False) -> list[str]:
    """Return the answer in paragraphs of Markdown, each after its heading."""
    paragraphs = answer_paragraphs(answer, replication=replication)
    return [f"**{heading}** {text}" for heading, text in paragraphs]


def answer_paragraphs(answer: Answer, *, replication: bool = False) -> list[tuple[str, str]]:
    """Return the answer as headings with their text; the first is the verdict.

    Only the first three pairs of measures are named. Intervals from too few data sets are left
    out. A ``replication`` is also held against the paper's claim on expected F1.
    """
    answer = without_rough_bounds(answer)
    pairs = answer.pairs[:NAMED]
    paragraphs = [
        (QUESTION, verdict(answer)),
        ("Found, and noise alone.", _found(pairs)),
        ("What this study could have shown.", _power(pairs)),
        ("Expected F1.", _expected_f1(answer) if replication else ""),
        ("Assumptions.", _assumptions(answer)),
    ]
    return [(heading, text) for heading, text in paragraphs if text]


def verdict(answer: Answer) -> str:
    """Say in a few sentences whether rankings and winners differ, and what choosing costs."""
    pairs = answer.pairs[:NAMED]
    ranks = _by_verdict(RANKINGS, ((pair, pair.ranks) for pair in pairs), _correlations)
    winners = _by_verdict(WINNERS, ((pair, pair.winners) for pair in pairs), lambda _: "")
    sentences = ["; ".join(ranks), "; ".join(winners), _choosing(answer)]
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences if text)


def _by_verdict(
    words: dict[str, str],
    verdicts: Iterable[tuple[PairAnswer, object]],
    numbers: Callable[[list[PairAnswer]], str],
) -> list[str]:
    """Say each verdict once, with all pairs that have it and their numbers."""
    found = [(pair, getattr(own, "verdict", None)) for pair, own in verdicts]
    clauses = []
    for name, text in words.items():
        pairs = [pair for pair, own in found if own == name]
        if pairs:
            clauses.append(text.format(pairs=_pairs(pairs)) + numbers(pairs))
    return clauses


def _pairs(pairs: Sequence[PairAnswer]) -> str:
    """Name pairs of measures; all pairs of some measures by the measures alone."""
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.measures))
    if len(measures) > 2 and 2 * len(pairs) == len(measures) * (len(measures) - 1):
        return listing([measure_label(name) for name in measures])
    return listing([_names(pair) for pair in pairs])


def _correlations(pairs: list[PairAnswer]) -> str:
    values = [_correlation(pair.ranks) for pair in pairs if pair.ranks]
    said = listing([value for value in values if value])
    return f" (rank correlation without noise {said})" if said else ""


def _correlation(ranks: Ranks) -> str:
    if ranks.without_noise is None or ranks.verdict in (NO_DIFFERENCES, TOO_FEW):
        return ""
    value = decimal(min(ranks.without_noise, 1.0))
    return f"{value}{_interval(ranks.lower, ranks.upper, decimal)}"


def _choosing(answer: Answer) -> str:
    """Say what choosing by one measure costs by another, or the largest loss left possible."""
    measures = {name for pair in answer.pairs[:NAMED] for name in pair.measures}
    choices = [one for one in answer.choosing if {one.by, one.target} <= measures]
    costs = [_cost(one) for one in choices if one.verdict in (COSTS, GAINS)]
    if costs:
        return listing(costs)
    known = [one for one in choices if one.upper is not None and one.verdict != TOO_FEW]
    if not known:
        return ""
    most = max(known, key=lambda one: one.upper or 0.0)
    return (
        "no loss is shown from choosing by one measure instead of another; the largest still "
        f"possible is {decimal(most.upper or 0.0)} of {target_label(most.target)}, by choosing by "
        f"{chooser_label(most.by)}"
    )


def _cost(one: Choosing) -> str:
    sign = 1 if one.verdict == COSTS else -1
    loss, lower, upper = (sign * (value or 0.0) for value in (one.loss, one.lower, one.upper))
    low, high = sorted((lower, upper))
    verb = "costs" if one.verdict == COSTS else "gains"
    return (
        f"choosing by {chooser_label(one.by)} {verb} {decimal(loss)} of "
        f"{target_label(one.target)}{_interval(low, high, decimal)}"
    )


def _found(pairs: list[PairAnswer]) -> str:
    found = [
        f"in {share_of(pair.disagree.count, pair.disagree.tasks)} tasks by {_names(pair)}"
        for pair in pairs
    ]
    text = f"The best models differ {listing(found)}."
    beyond = [
        f"{points(pair.difference.found_minus_noise)} points for {_names(pair)}"
        f"{_interval(pair.difference.lower, pair.difference.upper, points)}"
        for pair in pairs
        if pair.difference and pair.difference.found_minus_noise is not None
    ]
    if not beyond:
        return text
    noise = [percent(pair.disagree.null) for pair in pairs if pair.disagree.null is not None]
    return (
        f"{text} Noise alone gives {listing(noise)} in simulations whose models have normal "
        "scores and the same order by every measure: found minus noise alone is "
        f"{listing(beyond)}. "
        f"{_reconciled(pairs)}"
    )


def _reconciled(pairs: list[PairAnswer]) -> str:
    """Say how the simulation and the verdicts on the winners go together."""
    more = [pair for pair in pairs if pair.difference and (pair.difference.lower or 0.0) > 0]
    differ = [pair for pair in pairs if pair.winners and pair.winners.verdict == WINNERS_DIFFER]
    if any(pair not in differ for pair in more):
        return (
            "That is a picture, not a test: ties and scores that are not normal can give more "
            "disagreement than it has. The verdicts do not assume it."
        )
    if any(pair not in more for pair in differ):
        return (
            "The winners can differ in truth without differing more often than that: the verdict "
            "asks instances that did not choose."
        )
    return "The simulation is a picture, not a test; the verdicts do not assume it."


def _power(pairs: list[PairAnswer]) -> str:
    """Say what the study could have shown where it resolves nothing."""
    said = []
    for pair in pairs:
        ranks, winners = pair.ranks, pair.winners
        if ranks and ranks.verdict == NOT_RESOLVED and ranks.detectable is not None:
            needed = ranks.datasets_needed
            more = ""
            if needed is not None and needed < 100_000:
                more = f", and {count(round(needed), 'data set')} like these would settle it"
            said.append(
                f"a rank correlation of {decimal(1 - ranks.detectable)} or less between "
                f"{_names(pair)}{more}"
            )
        if winners and winners.verdict == NOT_RESOLVED and (winners.detectable or 2.0) <= 1:
            said.append(
                f"winners by {_names(pair)} that both measures keep on other instances in "
                f"{percent(winners.detectable or 0.0)} more of the splits than they drop"
            )
    return f"With a power of {POWER:.0%}: {'; '.join(said)}." if said else ""


def _expected_f1(answer: Answer) -> str:
    """Say how often each measure prefers the model with the lower expected F1."""
    by = {one.by: one for one in answer.lower_expected_f1}
    noise = by.pop(EXPECTED_F1, None)
    if not by:
        return ""
    in_sample, held_out = (
        listing(
            [
                f"{measure_label(name)} in {percent(share)}"
                for name, one in list(by.items())[:NAMED]
                if (share := getattr(one, sample)) is not None
            ]
        )
        for sample in ("in_sample", "held_out")
    )
    pairs = max(one.pairs for one in by.values())
    text = (
        'The paper says that "AUPR can easily favour models with lower expected F1". Of '
        f"{count(pairs, 'pair')} of models, {in_sample} of them prefer the lower one in sample"
    )
    itself = f", expected F1 itself {percent(noise.held_out)}" if noise and noise.held_out else ""
    return f"{text}; on instances that did not choose, {held_out}{itself}."


def _assumptions(answer: Answer) -> str:
    text = "The fitted models and the folds are taken as given."
    folds, repeats = (
        listing(
            [
                f"{percent(change.share)} of {change.tasks:,} tasks ({measure_label(name)})"
                for name, change in list(answer.given.get(key, {}).items())[:NAMED]
                if change.share is not None
            ]
        )
        for key in ("fold_mean_changes_winner", "repeat_changes_winner")
    )
    changes = []
    if folds:
        changes.append(
            "averaging over the folds instead of pooling the predictions changes the best model "
            f"in {folds}"
        )
    if repeats:
        what = "it" if folds else "the best model"
        changes.append(
            f"from one repeat of the cross-validation to the next {what} changes in {repeats}"
        )
    said = "; ".join(changes)
    return f"{text} {said[0].upper()}{said[1:]}." if said else text


def equal_rows_sentence(answer: Answer) -> str:
    """Say in how many tasks many rows are equal; empty if in none."""
    found = answer.equal_rows
    if found is None or not found.tasks_above:
        return ""
    return (
        f"In {share_of(found.tasks_above, answer.tasks)} tasks more than {MANY:.0%} of the rows "
        f"have the label and the scores of an earlier row ({percent(found.share or 0.0)} on "
        "average over all tasks): such rows stay together in halves and replicates."
    )


def _names(pair: PairAnswer) -> str:
    return " and ".join(map(measure_label, pair.measures))


def _interval(lower: float | None, upper: float | None, write: Callable[[float], str]) -> str:
    return "" if lower is None or upper is None else f" {bounds(lower, upper, write)}"
