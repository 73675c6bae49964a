"""Score distributions with known curves, the empirical estimators and their variance."""

from prgtheory.populations.areas import (
    PopulationAreas,
    areas,
    aupr,
    auprg,
    auroc,
    expected_fg1,
)
from prgtheory.populations.bands import (
    PRBand,
    band_coverage,
    empirical_slope,
    pr_band,
)
from prgtheory.populations.distributions import (
    DiscreteScores,
    ReflectedLognormal,
    ScoreDistribution,
    Transformed,
    has_density,
)
from prgtheory.populations.estimators import (
    PRPoints,
    pr_hat,
    pr_star,
    pr_zero,
)
from prgtheory.populations.families import (
    CASES,
    binormal,
    hughes_oliver_case,
    overlapping_uniforms,
)
from prgtheory.populations.population import (
    Population,
)
from prgtheory.populations.properties import (
    Limits,
    pr_limits,
    pr_trend,
    predicted_pr_trend,
    roc_limits,
    roc_shape,
    separated_curves,
    trend,
)
from prgtheory.populations.simulation import (
    AREA_NAMES,
    draw_sample,
    simulate_areas,
    simulate_pr_hat,
)
from prgtheory.populations.variance import (
    NormalApproximation,
    asymptotic_variance,
    normal_approximation,
)

__all__ = [
    "AREA_NAMES",
    "CASES",
    "DiscreteScores",
    "Limits",
    "NormalApproximation",
    "PRBand",
    "PRPoints",
    "Population",
    "PopulationAreas",
    "ReflectedLognormal",
    "ScoreDistribution",
    "Transformed",
    "areas",
    "asymptotic_variance",
    "aupr",
    "auprg",
    "auroc",
    "band_coverage",
    "binormal",
    "draw_sample",
    "empirical_slope",
    "expected_fg1",
    "has_density",
    "hughes_oliver_case",
    "normal_approximation",
    "overlapping_uniforms",
    "pr_band",
    "pr_hat",
    "pr_limits",
    "pr_star",
    "pr_trend",
    "pr_zero",
    "predicted_pr_trend",
    "roc_limits",
    "roc_shape",
    "separated_curves",
    "simulate_areas",
    "simulate_pr_hat",
    "trend",
]
