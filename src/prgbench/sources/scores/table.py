"""A table of scores: models on data sets by measures, with folds, repeats or seeds.

The files of this folder are steps on the way from what somebody wrote to `ScoreTable`: `frames`
opens files, `layout` finds the columns and brings each table into long form, `joined_tables` makes
one of several, `aggregate_rows` takes out averages, `replicates` numbers folds and seeds, and
`complete_models` keeps the models that have all scores. Each says what it left out.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain, some_of
from prgbench.sources.left_out import LeftOut
from prgbench.sources.scores.aggregate_rows import without_aggregates
from prgbench.sources.scores.columns import (
    FAMILY,
    N_TEST,
    N_TRAIN,
    ROLES,
    SUBSET,
    check_roles,
    found_column,
)
from prgbench.sources.scores.complete_models import complete_scores
from prgbench.sources.scores.conventions import higher_by_convention
from prgbench.sources.scores.directions import directions_of, doubtful_values
from prgbench.sources.scores.frames import IN_MEMORY, Frame, read_frames
from prgbench.sources.scores.joined_tables import (
    called_as_files,
    descriptions_of_datasets,
    together,
    with_shared_measures,
)
from prgbench.sources.scores.long_form import LongTable, long_form
from prgbench.sources.scores.magnitudes import check_magnitudes, small_units
from prgbench.sources.scores.measures_of_files import measure_files
from prgbench.sources.scores.mteb import MTEB_SCORE, mteb_files
from prgbench.sources.scores.replicates import many_folds
from prgbench.sources.scores.resamples_of_r import resamples_as_rows
from prgbench.sources.scores.wording import counted, named
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of models on data sets.

    ``scores`` has the columns ``dataset``, ``subset`` ("" if there is none) and ``model``,
    ``block`` and ``replicate`` (whole numbers), and one for each measure; all models of a subset
    have the same replicates.
    Replicates of a block are the folds of one cross-validation, or the seeds or repeats.
    ``measures`` says of each whether higher is better; ``varies`` is what the replicates are:
    ``"fold"``, ``"seed"``, ``"repeat"``, ``"resample"`` or None. ``left_out`` has the data set,
    model (None for all) and reason of what is not among the scores; ``notes`` are sentences on
    what was not used, ``warnings`` on doubtful values. ``families`` has the family of each data
    set, ``ratios`` its number of test over that of training instances, where they are known. The
    values of ``mixed`` measures are of several metrics, and have no mean over data sets.
    """

    label: str
    scores: pd.DataFrame
    measures: Mapping[str, bool]
    varies: str | None
    left_out: Sequence[LeftOut] = field(default=())
    notes: Sequence[str] = field(default=())
    warnings: Sequence[str] = field(default=())
    families: Mapping[str, str] = field(default_factory=dict)
    ratios: Mapping[str, float] = field(default_factory=dict)
    mixed: Sequence[str] = field(default=())


def read_scores(
    table: Any,
    *,
    measures: Sequence[str] | None = None,
    stated: Mapping[str, bool] | None = None,
    columns: Mapping[str, str] | None = None,
) -> ScoreTable:
    """Read a table of scores: a data frame, files, or a folder with results of MTEB.

    Parameters
    ----------
    table : DataFrame, path or list of paths
        The table, or the files of one.
    measures : sequence of str, optional
        The columns that are compared, or the measure of a wide table, or the names of a wide file
        for each; by default all that are measures by their names, of MTEB the main score.
    stated : mapping of str to bool, optional
        Whether higher is better, where the name of a measure does not tell.
    columns : mapping of str to str, optional
        Columns by role, where they have other names.

    Returns
    -------
    ScoreTable

    Raises
    ------
    PrgbenchError
        If it can't be told what a column or row is, or fewer than two models can be compared.
    """
    mapping = dict(columns or {})
    directions_stated = dict(stated or {})
    check_roles(mapping)
    chosen = measures or ([MTEB_SCORE] if mteb_files(table) else None)
    frames = [
        frame._replace(table=resamples_as_rows(frame.table, chosen or [*directions_stated]))
        for frame in read_frames(table, chosen)
    ]
    label = _label(frames)
    by_convention = (
        higher_by_convention([*map(str, frame.table)], chosen or ()) for frame in frames
    )
    directions_stated = {**ChainMap(*by_convention), **directions_stated}
    first = frames[0].table
    wide = found_column("model", [str(name) for name in first.columns], mapping) is None
    files = measure_files(table, chosen) if wide else {}
    unshared: list[str] = []
    if not files and not chosen:
        frames, unshared = with_shared_measures(frames, directions_stated)
        directions_stated = {n: b for n, b in directions_stated.items() if n not in unshared}
    tables = [
        long_form(
            frame, mapping, [files[frame.label].measure] if files else chosen, directions_stated
        )
        for frame in called_as_files(frames, files)
    ]
    scores = together(frames, [table.scores for table in tables])
    descriptions = descriptions_of_datasets(scores) if files else []
    scores = scores[~scores["model"].isin(descriptions)]
    names = [name for name in scores.columns if name not in ROLES]
    directions = directions_of(names, directions_stated, chosen=bool(measures))
    scores, of_averages = without_aggregates(scores.fillna({SUBSET: ""}))
    family_of = _families(scores, mapping)
    unused = _unused(tables, [*unshared, *descriptions])
    if not family_of and scores[FAMILY].notna().any():
        unused.append(FAMILY)
    # A table in wrong units is refused before anything is said of its gaps.
    check_magnitudes(label, scores, names)
    warnings = [
        *doubtful_values(scores, directions, directions_stated),
        *small_units(scores, names),
    ]
    complete = complete_scores(label, scores, directions)
    families = {name: family_of[name] for name in complete.scores["dataset"].unique() if family_of}
    notes = [
        *complete.notes,
        *(frame.note for frame in frames),
        *dict.fromkeys(note for table in tables for note in table.notes),
        *of_averages,
        _note_of_doubtful(tables, descriptions),
        many_folds(scores),
        _note_of_unused(tables, unused),
        _note_of_families(families),
        _note_of_subsets(complete.scores),
    ]
    return ScoreTable(
        label=label,
        scores=complete.scores,
        measures=directions,
        varies=complete.varies,
        left_out=complete.left_out,
        notes=[note for note in notes if note],
        warnings=warnings,
        families=families,
        ratios=_ratios(scores),
        mixed=list(dict.fromkeys(name for table in tables for name in table.mixed)),
    )


def _unused(tables: Sequence[LongTable], others: Sequence[str]) -> list[str]:
    """Return the columns that are not used, each once, without those that number the rows."""
    of_tables = (name for table in tables for name in table.unused)
    return [name for name in dict.fromkeys([*of_tables, *others]) if name not in INDEX_COLUMNS]


def _note_of_unused(tables: Sequence[LongTable], unused: Sequence[str]) -> str:
    if not unused:
        return ""
    family = next((name for table in tables for name in table.families), "")
    if not family:
        return f"Not used: {named('column', unused)}."
    option = f"--family {as_shell_word(family)}"
    return (
        f"Not used: {named('column', unused)}; if {plain(family)} groups the data sets, give "
        f"{option}."
    )


def _note_of_doubtful(tables: Sequence[LongTable], descriptions: Sequence[str]) -> str:
    """Name the columns that are counted although they may describe the data."""
    doubtful = dict.fromkeys(name for table in tables for name in table.doubtful)
    names = [name for name in doubtful if name not in descriptions]
    if not names:
        return ""
    return (
        f"Counted although {named('column', names)} may describe the data: leave out what is not "
        "a score."
    )


def _note_of_families(families: Mapping[str, str]) -> str:
    if not families:
        return ""
    n_families = len(set(families.values()))
    of_datasets = counted(len(families), "data set")
    return f"Data sets of a family count as one sample: {n_families:,} for {of_datasets}."


def _note_of_subsets(scores: pd.DataFrame) -> str:
    """Name the models that lack subsets of data sets, with the number of these."""
    numbers = scores.groupby(["dataset", "model"])[SUBSET].nunique()
    fewer = numbers[numbers < numbers.groupby("dataset").transform("max")]
    lacking = fewer.groupby("model").size().sort_values(ascending=False)
    if lacking.empty:
        return ""
    models = [f"{plain(str(model))} (on {counted(n, 'data set')})" for model, n in lacking.items()]
    return (
        "Models are compared on the subsets that they share; models with fewer: "
        f"{some_of(models)}."
    )


def _families(scores: pd.DataFrame, mapping: Mapping[str, str]) -> dict[str, str]:
    """Return the family of each data set, by itself where it has none.

    A column that differs within data sets has families of models.
    """
    if scores[FAMILY].isna().all():
        return {}
    of_datasets = scores[FAMILY].fillna(scores["dataset"]).groupby(scores["dataset"])
    several = of_datasets.nunique() > 1
    if several.any() and FAMILY in mapping:
        raise PrgbenchError(
            f"The data set {plain(str(several.idxmax()))} has several values of "
            f"{plain(mapping[FAMILY])}: keep one, or leave out family."
        )
    return {} if several.any() else dict(of_datasets.first())


def _ratios(scores: pd.DataFrame) -> dict[str, float]:
    """Return the ratio of test to training instances of each data set that has both."""
    sizes = scores[[N_TEST, N_TRAIN]].apply(pd.to_numeric, errors="coerce").astype(float)
    ratios = (sizes[N_TEST] / sizes[N_TRAIN]).groupby(scores["dataset"]).mean()
    return dict(ratios[np.isfinite(ratios)])


def _label(frames: Sequence[Frame]) -> str:
    name = Path(frames[0].label).name
    more = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
    return "table of scores" if name == IN_MEMORY else f"table of scores {plain(name)}{more}"
