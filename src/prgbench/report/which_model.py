"""Which model is best: the headline and the sentences of the first screen on it.

What is said of a model under a measure is what the table marks: that it may be the best.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from prgbench.answer.answer import Answer, BestModel, Orders
from prgbench.plotting.drawn import SCORES
from prgbench.plotting.words import count, listing, natural_key
from prgbench.report.best_models import leaders_not_ranked, the_others
from prgbench.report.best_on_items import achieved
from prgbench.report.names import (
    MOST_NAMED,
    Names,
    first_by_measure,
    labels_of,
    lead,
    leaders_of,
)
from prgbench.report.winner_changes import what_differs

UNTOLD = "That can't be told."


def which_model(answer: Answer, names: Names) -> tuple[str, list[str]]:
    """Say which model is the best, or which may be, and whether the measures agree on that.

    What is said of a model under a measure is what the table marks: that it may be the best.
    """
    best = answer.best_models
    noise = _Noise.of(answer)
    candidates = [noise.candidates(model) for model in best]
    known = [of_measure for of_measure in candidates if of_measure is not None]
    # One measure without a test is enough: what holds under all measures can't be told then.
    if len(known) < len(best):
        return UNTOLD, _first_ones(answer, names, noise)
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
    on_items = ""
    if answer.items is not None:
        on_items = f"{names(leader)} {achieved(best[0], answer)}."
    return headline, [
        on_items,
        *_places(answer, leader, equals, only_some, names, noise),
        what_differs(answer),
        _coverage(answer, leader),
        _new_data_sets(answer),
    ]


def without_unshared_measures(answer: Answer) -> Answer:
    """Return the answer without the measures that a leader under another measure lacks.

    The Brier score of a model whose scores are no probabilities is unknown, not bad: under it
    another model leads, which says nothing of the two.
    """
    best = answer.best_models
    leaders = {model.model for model in best}
    shared = [model for model in best if leaders.isdisjoint(model.not_ranked)]
    if not shared or len(shared) == len(best):
        return answer
    kept = {model.measure for model in shared}
    return answer.model_copy(
        update={
            "best_models": shared,
            "pairs": [pair for pair in answer.pairs if kept.issuperset(pair.measures)],
            "orders": [orders for orders in answer.orders if kept.issuperset(orders.measures)],
        }
    )


def on_measures_set_aside(answer: Answer, asked: Answer, names: Names) -> str:
    """Name the measures of an answer that are not ``asked``, and why; "" if all are."""
    kept = {model.measure for model in asked.best_models}
    aside = [model for model in answer.best_models if model.measure not in kept]
    if not aside:
        return ""
    most = max(model.models for model in answer.best_models)
    if len(aside) > 1:
        return f"{labels_of(aside)} are set aside, as only some models have them."
    [unshared] = aside
    return (
        f"{labels_of(aside)} is set aside, as only {unshared.models:,} of {most:,} models have "
        f"it; {lead(unshared, names)} under it."
    )


def _first_ones(answer: Answer, names: Names, noise: "_Noise") -> list[str]:
    """Say which models are the first, where nothing tells whether that is noise."""
    best = answer.best_models
    first = _share_the_first_place(best, names) or first_by_measure(best, names)
    leaders = {model.model for model in best}
    coverage = ""
    if len(leaders) == 1:
        coverage = _coverage(answer, best[0].model)
    return [f"{first}.", coverage, noise.unknown]


def _depends(answer: Answer, names: Names, noise: "_Noise") -> tuple[str, list[str]]:
    """Say that no model may be the best under all measures, each taken by itself.

    Two tests at the full level are wrong more often than one, so that this may still be noise:
    only sets of possible winners that are disjoint at half of the level show a difference.
    """
    best = answer.best_models
    leads = first_by_measure(best, names)
    differ = what_differs(answer)
    if any(noise.shows_apart(orders) for orders in answer.orders):
        of_all = "both" if len(best) == 2 else "all"
        text = f"{leads}; no model may be the best under {of_all}."
        return "It depends on the measure.", [text, differ]
    why = leaders_not_ranked(best, names) or f"{noise.may_explain} that"
    return "It may depend on the measure.", [f"{leads}; {why}.", differ]


def _places(
    answer: Answer,
    leader: str,
    equals: Sequence[str],
    only_some: Mapping[str, Sequence[str]],
    names: Names,
    noise: "_Noise",
) -> Iterator[str]:
    """Say how the leader stands to its equals, and to models that are so under some measures."""
    best = answer.best_models
    # Ahead of all others: no further model may be the best under that measure.
    ahead = [model for model in best if not only_some[model.measure] and model.models > 1]
    if _times_first(best, leader) < len(best):
        subject = "Each is" if equals else "It is"
        yield f"{subject} best, or statistically tied with the best, {names.under(best)}."
        why = leaders_not_ranked(best, names) or f"{noise.may_explain} that"
        yield f"{first_by_measure(best, names)}; {why}."
    elif equals:
        under = f" {names.under(best)}" if len(best) > 1 else ""
        shared = _share_the_first_place(best, names)
        if not shared:
            yield f"{names(leader)} leads{under}, but {noise.units} can't separate them."
        elif _first_of_all(best).issuperset(equals):
            yield f"{shared}."
        else:
            behind = {leader, *equals} - _first_of_all(best)
            rest = "the other" if len(behind) == 1 else "the others"
            yield f"{shared}, but {noise.units} can't separate {rest} from them."
    elif len(ahead) == len(best):
        yield f"It is ahead of {the_others(best)} {names.under(best)}."
    else:
        also = f", ahead of {the_others(ahead)} under {labels_of(ahead)}" if ahead else ""
        yield f"It leads {names.under(best)}{also}."
    for others, group in _by_others(best, only_some).items():
        yield f"Under {labels_of(group)}, {names.either(others)} may be the best, too."


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
        these = f"these {answer.datasets:,} data sets"
        if answer.items is not None:
            these = f"these {count(answer.items, 'item')}"
        elif answer.datasets == 1:
            these = "this data set"
        if all(model.tied is not None for model in answer.best_models):
            return cls(
                of_data_sets=False,
                units=these,
                may_explain="sampling noise may explain",
                unknown="",
            )
        unknown = "Nothing shows whether that is noise."
        if answer.units == SCORES:
            unknown = "Without replicates of the scores, nothing shows whether that is noise."
        if answer.datasets > 1:
            choice = f"the choice of the {answer.datasets:,} data sets"
            unknown = f"Nothing shows whether {choice} explains which model leads."
        return cls(
            of_data_sets=True,
            units=these,
            may_explain=f"which {count(answer.datasets, 'data set')} were chosen may explain",
            unknown=unknown,
        )

    def shows_apart(self, orders: Orders) -> bool:
        """Say whether no model can be the best under both of two measures."""
        return orders.apart_new if self.of_data_sets else orders.apart

    def candidates(self, best: BestModel) -> set[str] | None:
        """Return the models that may be the best under a measure; None if that is not known."""
        # Where instances were not resampled, only the spread between data sets says what is noise.
        tied = best.tied_new if self.of_data_sets else best.tied
        if tied is None:
            return None
        return {best.model, *best.level, *tied}


def _times_first(best: Sequence[BestModel], model: str) -> int:
    """Return under how many measures a model is the first, alone or with others."""
    return sum(model in leaders_of(first) for first in best)


def _first_of_all(best: Sequence[BestModel]) -> set[str]:
    """Return the models that are the first under every measure, alone or with others."""
    return set.intersection(*(set(leaders_of(first)) for first in best))


def _share_the_first_place(best: Sequence[BestModel], names: Names) -> str:
    """Say which models are the first together under every measure; "" if it is one at most."""
    shared = sorted(_first_of_all(best), key=natural_key)
    if len(shared) < 2:
        return ""
    under = f" {names.under(best)}" if len(best) > 1 else ""
    if len(shared) > MOST_NAMED:
        return f"{len(shared):,} models share the first place{under}"
    return f"{listing([*map(names, shared)])} share the first place{under}"


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
