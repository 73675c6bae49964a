"""What the parts are computed from: the tables of a study."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from prgbench.comparison.setting import Setting

Tables = dict[str, pd.DataFrame]


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
