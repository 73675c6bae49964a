"""What looks wrong in a study: sentences that are shown below its answer in short."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from prgbench.data.models import Models
from prgbench.plotting.words import count, listing, share_of
from prgbench.run.safe_text import plain, shortened, some_of
from prgbench.stats.dependent_tests import p_of_majority
from prgbench.stats.families import holm

if TYPE_CHECKING:
    from pandas.api.typing import SeriesGroupBy


FALSE_ALARMS = 0.01
"""The probability of a false warning of each kind in a study without mistakes, at most."""
MOST_UNUSUAL = 0.05
"""The share of tasks with too rare positives, or of models with two scores, without a warning:
they hardly move what is said of all.
"""
FEW_POSITIVES = 10
"""With fewer, the upward bias of AUPR counts: see docs/comparison.md, Intervals of means."""
LONGEST_NAME = 60
MOST_SUSPECTS_NAMED = 3
"""Of more suspected models the others are counted: a warning is read, a list is not."""

Kind = Literal[
    "below chance",
    "labels turned round",
    "decision contradicts score",
    "two scores",
    "AUROC not compared",
    "rare positives",
    "prevalences differ",
    "few positive groups",
    "several versions",
    "outside the range",
    "leader lacks scores",
    "few positives",
]


@dataclass(frozen=True, slots=True)
class StudyWarning:
    """Something that looks wrong: its kind, and a sentence with names and counts."""

    kind: Kind
    text: str


def study_warnings(
    models: Models, versions: Iterable[Mapping[str, str]] = ()
) -> list[StudyWarning]:
    """Return what looks wrong with the models of a study; nothing in most studies.

    Scores without predictions have no p-values, so that they can only have several ``versions``
    of the packages that made the results.
    """
    of_models = _below_chance(models)
    sentences: list[tuple[Kind, str | None]] = [
        ("below chance", of_models),
        ("labels turned round", "" if of_models else _datasets_below_chance(models)),
        ("decision contradicts score", _contradicted(models)),
        ("two scores", _two_scores(models)),
        ("AUROC not compared", _not_compared(models)),
        ("rare positives", _rare_positives(models)),
        ("few positives", _few_positives(models)),
        ("several versions", versions_warning(versions)),
    ]
    return [StudyWarning(kind, text) for kind, text in sentences if text]


def versions_warning(versions: Iterable[Mapping[str, str]]) -> str | None:
    """Say which packages had several versions when the results of a study were made, if any."""
    seen: dict[str, set[str]] = {}
    for versions_of_package in versions:
        for package, version in versions_of_package.items():
            seen.setdefault(package, set()).add(version)
    several = [
        f"{plain(package)} ({some_of(sorted(versions_of_package))})"
        for package, versions_of_package in sorted(seen.items())
        if len(versions_of_package) > 1
    ]
    if not several:
        return None
    return (
        f"These results were computed with several versions of {listing(several)}: "
        "recompute them with one."
    )


def _below_chance(models: Models) -> str:
    p_values = models.p_below_chance
    if p_values is None:
        return ""
    # Twice the upper median of p-values is a p-value, however they depend on each other.
    by_dataset = 2 * _upper_medians(p_values.groupby([models.flow_id, models.dataset_id]))
    by_model = 2 * _upper_medians(by_dataset.groupby("flow_id"))
    limit = FALSE_ALARMS / len(by_model)
    suspects = by_model[by_model < limit].index
    if suspects.empty:
        return ""
    below = 2 * by_dataset.loc[suspects] < limit
    verb = "is" if len(suspects) == 1 else "are"
    most = " on most data sets" if len(below) > len(suspects) else ""
    return (
        f"{share_of(len(suspects), len(by_model))} models {verb} worse than chance{most}: "
        f"{_named(models, below)}. The AUROC is below .5 there beyond sampling noise: is "
        "the positive class (positive_label) or the sign of the scores the other way round?"
    )


def _datasets_below_chance(models: Models) -> str:
    """Say on which data sets the models are below chance, though on most they are not."""
    p_values = models.p_below_chance
    if p_values is None:
        return ""
    # A model counts as below chance on a data set only if it is in each of its tasks there.
    by_model = p_values.groupby([models.dataset_id, models.flow_id]).max()
    by_dataset = by_model.groupby("dataset_id").agg(p_of_majority)
    below = by_dataset.index[holm(by_dataset) <= FALSE_ALARMS]
    if not len(below):
        return ""
    names = list(models.dataset_name[models.dataset_id.isin(below)].unique())
    return (
        f"On {share_of(len(below), len(by_dataset))} data sets ({some_of(names)}) the models are "
        "below chance beyond sampling noise: is the positive class (positive_label) the other one "
        "there?"
    )


def _upper_medians(p_values: "SeriesGroupBy[Any, Any]") -> pd.Series:
    return p_values.quantile(0.5, interpolation="higher")


def _contradicted(models: Models) -> str:
    if models.p_contradicted is None:
        return ""
    # By Bonferroni, as a study has many models and hardly one may be suspected wrongly.
    lower = models.p_contradicted < FALSE_ALARMS / len(models)
    by_dataset = lower.groupby([models.flow_id, models.dataset_id]).any()
    by_model = by_dataset.groupby("flow_id").any()
    suspects = by_model[by_model].index
    if suspects.empty:
        return ""
    return (
        f"The decisions of {share_of(len(suspects), len(by_model))} models contradict the scores: "
        f"{_named(models, by_dataset.loc[suspects])}. Rows predicted as positive have lower "
        "scores there than the others: are these the scores of the other class or another model?"
    )


def _two_scores(models: Models) -> str:
    if models.n_distinct is None:
        return ""
    # Predicted classes are two scores on most data sets, but one where all rows have one class.
    # A model with a single score on every data set is constant, and says nothing of classes.
    numbers = models.n_distinct.groupby(models.flow_id).agg(["min", "max"])
    suspected = numbers["max"] == 2
    if suspected.mean() <= MOST_UNUSUAL:
        return ""
    suspects = numbers[suspected]
    at_most = "At most" if (suspects["min"] < 2).any() else "Only"
    few = (models.n_distinct <= 2).groupby([models.flow_id, models.dataset_id]).all()
    return (
        f"{at_most} two different scores on each data set, as if they were predicted classes, in "
        f"{share_of(len(suspects), len(numbers))} models. Their curves have a single threshold: "
        "give probabilities or decision values if there are any. Such models: "
        f"{_named(models, few.loc[suspects.index])}."
    )


def _named(models: Models, suspected: pd.Series) -> str:
    """Name models, each with the number of its data sets on which it is suspected."""
    names = dict(zip(models.flow_id, models.flow_name, strict=True))
    counts = suspected.groupby("flow_id").agg(["sum", "size"])
    # Stable, so that models with as many data sets keep the order of their ids.
    most_first = counts.sort_values("sum", ascending=False, kind="stable")
    several = models.n_datasets > 1
    suspects = [
        shortened(names[flow], LONGEST_NAME)
        + (f" ({number:,} of {count(total, 'data set')})" if several else "")
        for flow, number, total in most_first.itertuples()
    ]
    return some_of(suspects, MOST_SUSPECTS_NAMED)


def _not_compared(models: Models) -> str:
    if models.stored_auroc is None or models.stored_auroc.notna().all():
        return ""
    missing = int(models.stored_auroc.isna().sum())
    return (
        f"The source stores no AUROC for {share_of(missing, len(models))} models: whether their "
        "scores are those of the positive class was not checked there."
    )


def _rare_positives(models: Models) -> str:
    from prgbench.metrics.confidence import OF_RECALL_GAIN, RARE
    from prgbench.metrics.registry import get_measure

    if models.n_instances is None or models.prevalence is None:
        return ""
    # Repeats do not make positives more frequent: instances count, not rows.
    positives = models.n_instances * models.prevalence
    labels = dict[str, list[str]]()
    judged_by = "AUROC"
    for name in models.measures:
        if name.split("@")[0] not in OF_RECALL_GAIN:
            continue
        measure = get_measure(name)
        # At a stated prevalence the axis is another one, but there are no more positives.
        stated = measure.prevalence
        prevalence = models.prevalence if stated is None else stated
        rare = (positives * prevalence < RARE).groupby(models.task_id).any()
        if rare.mean() > MOST_UNUSUAL:
            share = share_of(int(rare.sum()), len(rare))
            labels.setdefault(share, []).append(measure.label)
            few = (positives.round() < FEW_POSITIVES).groupby(models.task_id).any()
            # With as few positives as in most of these tasks, AUPR is biased.
            if few[rare].mean() <= 0.5:
                judged_by = "AUPR or AUROC"
    if not labels:
        return ""
    shown = listing(
        [f"{listing(of_share)} in {share} tasks" for share, of_share in labels.items()]
    )
    return (
        f"Positives are too rare for {shown}: their number times the prevalence is below "
        f"{RARE:g}. The area there is mostly that before the first positive. Judge these tasks by "
        f"{judged_by}."
    )


def _few_positives(models: Models) -> str:
    """Say in how many tasks AUPR is biased upwards, which averaging over data sets keeps."""
    if "aupr" not in models.measures or models.n_instances is None or models.prevalence is None:
        return ""
    positives = (models.n_instances * models.prevalence).groupby(models.task_id).first()
    few = positives.round() < FEW_POSITIVES
    if few.mean() <= MOST_UNUSUAL:
        return ""
    share = share_of(int(few.sum()), len(few))
    return (
        f"Fewer than {FEW_POSITIVES} positives in {share} tasks: AUPR is biased upwards there, in "
        "simulations by .01 to .06 with 5 positives and by at most .04 with 10. Compare it within "
        "data sets only."
    )
