"""How stable the best model of a task is under resampling of its instances."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """How stable the best model of a task is under resampling of its instances."""
