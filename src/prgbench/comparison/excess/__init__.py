"""Whether two measures disagree more than each does with itself on other instances."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Whether two measures disagree more than each does with itself on other instances."""
