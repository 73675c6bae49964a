"""Which model is best under each measure, and which are indistinguishable from it.

Two targets: these data sets, with other instances, and new data sets like these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Annotated, Literal

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.interface import Part, PartOptions, Study, Tables, table_of
from prgbench.answer.model_field import DECIMALS, field_of
from prgbench.answer.ranked_models import NAN, NO_LEAD, RankedModels, Target
from prgbench.answer.score_covariances import COVARIANCES, UNITS, per_task
from prgbench.stats.ranks import ranks_of
from prgbench.stats.sign_flips import exact_p_value
from prgbench.stats.simultaneous import rank_bounds

MOST_PAIRED = 30
"""Of the first models, every two are compared in a table."""


class Options(PartOptions):
    """Which model is best over all data sets under each measure."""

    margin: Annotated[float, Field(ge=0)] = 0.01
    """Models whose means differ by at most this much, with confidence, are practically equal."""

    missing: Literal["common", "worst"] = "common"
    """How to treat missing scores: ``common`` compares models on the data sets that they share,
    ``worst`` substitutes the worst score of the others.
    """

    by_rank: tuple[str, ...] | None = None
    """Measures whose values have no common range across data sets, so that models are ordered by
    mean rank; null for none or, in a table of scores, those of unknown range.
    """


@dataclass(frozen=True, slots=True)
class Standing:
    """A model's mean of a measure over the data sets, and its rank.

    If it is ``by_rank``, bounds and differences are those of mean ranks. The bounds are for these
    data sets with other instances, those in ``_new`` for new data sets.
    A model with ``may_be_best`` is not told from the first one. ``difference`` is that from the
    first model, with an interval that holds for all pairs of models; the two are
    ``practically_equal`` if it lies within the margin. ``best`` is the share of data sets on which
    the model is best, with the interval of the probability on a new data set.
    ``may_be_best_by_rank`` is for the mean rank on new data sets.
    """

    measure: str
    model_id: int
    model: str
    datasets: int
    mean: float
    lower: float
    upper: float
    lower_new: float
    upper_new: float
    rank: int
    rank_lower: int
    rank_upper: int
    rank_lower_new: int
    rank_upper_new: int
    may_be_best: bool
    may_be_best_new: bool
    difference: float
    difference_lower: float
    difference_upper: float
    difference_lower_new: float
    difference_upper_new: float
    practically_equal: bool
    practically_equal_new: bool
    best: float
    best_lower: float
    best_upper: float
    mean_rank: float
    may_be_best_by_rank: bool
    by_rank: bool

    @property
    def value(self) -> float:
        """Return what the models are ordered by."""
        return self.mean_rank if self.by_rank else self.mean


@dataclass(frozen=True, slots=True)
class FirstModel:
    """The first model by a measure, with intervals that hold although it was selected.

    ``difference`` is that from the model that comes next, whose p-values are for being the best,
    compared with all others at once;
    ``complete`` is the share of data sets and models for which there is a value. Without the data
    set ``influential`` the difference would be less than half.
    """

    measure: str
    model_id: int
    model: str
    datasets: int
    models: int
    left_out: int
    complete: float
    mean: float
    lower: float
    upper: float
    lower_new: float
    upper_new: float
    runner_up: str
    difference: float
    difference_lower: float
    difference_upper: float
    difference_lower_new: float
    difference_upper_new: float
    p_value: float
    p_value_new: float
    influential: str


@dataclass(frozen=True, slots=True)
class OrderPair:
    """The orders of the models by two measures.

    They are ``apart`` if no model may be the first by both, and ``reversed_new`` if on new data
    sets two models are certainly in one order by the one, and in the opposite by the other.
    """

    measure_a: str
    measure_b: str
    tau: float
    same_first: bool
    apart: bool
    apart_new: bool
    reversed_new: bool


@dataclass(frozen=True, slots=True)
class PairOfModels:
    """Whether a model is better than another one, of the first models by a measure.

    ``better_on`` is the share of data sets on which it is better, ties counted half, with the
    interval of the probability on a new data set, of this pair alone.
    """

    measure: str
    model: str
    other: str
    better: bool
    better_new: bool
    better_on: float
    better_on_lower: float
    better_on_upper: float


@dataclass(frozen=True, slots=True)
class ItemPair:
    """Two models on the same items: on how many either one is better, by a measure.

    These ``units`` are items, or clusters of items. ``p_value`` is the exact one of this pair
    alone: that of McNemar's test if it is ``pass_or_fail`` on each. ``p_adjusted`` is that of all
    pairs together. ``is_share`` says that results lie between 0 and 1.
    """

    measure: str
    model: str
    other: str
    units: int
    only_model: int
    only_other: int
    difference: float
    p_value: float
    p_adjusted: float
    pass_or_fail: bool
    is_share: bool


def tables(study: Study, options: Options) -> Tables:
    """Return ``standings``, ``first_models``, ``order_pairs`` and ``pairs_of_models``.

    Of results on items also ``item_pairs``.
    """
    level = study.resampling.confidence_level
    worst = options.missing == "worst"
    by_rank = set(options.by_rank or ())
    fields = (
        field_of(
            study.models,
            measure,
            missing_is_worst=worst,
            # A measure of one's own may have another name than the study calls it by.
            by_rank=not by_rank.isdisjoint((name, measure.name)),
        )
        for name, measure in zip(study.setting.names, study.setting.measures, strict=True)
    )
    covariances = study.per_task.get(COVARIANCES)
    units = study.per_task.get(UNITS)
    ranked = [
        RankedModels.of(field, covariances, level, units) for field in fields if field is not None
    ]
    of_items = (row for models in ranked for row in _item_pairs(models, units))
    item_pairs = {} if units is None else {"item_pairs": table_of(ItemPair, of_items)}
    return item_pairs | {
        "standings": table_of(
            Standing, (row for models in ranked for row in _standings(models, options.margin))
        ),
        "first_models": table_of(FirstModel, map(_first_model, ranked)),
        "order_pairs": table_of(OrderPair, _order_pairs(ranked)),
        "pairs_of_models": table_of(
            PairOfModels, (row for models in ranked for row in _pairs_of_models(models))
        ),
    }


def _standings(ranked: RankedModels, margin: float) -> Iterator[Standing]:
    """Yield the models from the first to the last."""
    field = ranked.field
    means = ranked.means
    ranks = ranks_of(-means, "min").astype(int)
    highest, lowest = rank_bounds(ranked.these.better)
    highest_new, lowest_new = rank_bounds(ranked.new.better)
    shares_best = ranked.shares_best()
    mean_ranks, p_by_rank = ranked.mean_ranks()
    if field.by_rank:
        # Fitted where a model lacks data sets, which may lie beyond the first or the last rank.
        mean_ranks = np.clip(-means, 1, len(means))
    first = ranked.order[0]
    for model in ranked.order:
        # Of ranks and losses the sign turns the bounds around.
        differences, differences_new = (
            sorted(field.sign * bound for bound in target.bounds_of_difference(model, first))
            for target in (ranked.these, ranked.new)
        )
        lower, upper = ranked.these.bounds(model)
        lower_new, upper_new = ranked.new.bounds(model)
        yield Standing(
            measure=field.measure.name,
            model_id=int(field.model_ids[model]),
            model=field.names[model],
            datasets=int(field.scores.n_datasets_of_models[model]),
            mean=float(field.means[model]),
            lower=lower,
            upper=upper,
            lower_new=lower_new,
            upper_new=upper_new,
            rank=int(ranks[model]),
            rank_lower=int(highest[model]),
            rank_upper=int(lowest[model]),
            rank_lower_new=int(highest_new[model]),
            rank_upper_new=int(lowest_new[model]),
            may_be_best=bool(ranked.these.may_be_best[model]),
            may_be_best_new=bool(ranked.new.may_be_best[model]),
            difference=float(field.sign * (means[model] - means[first])),
            difference_lower=differences[0],
            difference_upper=differences[1],
            difference_lower_new=differences_new[0],
            difference_upper_new=differences_new[1],
            practically_equal=max(map(abs, differences)) <= margin,
            practically_equal_new=max(map(abs, differences_new)) <= margin,
            best=shares_best[model].estimate,
            best_lower=shares_best[model].lower,
            best_upper=shares_best[model].upper,
            mean_rank=float(mean_ranks[model]),
            may_be_best_by_rank=bool(p_by_rank[model] > 1 - ranked.new.level),
            by_rank=field.by_rank,
        )


def _first_model(ranked: RankedModels) -> FirstModel:
    """Describe the first model, and its lead over the next one, NaN of a single model."""
    field = ranked.field
    (first, *behind) = ranked.order
    lower, upper = ranked.these.bounds_of_selected(first)
    lower_new, upper_new = ranked.new.bounds_of_selected(first)
    these, new = (
        target.lead(first, behind[0]) if behind else NO_LEAD
        for target in (ranked.these, ranked.new)
    )
    return FirstModel(
        measure=field.measure.name,
        model_id=int(field.model_ids[first]),
        model=field.names[first],
        datasets=field.scores.n_datasets,
        models=1 + len(behind),
        left_out=field.left_out,
        complete=field.complete,
        mean=float(field.means[first]),
        lower=lower,
        upper=upper,
        lower_new=lower_new,
        upper_new=upper_new,
        runner_up=field.names[behind[0]] if behind else "",
        difference=these.difference,
        difference_lower=these.lower,
        difference_upper=these.upper,
        difference_lower_new=new.lower,
        difference_upper_new=new.upper,
        p_value=these.p_value,
        p_value_new=new.p_value,
        influential=ranked.influential(),
    )


def _order_pairs(ranked: Sequence[RankedModels]) -> Iterator[OrderPair]:
    """Compare the orders by every two measures, of the models that are ranked by both."""
    for a, b in combinations(ranked, 2):
        common, of_a, of_b = np.intersect1d(
            a.field.model_ids, b.field.model_ids, return_indices=True
        )
        first, second = np.triu_indices(len(common), 1)
        signs = [np.sign(means[first] - means[second]) for means in (a.means[of_a], b.means[of_b])]
        better_by_a = a.new.better[np.ix_(of_a, of_a)]
        better_by_b = b.new.better[np.ix_(of_b, of_b)]
        yield OrderPair(
            measure_a=a.field.measure.name,
            measure_b=b.field.measure.name,
            # Kendall's tau-a: the pairs that are ordered alike less those that are reversed.
            tau=float(np.mean(signs[0] * signs[1])) if len(first) else NAN,
            same_first=bool(a.field.model_ids[a.order[0]] == b.field.model_ids[b.order[0]]),
            apart=_apart(a.these, b.these),
            apart_new=_apart(a.new, b.new),
            reversed_new=bool(np.any(better_by_a & better_by_b.T)),
        )


def _apart(a: Target, b: Target) -> bool:
    """Say whether no model may be the first by both measures.

    One that a measure does not rank, such as raw scores by the Brier score, was not compared.
    """
    ranked_a, ranked_b = (set(target.field.model_ids) for target in (a, b))
    first_a, first_b = (
        set(target.field.model_ids[target.may_be_best_of_two]) for target in (a, b)
    )
    return not (first_a | ranked_b - ranked_a) & (first_b | ranked_a - ranked_b)


def _pairs_of_models(ranked: RankedModels) -> Iterator[PairOfModels]:
    """Compare every two of the first models, in both directions."""
    field = ranked.field
    pairs = list(permutations(ranked.order[:MOST_PAIRED].tolist(), 2))
    for (model, other), better_on in zip(pairs, ranked.shares_better(pairs), strict=True):
        yield PairOfModels(
            measure=field.measure.name,
            model=field.names[model],
            other=field.names[other],
            better=bool(ranked.these.better[model, other]),
            better_new=bool(ranked.new.better[model, other]),
            better_on=better_on.estimate,
            better_on_lower=better_on.lower,
            better_on_upper=better_on.upper,
        )


def _item_pairs(ranked: RankedModels, table: pd.DataFrame | None) -> Iterator[ItemPair]:
    """Compare every two of the first models on their items, the better one first."""
    field = ranked.field
    tests = ranked.tests
    units = field.units(table)
    if tests is None or units is None:
        return
    for model, other in combinations(ranked.order[:MOST_PAIRED], 2):
        differences = np.round(units[:, model] - units[:, other], DECIMALS)
        sizes = np.unique(np.abs(differences[differences != 0]))
        yield ItemPair(
            measure=field.measure.name,
            model=field.names[model],
            other=field.names[other],
            units=len(differences),
            only_model=int((differences > 0).sum()),
            only_other=int((differences < 0).sum()),
            difference=float(field.sign * (ranked.means[model] - ranked.means[other])),
            p_value=exact_p_value(differences),
            p_adjusted=float(tests.p_of_pairs[model, other]),
            # Where all differences have one size, signs alone count, as those of McNemar's test.
            pass_or_fail=len(sizes) <= 1,
            is_share=field.measure.upper == 1,
        )


PART = Part(
    "standings",
    Options,
    tables,
    per_task,
    rows={
        "standings": Standing,
        "first_models": FirstModel,
        "order_pairs": OrderPair,
        "pairs_of_models": PairOfModels,
    },
)
