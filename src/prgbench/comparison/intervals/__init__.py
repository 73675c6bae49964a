"""How sure all percentages and correlations are."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Intervals of all percentages and correlations, data sets as clusters; paired tests."""
