"""Which models have all scores of their data sets, and sentences on those left out.

Models are compared on the same replicates of a data set. One that lacks a score there is left out
of this data set, and a data set with fewer than two models of the comparison.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.left_out import LeftOut
from prgbench.sources.scores.columns import REPEAT, RESAMPLE, SEED, SUBSET
from prgbench.sources.scores.groups import positions_of
from prgbench.sources.scores.replicates import with_numbered_replicates
from prgbench.sources.scores.wording import counted, named

if TYPE_CHECKING:
    from pandas.core.groupby import DataFrameGroupBy

MISSING = "a score is missing or not finite"
ABSENT = "no row of the model"
ALONE = "fewer than two models with all scores"
FEWEST = 2
MOST_LACKED = 3
"""At most this many missing measures are named."""


class CompleteScores(NamedTuple):
    """The scores of the models that have all, what varies, and what is left out.

    ``notes`` are sentences on what is left out.
    """

    scores: pd.DataFrame
    varies: str | None
    left_out: list[LeftOut]
    notes: list[str]


@dataclass(slots=True)
class _Selection:
    """What is kept of a table, data set by data set, and what is to be said of the rest.

    ``n_partly`` counts the models, one for each data set, that lack some measures and have others;
    ``lacked`` are these measures. ``n_fewer`` counts the data sets on which a model has fewer
    replicates than others, ``n_unpaired`` those whose models share no seed.
    """

    kept: list[pd.DataFrame] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    n_fewer: Counter[str] = field(default_factory=Counter)
    n_unpaired: int = 0
    n_partly: int = 0
    lacked: dict[str, None] = field(default_factory=dict)


def complete_scores(
    label: str, scores: pd.DataFrame, measures: Mapping[str, bool]
) -> CompleteScores:
    """Return the scores of the models that have all scores of their data sets.

    Parameters
    ----------
    label : str
        How errors call the table.
    scores : DataFrame
        In long form: the columns of all roles and one for each measure.
    measures : mapping of str to bool
        The measures, all of which are needed.

    Returns
    -------
    CompleteScores
        With numbered replicates, the same for all models of a data set or subset.

    Raises
    ------
    PrgbenchError
        If there is one model alone, or no data set on which two have all scores.
    """
    names = list(measures)
    scores, varies = with_numbered_replicates(scores.astype({"model": object}), names)
    finite = pd.Series(np.isfinite(scores[names].to_numpy()).all(axis=1), scores.index)
    absent_models = _absent_models(scores)
    groups = scores.groupby(["dataset", SUBSET], sort=False)
    whole_groups = _whole_groups(groups, finite)
    selection = _Selection()
    # Most data sets of most tables are whole: to look at each row of many takes long, so that
    # those in a row are copied at once.
    pending: list[NDArray[np.intp]] = []
    parts = zip(groups.size().index, positions_of(groups), whole_groups, strict=True)
    for key, positions, is_whole in parts:
        name, subset = map(str, key)
        dataset = f"{name} ({subset})" if subset else name
        absent = [LeftOut(dataset, model, ABSENT) for model in absent_models[name]]
        if is_whole:
            selection.left_out += absent
            pending.append(positions)
            continue
        if pending:
            selection.kept.append(scores.iloc[np.concatenate(pending)])
            pending = []
        rows = scores.iloc[positions]
        _select_models(selection, dataset, rows, finite[rows.index], names, varies, absent)
    if pending:
        selection.kept.append(scores.iloc[np.concatenate(pending)])
    # Subsets are tasks of their data sets.
    task = "task" if (scores[SUBSET] != "").any() else "data set"
    _check_comparable(label, scores, selection, task)
    columns = ["dataset", SUBSET, "model", "block", "replicate", *names]
    complete = pd.concat(selection.kept, ignore_index=True)[columns]
    notes = list(_notes(selection, task, len(whole_groups), varies))
    return CompleteScores(complete, varies, selection.left_out, notes)


def _select_models(
    selection: _Selection,
    dataset: str,
    rows: pd.DataFrame,
    finite: "pd.Series[bool]",
    names: Sequence[str],
    varies: str | None,
    absent: Sequence[LeftOut],
) -> None:
    """Add the models of a data set that have all scores there to a selection.

    ``finite`` says which of the rows have all measures, ``absent`` are models without any row.
    """
    if lacking := [plain(measure) for measure in names if rows[measure].isna().all()]:
        reason = f"no value of {', '.join(lacking)}"
        selection.left_out.append(LeftOut(dataset, None, reason))
        return
    candidates = rows
    whole_rows = rows[finite]
    replicates = _replicates_of_models(whole_rows)
    common = set.intersection(*replicates.values()) if replicates else set()
    if varies == SEED and replicates and not common:
        # Each model was trained with seeds of its own: only their number can be the same.
        candidates = _renumbered(whole_rows)
        selection.n_unpaired += 1
        replicates = _replicates_of_models(candidates)
    needed = set(candidates["replicate"])
    # Those that all models have are a fair comparison; but the folds of a cross-validation
    # are taken whole, as their variance depends on the number of parts.
    if varies in (SEED, REPEAT, RESAMPLE) and len(common) >= FEWEST and common != needed:
        selection.n_fewer.update(
            plain(str(model)) for model, numbers in replicates.items() if numbers != needed
        )
        candidates = candidates[candidates["replicate"].isin(common)]
        needed = common
    whole = {model for model, numbers in replicates.items() if numbers >= needed}
    models = rows["model"].unique()
    selection.left_out += [
        LeftOut(dataset, model, MISSING) for model in models if model not in whole
    ]
    selection.left_out += absent
    partly = _lacked_by_model(rows, names, whole)
    selection.n_partly += len(partly)
    selection.lacked |= dict.fromkeys(chain.from_iterable(partly.values()))
    if len(whole) < FEWEST:
        selection.left_out.append(LeftOut(dataset, None, ALONE))
        return
    selection.kept.append(candidates[candidates["model"].isin(whole)])


def _check_comparable(label: str, scores: pd.DataFrame, selection: _Selection, task: str) -> None:
    """Refuse a table of one model, or one of which nothing is kept."""
    if scores["model"].nunique() == 1:
        only = plain(str(scores["model"].iloc[0]))
        raise PrgbenchError(
            f"The {label} has one model, {only}, and a comparison needs two: add the scores of "
            "another one, or say which column names the models."
        )
    if not selection.kept:
        raise PrgbenchError(
            f"The {label} has no {task} with two models that have all scores"
            f"{_listed(selection.left_out, task)}: fill in what is missing, or compare fewer "
            "measures or models."
        )


def _notes(selection: _Selection, task: str, n_tasks: int, varies: str | None) -> Iterator[str]:
    """Yield sentences on what is left out, and on replicates that only some models have."""
    n_models = sum(row.model is not None for row in selection.left_out)
    missing = _missing(list(selection.lacked), only=selection.n_partly == n_models)
    yield from _left_out_notes(selection.left_out, task, n_tasks, missing)
    if selection.n_fewer:
        fewer = [f"{model} (on {counted(n, task)})" for model, n in selection.n_fewer.items()]
        yield (
            f"Only the {varies}s that all models have are used; models with fewer: "
            f"{some_of(fewer)}."
        )
    if selection.n_unpaired:
        yield (
            f"On {counted(selection.n_unpaired, task)}, the models share no seed: seeds are not "
            "paired, and the same number is used for each model."
        )


def _whole_groups(groups: "DataFrameGroupBy[Any, Any]", finite: "pd.Series[bool]") -> list[bool]:
    """Tell for which groups two models or more have all scores of the same replicates."""
    sizes = groups[["model", "replicate"]].nunique()
    # No model has two rows of a replicate: that was refused before.
    is_crossed = groups.size() == sizes["model"] * sizes["replicate"]
    numbers = groups.ngroup()
    has_all = finite.groupby(numbers.to_numpy(), sort=True).all().to_numpy()
    return list((is_crossed & (sizes["model"] >= FEWEST)).to_numpy() & has_all)


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
    """Return the replicates of each model that has any."""
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
    left_out: Sequence[LeftOut], task: str, n_tasks: int, missing: str
) -> Iterator[str]:
    """Yield sentences on the models that lack scores, and on the data sets left out."""
    if models := [row for row in left_out if row.model is not None]:
        if n_tasks > 1:
            yield f"Left out where {missing}{_listed(models, task)}."
        else:
            every = [plain(str(row.model)) for row in models]
            yield f"Left out, as {missing}: {named('model', every)}."
    if datasets := [row for row in left_out if row.model is None]:
        yield f"Left out{_listed(datasets, task)}."


def _listed(left_out: Sequence[LeftOut], task: str) -> str:
    """List models with the number of data sets that lack their scores, and data sets.

    Those that lack most come first, as the others may be too many to be named. A data set with
    subsets is several of what the sentence calls a ``task``.
    """
    models = Counter(plain(row.model) for row in left_out if row.model is not None)
    lacking = [f"{model} (on {counted(n, task)})" for model, n in models.most_common()]
    datasets = [f"{plain(row.dataset)} ({row.reason})" for row in left_out if row.model is None]
    every = {"model": lacking, task: datasets}
    texts = [named(noun, names) for noun, names in every.items() if names]
    return f": {'; '.join(texts)}" if texts else ""
