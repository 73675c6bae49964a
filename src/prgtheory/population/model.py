"""Beyond the sources: standard errors of the areas of populations, coverage of the bands."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench.metrics import bootstrap_areas
from prgtheory.populations import (
    Population,
    band_coverage,
    draw_sample,
    hughes_oliver_case,
    normal_approximation,
    simulate_areas,
    summarise,
)

Floats = npt.NDArray[np.float64]

SIZES = (100, 500, 1000)
RECALL = np.arange(1, 10) / 10
COVERED = (("A", 1 / 2), ("A", 1 / 11), ("B", 1 / 2), ("C", 1 / 5), ("D", 1 / 5))
SAMPLES_FOR_BOOTSTRAP = 20
SAMPLES_FOR_COVERAGE = 500
LEVEL = 0.95


class AreaErrors(NamedTuple):
    """Standard errors of the three areas at one sample size.

    Attributes
    ----------
    n : int
        Instances in a sample.
    values : ndarray of shape (replicates, 3)
        Areas of simulated samples.
    simulated : ndarray of shape (3,)
        Their standard deviation: the truth that a bootstrap estimates.
    bootstrapped : ndarray of shape (samples, 3)
        Bootstrap standard errors of a few single samples.

    Examples
    --------
    >>> found = standard_errors()[-1]
    >>> found.n, round(float(found.values[:, 0].mean()), 2)
    (1000, 0.84)
    """

    n: int
    values: Floats
    simulated: Floats
    bootstrapped: Floats


def area_errors(
    population: Population, n: int, *, replicates: int = 2000, rng: np.random.Generator
) -> AreaErrors:
    """Return the sampling distribution of the areas and what the bootstrap makes of it.

    Parameters
    ----------
    population : Population
        The truth.
    n : int
        Instances in a sample.
    replicates : int, default=2000
        Simulated samples.
    rng : Generator
        Source of randomness.

    Returns
    -------
    AreaErrors

    See Also
    --------
    prgtheory.populations.simulate_areas : The simulation.
    prgbench.metrics.bootstrap_areas : The bootstrap.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> found = area_errors(hughes_oliver_case("A", 0.5), 50, replicates=10, rng=rng)
    >>> found.values.shape, found.bootstrapped.shape
    ((10, 3), (20, 3))
    """
    values = simulate_areas(population, n, replicates=replicates, rng=rng)
    bootstrapped = [
        summarise(
            bootstrap_areas(
                *draw_sample(population, n, class_sizes="fixed", rng=rng),
                n_resamples=200,
                random_state=rng,
            )[:, 0]
        ).standard_error
        for _ in range(SAMPLES_FOR_BOOTSTRAP)
    ]
    return AreaErrors(n, values, summarise(values).standard_error, np.array(bootstrapped))


def standard_errors(case: str = "A", prevalence: float = 1 / 5) -> list[AreaErrors]:
    """Return the standard errors at each sample size of the study.

    Parameters
    ----------
    case : str, default="A"
        "A" to "F".
    prevalence : float, default=1/5
        In (0, 1).

    Returns
    -------
    list of AreaErrors
        Smallest samples first.

    See Also
    --------
    area_errors : Those of one sample size.

    Examples
    --------
    >>> [found.simulated.round(3).tolist() for found in standard_errors()]
    [[0.049, 0.11, 0.087], [0.022, 0.052, 0.037], [0.015, 0.036, 0.025]]
    """
    population = hughes_oliver_case(case, prevalence)
    return [area_errors(population, n, rng=np.random.default_rng([7, n])) for n in SIZES]


class Coverage(NamedTuple):
    """How often nominal 95% bands cover, by recall, and where a failure was foretold.

    Attributes
    ----------
    case : str
        "A" to "F".
    prevalence : float
        In (0, 1).
    n : int
        Instances in a sample.
    linear, logit : ndarray of shape (9,)
        Shares of samples, in [0, 1], by recall.
    notes : tuple of str, of length 9
        What `normal_approximation` says against each recall, "" where nothing.

    Examples
    --------
    >>> cell = coverage(replicates=5)[-1]
    >>> cell.case, cell.notes[0]
    ('D', 'degenerate: no negative scores above this threshold, the limit has no variance')
    """

    case: str
    prevalence: float
    n: int
    linear: Floats
    logit: Floats
    notes: tuple[str, ...]


def coverage(n: int = 1000, replicates: int = SAMPLES_FOR_COVERAGE) -> list[Coverage]:
    """Return the coverage of both kinds of band for several populations.

    Parameters
    ----------
    n : int, default=1000
        Instances in a sample.
    replicates : int, default=500
        Samples of each population.

    Returns
    -------
    list of Coverage
        One for each population.

    See Also
    --------
    prgtheory.populations.band_coverage : The coverage of one band.

    Examples
    --------
    >>> [(cell.case, round(1 / cell.prevalence), cell.n) for cell in coverage(replicates=5)]
    [('A', 2, 1000), ('A', 11, 1000), ('B', 2, 1000), ('C', 5, 1000), ('D', 5, 1000)]
    """
    found = []
    for index, (case, prevalence) in enumerate(COVERED):
        population = hughes_oliver_case(case, prevalence)
        linear, logit = (
            band_coverage(
                population,
                n,
                RECALL,
                replicates=replicates,
                level=LEVEL,
                scale=scale,
                rng=np.random.default_rng([11, index]),
            )
            for scale in ("linear", "logit")
        )
        notes = normal_approximation(population, n, RECALL).notes
        found.append(Coverage(case, prevalence, n, linear, logit, notes))
    return found
