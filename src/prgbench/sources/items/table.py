"""A table of results on items: pass or fail of models, averaged over the runs of an item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.items.item_columns import (
    CLUSTER,
    DATASET,
    ITEM,
    MODEL,
    ROLES,
    RUN,
    found_column,
)
from prgbench.sources.items.item_layout import ItemLayout, find_item_layout, may_have_items
from prgbench.sources.items.metric_rows import metrics_as_columns
from prgbench.sources.items.outcomes import as_outcomes, higher_is_better
from prgbench.sources.items.result_columns import is_outcome
from prgbench.sources.left_out import LeftOut
from prgbench.sources.scores.directions import known_measure
from prgbench.sources.scores.frames import IN_MEMORY, Frame, read_frames
from prgbench.sources.scores.headers import column_names
from prgbench.sources.scores.mteb import mteb_files
from prgbench.sources.scores.wording import named
from prgbench.sources.table.names import ONLY_DATASET, name_text

FEWEST_SHARED = 0.5
"""A model with less than this share of the items of a data set is left out there."""

FEWEST_COMPARED_ITEMS = 2
"""One item that all models have tells nothing of others."""


@dataclass(frozen=True, slots=True)
class ItemTable:
    """The results of models on the items of data sets.

    ``results`` has the columns ``dataset``, ``item``, ``cluster``, ``model`` and one for each of
    the ``measures``, which say whether higher is better: a row for each model and item. All models
    of a data set have the same items. ``runs`` are the fewest and the most runs of an item, which
    are averaged. ``shares`` are the measures with values from 0 to 1.
    """

    label: str
    results: pd.DataFrame
    measures: Mapping[str, bool]
    shares: frozenset[str]
    runs: tuple[int, int]
    clusters: str = ""
    left_out: Sequence[LeftOut] = field(default=())
    notes: Sequence[str] = field(default=())


def item_frames(
    table: Any, measures: Sequence[str], columns: Mapping[str, str] | None
) -> list[tuple[Frame, ItemLayout]]:
    """Return the tables with results on items, and how they have them; none of other tables."""
    mapping = dict(columns or {})
    stated = ITEM in mapping or CLUSTER in mapping
    if not mapping.keys() <= ROLES.keys() or not (stated or may_have_items(column_names(table))):
        return []
    if mteb_files(table):
        return []
    found = []
    frames = read_frames(table)
    several = len(frames) > 1
    if not several:
        frames = [frames[0]._replace(dataset=ONLY_DATASET)]
    for frame in frames:
        rows = frame._replace(table=metrics_as_columns(frame.table, mapping, measures))
        if several:
            rows = _with_model(rows, mapping)
        layout = find_item_layout(frame.label, rows.table, mapping, measures)
        if layout is None:
            return []
        found.append((rows, layout))
    return found


def _with_model(frame: Frame, mapping: Mapping[str, str]) -> Frame:
    """Return one of several files, called as its model if no column names the models.

    Only one with a single column of outcomes is of one model.
    """
    names = [str(name) for name in frame.table.columns]
    if found_column(MODEL, names, mapping) or sum(map(is_outcome, names)) != 1:
        return frame
    return frame._replace(table=frame.table.assign(model=frame.dataset))


def read_items(
    frames: Sequence[tuple[Frame, ItemLayout]], stated: Mapping[str, bool] | None = None
) -> ItemTable:
    """Read the results of `item_frames`; ``stated`` says whether higher is better by a measure."""
    parts = [_long_form(frame, layout) for frame, layout in frames]
    measures = _measures(frames)
    rows = pd.concat(parts, ignore_index=True)
    if len(frames) > 1 and not any(DATASET in layout.roles for _, layout in frames):
        # Files of different models have the same items; others are of different data sets.
        of_models = rows.groupby(MODEL)[DATASET].nunique()
        rows[DATASET] = ONLY_DATASET if (of_models == 1).all() else rows[DATASET]
    several = rows[DATASET].nunique() > 1
    keys = [DATASET, ITEM, MODEL]
    _check_runs(rows, frames)
    rows[CLUSTER] = _clusters(rows, frames)
    runs = rows.groupby(keys).size()
    means = rows.groupby([*keys, CLUSTER], as_index=False)[measures].mean()
    kept = []
    left_out = list[LeftOut]()
    guessed = next((layout.roles[ITEM] for _, layout in frames if layout.guessed), None)
    notes = [] if guessed is None else [_guess(guessed)]
    for dataset, of_dataset in means.groupby(DATASET, sort=True):
        shared, out, note = _shared_items(str(dataset), of_dataset, measures, several)
        left_out += out
        notes += note
        if shared[MODEL].nunique() < FEWEST_MODELS:
            reason = "fewer than two models on its items"
            left_out.append(LeftOut(str(dataset), None, reason))
            continue
        kept.append(shared)
    if not kept:
        raise PrgbenchError(
            f"{frames[0][0].label} has no data set with two models on the same items: models are "
            "compared on items that all of them have; check the columns of items and models."
        )
    results = pd.concat(kept, ignore_index=True)
    if len(results.drop_duplicates([DATASET, ITEM])) < FEWEST_COMPARED_ITEMS:
        raise PrgbenchError(
            f"{frames[0][0].label} has only one item that all models have: it says nothing "
            "about others."
        )
    unused = dict.fromkeys(name for _, layout in frames for name in layout.unused)
    if unused:
        notes.append(f"Not used: {named('column', [*unused])}.")
    cluster = next((layout.roles.get(CLUSTER, "") for _, layout in frames), "")
    return ItemTable(
        label=_label([frame for frame, _ in frames]),
        results=results,
        measures={name: _direction(name, stated or {}) for name in measures},
        shares=frozenset(n for n in measures if results[n].between(0, 1).all()),
        runs=(int(runs.min()), int(runs.max())),
        clusters=cluster,
        left_out=left_out,
        notes=notes,
    )


def _guess(item: str) -> str:
    return (
        "Nothing says what the columns of 1s and 0s are: each is taken as a model, with 1 for "
        f"each item (column {plain(item)}) that it passes."
    )


def _long_form(frame: Frame, layout: ItemLayout) -> pd.DataFrame:
    """Return a row for each model, item and run, with the outcomes as numbers."""
    table = frame.table.set_axis([str(name) for name in frame.table.columns], axis="columns")
    keys = pd.DataFrame(
        {
            role: table[layout.roles[role]].map(name_text)
            if role in layout.roles
            else pd.Series(None, table.index, dtype=object)
            for role in ROLES
        }
    )
    for role in (ITEM, MODEL, CLUSTER, RUN):
        if role in layout.roles and keys[role].isna().any():
            row = int(keys[role].isna().to_numpy().argmax()) + 1
            raise PrgbenchError(
                f"{frame.label} has no {role} in row {row} (column {plain(layout.roles[role])}): "
                "fill it in."
            )
    keys[DATASET] = keys[DATASET].fillna(frame.dataset)
    outcomes = {name: as_outcomes(frame.label, name, table[name]) for name in layout.outcomes}
    if layout.wide:
        parts = [
            keys.assign(**{MODEL: plain(name)}).assign(**{layout.measure: values})
            for name, values in outcomes.items()
        ]
        return pd.concat(parts, ignore_index=True)
    return keys.assign(**outcomes)


def _measures(frames: Sequence[tuple[Frame, ItemLayout]]) -> list[str]:
    """Return the outcomes, which all tables must have."""
    every = [[layout.measure] if layout.wide else [*layout.outcomes] for _, layout in frames]
    for (frame, _), measures in zip(frames, every, strict=True):
        if measures != every[0]:
            raise PrgbenchError(
                f"{frame.label} has the outcomes {', '.join(measures)}, {frames[0][0].label} has "
                f"{', '.join(every[0])}: name those that all tables have with `measures`."
            )
    return every[0]


def _check_runs(rows: pd.DataFrame, frames: Sequence[tuple[Frame, ItemLayout]]) -> None:
    """Refuse several rows of a model and item that no run tells apart."""
    twice = rows[rows.duplicated([DATASET, ITEM, MODEL, RUN])]
    if twice.empty:
        return
    row = twice.iloc[0]
    (frame, layout) = frames[0]
    where = f", run {plain(str(row[RUN]))}" if RUN in layout.roles else ""
    text = next((name for name in layout.unused if _tells_apart(frame, layout, name)), "")
    option = as_columns(DATASET, [text])
    anew = f"; if the items differ between values of {plain(text)}, give {option}"
    advice = "keep one" if RUN in layout.roles else "add a column run if these are several runs"
    raise PrgbenchError(
        f"{frame.label} has several rows for the model {plain(row[MODEL])} on the item "
        f"{plain(row[ITEM])}{where}: {advice}{anew if text else ''}."
    )


def _tells_apart(frame: Frame, layout: ItemLayout, name: str) -> bool:
    """Say whether rows of a model and item differ in a column."""
    keys = [column for role in (DATASET, ITEM, MODEL, RUN) if (column := layout.roles.get(role))]
    table = frame.table.set_axis([str(column) for column in frame.table.columns], axis="columns")
    return not table.astype(str).duplicated([*keys, name]).any()


def _clusters(rows: pd.DataFrame, frames: Sequence[tuple[Frame, ItemLayout]]) -> pd.Series:
    """Return the cluster of each row, that of its item alone if there is none."""
    if not any(CLUSTER in layout.roles for _, layout in frames):
        return rows[ITEM]
    several = rows.groupby([DATASET, ITEM])[CLUSTER].nunique()
    if (several > 1).any():
        _, item = several.index[int((several > 1).to_numpy().argmax())]
        raise PrgbenchError(
            f"The item {plain(str(item))} is in several clusters: keep one, or leave the column "
            "out."
        )
    return rows[CLUSTER]


def _shared_items(
    dataset: str, rows: pd.DataFrame, measures: Sequence[str], several: bool
) -> tuple[pd.DataFrame, list[LeftOut], list[str]]:
    """Return the results on the items that all models have; models with few are left out."""
    complete = rows.dropna(subset=list(measures))
    n_items = rows[ITEM].nunique()
    counts = complete.groupby(MODEL)[ITEM].nunique()
    counts = counts.reindex(sorted(rows[MODEL].unique()), fill_value=0)
    counts = counts.sort_values(kind="stable")
    few = counts[counts < FEWEST_SHARED * n_items]
    complete = complete[~complete[MODEL].isin(few.index)]
    models = complete[MODEL].nunique()
    of_items = complete.groupby(ITEM)[MODEL].nunique()
    shared = complete[complete[ITEM].isin(of_items.index[of_items == models])]
    where = f" of {plain(dataset)}" if several else ""
    notes = []
    if len(few):
        with_few = [f"{plain(str(name))} ({n:,} of {n_items:,} items)" for name, n in few.items()]
        notes.append(f"Left out{where}, as they lack most items: {some_of(with_few)}.")
    lost = n_items - shared[ITEM].nunique()
    if lost:
        lacking = counts[~counts.index.isin(few.index) & (counts < n_items)]
        models_lacking = [
            f"{plain(str(name))} lacks {n_items - n:,}" for name, n in lacking.items()
        ]
        notes.append(
            f"{lost:,} of {n_items:,} items{where} are not used, as not all models have a result "
            f"there ({some_of(models_lacking)}): write 0 where a missing result counts as failed."
        )
    left_out = [LeftOut(dataset, str(name), "most items are missing") for name in few.index]
    return shared, left_out, notes


def _direction(name: str, stated: Mapping[str, bool]) -> bool:
    known = known_measure(name)
    by_name = known.higher_is_better if known else higher_is_better(name) is not False
    return stated.get(name, by_name)


def _label(frames: Sequence[Frame]) -> str:
    more = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
    name = frames[0].label.rpartition("/")[2]
    if frames[0].label == IN_MEMORY:
        return "table of results on items"
    return f"table of results on items {plain(name)}{more}"
