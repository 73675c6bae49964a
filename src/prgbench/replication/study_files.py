"""The files of a study from which the paper's figures are drawn."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from prgbench.pipeline.csv_files import read_csv
from prgbench.pipeline.records import from_json
from prgbench.replication.examples import ExampleChoice


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """Where the ranked models, the table of pairs, and the examples with their scores are."""

    models: Path
    pairs: Path
    choice: Path
    scores: Path

    def read_models(self) -> pd.DataFrame:
        """Return the ranked models."""
        return pd.read_parquet(self.models)

    def read_pairs(self) -> pd.DataFrame:
        """Return the agreement of the tasks."""
        return read_csv(self.pairs)

    def read_choice(self) -> ExampleChoice:
        """Return which tasks and models are the examples."""
        return from_json(ExampleChoice, self.choice.read_text(encoding="utf-8"))

    def read_scores(self) -> pd.DataFrame:
        """Return the scores of the models whose curves are drawn."""
        return pd.read_parquet(self.scores)
