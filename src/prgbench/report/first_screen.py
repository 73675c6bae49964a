"""What stands first on the page: the answer in plain sentences."""

from collections.abc import Callable

from prgbench.answer.answer import Answer, Change, Cost, PairAnswer
from prgbench.answer.cost_targets import RANDOM_MODEL, TARGETS_OF_HALVES
from prgbench.plotting.words import (
    bounds,
    decimal,
    listing,
    measure_label,
    percent,
    points,
    share_of,
)
from prgbench.report.enough_data import without_rough_bounds

NAMED = 3
NAMED_TARGETS = ("expected_f1", "honest_f1")


def answer_sentences(answer: Answer) -> list[str]:
    """Return the answer in paragraphs of Markdown, each after its question."""
    return [f"**{question}** {text}" for question, text in answer_paragraphs(answer)]


def answer_paragraphs(answer: Answer) -> list[tuple[str, str]]:
    """Return questions with their answers: whether, more than noise, at what cost, what is given.

    Of many pairs of measures the first three are named; intervals of too few data sets are not.
    """
    answer = without_rough_bounds(answer)
    pairs = answer.pairs[:NAMED]
    paragraphs = [
        ("Does the choice of the measure change which model wins?", _whether(pairs)),
        ("Is that more than noise?", _more_than_noise(pairs)),
        ("What does it cost?", _cost(answer)),
        ("What is taken as given?", _given(answer)),
    ]
    return [(question, text) for question, text in paragraphs if text]


def _whether(pairs: list[PairAnswer]) -> str:
    found = [
        f"in {share_of(pair.disagree.count, pair.disagree.tasks)} tasks by {_names(pair)}"
        f"{_interval(pair.disagree.lower, pair.disagree.upper, percent)}"
        for pair in pairs
    ]
    text = f"The best models differ {listing(found)}."
    noise = [
        f"{percent(pair.disagree.null)} ({percent(pair.disagree.null_lower or 0.0)} to "
        f"{percent(pair.disagree.null_upper or 0.0)})"
        for pair in pairs
        if pair.disagree.null is not None
    ]
    if noise:
        text += (
            " If the measures ranked all models alike in truth, noise alone would make it "
            f"{listing(noise)}"
        )
        tied = [pair.disagree.tied_null for pair in pairs if pair.disagree.tied_null is not None]
        text += (
            f", with the models' own ties {listing([percent(t) for t in tied])}." if tied else "."
        )
    return text


def _more_than_noise(pairs: list[PairAnswer]) -> str:
    excess = [
        f"{points(pair.halves.excess)} points for {_names(pair)}"
        f"{_interval(pair.halves.lower, pair.halves.upper, points)}: {pair.halves.verdict}"
        for pair in pairs
        if pair.halves is not None and pair.halves.excess is not None
    ]
    text = (
        "How much more often two measures disagree across independent halves of the instances "
        f"than one measure with itself: {'; '.join(excess)}."
        if excess
        else ""
    )
    disputed = [
        f"{points(pair.replicated.share)} points for {_names(pair)}"
        f"{_interval(pair.replicated.lower, pair.replicated.upper, points)}"
        for pair in pairs
        if pair.replicated is not None and pair.replicated.share is not None
    ]
    if disputed:
        text += (
            " How much more often the other half confirms the dispute about the two winners than "
            f"reverses it: {listing(disputed)}."
        )
    certain = [
        f"{share_of(pair.certain.count, pair.certain.of)} by {_names(pair)}"
        for pair in pairs
        if pair.certain is not None
    ]
    if certain:
        text += (
            " The winner differs for certain (the models that could be best by one measure and by "
            f"the other have none in common) in {listing(certain)}."
        )
    return text.strip()


def _cost(answer: Answer) -> str:
    parts = []
    for target in NAMED_TARGETS:
        costs = [
            cost
            for cost in answer.cost
            if cost.target == target and cost.measure != RANDOM_MODEL and cost.cost is not None
        ][:NAMED]
        if costs:
            named = listing([_one_cost(cost) for cost in costs])
            parts.append(f"{named} of {TARGETS_OF_HALVES[target]}")
    if not parts:
        return ""
    return (
        "Chosen on one half and judged on the other, the best model by a measure instead of that "
        f"by the target itself loses {'; '.join(parts)}."
    )


def _one_cost(cost: Cost) -> str:
    amount = _four_digits(_or_nan(cost.cost))
    interval = _interval(cost.lower, cost.upper, _four_digits)
    return f"{amount} by {measure_label(cost.measure)}{interval}"


def _four_digits(value: float) -> str:
    return decimal(value, 4)


def _given(answer: Answer) -> str:
    text = (
        "The fitted models and the folds: intervals and verdicts say what other instances would "
        "change, not other training sets."
    )
    for key, what in {
        "fold_mean_changes_winner": "Averaging one and the same measure over the folds instead of "
        "pooling the predictions changes the best model in",
        "repeat_changes_winner": "From one repeat of the cross-validation to the next it changes "
        "in",
    }.items():
        changes = answer.given.get(key, {})
        if changes:
            named = [_change(name, change) for name, change in list(changes.items())[:NAMED]]
            text += f" {what} {listing(named)}."
    return text


def _change(name: str, change: Change) -> str:
    return f"{percent(_or_nan(change.share))} of {change.tasks:,} tasks ({measure_label(name)})"


def _names(pair: PairAnswer) -> str:
    return " and ".join(map(measure_label, pair.measures))


def _interval(lower: float | None, upper: float | None, write: Callable[[float], str]) -> str:
    if lower is None or upper is None:
        return ""
    return f" {bounds(lower, upper, write)}"


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value
