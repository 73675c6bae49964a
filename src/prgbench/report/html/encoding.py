"""Data inside a page: JSON, deflated, as letters that mean nothing to HTML."""

import base64
import json
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd


def encode(value: Any) -> str:
    """Return a value as base64 of deflated JSON.

    Examples
    --------
    >>> zlib.decompress(base64.b64decode(encode([1, None, "</script>"])))
    b'[1,null,"</script>"]'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def numbers(values: "Iterable[float] | pd.Series[Any]", digits: int) -> list[float | None]:
    """Return numbers that JSON can hold: rounded, None where one is not finite.

    Examples
    --------
    >>> numbers([0.12345, float("nan")], 3)
    [0.123, None]
    """
    rounded = np.round(np.asarray(values, dtype=float), digits)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]
