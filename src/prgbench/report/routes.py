"""Addresses within the page: a view, and what it is asked to show."""

from collections.abc import Mapping
from urllib.parse import quote

from prgbench.replication.printed_numbers import Line

BETWEEN = "~"
_SHOWN = {"best_differs": "differs", "top3_differs": "top3", "top3_agrees": "top3_agrees"}
_COUNTS = {
    "tasks": ("tasks", {}),
    "datasets": ("tasks", {"sort": "dataset"}),
    "models": ("heatmap", {}),
}


def pair_value(a: str, b: str) -> str:
    """Return how an address names two measures.

    Examples
    --------
    >>> pair_value("aupr", "auprg")
    'aupr~auprg'
    """
    return f"{a}{BETWEEN}{b}"


def route(view: str, wanted: Mapping[str, str]) -> str:
    """Return the address of a view.

    Examples
    --------
    >>> route("tasks", {"pair": "aupr~auprg", "show": "differs"}), route("tasks", {})
    ('#tasks?pair=aupr~auprg&show=differs', '#tasks')
    """
    query = "&".join(f"{key}={quote(value, safe=BETWEEN)}" for key, value in wanted.items())
    return f"#{view}?{query}" if query else f"#{view}"


def route_to_tasks(a: str, b: str, shown: str) -> str:
    """Return the address of the tasks in which two measures do what is shown."""
    return route("tasks", {"pair": pair_value(a, b), "show": shown})


def route_to_task(task_id: int) -> str:
    """Return the address of a task's own page.

    Examples
    --------
    >>> route_to_task(3872)
    '#task?id=3872'
    """
    return route("task", {"id": f"{task_id}"})


def route_of_line(line: Line) -> str:
    """Return the address of what a number of the paper's table was counted from.

    Examples
    --------
    >>> route_of_line(Line("Correlation", "", "", "", "", "rank_correlation", ("aupr", "auroc")))
    '#heatmap?x=aupr&y=auroc'
    """
    if line.measures is None:
        return route(*_COUNTS[line.statistic])
    a, b = line.measures
    if line.statistic in _SHOWN:
        return route_to_tasks(a, b, _SHOWN[line.statistic])
    if line.statistic == "rank_correlation":
        return route("heatmap", {"x": a, "y": b})
    return route("tasks", {"pair": pair_value(a, b), "sort": "spearman"})
