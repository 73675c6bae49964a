"""Labels that are turned round: data sets whose scores look like those of the other class.

In a column of scores for both classes nothing says whose scores they are: a rule or the user does.
If that is wrong on some data sets, the worst model is best there. Before anything is computed,
such data sets are found by their models, which are below chance as a whole.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics import auroc_score
from prgbench.plotting.words import count, decimal, listing
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain, some_of
from prgbench.sources.chosen_models import choose_models
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.in_memory import SourceInMemory
from prgbench.sources.interface import OTHERS, Source
from prgbench.sources.runs import Run
from prgbench.sources.store.agreed import class_of_rows
from prgbench.sources.tasks import Task
from prgbench.stats.dependent_tests import p_of_majority
from prgbench.stats.families import holm
from prgbench.study.suspicions import CHANCE, p_below_chance
from prgbench.study.warnings import FALSE_ALARMS

SURELY_ABOVE = 0.05
"""A model that is above chance with this p-value says that the labels are right."""

OPTION = "--positive-label"


@dataclass(frozen=True, slots=True)
class TurnedLabel:
    """A data set whose models are below chance: by what p-value, and between which AUROCs.

    ``taken`` is the label whose scores are supposed to be given, ``other`` the other one.
    """

    dataset: str
    task_id: int
    taken: str
    other: str
    p_value: float
    lowest: float
    highest: float


def check_turned_labels(
    source: Source, tasks: Iterable[tuple[Task, Sequence[Run]]], *, stops: bool = True
) -> str:
    """Refuse data sets whose scores are those of the other class, or return the sentence on them.

    A data set whose label the user has named is taken as it is, and so is one in which each class
    has scores of its own, as in prediction files of OpenML. The sentence is empty if there is no
    such data set; it has the labels to use in a line to copy.
    """
    # What the user has said is taken, even where the models contradict it.
    unnamed = ((task, runs) for task, runs in tasks if not source.names_label_of(task))
    tested = sorted(_tested(source, unnamed), key=lambda label: label.dataset)
    # Many data sets are looked at: unadjusted, one of a hundred right ones would be refused.
    adjusted = holm([label.p_value for label in tested])
    turned = [
        label for label, p_value in zip(tested, adjusted, strict=True) if p_value <= FALSE_ALARMS
    ]
    if not turned:
        return ""
    sentence = _sentence(source.positive_label, turned, len(tested))
    if stops:
        raise PrgbenchError(sentence)
    return sentence


def _tested(source: Source, tasks: Iterable[tuple[Task, Sequence[Run]]]) -> Iterator[TurnedLabel]:
    """Yield the data sets whose label is only supposed, with their p-values."""
    for task, runs in tasks:
        taken = source.unsure_label(task)
        if taken is None:
            continue
        p_values, aurocs = _below_chance(source, task, runs, task.classes.index(taken))
        [other] = [label for label in task.classes if label != taken]
        yield TurnedLabel(
            task.dataset_name,
            task.task_id,
            taken,
            other,
            p_of_majority(p_values) if p_values else 1.0,
            min(aurocs, default=CHANCE),
            max(aurocs, default=CHANCE),
        )


def _below_chance(
    source: Source, task: Task, runs: Sequence[Run], positive: int
) -> tuple[list[float], list[float]]:
    """Return the p-values of models being below chance, and their AUROCs; none if one is above.

    Models with the same score everywhere tell nothing and are left out.
    """
    p_values: list[float] = []
    aurocs: list[float] = []
    for model in _models(source, task, runs, positive):
        if (model.y_score == model.y_score[0]).all():
            continue
        if model.auroc > CHANCE and model.p_below_chance(~model.y_true) <= SURELY_ABOVE:
            return [], []
        aurocs.append(model.auroc)
        p_values.append(1.0 if model.auroc >= CHANCE else model.p_below_chance(model.y_true))
    return p_values, aurocs


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """A model's AUROC and rows: true where they are positive, their scores, and their clusters."""

    auroc: float
    y_true: NDArray[np.bool_]
    y_score: NDArray[np.float64]
    repeat: NDArray[np.int16]
    fold: NDArray[np.int16]
    group: NDArray[np.int64]

    def p_below_chance(self, positive: NDArray[np.bool_]) -> float:
        """Test whether rows have lower scores than all others."""
        return p_below_chance(positive, self.y_score, self.repeat, self.fold, self.group)


def _models(source: Source, task: Task, runs: Sequence[Run], positive: int) -> Iterator[_Model]:
    """Yield the models of a task that can be used, one at a time where they are in files."""
    if isinstance(source, SourceInMemory):
        loaded = source.load(task, positive=positive)
        used = loaded.of([model.run.run_id for model in choose_models(loaded, runs).models])
        group = used.row_id if used.group is None else used.group
        for model, y_score in zip(used.models, used.y_score, strict=True):
            yield _Model(model.auroc, used.y_true, y_score, used.repeat, used.fold, group)
        return
    truth = source.truth(task)
    for run in runs:
        try:
            sent = source.send(task, run)
            rows = source.read(task, sent)
        except RunUnusableError:
            continue
        source.release(sent)
        codes = rows.truth if truth is None else class_of_rows(truth, rows.row_id)
        if codes is None:
            continue
        known = codes >= 0
        y_true = codes[known] == positive
        y_score = rows.confidences[positive, known]
        # Of one class alone: fetching it says what is wrong.
        if y_true.all() or not y_true.any():
            continue
        group = rows.row_id if rows.group is None else rows.group
        auroc = auroc_score(y_true, y_score)
        yield _Model(auroc, y_true, y_score, rows.repeat[known], rows.fold[known], group[known])


def _sentence(
    stated: str | Mapping[str, str] | None, turned: Sequence[TurnedLabel], n_tested: int
) -> str:
    """Say what looks wrong, and which labels to give instead or to keep it."""
    taken = listing([plain(label) for label in dict.fromkeys(label.taken for label in turned)])
    lowest = min(label.lowest for label in turned)
    highest = max(label.highest for label in turned)
    aurocs = " to ".join(dict.fromkeys([decimal(lowest, 2), decimal(highest, 2)]))
    labels = _labels_to_use(stated, turned, n_tested)
    arguments = " ".join(map(as_shell_word, _as_arguments(labels)))
    kept = as_shell_word(f"{_key(turned[0])}={turned[0].taken}")
    in_python = next(iter(labels.values())) if labels.keys() == {OTHERS} else labels
    return (
        f"On {_data_sets(turned, n_tested)} the scores look like those of the other class: read "
        f"as those of {taken}, they put the models below chance beyond sampling "
        f"noise (AUROC {aurocs}). Give {OPTION} {arguments} (in Python, positive_label="
        f"{in_python!r}); if low scores mean {plain(turned[0].taken)}, reverse their sign; where "
        f"the models are truly worse than chance, confirm the class in use, such as {kept}."
    )


def _data_sets(turned: Sequence[TurnedLabel], n_tested: int) -> str:
    """Name the data sets, and say how many there are."""
    names = some_of([label.dataset for label in turned])
    if n_tested == 1:
        return f"the data set {names}"
    every = "all " if len(turned) == n_tested else f"{len(turned):,} of "
    return f"{every}{count(n_tested, 'data set')} ({names})"


def _labels_to_use(
    stated: str | Mapping[str, str] | None, turned: Sequence[TurnedLabel], n_tested: int
) -> dict[str, str]:
    """Return the stated labels with the other one on the data sets that are turned.

    It is one for all if every data set is turned to the same label and none is named.
    """
    others = {label.other for label in turned}
    if not isinstance(stated, Mapping) and len(turned) == n_tested and len(others) == 1:
        return {OTHERS: others.pop()}
    kept = {OTHERS: stated} if isinstance(stated, str) else dict(stated or {})
    return kept | {_key(label): label.other for label in turned}


def _as_arguments(labels: Mapping[str, str]) -> list[str]:
    """Return labels as arguments of the command: the label of all others has no name."""
    return [label if key == OTHERS else f"{key}={label}" for key, label in labels.items()]


def _key(label: TurnedLabel) -> str:
    """Return the name of a data set, or its id where an argument could not tell name and label."""
    return str(label.task_id) if "=" in label.dataset else label.dataset
