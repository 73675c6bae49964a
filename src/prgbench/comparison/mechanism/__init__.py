"""Whether the ROC curves of the best models by two measures cross, and where."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Whether the ROC curves of the best models by two measures cross, and where."""
