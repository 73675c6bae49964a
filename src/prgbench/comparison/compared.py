"""What the parts are computed from: the tables of a study."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from prgbench.comparison.setting import Setting
    from prgbench.stats.cluster_bootstrap import Resampling

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
    setting: "Setting"
    resampling: "Resampling"
