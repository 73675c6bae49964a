"""Whether disagreements come from low or from high recall."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Whether disagreements come from low or from high recall."""
