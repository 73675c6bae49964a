"""The paper's nine numbers in studies simulated from the sizes of tasks alone: `prgbench null`.

The null of a study with predictions, which has their noise, is in `prgbench.answer.common_order`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.common_order import (
    BEST_DIFFERS,
    RANKS,
    STATISTICS,
    compare_rankings,
    numbers_of,
)
from prgbench.direct.whole_numbers import check_whole
from prgbench.metrics import engine
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import count, decimal, listing, pair_labels, percent
from prgbench.report.parts.rankings import number_names
from prgbench.robustness.choices import PRINTED
from prgbench.run.csv_files import read_csv_table
from prgbench.run.errors import PrgbenchError
from prgbench.study.agreement import PAIR
from prgbench.study.cost import TASKS_2017
from prgbench.study.ranking import Ranking
from prgbench.typing import Floats, Ints

MEASURES = ("aupr", "auprg", "auroc")
AUROCS = (0.7, 0.8)
SPREADS = (0.1, 0.2, 0.4, 0.8)
WORLD = ["auroc", "spread"]
_AREAS = [1, 2, 0]
"""The places of the measures among the areas of a batch."""
_LOW = ("auprg", "auroc")
_HIGH = ("aupr", "auprg")
"""Of these two pairs, the paper prints the lower share for the first."""


CORRELATION = 0.5
FEWEST_POSITIVES = 5

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
        """
        if rows < 2 * FEWEST_POSITIVES:
            raise PrgbenchError(f"rows must be at least {2 * FEWEST_POSITIVES}, not {rows}.")
        # The prevalence is kept as far as whole positives allow, as AUPR and AUPRG depend on it.
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
        check_whole("models", self.models, 2)
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

        # One noise for all worlds: what differs between them is then the worlds' alone.
        noise = correlated_noise(self.models, n, rng)
        # The area between N(d, 1) and N(0, 1) is Phi(d / sqrt(2)); solved for d.
        means = 2**0.5 * ndtri(self.aurocs)
        shifts = means[:, None] + self.spreads[:, None] * rng.normal(size=self.models)
        scores = np.tile(noise, (len(shifts), 1, 1))
        scores[:, :, :n_pos] += shifts.astype(np.float32)[:, :, None]
        return scores


def correlated_noise(models: int, n: int, rng: np.random.Generator) -> Singles:
    """Draw standard normals of shape (models, n); those of two models have the correlation .5."""
    # What all models find hard, and what each alone does; together of variance 1.
    common = rng.standard_normal(n, dtype=np.float32)
    specific = rng.standard_normal((models, n), dtype=np.float32)
    return np.float32(CORRELATION**0.5) * common + np.float32((1 - CORRELATION) ** 0.5) * specific


@dataclass(frozen=True, slots=True, eq=False)
class NullStudies:
    """What `null` returns; printed, it is tables and a finding.

    ``what`` says what was simulated. ``studies`` has the nine numbers of each simulated study: a
    row for each ``auroc``, ``spread``, ``study``, ``statistic`` and pair of measures.
    """

    what: str
    studies: pd.DataFrame

    @property
    def table(self) -> pd.DataFrame:
        """The nine numbers: as the paper prints them, then in each world their mean and range."""
        columns = [*WORLD, "statistic", *PAIR]
        paper = pd.DataFrame(
            [
                {"statistic": statistic, **dict(zip(PAIR, pair, strict=True)), "value": value}
                for statistic, pairs in PRINTED.items()
                for pair, value in pairs.items()
            ]
        )
        numbers = self.studies.groupby(columns, sort=False)["value"]
        simulated = numbers.agg(value="mean", lower="min", upper="max").reset_index()
        table = pd.concat([paper, simulated], ignore_index=True)
        return table[[*columns, "value", "lower", "upper"]]

    @property
    def finding(self) -> str:
        """How often noise alone gives the paper's order of two pairs of measures."""
        best = self.studies[self.studies["statistic"] == BEST_DIFFERS]
        shares = best.pivot(index=[*WORLD, "study"], columns=PAIR, values="value")
        as_printed = (shares[_LOW] < shares[_HIGH]).groupby("auroc", sort=False)
        often = [
            f"{of_auroc.sum()} of {len(of_auroc)} with AUROC {auroc:g}"
            for auroc, of_auroc in as_printed
        ]
        verdict = "can produce it" if as_printed.any().any() else "does not produce it here"
        printed = PRINTED[BEST_DIFFERS]
        return (
            "In the paper, the best models differ less often between AUPRG and AUROC than between "
            f"AUPR and AUPRG ({printed[_LOW]:.0%} against {printed[_HIGH]:.0%}). Of "
            f"the simulated studies, {listing(often)} have the same order: noise alone {verdict}."
        )

    def __str__(self) -> str:
        from tabulate import tabulate

        table = _named(self.table)
        blocks = [self.what]
        for statistic, label in _statistics().items():
            rows = table[table["statistic"] == statistic]
            shown = rows.pivot(index="world", columns="pair", values="text")
            shown = shown.loc[rows["world"].unique(), rows["pair"].unique()].rename_axis(label)
            blocks.append(tabulate(shown.reset_index().to_dict("list"), headers="keys"))
        return "\n\n".join([*blocks, self.finding])


def null(
    sizes: Sizes,
    *,
    aurocs: Sequence[float] = AUROCS,
    spreads: Sequence[float] = SPREADS,
    models: int = 30,
    studies: int = 5,
    seed: int = 2015,
) -> NullStudies:
    """Simulate studies in which AUROC, AUPR and AUPRG rank all models alike in truth.

    Each world, of an AUROC and a spread as in `NullWorlds`, has ``studies`` studies, and each of
    their tasks has ``models`` models.
    """
    check_whole("studies", studies, 1)
    check_whole("seed", seed, 0)
    # Each world once, however often it was named.
    pairs = np.array(list(dict.fromkeys(product(aurocs, spreads))), dtype=float)
    worlds = NullWorlds(models, *pairs.T)
    rows = [
        (*world, study, *number)
        for study in range(studies)
        for world, areas in zip(
            pairs, _study(sizes, worlds, np.random.default_rng([seed, study])), strict=True
        )
        for number in _nine_numbers(areas)
    ]
    what = (
        f"Simulated, not OpenML's data: {count(len(sizes.instances), 'task')} with {models} "
        "models each, which AUROC, AUPR and AUPRG truly rank alike."
    )
    columns = [*WORLD, "study", "statistic", *PAIR, "value"]
    return NullStudies(what, pd.DataFrame(rows, columns=columns))


def _study(sizes: Sizes, worlds: NullWorlds, rng: np.random.Generator) -> Floats:
    """Evaluate the models of a study: shape (worlds, tasks, models, measures)."""
    areas = np.empty((len(worlds.aurocs), len(sizes.instances), worlds.models, len(MEASURES)))
    for task, (n, n_pos) in enumerate(zip(sizes.instances, sizes.positives, strict=True)):
        scores = worlds.scores(n, n_pos, rng).reshape(-1, n)
        values = engine.areas_of_batch(np.arange(n) < n_pos, scores)[:, _AREAS]
        areas[:, task] = values.reshape(len(areas), -1, len(MEASURES))
    return areas


def _nine_numbers(areas: Floats) -> Iterator[tuple[str, str, str, float]]:
    """Yield the numbers of a study from its areas (tasks, models, measures)."""
    numbers = {}
    # The same functions as for the real study: the nine numbers mean the same.
    for a, b in combinations(range(len(MEASURES)), 2):
        pair_areas = np.moveaxis(areas[:, :, [a, b]], 2, 0)
        compared = compare_rankings(pair_areas, Ranking()).sum(axis=1, keepdims=True)
        numbers[MEASURES[a], MEASURES[b]] = numbers_of(compared, len(areas))
    for statistic in STATISTICS:
        for pair, values in numbers.items():
            yield statistic, *pair, float(values[statistic][0])


def _statistics() -> dict[str, str]:
    return {name: label.capitalize() for name, label in number_names(Facts("", 0, "")).items()}


def _named(table: pd.DataFrame) -> pd.DataFrame:
    """Add the name of the world, the pair's label and the numbers as text."""
    worlds = []
    texts = []
    for row in table.to_dict("records"):
        ranks = row["statistic"] == RANKS
        value = row["value"]
        if np.isnan(row["auroc"]):
            worlds.append("the paper")
            texts.append(f"{value:.2f}" if ranks else f"{value:.0%}")
        else:
            mean, low, high = map(
                decimal if ranks else percent, (value, row["lower"], row["upper"])
            )
            worlds.append(f"AUROC {row['auroc']:g}, spread {row['spread']:g}")
            texts.append(f"{mean} ({low} to {high})")
    return table.assign(world=worlds, pair=pair_labels, text=texts)
