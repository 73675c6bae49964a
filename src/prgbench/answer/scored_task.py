"""What the parts know of a task, whether its predictions or only scores are given."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from prgbench.metrics import Measure
from prgbench.run.settings import Section
from prgbench.study.measures import load_measures
from prgbench.study.ranking import Ranking
from prgbench.typing import BoolArray, Floats


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


class NoiseKnown(StrEnum):
    """What is known of the noise of the test instances of a task."""

    YES = "known"
    """It is that of resampled instances, of folds, or of random splits of known sizes."""

    AT_MOST = "at most"
    """Replicates are random splits of unknown sizes: it is safe up to equal ones."""

    NO = "unknown"
    """Replicates share the test instances, whose noise none of them shows."""


@dataclass(frozen=True, slots=True, eq=False)
class NoisyTask:
    """The scores of the models of a task by some measures, and replicates of their noise.

    ``scores`` are (measures, models), higher for better models; ``noise`` is (replicates,
    measures, models) with mean 0; without replicates it is unknown. ``independent`` counts the
    groups of rows of the smaller class, the folds or the random splits.
    """

    scores: Floats
    noise: Floats
    independent: int

    @property
    def n_models(self) -> int:
        """Return the number of models."""
        return int(self.scores.shape[-1])

    def of_pair(self, a: int, b: int) -> "NoisyTask":
        """Return the models of two measures that have a score and its noise by both."""
        kept = self.has_pair(a, b)
        return NoisyTask(
            self.scores[[a, b]][:, kept], self.noise[:, [a, b]][:, :, kept], self.independent
        )

    def has_pair(self, a: int, b: int) -> BoolArray:
        """Say which models have a score and its noise by both of two measures."""
        has_noise = np.isfinite(self.noise[:, [a, b]]).all(axis=(0, 1))
        return np.asarray(np.isfinite(self.scores[[a, b]]).all(axis=0) & has_noise)

    @property
    def degrees(self) -> float:
        """Return the degrees of freedom of the variances: of instances, and of replicates."""
        return 1 / (1 / max(self.independent - 1, 1) + 1 / max(len(self.noise) - 1, 1))


def centred(replicates: Floats) -> Floats:
    """Return replicates (replicates, ...) without their mean."""
    return np.asarray(replicates - replicates.mean(axis=0)) if len(replicates) else replicates


OPTIMISM = 1 / (2**0.5 - 1)
"""The optimism of a whole over what halves have more: if it falls with the root of the size.

In simulated samples it falls a little faster, so that this is a safe bound of it.
"""


class Covariance(NamedTuple):
    """The covariance of the scores of some models by a measure, and its degrees of freedom.

    Of AUROC it comes with the ``class_sizes`` of the sample, which bound its variance; of measures
    at the best threshold with the ``optimism``: by how much each score is too good, at most.
    """

    measure: Measure
    run_ids: NDArray[np.int64]
    covariance: Floats
    degrees: float
    class_sizes: tuple[float, float] | None = None
    optimism: Floats | None = None


class ScoredTask(Protocol):
    """The scores of the models of a task, from predictions or given as replicates."""

    @property
    def task_id(self) -> int:
        """The task."""

    @property
    def run_ids(self) -> NDArray[np.int64]:
        """The models."""

    @property
    def seed(self) -> int:
        """A seed of random numbers that depends on the scores alone, not on any name."""

    @property
    def n_units(self) -> int:
        """How many instances or replicates halves consist of."""

    @property
    def noise_known(self) -> NoiseKnown:
        """What is known of the noise of the test instances."""

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Evaluate the models on both halves of each split.

        Returns shape (splits, 2, measures, models). Higher is better; NaN in splits in which one
        of the halves tells nothing.
        """

    def noisy(self, setting: Setting, *, gains: bool = True) -> NoisyTask:
        """Return the scores with replicates of their noise; without, if it is unknown.

        Without ``gains``, these are on the scale of precision and F, which keeps their order: a
        weak model's gain is far below 0, and its noise would hide all other models.
        """

    def covariances(self, setting: Setting) -> Iterator[Covariance]:
        """Yield the covariance of the models' scores by each measure that has one."""
