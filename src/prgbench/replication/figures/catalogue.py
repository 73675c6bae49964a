"""The paper's figures by name, drawn from the files of a study."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from prgbench.metrics import get_measure
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.figures.area_scatter import area_scatter
from prgbench.replication.figures.model_curves import model_curves
from prgbench.replication.figures.rank_heatmap import rank_heatmap


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """The files of a study from which its figures are drawn, and what its archive is called."""

    models: Path
    pairs: Path
    choice: Path
    scores: Path
    source: str

    def read_models(self) -> pd.DataFrame:
        """Return the ranked models."""
        return pd.read_parquet(self.models)

    def read_choice(self) -> ExampleChoice:
        """Return the examples."""
        return ExampleChoice.from_dict(json.loads(self.choice.read_text(encoding="utf-8")))


def _rank_heatmap(files: StudyFiles) -> tuple[Figure, str]:
    x, y = get_measure("aupr"), get_measure("auprg")
    return rank_heatmap(files.read_models(), x, y, files.source)


def _area_scatter(files: StudyFiles) -> tuple[Figure, str]:
    pairs = pd.read_csv(files.pairs)
    return area_scatter(files.read_models(), pairs, files.read_choice(), files.source)


def _model_curves(files: StudyFiles) -> tuple[Figure, str]:
    scores = pd.read_parquet(files.scores)
    return model_curves(files.read_models(), scores, files.read_choice(), files.source)


FIGURES: dict[str, Callable[[StudyFiles], tuple[Figure, str]]] = {
    "rank_heatmap": _rank_heatmap,
    "area_scatter": _area_scatter,
    "model_curves": _model_curves,
}
