"""Tables beyond the sources: areas of the populations, their standard errors, coverage."""

from collections.abc import Sequence

import numpy as np

from prgtheory.population.model import (
    RECALL,
    SAMPLES_FOR_COVERAGE,
    coverage,
    standard_errors,
)
from prgtheory.populations import AREA_NAMES, CASES, areas, expected_fg1, hughes_oliver_case

PREVALENCES = (1 / 2, 1 / 5, 1 / 11)


def table_population_areas(
    cases: Sequence[str] = tuple(CASES), prevalences: Sequence[float] = PREVALENCES
) -> list[dict[str, object]]:
    """Return exact areas and expected F1 gain of every case at each prevalence.

    Parameters
    ----------
    cases : sequence of str, default=all of `prgtheory.populations.CASES`
        Their names.
    prevalences : sequence of float, default=(1/2, 1/5, 1/11)
        In (0, 1).

    Returns
    -------
    list of dict
        Case, prevalence, AUROC, AUPR, AUPRG and the expected F1 gain.

    See Also
    --------
    prgtheory.populations.areas : The exact areas.

    Examples
    --------
    >>> for line in table_population_areas(["D"], [1 / 2, 1 / 11]):
    ...     print({name: round(line[name], 4) for name in ("AUROC", "AUPR", "AUPRG", "E[FG1]")})
    {'AUROC': 0.875, 'AUPR': 0.8873, 'AUPRG': 0.75, 'E[FG1]': 0.625}
    {'AUROC': 0.875, 'AUPR': 0.6481, 'AUPRG': 0.975, 'E[FG1]': 0.7375}
    """
    found: list[dict[str, object]] = []
    for case in cases:
        for prevalence in prevalences:
            population = hughes_oliver_case(case, prevalence)
            line: dict[str, object] = {"case": case, "prevalence": prevalence}
            line |= dict(zip(AREA_NAMES, areas(population), strict=True))
            found.append(line | {"E[FG1]": expected_fg1(population)})
    return found


def table_standard_errors() -> list[dict[str, object]]:
    """Return a line for each area and sample size.

    Returns
    -------
    list of dict
        Sample size, area, mean and standard error over samples, and mean, lowest and highest
        standard error of the bootstrap.

    Examples
    --------
    >>> line = table_standard_errors()[0]
    >>> line["n"], line["area"], round(line["standard_error"], 3), round(line["bootstrap_mean"], 3)
    (100, 'AUROC', 0.049, 0.049)
    """
    return [
        {
            "n": found.n,
            "area": name,
            "mean": float(np.nanmean(found.values[:, i])),
            "standard_error": float(found.simulated[i]),
            "bootstrap_mean": float(found.bootstrapped[:, i].mean()),
            "bootstrap_lowest": float(found.bootstrapped[:, i].min()),
            "bootstrap_highest": float(found.bootstrapped[:, i].max()),
        }
        for found in standard_errors()
        for i, name in enumerate(AREA_NAMES)
    ]


def table_coverage(replicates: int = SAMPLES_FOR_COVERAGE) -> list[dict[str, object]]:
    """Return a line for each population and recall.

    Parameters
    ----------
    replicates : int, default=500
        Samples of each population.

    Returns
    -------
    list of dict
        Case, prevalence, sample size, recall, the coverage of both kinds of band, and what is
        known against them beforehand.

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
