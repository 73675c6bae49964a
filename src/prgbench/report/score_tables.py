"""What is said of a table of scores: what is noise there, and what is left out."""

from collections.abc import Mapping, Sequence
from typing import Any

from prgbench.metrics import Measure
from prgbench.plotting.words import listing, measure_label
from prgbench.study.measures import is_column

SAME_INSTANCES = (
    "the test instances are the same, so their noise stays, no difference between measures can be "
    "told from it, and intervals are for new data sets."
)
NOISE: Mapping[str, str] = {
    "fold": "Noise is what varies between the {number} folds of a cross-validation: test "
    "instances and, in part, training sets. Measures are compared on the fitted models; variances "
    "of the models' means are corrected as by Nadeau & Bengio (2003).",
    "seed": f"The {{number}} seeds vary training: {SAME_INSTANCES}",
    "repeat": f"The {{number}} repeats vary training and the partition into folds: "
    f"{SAME_INSTANCES}",
    "resample": "The {number} resamples are random splits, whose test sets overlap: no "
    "difference between measures can be told from their noise. Variances have the factor 1/J + "
    "n_test/n_train of Nadeau & Bengio (2003) where columns n_train and n_test give the sizes; "
    "else intervals are for new data sets.",
}
NO_REPLICATES = (
    "Each model has one score on a data set: the noise is which data sets were sampled, as in the "
    "new data sets."
)
ONLY_SCORES = (
    "Curves, confidence sets, expected F1 and equal rows need predictions: only scores were given."
)
NO_COST = (
    "What choosing by one measure costs by another is computed only where all scores lie between "
    "−1 and 1."
)


def noise_of(varies: str | None, sizes: Sequence[int]) -> str:
    """Say what is noise in a table of scores, and what is free of it.

    Parameters
    ----------
    varies : str, optional
        What the replicates are: ``"fold"``, ``"seed"``, ``"repeat"`` or ``"resample"``.
    sizes : sequence of int
        How many each data set has.

    Examples
    --------
    >>> noise_of("seed", [3, 5]).partition(":")[0]
    'The 3 to 5 seeds vary training'
    """
    fewest, most = min(sizes), max(sizes)
    if varies is None or most == 1:
        return NO_REPLICATES
    return NOISE[varies].format(number=most if fewest == most else f"{fewest} to {most}")


def only_scores(settings: Mapping[str, Any]) -> bool:
    """Say whether the settings are those of a table of scores."""
    return any(map(is_column, settings.get("measures", ())))


def directions(measures: Sequence[Measure]) -> str:
    """Say by which measures higher is better.

    Examples
    --------
    >>> from prgbench.study.measures import load_measures
    >>> directions(load_measures(["column:rmse:lower", "column:r2:higher"]))
    'Higher is better by r2, lower by rmse.'
    """
    higher, lower = (
        listing([measure_label(one.name) for one in measures if one.higher_is_better is better])
        for better in (True, False)
    )
    if not (higher and lower):
        return f"{'Higher' if higher else 'Lower'} is better by {higher or lower}."
    return f"Higher is better by {higher}, lower by {lower}."
