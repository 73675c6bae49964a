"""Which measures the matrix compares."""

from collections.abc import Sequence

from prgbench.metrics import Measure, get_measure, measures
from prgbench.metrics.self_tests import SELF_TESTS


def all_measures(own: Sequence[Measure] = ()) -> list[Measure]:
    """Return the measures of the registry, a user's own, and the self-tests.

    The self-tests are increasing in AUROC or AUPR inside a task (`SAME_ORDER`), so that they must
    never disagree with them.
    """
    others = [measure for measure in own if measure.name not in measures()]
    return [*map(get_measure, measures()), *others, *SELF_TESTS.values()]
