"""The figures of the comparison by name."""

from collections.abc import Callable

from matplotlib.figure import Figure

from prgbench.analysis.tables import Tables
from prgbench.figures.comparison.certainty import noise_floor, percentages, separability
from prgbench.figures.comparison.cost import regret
from prgbench.figures.comparison.measures import measure_matrix, metric_map, rank_agreement
from prgbench.figures.comparison.sensitivity import (
    aggregation,
    draws,
    duplicates,
    prevalence,
    ties,
)
from prgbench.figures.comparison.where import attribution, breakdown, predictors

COMPARISON_FIGURES: dict[str, Callable[[Tables, str], tuple[Figure, str]]] = {
    "percentages": percentages,
    "noise_floor": noise_floor,
    "separability": separability,
    "regret": regret,
    "ties": ties,
    "draws": draws,
    "rank_agreement": rank_agreement,
    "duplicates": duplicates,
    "aggregation": aggregation,
    "breakdown": breakdown,
    "attribution": attribution,
    "measure_matrix": measure_matrix,
    "metric_map": metric_map,
    "prevalence": prevalence,
    "predictors": predictors,
}
