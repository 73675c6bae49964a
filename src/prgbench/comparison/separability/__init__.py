"""Which disagreements are about models that can be told apart."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Which disagreements are about models that can be told apart, by bootstrap replicates."""
