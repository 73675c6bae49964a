"""The mean cost curves of models, as read from the tables of `prgbench.answer.mean_costs`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import pandas as pd

from prgbench.answer.interface import rows_of
from prgbench.answer.mean_costs import GRID, MeanCost, MeanCostPair
from prgbench.metrics.operating_conditions import Axis, PairVerdict, WinningRange, sentences_of
from prgbench.typing import BoolArray, Floats


@dataclass(frozen=True, slots=True, eq=False)
class MeanCosts:
    """The mean cost curves of the models: ``losses`` and ``may_win`` are (models, points).

    ``bounds`` are (2, models, points); all are for one target, these data sets or new ones, and
    costs refer to the ``prevalence``.
    """

    names: tuple[str, ...]
    losses: Floats
    bounds: Floats
    may_win: BoolArray
    verdicts: Mapping[tuple[str, str], PairVerdict]
    datasets: int
    prevalence: float
    margin: float

    @property
    def ranges(self) -> tuple[WinningRange, ...]:
        """The ranges of the axis with the same possible winners, in its order."""
        candidates = [
            tuple(name for name, wins in zip(self.names, point, strict=True) if wins)
            for point in self.may_win.T
        ]
        found = []
        for models, run in groupby(range(len(GRID)), candidates.__getitem__):
            places = list(run)
            found.append(WinningRange(float(GRID[places[0]]), float(GRID[places[-1]]), models))
        return tuple(found)

    @property
    def winners(self) -> tuple[str, ...]:
        """The models that certainly are the best somewhere."""
        certain = {part.models for part in self.ranges if part.is_certain}
        return tuple(name for name in self.names if (name,) in certain)

    @property
    def first_somewhere(self) -> tuple[str, ...]:
        """The models with the lowest mean loss at a cost, those of the widest ranges first."""
        first = self.losses.argmin(axis=0)
        counted = np.bincount(first, minlength=len(self.names))
        order = np.argsort(-counted, kind="stable")
        return tuple(self.names[place] for place in order if counted[place])

    def named(self, names: Mapping[str, str]) -> "MeanCosts":
        """Return the same with other names."""
        verdicts = {(names[a], names[b]): verdict for (a, b), verdict in self.verdicts.items()}
        return replace(self, names=tuple(map(names.__getitem__, self.names)), verdicts=verdicts)

    def sentences(self) -> list[str]:
        """Say who wins where, in costs at the prevalence; first where a model certainly does."""
        axis = Axis("cost", self.prevalence, float(GRID[0]), float(GRID[-1]))
        return sentences_of(self.names, self.ranges, self.verdicts, axis, self.margin)


def mean_costs_of(tables: Mapping[str, pd.DataFrame], *, new: bool) -> MeanCosts | None:
    """Read the mean cost curves on these data sets, or on ``new`` ones; None if there are none."""
    rows = rows_of(MeanCost, tables.get("mean_costs"))
    if not rows:
        return None
    names = tuple(dict.fromkeys(row.model for row in rows))
    suffix = "_new" if new else ""
    lower, upper, losses, may_win = (
        np.array([getattr(row, name) for row in rows]).reshape(len(names), -1)
        for name in (f"lower{suffix}", f"upper{suffix}", "loss", f"may_win{suffix}")
    )
    pairs = rows_of(MeanCostPair, tables.get("mean_cost_pairs"))
    return MeanCosts(
        names=names,
        losses=losses,
        bounds=np.stack([lower, upper]),
        may_win=may_win.astype(bool),
        verdicts={
            (row.model, row.other): PairVerdict(getattr(row, f"verdict{suffix}")) for row in pairs
        },
        datasets=max(row.datasets for row in rows),
        prevalence=rows[0].prevalence,
        margin=pairs[0].margin,
    )
