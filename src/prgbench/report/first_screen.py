"""The first screen of the page: the answer in plain sentences."""

from collections.abc import Callable

from prgbench.answer.answer import Answer, PairAnswer
from prgbench.answer.cost_targets import RANDOM_MODEL, TARGETS_OF_HALVES
from prgbench.answer.equal_rows import MANY
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
    """Return the answer in paragraphs of Markdown, each after its heading."""
    return [f"**{heading}** {text}" for heading, text in answer_paragraphs(answer)]


def answer_paragraphs(answer: Answer) -> list[tuple[str, str]]:
    """Return the answer as headings with their text.

    Only the first three pairs of measures are named. Intervals from too few data sets are left
    out.
    """
    answer = without_rough_bounds(answer)
    pairs = answer.pairs[:NAMED]
    paragraphs = [
        ("Does the choice of the measure change which model wins?", _whether(pairs)),
        ("Is that more than noise?", _more_than_noise(pairs)),
        ("What does it cost?", _cost(answer)),
        ("Assumptions", _assumptions(answer)),
    ]
    return [(heading, text) for heading, text in paragraphs if text]


def _whether(pairs: list[PairAnswer]) -> str:
    differences = [pair.disagree for pair in pairs]
    found = [
        f"in {share_of(one.count, one.tasks)} tasks by {_names(pair)}"
        f"{_interval(one.lower, one.upper, percent)}"
        for pair, one in zip(pairs, differences, strict=True)
    ]
    text = f"The best models differ {listing(found)}."
    noise = [
        f"{percent(one.null)} ({percent(one.null_lower or 0.0)} to "
        f"{percent(one.null_upper or 0.0)})"
        for one in differences
        if one.null is not None
    ]
    if not noise:
        return text
    text += (
        f" If the measures ranked all models alike in truth, noise alone gives {listing(noise)}"
    )
    tied = [percent(one.tied_null) for one in differences if one.tied_null is not None]
    return f"{text}, with the models' own ties {listing(tied)}." if tied else f"{text}."


def _more_than_noise(pairs: list[PairAnswer]) -> str:
    excess = [
        f"{points(pair.halves.excess)} points for {_names(pair)}"
        f"{_interval(pair.halves.lower, pair.halves.upper, points)}: {pair.halves.verdict}"
        for pair in pairs
        if pair.halves is not None and pair.halves.excess is not None
    ]
    repeated = [
        f"{points(pair.replicated.share)} points for {_names(pair)}"
        f"{_interval(pair.replicated.lower, pair.replicated.upper, points)}"
        for pair in pairs
        if pair.replicated is not None and pair.replicated.share is not None
    ]
    certain = [
        f"{share_of(pair.certain.count, pair.certain.of)} by {_names(pair)}"
        for pair in pairs
        if pair.certain is not None
    ]
    sentences = []
    if excess:
        sentences.append(
            "How much more often two measures disagree across independent halves of the instances "
            f"than one measure with itself: {'; '.join(excess)}."
        )
    if repeated:
        sentences.append(
            "How much more often the other half repeats the disagreement than reverses it: "
            f"{listing(repeated)}."
        )
    if certain:
        sentences.append(f"The winner differs for certain in {listing(certain)}.")
    return " ".join(sentences)


def _cost(answer: Answer) -> str:
    by_measure: dict[str, list[str]] = {}
    for target in NAMED_TARGETS:
        for cost in answer.cost:
            if cost.target == target and cost.measure != RANDOM_MODEL and cost.cost is not None:
                amount = (
                    f"{_four_digits(cost.cost)}{_interval(cost.lower, cost.upper, _four_digits)}"
                )
                by_measure.setdefault(cost.measure, []).append(
                    f"{amount} of {TARGETS_OF_HALVES[target]}"
                )
    if not by_measure:
        return ""
    (first, amounts), *others = list(by_measure.items())[:NAMED]
    costs = [
        f"{measure_label(first)} instead of the target itself costs {listing(amounts)}",
        *(f"by {measure_label(name)} {listing(more)}" for name, more in others),
    ]
    return f"Chosen on one half and judged on the other, choosing by {'; '.join(costs)}."


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


def _four_digits(value: float) -> str:
    return decimal(value, 4)
