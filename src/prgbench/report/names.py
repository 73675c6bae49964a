"""How the first screen names models and measures, and those models that lead.

The sentences and the table use the same short forms, so that a reader finds one in the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from prgbench.answer.answer import Answer, BestModel, PairAnswer
from prgbench.plotting.drawn import number
from prgbench.plotting.words import listing, measure_label, natural_key
from prgbench.report.best_models import models_of, shortly
from prgbench.report.leaderboard import Leaderboard
from prgbench.run.safe_text import as_markdown, plain

MOST_NAMED = 3
"""At most this many models are named; of more, the first is named and the others counted."""


@dataclass(frozen=True, slots=True)
class Medium:
    """How a medium writes names that are not ours, and what stands out."""

    name: Callable[[str], str]
    strong: str


MARKDOWN = Medium(as_markdown, "**{}**")
TEXT = Medium(plain, "{} *")


@dataclass(frozen=True, slots=True)
class Names:
    """How models are written in sentences and in the table alike; of how many measures."""

    write: Callable[[str], str]
    strong: str
    n_measures: int

    @classmethod
    def of(cls, answer: Answer, board: Leaderboard, medium: Medium) -> Self:
        """Return how the models of an answer and of its leaderboard are written."""
        # Names are shortened together: a short form must be clear in the sentences and in the
        # table.
        models = models_of(answer.best_models).union(board.models)
        return cls(shortly(models, medium.name), medium.strong, len(answer.best_models))

    def __call__(self, name: str) -> str:
        """Write the name of a model."""
        return self.write(name)

    def either(self, models: Sequence[str]) -> str:
        """Write some models as A, B or C; of many the first and how many others there are."""
        first, *others = models
        if len(models) > MOST_NAMED:
            return f"{self(first)}, or one of {len(others):,} others"
        *before, last = map(self, models)
        if not before:
            return last
        return f"{', '.join(before)} or {last}"

    def under(self, group: Sequence[BestModel]) -> str:
        """Say under AUPR, under AUPR and AUROC, under both measures or all three measures."""
        if len(group) == 1 or len(group) < self.n_measures:
            return f"under {labels_of(group)}"
        if len(group) == 2:
            return "under both measures"
        return f"under all {number(len(group))} measures"


def first_by_measure(best: Sequence[BestModel], names: Names) -> str:
    """Say which models lead under each measure: A leads under X and Y and B under Z.

    Models that have the same score, which no other has, lead together.
    """
    by_leaders: dict[frozenset[str], list[BestModel]] = {}
    for of_measure in best:
        by_leaders.setdefault(leaders_of(of_measure), []).append(of_measure)
    groups = [*by_leaders.values()][:MOST_NAMED]
    if any(group[0].level for group in groups):
        return "; ".join(f"{lead(group[0], names)} {names.under(group)}" for group in groups)
    clauses: list[str] = []
    for group in groups:
        # The verb appears only in the first clause: A leads under X and B under Y.
        verb = "" if clauses else " leads"
        clauses.append(f"{names(group[0].model)}{verb} {names.under(group)}")
    return listing(clauses)


def leaders_of(best: BestModel) -> frozenset[str]:
    """Return the models that are the first by a measure, alone or with others."""
    return frozenset([best.model, *best.level])


def lead(best: BestModel, names: Names) -> str:
    """Say that a model leads by a measure, or that some lead together."""
    leaders = sorted(leaders_of(best), key=natural_key)
    if len(leaders) == 1:
        return f"{names(leaders[0])} leads"
    if len(leaders) > MOST_NAMED:
        return f"{len(leaders):,} models share the first place"
    return f"{listing([*map(names, leaders)])} lead together"


def measures_paired_in_full(pairs: Sequence[PairAnswer]) -> list[str]:
    """Return the measures of pairs if each is paired with each other one, else none.

    All pairs of some measures are those measures: A, B and C instead of three pairs.
    """
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.measures))
    n_all_pairs = len(measures) * (len(measures) - 1) // 2
    return measures if len(pairs) == n_all_pairs else []


def labels_of(group: Sequence[BestModel]) -> str:
    """Name the measures of some best models; many are counted."""
    labels = [measure_label(model.measure) for model in group]
    if len(labels) > MOST_NAMED + 1:
        return f"{number(len(labels))} measures"
    return listing(labels)
