"""How numbers, measures, data sets and flows are written."""

import math
import re
from collections.abc import Callable

import pandas as pd

from prgbench.metrics import get_measure
from prgbench.run.rounding import DECIMALS, rounded
from prgbench.run.safe_text import shortened

LONGEST = 34
_PACKAGE = re.compile(
    r"(?:weka|moa|sklearn|(?:xgboost|lightgbm)\.sklearn)\.(?:\w+\.)*(?=[A-Z])|"
    r"mlr\.(?:classif|regr|surv|cluster)\."
)
FEW = 50
NEGATED = "neg_"
"""How scikit-learn begins the names of scorers that are losses with the sign reversed."""

LEAST_SHARE = 0.001


def measure_label(name: str) -> str:
    """Return the label of a measure, of the registry or a user's own.

    A loss with its sign reversed, as scorers of scikit-learn have it, is not called as the loss.

    Examples
    --------
    >>> measure_label("auprg"), measure_label("mymeasures:top_ten")
    ('AUPRG', 'top_ten')
    >>> measure_label("log_loss"), measure_label("neg_log_loss")
    ('log-loss', 'neg_log_loss')
    """
    try:
        measure = get_measure(name)
    except ValueError:
        attribute = name.rpartition(":")[2]
        return attribute.strip("_") or attribute
    return name if name.startswith(NEGATED) and name != measure.name else measure.label


def pair_label(a: str, b: str) -> str:
    """Return the label of a pair of measures, such as AUPR – AUPRG."""
    return f"{measure_label(a)} – {measure_label(b)}"


def pair_labels(table: pd.DataFrame) -> pd.Series:
    """Return the label of each row's pair of measures."""
    pairs = list(zip(table["measure_a"], table["measure_b"], strict=True))
    labels = {pair: pair_label(*pair) for pair in dict.fromkeys(pairs)}
    return pd.Series([labels[pair] for pair in pairs], index=table.index, dtype=object)


def short_flow_name(name: str, longest: int = LONGEST) -> str:
    """Return a flow's name without its package and cut to a readable length.

    Only names as OpenML has them are shortened at dots: a model's name may have a version.
    """
    package = _PACKAGE.match(name)
    return shortened(name[package.end() :] if package else name, longest)


def percent(share: float) -> str:
    """Write a share as a percentage, such as 24.4%."""
    return "undefined" if math.isnan(share) else f"{rounded(100 * share, 1)}%"


def prevalence(share: float) -> str:
    """Write the share of positives as a percentage, of a few in many with more decimals.

    Examples
    --------
    >>> [prevalence(share) for share in (0.253, 0.0006, 0.0004, 0.9996, 0)]
    ['25.3%', '0.1%', '0.04%', '99.96%', '0.0%']
    """
    rarer = min(share, 1 - share)
    if not 0 < rarer < LEAST_SHARE / 2:
        return percent(share)
    return f"{100 * share:.{math.ceil(-math.log10(100 * rarer))}f}%"


def share_of(number: float, total: int) -> str:
    """Write how many of a total, such as 3 of 17, or 213 of 886 (24.0%) of a large one."""
    counted = f"{number:,.0f} of {total:,}"
    if total < FEW:
        return counted
    # A few of very many are not none.
    if 0 < number / total < LEAST_SHARE / 2:
        return f"{counted} (< {percent(LEAST_SHARE)})"
    return f"{counted} ({percent(number / total)})"


def points(share: float) -> str:
    """Write a difference of shares in percentage points, such as −2.9."""
    if math.isnan(share):
        return "undefined"
    return f"{'+' if share >= 0 else ''}{rounded(100 * share, 1)}".replace("-", "−")


def decimal(value: float, digits: int = 3) -> str:
    """Write a number with a given number of decimals, or a bound such as < 0.001.

    A rounding error counts as 0: constant scores have an AUPRG of 0, computed as -2e-16.
    """
    if math.isnan(value):
        return "undefined"
    if round(value, DECIMALS) == 0:
        return "0"
    smallest = 10**-digits
    if abs(value) < smallest:
        return f"{'< ' if value > 0 else '> −'}{smallest:.{digits}f}"
    return rounded(value, digits).replace("-", "−")


def p_value(p: float) -> str:
    """Write a p-value: p = 0.032, p < 0.001 or no p-value."""
    if math.isnan(p):
        return "no p-value"
    return "p < 0.001" if p < 0.001 else f"p = {rounded(p, 3)}"


def bounds(low: float, high: float, write: Callable[[float], str] = percent) -> str:
    """Write an interval, such as [10.0%, 25.0%]."""
    if math.isnan(low) or math.isnan(high):
        return "[no interval]"
    return f"[{write(low)}, {write(high)}]"


def count(number: int, noun: str) -> str:
    """Write a number of things, such as 1 task or 1,200 tasks."""
    return f"{int(number):,} {noun}{'' if number == 1 else 's'}"


def listing(parts: list[str]) -> str:
    """Join parts of a sentence: a, b and c."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def natural_key(name: str) -> tuple[list[str | tuple[int, str]], str]:
    """Return the key by which names are in the order of a reader: agent-2 before agent-10.

    Capital letters count as small ones, as in the tables of the page.

    Examples
    --------
    >>> sorted(["agent-10", "agent-2", "SVC", "kNN", "agent-1"], key=natural_key)
    ['agent-1', 'agent-2', 'agent-10', 'kNN', 'SVC']
    """
    # Texts and numbers take turns, so that only things of one kind are compared.
    texts_and_numbers = re.split(r"([0-9]+)", name.casefold())
    key: list[str | tuple[int, str]] = [*texts_and_numbers]
    # A number with more digits is larger, without its leading zeros: it may have any length.
    numbers = [digits.lstrip("0") for digits in texts_and_numbers[1::2]]
    key[1::2] = [(len(digits), digits) for digits in numbers]
    return key, name


def sample_size(table: pd.DataFrame) -> str:
    """Name the numbers behind a table, such as 17 tasks on 12 data sets."""
    return f"{count(table['tasks'].max(), 'task')} on {count(table['datasets'].max(), 'data set')}"
