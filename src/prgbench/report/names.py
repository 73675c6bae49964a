"""How the first screen names models and measures, and those models that lead.

The sentences and the table use the same short forms, so that a reader finds one in the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from prgbench.answer.answer import Answer, BestModel, PairAnswer
from prgbench.plotting.drawn import number
from prgbench.plotting.words import listing, measure_label
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
    """Say which model leads under each measure: A leads under X and Y, B under Z."""
    by_leader: dict[str, list[BestModel]] = {}
    for of_measure in best:
        by_leader.setdefault(of_measure.model, []).append(of_measure)
    clauses: list[str] = []
    for leader, group in by_leader.items():
        # The verb stands once, in the first clause: A leads under X, B under Y.
        verb = "" if clauses else " leads"
        clauses.append(f"{names(leader)}{verb} {names.under(group)}")
    return listing(clauses[:MOST_NAMED])


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
