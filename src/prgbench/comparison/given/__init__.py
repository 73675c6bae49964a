"""What the answer takes as given: the fitted models and the partition into folds."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """What the answer takes as given: the fitted models and the partition into folds."""
