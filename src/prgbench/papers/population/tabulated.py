"""Tables beyond the sources: areas of the populations, their standard errors, coverage."""

import numpy as np

from prgbench.papers.population.model import RECALL, coverage, standard_errors
from prgbench.populations import AREA_NAMES, CASES, areas, expected_fg1, hughes_oliver_case

PREVALENCES = (1 / 2, 1 / 5, 1 / 11)


def table_population_areas() -> list[dict[str, object]]:
    """Return exact areas and expected F1 gain of every case at three prevalences.

    Returns
    -------
    list of dict
        Case, prevalence, AUROC, AUPR, AUPRG and the expected F1 gain.
    """
    found: list[dict[str, object]] = []
    for case in CASES:
        for prevalence in PREVALENCES:
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
        Sample size, area, mean and standard error over samples, and those of the bootstrap.
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


def table_coverage() -> list[dict[str, object]]:
    """Return a line for each population and recall.

    Returns
    -------
    list of dict
        Case, prevalence, sample size, recall, and the coverage of both kinds of band.
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
        for cell in coverage()
        for i, recall in enumerate(RECALL)
    ]
