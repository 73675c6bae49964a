"""What choosing by another measure costs, in studies of few and many data sets.

The data sets of a study are drawn from many whose losses are known: their mean is the truth.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from prgbench.answer import choosing
from prgbench.answer.interface import PartOptions
from prgbench.answer.verdicts import EQUIVALENT, ChoiceVerdict
from prgbench.stats.cluster_bootstrap import Resampling
from worlds.characteristics import Finding, mean, share
from worlds.made import Kind, draw_task, equal, shift_of
from worlds.studies import NAMES, RESAMPLES, setting_of

COVERED = "intervals of losses cover"
WRONG = "a loss or gain that is none"
ABOVE = "the largest loss is above all upper limits"
FALSE_LIKENESS = "no difference where a loss is above .01"
SHOWN = "a loss is shown"

DATASETS = (8, 12, 30, 60)
POPULATION = 500
SPECIAL = 10
"""Every tenth data set is special."""

_NONE = 0.001
"""A mean loss that is no more counts as none."""


@dataclass(frozen=True)
class Choices:
    """Data sets of a kind, every tenth of a special one; ``null`` if no choice costs anything."""

    name: str
    common: Kind
    special: Kind | None = None
    null: bool = False

    def losses(self, size: int) -> pd.DataFrame:
        """Return what the part computes of each of many data sets, with measures as targets."""
        setting = setting_of(1)
        rows = []
        for number in range(1, size + 1):
            is_special = self.special is not None and number % SPECIAL == 0
            kind = self.special if is_special and self.special else self.common
            task = draw_task(kind, number, seed=1)
            rows.append(choosing.per_task(task, setting, PartOptions())["choices"])
        choices = pd.concat(rows)
        choices = choices[choices["target"].isin(NAMES)]
        if self.null:
            # The mean over so many is not yet the known 0.
            means = choices.groupby(["target", "by"])["difference"].transform("mean")
            choices["difference"] -= means
        return choices


def _crossing(n: int, prevalence: float, models: int) -> Kind:
    scales = (0.5, 2.5, *(1.0,) * (models - 2))
    return Kind(n, prevalence, tuple(shift_of(0.8, scale) for scale in scales), scales)


def _alike(n: int, prevalence: float, models: int) -> Kind:
    return Kind(n, prevalence, equal()[:models], (1.0,) * models)


WORLDS = (
    Choices("12 equal models", _alike(200, 0.3, 12), null=True),
    Choices("3 models that cross", _crossing(200, 0.3, 3)),
    Choices(
        "12 models that cross in a tenth of the data sets",
        replace(_alike(500, 0.1, 12), spread=0.2),
        _crossing(500, 0.1, 12),
    ),
)


def findings(
    world: Choices,
    studies: int,
    datasets: tuple[int, ...] = DATASETS,
    population: int = POPULATION,
) -> Iterator[Finding]:
    """Yield how often intervals cover, and how often what is false or true is said."""
    losses = world.losses(population)
    truth = losses.groupby(["target", "by"])["difference"].mean()
    for size in datasets:
        yield from _of_size(world, losses, truth, size, studies)


def _of_size(
    world: Choices, losses: pd.DataFrame, truth: pd.Series, size: int, studies: int
) -> Iterator[Finding]:
    rng = np.random.default_rng(size)
    numbers = losses["task_id"].unique()
    of_task = losses.set_index("task_id")
    found = []
    for study in range(studies):
        drawn = pd.DataFrame({"task_id": rng.choice(numbers, size), "dataset_id": range(size)})
        table = drawn.join(of_task, on="task_id")
        rows = choosing.choosing(table, NAMES, Resampling(RESAMPLES, 0.95, study))
        found.append(_said(rows.set_index(["target", "by"]), truth))
    said = pd.DataFrame(found)
    name = f"{world.name}, {size} data sets"
    yield mean(name, COVERED, said[COVERED], "studies", at_least=0.93)
    yield share(name, WRONG, said[WRONG], "studies", at_most=0.05)
    yield share(name, ABOVE, said[ABOVE], "studies", at_most=0.025)
    yield share(name, FALSE_LIKENESS, said[FALSE_LIKENESS], "studies", at_most=0.05)
    yield share(name, SHOWN, said[SHOWN], "studies")


def _said(rows: pd.DataFrame, truth: pd.Series) -> dict[str, float | bool]:
    """Return what is said of a study, and whether it is true."""
    true = truth.loc[rows.index]
    costs = rows["verdict"] == ChoiceVerdict.COSTS
    gains = rows["verdict"] == ChoiceVerdict.GAINS
    alike = rows["verdict"] == ChoiceVerdict.NO_DIFFERENCE
    among = rows.index.get_level_values("by").isin(NAMES)
    covered = (rows["lower"] <= true) & (true <= rows["upper"])
    return {
        COVERED: float(covered[rows["lower"].notna()].mean()),
        WRONG: bool((costs & (true <= _NONE) | gains & (true >= -_NONE)).any()),
        ABOVE: bool(true[among].max() > rows.loc[among, "upper"].max()),
        FALSE_LIKENESS: bool((alike & (true.abs() > EQUIVALENT)).any()),
        SHOWN: bool(costs.any()),
    }
