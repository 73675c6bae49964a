"""Several tables of scores as one: those of the same measures, or of a measure each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import ROLES, is_known, is_numeric
from prgbench.sources.scores.directions import is_measure
from prgbench.sources.scores.frames import Frame
from prgbench.sources.scores.measures_of_files import FileName
from prgbench.sources.table.names import ONLY_DATASET


def with_shared_measures(
    frames: Sequence[Frame], stated: Mapping[str, bool]
) -> tuple[list[Frame], list[str]]:
    """Return several tables without the numbers that only some have, and the names of these.

    Only if all have a known measure in common: else they are of different measures.
    """
    columns = [[str(name) for name in frame.table.columns] for frame in frames]
    shared = set.intersection(*map(set, columns))
    if len(frames) == 1 or not any(is_known(name) or name in stated for name in shared):
        return list(frames), []
    aliases = {alias for names in ROLES.values() for alias in names}
    n_with = Counter(chain.from_iterable(columns))
    further = dict.fromkeys(
        name
        for frame, names in zip(frames, columns, strict=True)
        for name in names
        if name not in shared
        and name.strip().lower() not in aliases
        and is_measure(name)
        # Of a known measure that most files have, one may have been forgotten.
        and (not is_known(name) or 2 * n_with[name] < len(frames))
        and is_numeric(frame.table[name])
    )
    return [
        frame._replace(table=frame.table.drop(columns=[n for n in further if n in frame.table]))
        for frame in frames
    ], list(further)


def called_as_files(frames: Sequence[Frame], files: Mapping[str, FileName]) -> Iterator[Frame]:
    """Yield the tables, called as their files but for the measures in these names."""
    names = [files[frame.label].others if files else frame.dataset for frame in frames]
    several = len(set(names)) > 1
    for frame, name in zip(frames, names, strict=True):
        dataset = name if several or not files else ONLY_DATASET
        yield frame._replace(dataset=dataset, model=name if several else "")


def together(frames: Sequence[Frame], parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return one table: below each other those of the same measures, beside each other the rest.

    Tables that have some measures in common must have those of the first one.
    """
    by_measures: dict[tuple[str, ...], list[pd.DataFrame]] = {}
    for part in parts:
        by_measures.setdefault(tuple(part.columns.difference([*ROLES])), []).append(part)
    measures = Counter(chain.from_iterable(by_measures))
    if max(measures.values()) == 1:
        of_measures = [pd.concat(same, ignore_index=True) for same in by_measures.values()]
        return reduce(partial(pd.merge, how="outer", on=[*ROLES]), of_measures)
    for frame, part in zip(frames, parts, strict=True):
        if missing := [name for name in parts[0].columns if name not in part]:
            raise PrgbenchError(
                f"{frame.label} lacks the column {plain(missing[0])} of the first table: add it, "
                "or name the measures that all tables have."
            )
    return pd.concat(parts, ignore_index=True)[[*parts[0].columns]]


def descriptions_of_datasets(scores: pd.DataFrame) -> list[str]:
    """Name the columns with the same values by all measures: they describe the data sets."""
    values = scores[scores.columns.difference([*ROLES])]
    spreads = values.max(axis="columns") - values.min(axis="columns")
    same = spreads.groupby(scores["model"]).max() == 0
    # Two measures may have the same values for all models, as accuracy and micro F1 do.
    return [] if same.all() else list(same.index[same])
