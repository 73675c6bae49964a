"""Tables of predictions at chance: how often one is stopped as if its labels were turned round."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa

from prgbench.sources.table.source import TableSource
from prgbench.study.turned_labels import check_turned_labels
from worlds.characteristics import Finding, share

STOPPED = "a table at chance is stopped"
MOST_STOPPED = 0.01
N_DATASETS = 12
N_FOLDS = 10


@dataclass(frozen=True)
class AtChance:
    """Twelve data sets of ``n`` rows with ``models`` whose scores tell nothing.

    Their scores have a ``correlation``. With ``folds`` they are out of fold: the mean of the other
    folds' labels with a little noise, which is below chance.
    """

    name: str
    n: int
    prevalence: float
    models: int
    correlation: float = 0.0
    levels: bool = False
    folds: bool = False

    def draw(self, rng: np.random.Generator) -> pa.Table:
        """Return a table of predictions."""
        parts = []
        for dataset in range(N_DATASETS):
            positive = rng.permutation(self.n) < max(2, round(self.n * self.prevalence))
            fold = rng.permutation(self.n) % N_FOLDS if self.folds else np.zeros(self.n, dtype=int)
            shared = rng.normal(size=self.n)
            for model in range(self.models):
                own = rng.normal(size=self.n)
                score = self.correlation**0.5 * shared + (1 - self.correlation) ** 0.5 * own
                if self.levels:
                    score = np.round(score)
                if self.folds:
                    others = np.array([positive[fold != number].mean() for number in fold])
                    score = others + 1e-3 * score
                columns = {"row_id": np.arange(self.n), "fold": fold, "y_true": positive}
                frame = pd.DataFrame({**columns, "y_score": score})
                parts.append(frame.assign(dataset=f"data {dataset}", model=f"model {model}"))
        return pa.Table.from_pandas(pd.concat(parts), preserve_index=False)


WORLDS = (
    AtChance("1 model, 20 rows", 20, 0.3, 1),
    AtChance("2 alike models, 20 rows", 20, 0.5, 2, 0.9),
    AtChance("1 model, 60 rows, 6 positives", 60, 0.1, 1),
    AtChance("3 alike models, 60 rows, 6 positives", 60, 0.1, 3, 0.9),
    AtChance("2 models, 300 rows, 15 positives", 300, 0.05, 2, 0.5),
    AtChance("10 alike models, 300 rows", 300, 0.3, 10, 0.95),
    AtChance("3 models of few levels, 60 rows", 60, 0.3, 3, 0.9, levels=True),
    AtChance("3 models out of fold, 100 rows", 100, 0.3, 3, 0.95, folds=True),
)


def findings(world: AtChance, tables: int) -> Iterator[Finding]:
    """Yield how often a table of the world is stopped."""
    rng = np.random.default_rng(2015)
    stopped = []
    for _ in range(tables):
        source = TableSource(world.draw(rng))
        stopped.append(bool(check_turned_labels(source, source.all_models(), stops=False)))
    yield share(world.name, STOPPED, stopped, "tables", at_most=MOST_STOPPED)
