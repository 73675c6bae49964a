"""Queries that fail in the server, which answers them as if they had no rows.

A rule is called with the kind of list (``task``, ``run``, ``evaluation``) and the filters of a
call and tells whether its query fails; ``Routes.failing`` are the rules.
"""

import itertools
from collections.abc import Callable, Mapping

Rule = Callable[[str, Mapping[str, str]], bool]


def many_tasks(most: int) -> Rule:
    """Let evaluations of more tasks than that in one call fail."""
    return lambda kind, filters: kind == "evaluation" and filters["task"].count(",") >= most


def first(kind: str, times: int, rule: Rule = lambda *_: True) -> Rule:
    """Let the first calls of a kind that fulfil a rule fail."""
    calls = itertools.count()
    return lambda asked, filters: asked == kind and rule(asked, filters) and next(calls) < times
