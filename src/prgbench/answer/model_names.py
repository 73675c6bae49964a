"""Names that tell the models of a study apart, in full and short."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

import pandas as pd

from prgbench.plotting.words import LONGEST, short_flow_name
from prgbench.run.safe_text import shortened


def distinct_names(names: Iterable[str], ids: Iterable[int]) -> list[str]:
    """Return names of models, with the id where a name is shared or empty."""
    distinct = list(names)
    own_ids = list(ids)
    while clashing := {name for name, count in Counter(distinct).items() if count > 1 or not name}:
        distinct = [
            f"{name} (id {model_id})".strip() if name in clashing else name
            for name, model_id in zip(distinct, own_ids, strict=True)
        ]
    return distinct


def short_names(standings: pd.DataFrame) -> dict[str, str]:
    """Return a distinct short name for each model, by its full name.

    Models that would share a name keep their package, or its end, or all of it; equal ones get
    their ids.
    """
    models = standings.drop_duplicates("model")
    names = list(models["model"])
    shorts = names
    for shorten in (_both_ends, partial(shortened, longest=LONGEST), short_flow_name):
        shorter = [shorten(name) for name in names]
        used = Counter(shorter)
        shorts = [
            new if used[new] == 1 else name for name, new in zip(shorts, shorter, strict=True)
        ]
    return dict(zip(names, distinct_names(shorts, models["model_id"]), strict=True))


def _both_ends(name: str) -> str:
    """Return a name without its middle if it is too long, as versions are at the end."""
    if shortened(name, LONGEST) == name:
        return name
    half = LONGEST // 2
    end = shortened(name[::-1], half + 1).removesuffix("…")[::-1]
    return f"{shortened(name, half)}{end}"
