"""Simulated tasks: their sizes, and models that AUROC, AUPR and AUPRG rank alike in truth.

The scores of a model are normal, with variance 1 and a shift of its own for the positives; two
models of a task have the correlation .5 in each class. A larger shift is better by all three.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_csv_table
from prgbench.study.cost import TASKS_2017

CORRELATION = 0.5
FEWEST_POSITIVES = 5

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """The numbers of instances and of positives of tasks."""

    instances: Ints
    positives: Ints

    @classmethod
    def read(cls, name: Path | str) -> Self:
        """Read a CSV file with the columns ``n_instances`` and ``n_positives``, or "2017"."""
        path = TASKS_2017 if name == "2017" else Path(name)
        table = read_csv_table(path, ("n_instances", "n_positives"))
        if not table.lines:
            raise PrgbenchError(f"{path} has no tasks: add a row for each.")
        columns = list(table.columns.values())
        for row, (n, n_pos) in enumerate(zip(*columns, strict=True)):
            if not (n.isdecimal() and n_pos.isdecimal() and 0 < int(n_pos) < int(n)):
                table.refuse(
                    row,
                    f"n_instances {n!r} and n_positives {n_pos!r} must be whole numbers, with at "
                    "least one positive and one negative",
                )
        return cls(*(np.array(column, dtype=np.int64) for column in columns))

    def capped(self, rows: int) -> Self:
        """Return the tasks with at most ``rows`` instances, at the same prevalence.

        At least five positives are left, or all where there are fewer, and one negative.

        Examples
        --------
        >>> sizes = Sizes(np.array([100, 10_000]), np.array([3, 20])).capped(1000)
        >>> sizes.instances.tolist(), sizes.positives.tolist()
        ([100, 1000], [3, 5])
        """
        if rows < 2 * FEWEST_POSITIVES:
            raise PrgbenchError(f"rows must be at least {2 * FEWEST_POSITIVES}, not {rows}.")
        instances = np.minimum(self.instances, rows)
        positives = np.rint(self.positives * (instances / self.instances)).astype(np.int64)
        fewest = np.minimum(self.positives, FEWEST_POSITIVES)
        return type(self)(instances, np.clip(positives, fewest, instances - 1))


@dataclass(frozen=True, slots=True, eq=False)
class NullWorlds:
    """The models of a task in several worlds.

    In each world, ``aurocs`` has the AUROC of the mean of the models' shifts, and ``spreads`` the
    standard deviation of the shifts.
    """

    models: int
    aurocs: Floats
    spreads: Floats

    def __post_init__(self) -> None:
        if self.models < 2:
            raise PrgbenchError(f"models must be at least 2, not {self.models}.")
        for name, values, allowed, range_ in (
            ("auroc", self.aurocs, (self.aurocs > 0) & (self.aurocs < 1), "lie inside (0, 1)"),
            ("spread", self.spreads, np.isfinite(self.spreads) & (self.spreads >= 0), "be >= 0"),
        ):
            if not allowed.all():
                raise PrgbenchError(f"{name} must {range_}, not {values[~allowed][0]:g}.")

    def scores(self, n: int, n_pos: int, rng: np.random.Generator) -> Singles:
        """Draw the scores of a task, the positives first: shape (worlds, models, n).

        The noise is the same in all worlds.
        """
        from scipy.special import ndtri

        noise = correlated_noise(self.models, n, rng)
        means = 2**0.5 * ndtri(self.aurocs)
        shifts = means[:, None] + self.spreads[:, None] * rng.normal(size=self.models)
        scores = np.tile(noise, (len(shifts), 1, 1))
        scores[:, :, :n_pos] += shifts.astype(np.float32)[:, :, None]
        return scores


def correlated_noise(models: int, n: int, rng: np.random.Generator) -> Singles:
    """Draw standard normals of shape (models, n); those of two models have the correlation .5."""
    common = rng.standard_normal(n, dtype=np.float32)
    specific = rng.standard_normal((models, n), dtype=np.float32)
    return np.float32(CORRELATION**0.5) * common + np.float32((1 - CORRELATION) ** 0.5) * specific
