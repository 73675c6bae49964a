"""The agreement without models that rank alike and without hard labels."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """The agreement without models that rank alike and without hard labels."""
