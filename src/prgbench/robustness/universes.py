"""The nine numbers in every universe: each combination of the levels that a study allows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from prgbench.answer.common_order import RANKS
from prgbench.answer.intervals import correlation_of_sums
from prgbench.answer.scores_of_rows import mean_or_nan
from prgbench.robustness.choices import (
    AUPRGS,
    AUPRS,
    AVERAGES,
    BY_BOTH,
    COARSE_DECIMALS,
    FOLD_MEAN,
    INSTANCE_TIES,
    KEPT,
    MEASURES,
    NONE_IN_COMMON,
    NUMBERS,
    ONE_ORDER,
    OTHER,
    OWN,
    PAIRS,
    POOLED,
    POSITIVE_CLASSES,
    REMOVED,
    SETS_WITHIN_001,
    STATED,
    TIED,
    TIES,
    WITHOUT_HARD_LABELS,
    Options,
)
from prgbench.robustness.padded_scores import PaddedScores
from prgbench.robustness.tie_rules import (
    Compared,
    compare_common,
    compare_in_one_order,
    compare_sets,
    rank_models,
)
from prgbench.study.ranking import Ranking
from prgbench.typing import BoolArray, Floats, Ints


@dataclass(frozen=True, slots=True)
class Universe:
    """The choices of a universe, the tasks that count in it and its nine numbers.

    ``distance`` is that from the numbers that the paper prints, once it is known.
    """

    default: bool
    ties: str
    average: str
    aupr: str
    auprg: str
    procedures: str
    duplicates: str
    models: str
    minimum_n: int
    positive_class: str
    instance_ties: str
    tasks: int
    left_out: int
    best_differs_aupr_auprg: float
    top_differs_aupr_auprg: float
    rank_correlation_aupr_auprg: float
    best_differs_aupr_auroc: float
    top_differs_aupr_auroc: float
    rank_correlation_aupr_auroc: float
    best_differs_auprg_auroc: float
    top_differs_auprg_auroc: float
    rank_correlation_auprg_auroc: float
    distance: float = np.nan


def levels_of(padded: PaddedScores, options: Options, ranking: Ranking) -> dict[str, list[Any]]:
    """Return the levels of each choice that make a difference to these scores, the default first.

    Those of the procedures are 0 for all of them, or the greatest id that counts.
    """
    ties = [rule for rule in TIES if rule != SETS_WITHIN_001 or ranking.decimals > COARSE_DECIMALS]
    fold, pooled = (padded.scores[STATED, average, "auroc"] for average in (FOLD_MEAN, POOLED))
    folds = bool((~np.isnan(fold) & (fold != pooled)).any())
    swapped = bool((~np.isnan(padded.scores[OTHER, POOLED, "auroc"])).any())
    split = any(
        not np.array_equal(
            padded.scores[BY_BOTH, *key], padded.scores[STATED, *key], equal_nan=True
        )
        for key in product(AVERAGES, MEASURES)
    )
    duplicates = [KEPT]
    for level in (REMOVED, WITHOUT_HARD_LABELS):
        if (padded.kept[level] != padded.kept[duplicates[-1]]).any():
            duplicates.append(level)
    sizes = padded.kept[KEPT].sum(axis=1)
    fewer = [k for k in options.models if (sizes >= k).any() and (sizes != k).any()]
    n = padded.instances
    larger = {k for k in options.minimum_n if n.min() < k <= n.max()}
    return {
        "ties": ties,
        "average": list(AVERAGES) if folds else [POOLED],
        "aupr": list(AUPRS),
        "auprg": list(AUPRGS),
        "procedures": [0, *np.unique(padded.procedures).tolist()[:-1]],
        "duplicates": duplicates,
        "models": [OWN, *dict.fromkeys(fewer)],
        "minimum_n": [0, *sorted(larger)],
        "positive_class": list(POSITIVE_CLASSES) if swapped else [STATED],
        "instance_ties": list(INSTANCE_TIES) if split else [TIED],
    }


def universes(
    padded: PaddedScores, levels: Mapping[str, list[Any]], ranking: Ranking
) -> Iterator[Universe]:
    """Yield every universe, the default first."""
    default = True
    of_models = ("positive_class", "instance_ties", "average", "duplicates", "models")
    of_tasks = ("procedures", "minimum_n")
    of_numbers = ("auprg", "aupr", "ties")
    names = np.unique(padded.procedures).tolist()
    # From the dearest choice to the cheapest: what ranks models is computed once for all choices
    # of tasks, and these once for all definitions of the measures.
    for positive_class, instance_ties, average, duplicates, models in product(
        *(levels[c] for c in of_models)
    ):
        kept, usable = _kept(padded, duplicates, models)
        view = BY_BOTH if instance_ties == BY_BOTH else STATED
        scores = {name: padded.scores[view, average, name] for name in MEASURES}
        if positive_class == OTHER:
            scores = {
                name: _swapped(padded, average, name, values_stated)
                for name, values_stated in scores.items()
            }
        # A task counts if each measure is defined for one of its models at least: all universes of
        # these models then have the same tasks.
        for values in scores.values():
            usable &= (~np.isnan(values) & kept).any(axis=1)
        compared = _compared(scores, kept, levels["ties"], ranking, padded.orders[1:])
        for procedure, least in product(*(levels[choice] for choice in of_tasks)):
            tasks = usable & (padded.instances >= least)
            if procedure:
                tasks &= padded.procedures <= procedure
            counted = [p for p in names if not procedure or p <= procedure]
            for auprg, aupr, ties in product(*(levels[c] for c in of_numbers)):
                yield Universe(
                    default=default,
                    ties=ties,
                    average=average,
                    aupr=aupr,
                    auprg=auprg,
                    procedures=", ".join(map(str, counted)),
                    duplicates=duplicates,
                    models=str(models),
                    minimum_n=least,
                    positive_class=positive_class,
                    instance_ties=instance_ties,
                    tasks=int(tasks.sum()),
                    left_out=int((~tasks).sum()),
                    **_numbers(compared, ties, {"aupr": aupr, "auprg": auprg}, tasks),
                )
                default = False


def _kept(padded: PaddedScores, duplicates: str, models: int | str) -> tuple[BoolArray, BoolArray]:
    """Return which models count, and which tasks have enough of them."""
    kept = padded.kept[duplicates]
    if isinstance(models, str):
        return kept, kept.sum(axis=1) >= 2
    # The first models of one random order: a larger draw has all models of a smaller one.
    order = padded.orders[0]
    ordered = np.take_along_axis(kept, order, axis=1)
    drawn = np.zeros_like(kept)
    np.put_along_axis(drawn, order, ordered & (ordered.cumsum(axis=1) <= models), axis=1)
    return drawn, drawn.sum(axis=1) >= models


def _swapped(padded: PaddedScores, average: str, name: str, stated: Floats) -> Floats:
    """Return the scores of the other class where classes are balanced, else of the stated one."""
    # Only where the classes are of equal size can either one be the minority.
    balanced = ~np.isnan(padded.scores[OTHER, POOLED, "auroc"]).all(axis=1, keepdims=True)
    return np.where(balanced, padded.scores[OTHER, average, name], stated)


def _compared(
    scores: dict[str, Floats], kept: BoolArray, rules: list[str], ranking: Ranking, orders: Ints
) -> dict[tuple[str, str, str], Compared]:
    """Compare all pairs of measures in all tasks by each tie rule."""
    exact, coarse = (
        {name: rank_models(values, kept, decimals) for name, values in scores.items()}
        for decimals in (ranking.decimals, COARSE_DECIMALS)
    )
    compared = {}
    defined = [
        dict(zip(("aupr", "auprg"), definitions, strict=True))
        for definitions in product(AUPRS, AUPRGS)
    ]
    pairs = {_defined(pair, definitions) for pair in PAIRS for definitions in defined}
    for rule, (a, b) in product(rules, pairs):
        ranked = coarse if rule == SETS_WITHIN_001 else exact
        if rule == ONE_ORDER:
            compared_pair = compare_in_one_order(ranked[a], ranked[b], ranking, orders)
        else:
            compare = compare_common if rule == NONE_IN_COMMON else compare_sets
            compared_pair = compare(ranked[a], ranked[b], ranking)
        compared[rule, a, b] = compared_pair
    return compared


def _defined(pair: Sequence[str], definitions: Mapping[str, str]) -> tuple[str, str]:
    """Return a pair of the paper's measures with the definitions of two of them."""
    a, b = pair
    return definitions.get(a, a), definitions.get(b, b)


def _numbers(
    compared: dict[tuple[str, str, str], Compared],
    ties: str,
    definitions: Mapping[str, str],
    tasks: BoolArray,
) -> dict[str, float]:
    numbers = {}
    for number, (statistic, *pair) in NUMBERS.items():
        values = compared[(ties, *_defined(pair, definitions))][statistic][tasks]
        if statistic == RANKS:
            numbers[number] = float(correlation_of_sums(values.sum(axis=0)))
        else:
            numbers[number] = mean_or_nan(values)
    return numbers
