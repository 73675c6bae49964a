"""The whole study file: the settings of a study with the sections of all parts."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import create_model

from prgbench.comparison.parts import PARTS, PartOptions
from prgbench.comparison.setting import Setting
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import as_markdown, plain
from prgbench.pipeline.settings import read_settings
from prgbench.plotting.facts import Facts
from prgbench.study.config import ComparisonConfig, StudyConfig
from prgbench.study.ranks import TIED_RANKS

if TYPE_CHECKING:
    _ComparisonWithParts = ComparisonConfig
else:
    _ComparisonWithParts = create_model(
        "_ComparisonWithParts",
        __base__=ComparisonConfig,
        __doc__=ComparisonConfig.__doc__,
        **{part.name: (part.options, part.options()) for part in PARTS},
    )


class StudyFile(StudyConfig):
    """One file in config/studies."""

    comparison: _ComparisonWithParts = _ComparisonWithParts()

    @property
    def parts(self) -> dict[str, PartOptions]:
        """Return the options of the parts that are switched on, in the order of the list."""
        options = {part.name: getattr(self.comparison, part.name) for part in PARTS}
        return {name: own for name, own in options.items() if own.enabled}

    def facts(self, source: str) -> Facts:
        """Return what captions and sentences say of the study, whatever the source is called."""
        tied_rank = TIED_RANKS[self.ranking.ties]
        return Facts(as_markdown(plain(source)), self.comparison.confidence_level, tied_rank)

    @property
    def setting(self) -> Setting:
        """Return what all parts share."""
        return Setting(
            names=self.measures,
            ranking=self.ranking,
            seed=self.comparison.seed,
            confidence_level=self.comparison.confidence_level,
            replicates=self.comparison.replicates,
            splits=self.comparison.splits,
        )

    @property
    def resampling(self) -> dict[str, Any]:
        """Return how the data sets are resampled: the arguments of `Resampling`."""
        names = ("resamples", "confidence_level", "seed")
        return {name: getattr(self.comparison, name) for name in names}


def read_study(folder: Path, name: str) -> StudyFile:
    """Read the file of a study.

    Raises
    ------
    PrgbenchError
        If there is no such study or something in its file is wrong.
    """
    path = folder / f"{name}.yaml"
    if not path.exists():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.yaml")))
        raise PrgbenchError(f"{path} does not exist; there are the studies {known}.")
    return read_settings(path, StudyFile)
