"""How often the answer is right where the truth is known: a sentence below its table.

A reader who sees a verdict asks next why to trust it. The numbers are those of docs/validity.md,
over all simulated studies of a kind; a test holds them against its rows.
"""

FALSE_ALARMS = 0.031
"""In each of 14 worlds whose measures order the models alike, at most so often each difference."""

FALSE_ALARMS_OF_OPPOSITE_SKEWS = 0.060
"""In the world where it is more often: one measure skews the scores up, the other one down."""

KEPT_ON_THESE = 0.980
"""So often the truly best model may be the best on the same data sets with other instances."""

KEPT_ON_NEW = 0.974
"""So often it may be the best on new data sets."""

KEPT_ON_ITEMS = 0.984
"""So often it may be the best on other items."""


def pairs_were_tested() -> str:
    """Say how often measures that agree are said to differ."""
    return (
        "In 14 simulated worlds whose measures order the models alike, differences in rankings "
        f"and in winners were each shown in at most {FALSE_ALARMS:.1%} of the studies; with "
        f"scores skewed in opposite ways, {FALSE_ALARMS_OF_OPPOSITE_SKEWS:.1%}."
    )


def models_were_tested(share: float, marked: str, units: str) -> str:
    """Say how often the truly best model is among those that are ``marked``, such as in bold.

    The ``units`` are independent in the simulations. Where they are not, as rows of one patient
    that no group keeps together, it is marked less often.
    """
    return (
        f"In simulations with independent {units}, the truly best model was {marked} in "
        f"{share:.1%} of the studies."
    )
