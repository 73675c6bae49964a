"""All measures of the registry against each other, with self-tests and a map."""

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """All measures of the registry against each other, with self-tests and a map."""
