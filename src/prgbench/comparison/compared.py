"""What the parts are computed from: the tables of a study and the settings that they share."""

from dataclasses import dataclass
from typing import Annotated, Any

import pandas as pd
from pydantic import Field

from prgbench.metrics import Measure
from prgbench.pipeline.settings import Section
from prgbench.study.config import Ranking
from prgbench.study.measures import load_measures

Tables = dict[str, pd.DataFrame]


class Setting(Section):
    """The settings that all parts share."""

    names: tuple[str, ...]
    """The measures, as `get_measure` knows them."""

    ranking: Ranking
    seed: int
    confidence_level: Annotated[float, Field(gt=0, lt=1)]
    replicates: int

    @property
    def measures(self) -> list[Measure]:
        """Return the measures."""
        return load_measures(self.names)


@dataclass(frozen=True, slots=True)
class Study:
    """The tables of a study.

    ``models`` are ranked, ``agreement`` is what `task_agreement` returns, ``per_task`` are the
    gathered tables of the parts' ``per_task`` functions.
    """

    models: pd.DataFrame
    agreement: pd.DataFrame
    per_task: Tables
    setting: Setting
    resamples: int

    @property
    def bootstrap(self) -> dict[str, Any]:
        """Return the options of intervals by resampling data sets."""
        return {
            "resamples": self.resamples,
            "confidence_level": self.setting.confidence_level,
            "seed": self.setting.seed,
        }
