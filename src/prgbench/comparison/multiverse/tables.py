"""The paper's nine numbers in every universe, and how far each choice moves them."""

from typing import Any

import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.multiverse import Options
from prgbench.comparison.multiverse.names import ALL_CHOICES, CHOICES, NUMBERS, SEVERAL
from prgbench.comparison.multiverse.universes import levels_of, read_archive, universes


def tables(study: Study, options: Options) -> Tables:
    """Return all universes and the ranges of the nine numbers.

    Returns
    -------
    dict of str to DataFrame
        ``multiverse``: a row per universe with its choices, the nine numbers, the tasks that
        count and those that are left out, the default universe first; ``multiverse_range``: what
        `ranges` returns.
    """
    setting = study.setting
    archive = read_archive(study.per_task["multiverse_scores"], study.models, setting.seed)
    levels = levels_of(archive, options)
    found = pd.DataFrame(universes(archive, levels, setting.ranking))
    found.insert(0, "default", found.index == 0)
    return {"multiverse": found, "multiverse_range": ranges(found)}


def ranges(found: pd.DataFrame) -> pd.DataFrame:
    """Return how far each of the nine numbers goes, over all choices and by each choice alone.

    Parameters
    ----------
    found : DataFrame
        A row per universe; one is the ``default``.

    Returns
    -------
    DataFrame
        A row per number and choice that varies, and one for all choices together: the number in
        the default universe (``found``), the least, the greatest and the median over the
        universes in which no other choice differs from the default, at which level the least and
        the greatest stand, and how many universes these are.
    """
    default = found.loc[found["default"]].iloc[0]
    varying = [choice for choice in CHOICES if found[choice].nunique() > 1]
    rows: list[dict[str, Any]] = []
    for number, (statistic, a, b) in NUMBERS.items():
        for choice in [ALL_CHOICES, *varying]:
            own = found
            for other in varying if choice != ALL_CHOICES else []:
                if other != choice:
                    own = own[own[other] == default[other]]
            rows.append(
                {
                    "statistic": statistic,
                    "measure_a": a,
                    "measure_b": b,
                    "choice": choice,
                    "found": default[number],
                    **_range(own.dropna(subset=number), number, choice),
                }
            )
    return pd.DataFrame(rows)


def _range(own: pd.DataFrame, number: str, choice: str) -> dict[str, Any]:
    ordered = own.sort_values(number, kind="stable")
    levels = [] if choice == ALL_CHOICES else ordered[choice].astype(str).tolist()
    return {
        "least": ordered[number].min(),
        "greatest": ordered[number].max(),
        "median": ordered[number].median(),
        "least_at": next(iter(levels), SEVERAL),
        "greatest_at": next(reversed(levels), SEVERAL),
        "universes": len(ordered),
    }
