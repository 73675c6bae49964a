"""The disagreements by prevalence, size, family and other properties."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """The disagreements by prevalence, size, family and other properties."""
