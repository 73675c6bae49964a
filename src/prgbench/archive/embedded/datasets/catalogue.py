"""All data sets of the embedded archive, in the order of their ids."""

from prgbench.archive.embedded.datasets.generators import generators
from prgbench.archive.embedded.datasets.instances import DataSet
from prgbench.archive.embedded.datasets.rules import rules
from prgbench.archive.embedded.datasets.shipped import shipped


def data_sets() -> list[DataSet]:
    """Return the data sets: those that packages ship, that rules define, that are drawn.

    Examples
    --------
    >>> len(data_sets()) >= 45
    True
    """
    return [*shipped(), *rules(), *generators()]
