"""The whole study file: the settings of a study with the sections of all parts."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from prgbench.answer import standings
from prgbench.answer.interface import Part, PartOptions
from prgbench.answer.parts import ANSWER
from prgbench.answer.scored_task import Setting
from prgbench.plotting.drawn import Facts
from prgbench.robustness import ROBUSTNESS
from prgbench.run.errors import PrgbenchError, did_you_mean
from prgbench.run.safe_text import as_markdown, plain
from prgbench.run.settings import OneOf, read_settings
from prgbench.study.config import ComparisonConfig, StudyConfig
from prgbench.study.ranking import TIED_RANKS

PARTS = (*ANSWER, *ROBUSTNESS)
if TYPE_CHECKING:
    _ComparisonWithParts = ComparisonConfig
else:
    _ComparisonWithParts = create_model(
        "_ComparisonWithParts",
        __base__=ComparisonConfig,
        __doc__=ComparisonConfig.__doc__,
        **{
            part.name: (part.options, part.options())
            for part in PARTS
            if part.options is not PartOptions
        },
    )


class StudyFile(StudyConfig):
    """One file in config/studies."""

    comparison: _ComparisonWithParts = _ComparisonWithParts()

    robustness: (
        Literal["all"]
        | Annotated[
            tuple[Annotated[str, OneOf(part.name for part in ROBUSTNESS)], ...],
            Field(json_schema_extra={"uniqueItems": True}),
        ]
    ) = ()
    """The robustness parts to compute in addition, by name, or "all"."""

    @property
    def answer_options(self) -> dict[str, PartOptions]:
        """Return the options of the answer's parts."""
        return {part.name: self._options(part) for part in ANSWER if self._says(part)}

    @property
    def robustness_options(self) -> dict[str, PartOptions]:
        """Return the options of the parts on robustness that are asked for."""
        return {
            part.name: self._options(part)
            for part in ROBUSTNESS
            if self._says(part) and (self.robustness == "all" or part.name in self.robustness)
        }

    def _says(self, part: Part[Any]) -> bool:
        return len(self.measures) > 1 or not part.of_pairs

    def _options(self, part: Part[Any]) -> PartOptions:
        options: PartOptions = getattr(self.comparison, part.name, PartOptions())
        return options

    def facts(self, source: str, *, openml: bool = False) -> Facts:
        """Return what captions and sentences say of the study, whatever the source is called.

        With ``openml``, what the source has is shown at openml.org.
        """
        tied_rank = TIED_RANKS[self.ranking.ties]
        return Facts(
            as_markdown(plain(source)),
            self.comparison.confidence_level,
            tied_rank,
            self.ranking.top,
            openml=openml,
            replication=self.replication,
        )

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
    """Read the file of a study."""
    path = folder / f"{name}.yaml"
    if not path.exists():
        studies = sorted(file.stem for file in folder.glob("*.yaml"))
        meant = did_you_mean(name, studies)
        raise PrgbenchError(
            f"{path} does not exist; there are the studies {', '.join(studies)}.{meant}"
        )
    study = read_settings(path, StudyFile)
    check_by_rank(study, study.measures, f"{path}: ")
    return study


def check_by_rank(study: StudyFile, measures: Iterable[str], begin: str = "") -> None:
    """Refuse `by_rank` of what is no measure of the study: it would change nothing.

    Not with the other settings, as the measures of a table of scores are not among them. A
    measure of one's own ("module:attribute") may have another name, which is not known before it
    is imported.
    """
    known = list(measures)
    if any(":" in measure for measure in known):
        return
    options = study.answer_options[standings.PART.name]
    assert isinstance(options, standings.Options)
    for name in options.by_rank or ():
        if name not in known:
            raise PrgbenchError(
                f"{begin}comparison.standings.by_rank: {plain(repr(name))} is none of the "
                f"study's measures: correct it.{did_you_mean(name, known)} The measures are "
                f"{', '.join(map(plain, known))}."
            )
