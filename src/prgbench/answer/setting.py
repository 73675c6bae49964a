"""The settings that all parts of the comparison share."""

from typing import Annotated

from pydantic import Field

from prgbench.metrics import Measure
from prgbench.run.settings import Section
from prgbench.study.measures import load_measures
from prgbench.study.ranking import Ranking


class Setting(Section):
    """The settings that all parts share."""

    names: tuple[str, ...]
    """The measures, as `get_measure` knows them."""

    ranking: Ranking
    seed: int
    confidence_level: Annotated[float, Field(gt=0, lt=1)]
    replicates: int
    splits: int

    @property
    def measures(self) -> list[Measure]:
        """Return the measures."""
        return load_measures(self.names)
