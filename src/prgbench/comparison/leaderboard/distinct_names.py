"""Names of flows that tell them apart."""

from collections import Counter
from collections.abc import Iterable


def distinct_flow_names(names: Iterable[str], flow_ids: Iterable[int]) -> list[str]:
    """Return names of flows, those that are shared or empty with the flow's id.

    Examples
    --------
    >>> distinct_flow_names(["J48", "J48", "ZeroR"], [7, 8, 9])
    ['J48 (flow 7)', 'J48 (flow 8)', 'ZeroR']
    """
    told, ids = list(names), list(flow_ids)
    while clashing := {name for name, count in Counter(told).items() if count > 1 or not name}:
        told = [
            f"{name} (flow {flow_id})".strip() if name in clashing else name
            for name, flow_id in zip(told, ids, strict=True)
        ]
    return told
