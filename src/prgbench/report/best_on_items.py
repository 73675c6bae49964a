"""The best model on the items of a benchmark and its equals, in words: who solves how many."""

from collections.abc import Callable

from prgbench.answer.answer import Answer, BestModel
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    measure_label,
    p_value,
    percent,
    points,
)
from prgbench.sources.scores.directions import words_of

Write = Callable[[str], str]

_VERBS = {
    "resolve": "resolves",
    "solve": "solves",
    "pass": "passes",
    "complete": "completes",
    "succe": "succeeds on",
    "unresolved": "does not resolve",
    "unsolved": "does not solve",
    "incorrect": "is wrong on",
    "wrong": "is wrong on",
    "mistake": "is wrong on",
    "fail": "fails on",
    "err": "fails on",
}
"""What a model does on an item, by how a word in the name of an outcome begins."""

_RIGHT = ("correct", "acc", "right", "exact", "match", "ok")
_NEUTRAL = frozenset({"status", "outcome", "result", "verdict", "score", "value", "reward"})
"""Names of outcomes that do not say what a model does."""

MCNEMAR = "McNemar's exact test"
SIGNS = "the exact sign-flip test"


def on_these_items(answer: Answer, write: Write, equals: Callable[[BestModel, Write], str]) -> str:
    """Name the best model by each outcome with its share of the items, and its equals.

    ``equals`` says which models are as good, as `best_model_paragraphs` does.
    """
    return " ".join(
        f"{_by(best, answer)}{write(best.model)} "
        f"{achieved(best, answer, interval=True)}{equals(best, write)}."
        for best in answer.best_models
    )


def _by(best: BestModel, answer: Answer) -> str:
    """Name the outcome where there are several."""
    return f"By {measure_label(best.measure)}, " if len(answer.best_models) > 1 else ""


def runners_up_on_items(answer: Answer, write: Write) -> str:
    """Say how far behind the next model is, and on how many items either of the two is better."""
    sentences = [
        _runner_up(best, answer, write)
        for best in answer.best_models
        if best.runner_up and best.difference is not None
    ]
    if max(best.models for best in answer.best_models) > 2:
        sentences.append("Intervals of differences are simultaneous for all pairs of models.")
    return " ".join(sentences)


def _items(answer: Answer) -> str:
    """Say of how many items the results are."""
    items = f"the {count(answer.items or 0, 'item')}"
    if answer.datasets == 1:
        return items
    return f"{items} (mean over {answer.datasets:,} data sets)"


def achieved(best: BestModel, answer: Answer, *, interval: bool = False) -> str:
    """Say how many of the items a model solves, or its mean result on them.

    The ``interval`` allows for the selection of the best model, and says so: the leaderboard has
    narrower ones, where each model stands for itself.
    """
    verb = _verb(best)
    write = percent if verb else decimal
    value = "undefined" if best.mean is None else write(best.mean)
    if interval and best.interval:
        value += f" ({bounds(*best.interval, write)} as it was selected)"
    # A grade is no share: nothing is solved or passed.
    if not verb:
        return f"has a mean {measure_label(best.measure)} of {value} on {_items(answer)}"
    return f"{verb} {value} of {_items(answer)}"


def _verb(best: BestModel) -> str:
    """Return what a model does on an item, by the name of the outcome; nothing of a grade."""
    if best.on_items is None or not best.on_items.is_share:
        return ""
    words = words_of(best.measure)
    # The name of the outcome says what a model does, such as resolved or is_correct.
    named = next((v for w in words for begin, v in _VERBS.items() if w.startswith(begin)), "")
    if named:
        return named
    # An accuracy may be graded on each item, such as the share of its parts that are right.
    if not best.on_items.pass_or_fail:
        return ""
    if any(word.startswith(_RIGHT) for word in words):
        return "is right on"
    return "passes" if _NEUTRAL.intersection(words) else ""


def _runner_up(best: BestModel, answer: Answer, write: Write) -> str:
    """Say how far behind the next model is, and on how many items either one is better."""
    name = write(best.runner_up)
    pair = best.on_items
    # Equal on every item is more than an equal mean, and there is nothing to test.
    if pair is not None and pair.only_best == pair.only_runner_up == 0:
        return f"{_by(best, answer)}{name} has the same results on all items."
    difference = abs(best.difference or 0.0)
    write_difference: Callable[[float], str] = decimal
    behind = f"{decimal(difference)} behind"
    if _verb(best):
        write_difference = _points
        behind = f"{_points(difference)} points behind"
    if best.runner_up in best.level:
        behind = "level"
    text = f"{_by(best, answer)}{name} is {behind}"
    if best.difference_interval:
        text += f" {bounds(*best.difference_interval, write_difference)}"
    if pair is None:
        return f"{text}."
    units = count(pair.only_best, "item" if pair.units == answer.items else "cluster")
    text += f": {write(best.model)} is better on {units}, {name} on {pair.only_runner_up:,}"
    return f"{text}{_tests(best, pair.p_value, exact=MCNEMAR if pair.pass_or_fail else SIGNS)}."


def _points(share: float) -> str:
    """Write a difference of shares, which is at most that of all and none."""
    return points(max(-1.0, min(1.0, share))).lstrip("+")


def _tests(best: BestModel, p_of_pair: float, *, exact: str) -> str:
    """Say the p-values: of the two models alone, and of the runner-up being the best of all."""
    of_pair = f"{p_value(p_of_pair)} by {exact}"
    # With two models both tests ask the same, and the exact one is kept.
    if best.models == 2 or best.p_value is None:
        return f" ({of_pair})"
    return (
        f" ({of_pair} of these two; as the best of all {best.models:,}, {p_value(best.p_value)})"
    )


def items_heading(answer: Answer) -> str:
    """Return the heading of the best model."""
    of = f" of {answer.datasets:,} data sets" if answer.datasets > 1 else ""
    return f"The best model on these {answer.items or 0:,} items{of}."
