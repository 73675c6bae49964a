"""Beyond the sources: standard errors of the areas of populations, coverage of the bands."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench.metrics import bootstrap_areas
from prgtheory.populations import (
    AREA_NAMES,
    CASES,
    Population,
    areas,
    band_coverage,
    draw_sample,
    expected_fg1,
    hughes_oliver_case,
    normal_approximation,
    simulate_areas,
)

Floats = npt.NDArray[np.float64]

SIZES = (100, 500, 1000)
PREVALENCES = (1 / 2, 1 / 5, 1 / 11)
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
    >>> errors = standard_errors()[-1]
    >>> errors.n, round(float(errors.values[:, 0].mean()), 2)
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

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> errors = area_errors(hughes_oliver_case("A", 0.5), 50, replicates=10, rng=rng)
    >>> errors.values.shape, errors.bootstrapped.shape
    ((10, 3), (20, 3))
    """
    values = simulate_areas(population, n, replicates=replicates, rng=rng)
    bootstrapped = [
        _standard_errors(
            bootstrap_areas(
                *draw_sample(population, n, class_sizes="fixed", rng=rng),
                n_resamples=200,
                random_state=rng,
            )[:, 0]
        )
        for _ in range(SAMPLES_FOR_BOOTSTRAP)
    ]
    return AreaErrors(n, values, _standard_errors(values), np.array(bootstrapped))


def _standard_errors(values: Floats) -> Floats:
    # A sample without a class has no areas.
    return np.asarray(np.nanstd(values, axis=0, ddof=1))


def standard_errors(case: str = "A", prevalence: float = 1 / 5) -> list[AreaErrors]:
    """Return the standard errors at each sample size of the study.

    Examples
    --------
    >>> [errors.simulated.round(3).tolist() for errors in standard_errors()]
    [[0.049, 0.11, 0.087], [0.022, 0.052, 0.037], [0.015, 0.036, 0.025]]
    """
    population = hughes_oliver_case(case, prevalence)
    # The seed depends on the size, so that each is the same whichever others are computed.
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

    Examples
    --------
    >>> [(cell.case, round(1 / cell.prevalence), cell.n) for cell in coverage(replicates=5)]
    [('A', 2, 1000), ('A', 11, 1000), ('B', 2, 1000), ('C', 5, 1000), ('D', 5, 1000)]
    """
    cells = []
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
        cells.append(Coverage(case, prevalence, n, linear, logit, notes))
    return cells


def table_population_areas(
    cases: Sequence[str] = tuple(CASES), prevalences: Sequence[float] = PREVALENCES
) -> list[dict[str, object]]:
    """Return exact areas and expected F1 gain of every case at each prevalence.

    Examples
    --------
    >>> for line in table_population_areas(["D"], [1 / 2, 1 / 11]):
    ...     print({name: round(line[name], 4) for name in ("AUROC", "AUPR", "AUPRG", "E[FG1]")})
    {'AUROC': 0.875, 'AUPR': 0.8873, 'AUPRG': 0.75, 'E[FG1]': 0.625}
    {'AUROC': 0.875, 'AUPR': 0.6481, 'AUPRG': 0.975, 'E[FG1]': 0.7375}
    """
    lines: list[dict[str, object]] = []
    for case in cases:
        for prevalence in prevalences:
            population = hughes_oliver_case(case, prevalence)
            line: dict[str, object] = {"case": case, "prevalence": prevalence}
            line |= dict(zip(AREA_NAMES, areas(population), strict=True))
            lines.append(line | {"E[FG1]": expected_fg1(population)})
    return lines


def table_standard_errors() -> list[dict[str, object]]:
    """Return a line for each area and sample size.

    Examples
    --------
    >>> line = table_standard_errors()[0]
    >>> line["n"], line["area"], round(line["standard_error"], 3), round(line["bootstrap_mean"], 3)
    (100, 'AUROC', 0.049, 0.049)
    """
    return [
        {
            "n": errors.n,
            "area": name,
            "mean": float(np.nanmean(errors.values[:, i])),
            "standard_error": float(errors.simulated[i]),
            "bootstrap_mean": float(errors.bootstrapped[:, i].mean()),
            "bootstrap_lowest": float(errors.bootstrapped[:, i].min()),
            "bootstrap_highest": float(errors.bootstrapped[:, i].max()),
        }
        for errors in standard_errors()
        for i, name in enumerate(AREA_NAMES)
    ]


def table_coverage(replicates: int = SAMPLES_FOR_COVERAGE) -> list[dict[str, object]]:
    """Return a line for each population and recall.

    Examples
    --------
    >>> line = table_coverage(replicates=5)[-1]
    >>> line["case"], line["recall"], line["note"]
    ('D', 0.9, '')
    """
    return [
        {
            "case": cell.case,
            "prevalence": cell.prevalence,
            "n": cell.n,
            "recall": float(recall),
            "linear": float(cell.linear[i]),
            "logit": float(cell.logit[i]),
            "note": cell.notes[i],
        }
        for cell in coverage(replicates=replicates)
        for i, recall in enumerate(RECALL)
    ]
