"""What a figure shows in plain words, for those who cannot see it."""

from collections.abc import Callable

import pandas as pd

from prgbench.plotting.sentences import percent

MOST = 9


def spoken(drawn: pd.DataFrame, write: Callable[[float], str] = percent) -> str:
    """Say the values of drawn rows.

    Parameters
    ----------
    drawn : DataFrame
        The columns ``row`` and ``value``, and ``series`` where there are several; what
        `prgbench.plotting.interval_rows.draw_rows` returns.
    write : callable
        How a value is written.

    Returns
    -------
    str
        The first nine of them.

    Examples
    --------
    >>> spoken(pd.DataFrame({"row": ["AUPR", "AUPRG"], "value": [0.25, 0.5]}))
    'AUPR 25.0%; AUPRG 50.0%'
    """
    names = drawn["row"] + ", " + drawn["series"] if "series" in drawn else drawn["row"]
    values = [f"{name} {write(value)}" for name, value in zip(names, drawn["value"], strict=True)]
    more = len(values) - MOST
    return "; ".join(values[:MOST]) + (f"; and {more} more" if more > 0 else "")
