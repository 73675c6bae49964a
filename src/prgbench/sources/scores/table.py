"""A table of scores: models on data sets by measures, with folds, repeats or seeds."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain, some_of
from prgbench.sources.scores.averages import aggregates, averages_by_name
from prgbench.sources.scores.columns import (
    FAMILY,
    FOLD,
    N_TEST,
    N_TRAIN,
    REPEAT,
    REPLICATES,
    RESAMPLE,
    ROLES,
    SEED,
    SUBSET,
    averaged_words,
    check_roles,
    found_column,
    is_aggregate,
    is_known,
    is_numeric,
    may_be_aggregate,
)
from prgbench.sources.scores.directions import directions_of, doubtful_values, is_measure
from prgbench.sources.scores.frames import (
    IN_MEMORY,
    MTEB_SCORE,
    ONLY_DATASET,
    FileName,
    measure_files,
    mteb_files,
    read_frames,
)
from prgbench.sources.scores.groups import positions_of
from prgbench.sources.scores.layout import Frame, long_form
from prgbench.sources.scores.magnitudes import check_magnitudes, small_units
from prgbench.sources.table.layout import INDEX_COLUMNS

if TYPE_CHECKING:
    from pandas.core.groupby import DataFrameGroupBy

MISSING = "a score is missing or not finite"
ABSENT = "no row of the model"
FEWEST = 2
MOST_USUAL_FOLDS = 10
ALONE = "fewer than two models with all scores"
MOST_LACKED = 3
"""At most this many missing measures are named."""

ROLES_OF_AVERAGES = {"dataset": "data set", "model": "model"}


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
    set, ``ratios`` its number of test over that of training instances, where they are known.
    """

    label: str
    scores: pd.DataFrame
    measures: Mapping[str, bool]
    varies: str | None
    left_out: Sequence[tuple[str, str | None, str]] = field(default=())
    notes: Sequence[str] = field(default=())
    warnings: Sequence[str] = field(default=())
    families: Mapping[str, str] = field(default_factory=dict)
    ratios: Mapping[str, float] = field(default_factory=dict)


def read_scores(
    table: Any,
    *,
    measures: Sequence[str] | None = None,
    stated: Mapping[str, bool] | None = None,
    columns: Mapping[str, str] | None = None,
) -> ScoreTable:
    """Read a table of scores: a data frame, files, or a folder with results of MTEB.

    ``measures`` are the columns that are compared, or the measure of a wide table, or the names of
    a wide file for each; default all that are measures by their names, of MTEB the main score.
    ``stated`` says whether higher is better where the name does not tell, ``columns`` has columns
    by role where they have other names.
    """
    mapping = dict(columns or {})
    stated_directions = dict(stated or {})
    check_roles(mapping)
    chosen = measures or ([MTEB_SCORE] if mteb_files(table) else None)
    frames = read_frames(table, chosen)
    first = frames[0].table
    wide = found_column("model", [str(name) for name in first.columns], mapping) is None
    files = measure_files(table, chosen) if wide else {}
    further: list[str] = []
    if not files and not chosen:
        frames, further = with_shared_measures(frames, stated_directions)
        stated_directions = {n: b for n, b in stated_directions.items() if n not in further}
    tables = [
        long_form(
            frame, mapping, [files[frame.label].measure] if files else chosen, stated_directions
        )
        for frame in _called_as_files(frames, files)
    ]
    scores = _together(frames, [table.scores for table in tables])
    described = _descriptions(scores) if files else []
    scores = scores[~scores["model"].isin(described)]
    names = [name for name in scores.columns if name not in ROLES]
    directions = directions_of(names, stated_directions, chosen=bool(measures))
    scores, averages = _without_aggregates(scores.fillna({SUBSET: ""}))
    of_tables = (name for table in tables for name in table.unused)
    every = dict.fromkeys([*of_tables, *further, *described])
    unused = [name for name in every if name not in INDEX_COLUMNS]
    said_of_rows = dict.fromkeys(note for table in tables for note in table.notes)
    doubtful = dict.fromkeys(name for table in tables for name in table.doubtful)
    perhaps = _perhaps_of_data([name for name in doubtful if name not in described])
    of_folds = _many_folds(scores)
    of_frames = [frame.note for frame in frames]
    every_note = (*of_frames, *said_of_rows, *averages, perhaps, of_folds)
    notes = [note for note in every_note if note]
    families = _families(scores, mapping)
    if not families and scores[FAMILY].notna().any():
        unused.append(FAMILY)
    if unused:
        family = next((name for table in tables for name in table.families), "")
        option = f"--family {as_shell_word(family)}"
        advice = f"; if {plain(family)} groups the data sets, give {option}"
        notes.append(f"Not used: {_named('column', unused)}{advice if family else ''}.")
    check_magnitudes(_label(frames), scores, names)
    warnings = [
        *doubtful_values(scores, directions, stated_directions),
        *small_units(scores, names),
    ]
    read = _complete(_label(frames), scores, directions)
    families = {name: families[name] for name in read.scores["dataset"].unique() if families}
    if families:
        number = f"{len(set(families.values())):,} for {_counted(len(families), 'data set')}"
        notes.append(f"Data sets of a family count as one sample: {number}.")
    if fewer := _with_fewer_subsets(read.scores):
        shared = "Models are compared on the subsets that they share"
        notes.append(f"{shared}; fewer than others have {some_of(fewer)}.")
    notes = [*read.notes, *notes]
    ratios = _ratios(scores)
    return replace(read, warnings=warnings, notes=notes, families=families, ratios=ratios)


def _called_as_files(frames: Sequence[Frame], files: Mapping[str, FileName]) -> Iterator[Frame]:
    """Yield the tables, called as their files but for the measures in these names."""
    names = [files[frame.label].others if files else frame.dataset for frame in frames]
    several = len(set(names)) > 1
    for frame, name in zip(frames, names, strict=True):
        dataset = name if several or not files else ONLY_DATASET
        yield frame._replace(dataset=dataset, model=name if several else "")


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


def _descriptions(scores: pd.DataFrame) -> list[str]:
    """Name the columns with the same values by all measures: they describe the data sets."""
    values = scores[scores.columns.difference([*ROLES])]
    spreads = values.max(axis="columns") - values.min(axis="columns")
    same = spreads.groupby(scores["model"]).max() == 0
    # Two measures may have the same values for all models, as accuracy and micro F1 do.
    return [] if same.all() else list(same.index[same])


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
            f"{plain(mapping[FAMILY])}: write one, or leave out family."
        )
    return {} if several.any() else dict(of_datasets.first())


def _with_fewer_subsets(scores: pd.DataFrame) -> list[str]:
    """Name the models that lack subsets of data sets, with the number of these."""
    numbers = scores.groupby(["dataset", "model"])[SUBSET].nunique()
    fewer = numbers[numbers < numbers.groupby("dataset").transform("max")]
    lacking = fewer.groupby("model").size().sort_values(ascending=False)
    return [f"{plain(str(model))} (on {_counted(n, 'data set')})" for model, n in lacking.items()]


def _ratios(scores: pd.DataFrame) -> dict[str, float]:
    """Return the ratio of test to training instances of each data set that has both."""
    sizes = scores[[N_TEST, N_TRAIN]].apply(pd.to_numeric, errors="coerce").astype(float)
    ratios = (sizes[N_TEST] / sizes[N_TRAIN]).groupby(scores["dataset"]).mean()
    return dict(ratios[np.isfinite(ratios)])


def _together(frames: Sequence[Frame], parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
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


def _without_aggregates(scores: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Leave out rows of averages and the like, and say which; a role of such alone is none."""
    listed = []
    for role in ("dataset", *REPLICATES):
        every = list(scores[role].dropna().unique())
        by_name = averages_by_name(every) if role == "dataset" else []
        names = [name for name in every if is_aggregate(name, role) or name in by_name]
        if 0 < len(names) < len(every):
            listed.append(_named("data set" if role == "dataset" else role, names))
            scores = scores[~scores[role].isin(names)]
    for role, noun in ROLES_OF_AVERAGES.items():
        if names := _means_of_others(scores, role):
            listed.append(_named(noun, names))
            scores = scores[~scores[role].isin(names)]
    notes = [f"Left out as aggregates: {'; '.join(listed)}."] if listed else []
    return scores, [*notes, *_counted_averages(scores)]


def _counted_averages(scores: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence on the data sets, and the models, that are called as averages."""
    for role, noun in ROLES_OF_AVERAGES.items():
        every = scores[role].unique()
        names = [n for n in every if averaged_words(str(n)) is not None]
        # A single data set, such as one called as its file, has no others to be the average of.
        if len(every) == 1:
            continue
        if len(names) == 1:
            yield (
                "Counted although its name says average, as the others have no such mean: "
                f"{_named(noun, names)}; leave it out if it is one."
            )
        elif names:
            yield (
                "Counted although their names say average, as the others have no such means: "
                f"{_named(noun, names)}; leave out those that are."
            )


def _perhaps_of_data(names: Sequence[str]) -> str:
    if not names:
        return ""
    return (
        f"Counted although {_named('column', names)} may describe the data: leave out what is no "
        "score."
    )


def _means_of_others(scores: pd.DataFrame, role: str) -> list[str]:
    """Name the data sets or models that are called as averages and hold those of the others."""
    values = [name for name in scores.columns if name not in ROLES]
    names = [name for name in scores[role].unique() if may_be_aggregate(str(name))]
    if not names or len(names) == scores[role].nunique():
        return []
    other_role = "model" if role == "dataset" else "dataset"
    keys = [other_role, *REPLICATES, SUBSET]
    found = set(names)
    for measure in values:
        numbers = scores.assign(**_filled(scores, keys)).pivot_table(
            measure, keys, role, sort=False
        )
        # A name without any number has no column, and is the mean of nothing.
        written = numbers.columns.intersection(names)
        numbers = numbers[numbers[written].notna().any(axis="columns")]
        found &= {*aggregates(numbers.set_axis([*map(str, numbers)], axis="columns"))}
    return sorted(found)


def _filled(scores: pd.DataFrame, keys: Sequence[str]) -> dict[str, pd.Series]:
    """Return keys as texts, as rows without one would not be grouped."""
    return {key: scores[key].map(str) for key in keys}


def _complete(label: str, scores: pd.DataFrame, measures: Mapping[str, bool]) -> ScoreTable:
    """Return the scores of the models that have all scores of their data sets."""
    names = list(measures)
    scores, varies = _replicates(scores.astype({"model": object}), names)
    finite = pd.Series(np.isfinite(scores[names].to_numpy()).all(axis=1), scores.index)
    left_out: list[tuple[str, str | None, str]] = []
    kept = []
    fewer = Counter[str]()
    n_unpaired = 0
    n_partly = 0
    lacked: dict[str, None] = {}
    absent = _absent_models(scores)
    groups = scores.groupby(["dataset", SUBSET], sort=False)
    whole_groups = _whole_groups(groups, finite)
    pending: list[NDArray[np.intp]] = []
    parts = zip(groups.size().index, positions_of(groups), whole_groups, strict=True)
    for key, positions, is_whole in parts:
        name, subset = map(str, key)
        dataset = f"{name} ({subset})" if subset else name
        # Most data sets of most tables are whole: to look at each row of many takes long.
        if is_whole:
            left_out += [(dataset, model, ABSENT) for model in absent.get(name, ())]
            pending.append(positions)
            continue
        if pending:
            kept.append(scores.iloc[np.concatenate(pending)])
            pending = []
        rows = scores.iloc[positions]
        if lacking := [plain(measure) for measure in names if rows[measure].isna().all()]:
            left_out.append((dataset, None, f"no value of {', '.join(lacking)}"))
            continue
        models = list(rows["model"].unique())
        whole_rows = rows[finite[rows.index]]
        replicates = _replicates_of_models(whole_rows)
        common = set.intersection(*replicates.values()) if replicates else set()
        if varies == SEED and replicates and not common:
            rows = _renumbered(whole_rows)
            n_unpaired += 1
            replicates = _replicates_of_models(rows)
        every = set(rows["replicate"])
        # Those that all models have are a fair comparison; but the folds of a cross-validation
        # are taken whole, as their variance depends on the number of parts.
        if varies in (SEED, REPEAT, RESAMPLE) and len(common) >= FEWEST and common != every:
            fewer.update(
                plain(str(model)) for model, numbers in replicates.items() if numbers != every
            )
            rows = rows[rows["replicate"].isin(common)]
            every = common
        whole = {model for model, numbers in replicates.items() if numbers >= every}
        left_out += [(dataset, model, MISSING) for model in models if model not in whole]
        partly = _lacked_by_model(scores.iloc[positions], names, whole)
        n_partly += len(partly)
        lacked |= dict.fromkeys(chain.from_iterable(partly.values()))
        left_out += [(dataset, model, ABSENT) for model in absent.get(name, ())]
        if len(whole) < FEWEST:
            left_out.append((dataset, None, ALONE))
        else:
            kept.append(rows[rows["model"].isin(whole)])
    if pending:
        kept.append(scores.iloc[np.concatenate(pending)])
    if scores["model"].nunique() == 1:
        only = plain(str(scores["model"].iloc[0]))
        raise PrgbenchError(
            f"The {label} has one model, {only}, and a comparison needs two: add the scores of "
            "another one, or say which column has the models."
        )
    # Subsets are tasks of their data sets.
    task = "task" if (scores[SUBSET] != "").any() else "data set"
    if not kept:
        raise PrgbenchError(
            f"The {label} has no {task} with two models that have all scores"
            f"{_listed(left_out, task)}: fill what is missing, or compare fewer measures or "
            "models."
        )
    columns = ["dataset", SUBSET, "model", "block", "replicate", *names]
    read = pd.concat(kept, ignore_index=True)[columns]
    n_tasks = len(whole_groups)
    all_partly = n_partly == sum(model is not None for _, model, _ in left_out)
    missing = _missing(list(lacked), only=all_partly)
    notes = list(_left_out_notes(left_out, task, n_tasks, missing))
    if fewer:
        which = some_of([f"{model} (on {_counted(n, task)})" for model, n in fewer.items()])
        notes.append(f"Only the {varies}s that all models have are used; fewer have {which}.")
    if n_unpaired:
        where = f"On {_counted(n_unpaired, task)}, the models share no seed: seeds are not paired"
        notes.append(f"{where}, and the same number is used of each model.")
    return ScoreTable(label, read, measures, varies, left_out, notes)


def _whole_groups(groups: "DataFrameGroupBy[Any, Any]", finite: "pd.Series[bool]") -> list[bool]:
    """Tell for which groups two models or more have all scores of the same replicates."""
    sizes = groups[["model", "replicate"]].nunique()
    # No model has two rows of a replicate: that was refused before.
    is_crossed = groups.size() == sizes["model"] * sizes["replicate"]
    numbers = groups.ngroup()
    has_all = finite.groupby(numbers.to_numpy(), sort=True).all().to_numpy()
    return list((is_crossed & (sizes["model"] >= FEWEST)).to_numpy() & has_all)


def _many_folds(scores: pd.DataFrame) -> str:
    """Say that many folds are taken as those of one cross-validation, if no column says it."""
    if scores[FOLD].isna().all() or scores[REPEAT].notna().any() or scores[RESAMPLE].notna().any():
        return ""
    most = int(scores.groupby("dataset")[FOLD].nunique().max())
    if most <= MOST_USUAL_FOLDS:
        return ""
    return (
        f"The {most:,} folds are taken as those of one cross-validation: if they are several "
        "repeats of fewer folds, give a column repeat."
    )


def _absent_models(scores: pd.DataFrame) -> dict[str, list[str]]:
    """Return the models that have no row at all on a data set, by data set.

    A long table may lack the row where a wide one has an empty cell; both are named. Subsets of a
    data set that a model lacks are told beside those that models share.
    """
    every = scores["model"].unique()
    present = scores.groupby("dataset", sort=False)["model"].agg(set)
    return {
        str(dataset): [model for model in every if model not in models]
        for dataset, models in present.items()
    }


def _replicates_of_models(rows: pd.DataFrame) -> dict[str, set[int]]:
    replicates: dict[str, set[int]] = {}
    for model, replicate in zip(rows["model"].tolist(), rows["replicate"].tolist(), strict=True):
        replicates.setdefault(model, set()).add(replicate)
    return replicates


def _renumbered(rows: pd.DataFrame) -> pd.DataFrame:
    """Return as many seeds of each model as all have, at least two, numbered from 0."""
    numbers = rows.groupby("model").cumcount()
    sizes = rows["model"].value_counts()
    size = max(sizes.min(), min(sizes.max(), FEWEST))
    return rows.assign(replicate=numbers)[numbers < size]


def _lacked_by_model(
    rows: pd.DataFrame, names: Sequence[str], whole: Collection[str]
) -> dict[str, list[str]]:
    """Return the measures that models lack which have others, of those that are not whole."""
    rows = rows[~rows["model"].isin(whole)]
    finite = pd.DataFrame(np.isfinite(rows[[*names]].to_numpy()), rows.index, columns=[*names])
    partly = finite.any(axis="columns") & ~finite.all(axis="columns")
    has_all = finite[partly].groupby(rows["model"]).all()
    return {str(model): [n for n in names if not has_all.at[model, n]] for model in has_all.index}


def _missing(lacked: Sequence[str], *, only: bool) -> str:
    """Say which score is missing where models are left out, if ``only`` these are."""
    if not lacked:
        return "a score is missing"
    measures = " or ".join(map(plain, lacked[:MOST_LACKED]))
    if len(lacked) > MOST_LACKED:
        measures += " or another score"
    return f"{measures} is missing" if only else f"a score is missing, such as {measures}"


def _left_out_notes(
    left_out: Sequence[tuple[str, str | None, str]], task: str, n_tasks: int, missing: str
) -> Iterator[str]:
    """Yield sentences on the models that lack scores, and on the data sets left out."""
    if models := [row for row in left_out if row[1] is not None]:
        if n_tasks > 1:
            yield f"Left out where {missing}{_listed(models, task)}."
        else:
            every = [plain(str(model)) for _, model, _ in models]
            yield f"Left out, as {missing}: {_named('model', every)}."
    if datasets := [row for row in left_out if row[1] is None]:
        yield f"Left out{_listed(datasets, task)}."


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'s' if n != 1 else ''}"


def _listed(left_out: Sequence[tuple[str, str | None, str]], task: str) -> str:
    """List models with the number of data sets that lack their scores, and data sets.

    Those that lack most come first, as the others may be too many to be named. A data set with
    subsets is several of what the sentence calls a ``task``.
    """
    models = Counter(plain(model) for _, model, _ in left_out if model is not None)
    lacking = [f"{model} (on {_counted(n, task)})" for model, n in models.most_common()]
    datasets = [f"{plain(name)} ({why})" for name, model, why in left_out if model is None]
    every = {"model": lacking, task: datasets}
    texts = [_named(noun, names) for noun, names in every.items() if names]
    return f": {'; '.join(texts)}" if texts else ""


def _named(noun: str, names: Sequence[str]) -> str:
    return f"the {noun}{'s' if len(names) > 1 else ''} {some_of(names)}"


def _replicates(scores: pd.DataFrame, names: Sequence[str]) -> tuple[pd.DataFrame, str | None]:
    """Return the scores with numbered replicates, and what these are.

    Seeds within folds or repeats are averaged. Repeats with folds are blocks of folds.
    """
    given = [role for role in REPLICATES if scores[role].notna().any()]
    keys = ["dataset", SUBSET, "model"]
    twice = scores.duplicated([*keys, *given])
    if twice.any():
        row = scores[twice].iloc[0]
        advice = "keep one"
        if not given:
            advice = (
                "add a column fold, repeat or seed that distinguishes them; if rows are "
                "instances, name the column of their classes, as in --columns y_true=label"
            )
        of_replicate = "".join(f", {role} {plain(str(row[role]))}" for role in given)
        raise PrgbenchError(
            f"The model {plain(row['model'])} has several rows on the data set "
            f"{plain(row['dataset'])}{of_replicate}: {advice}."
        )
    varies = next((role for role in (FOLD, RESAMPLE, REPEAT, SEED) if role in given), None)
    if varies != SEED and SEED in given:
        cells = [role for role in given if role != SEED]
        missing = scores[names].isna().any(axis=1)
        scores = scores.assign(**{name: scores[name].mask(missing) for name in names})
        means = scores.groupby([*keys, *cells], sort=False)[list(names)].agg(_mean_of_all)
        scores = means.reset_index()
        given = cells
    blocks = [role for role in given if role in (REPEAT, RESAMPLE) and varies == FOLD]
    numbers = {"block": _numbers_of(scores, blocks), "replicate": _numbers_of(scores, given)}
    return scores.assign(**numbers), varies


def _numbers_of(scores: pd.DataFrame, roles: Sequence[str]) -> "pd.Series[int]":
    """Return numbers for the values of some roles, taken together."""
    if not roles:
        return pd.Series(0, scores.index)
    return scores.groupby(list(roles), dropna=False).ngroup()


def _mean_of_all(values: pd.Series) -> float:
    return float(values.mean(skipna=False))


def _label(frames: Sequence[Frame]) -> str:
    name = Path(frames[0].label).name
    more = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
    return "table of scores" if name == IN_MEMORY else f"table of scores {plain(name)}{more}"
