"""What the paper states about its experiment, beside what the study finds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
import pandas as pd

from prgbench.answer.common_order import BEST_DIFFERS, TOP_DIFFERS
from prgbench.data.models import Models
from prgbench.metrics import aupr_score
from prgbench.plotting.words import LONGEST, listing, measure_label, percent, short_flow_name
from prgbench.report.replication import QUARTILES
from prgbench.robustness.choices import PRINTED
from prgbench.run.safe_text import shortened
from prgbench.study.agreement import by_pair

N_DRAWN = 30
NAMED_AT_MOST = 3
_DIGITS = 3

Found = tuple[str, bool | None]
"""What the study finds, and whether the statement holds; None if the study can't tell."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as the paper prints it and as the study finds it.

    ``holds`` is None if the study can't tell; ``task_id`` is the task that the statement is about,
    if the study has it.
    """

    statement: str
    printed: str
    found: str
    holds: bool | None
    task_id: int | None = None


def statement_table(statements: Sequence[Statement]) -> pd.DataFrame:
    """Return a table with a row per statement; ``holds`` is "yes", "no" or ""."""
    holds = {True: "yes", False: "no", None: ""}
    table = pd.DataFrame(
        [asdict(statement) | {"holds": holds[statement.holds]} for statement in statements]
    )
    return table.astype({"task_id": "Int64"})


def general_statements(models: Models, agreement: pd.DataFrame) -> Iterator[Statement]:
    """Yield the statements about all tasks."""
    sizes = models.task_id.value_counts()
    # One number if the smallest and the largest task have equally many models.
    counts = " to ".join(dict.fromkeys((f"{sizes.min()}", f"{sizes.max()}")))
    yield Statement("Models in each task", f"{N_DRAWN}", counts, counts == f"{N_DRAWN}")
    prevalence = models.first_of_tasks().prevalence
    assert prevalence is not None
    minority = prevalence <= 0.5
    yield Statement(
        "Tasks whose positives are the minority class",
        "all",
        f"{minority.sum():,} of {len(minority):,}",
        bool(minority.all()),
    )
    for column, compared in (
        (BEST_DIFFERS, "the best model"),
        (TOP_DIFFERS, "the ordered top three"),
    ):
        of_both, *of_auroc = PRINTED[column].values()
        shares = {
            frozenset((a, b)): float(rows[column].mean()) for a, b, rows in by_pair(agreement)
        }
        yield Statement(
            f"AUPR and AUPRG differ on {compared} about as often as they do from AUROC",
            f"{of_both:.0%}, between {min(of_auroc):.0%} and {max(of_auroc):.0%}",
            *_between(shares, list(PRINTED[column])),
        )


def _between(shares: dict[frozenset[str], float], pairs: Sequence[tuple[str, str]]) -> Found:
    """Tell whether the share of the first pair is between those of the other two."""
    if any(frozenset(pair) not in shares for pair in pairs):
        return "AUROC is no measure of this study", None
    of_both, *of_auroc = (shares[frozenset(pair)] for pair in pairs)
    low, high = sorted(of_auroc)
    inside = low <= of_both <= high
    position = "between" if inside else "not between"
    return f"{percent(of_both)}, {position} {percent(low)} and {percent(high)}", inside


@dataclass(frozen=True, slots=True)
class PrintedTask:
    """A task of Figure 4 (right): its data set, and its rank correlation with its quantile."""

    task_id: int
    dataset: str
    correlation: float
    quantile: float


@dataclass(frozen=True, slots=True)
class PrintedModel:
    """A model of Figure 5: its areas, and the measure by which it is second best."""

    run_id: int
    name: str
    aupr: float
    auprg: float
    second_by: str


TASKS = (
    PrintedTask(3872, "white-clover", QUARTILES[0], 0.25),
    PrintedTask(3896, "ada-agnostic", QUARTILES[1], 0.75),
)
ADABOOST = PrintedModel(145651, "AdaBoost", 0.724, 0.714, "auprg")
LOGISTIC = PrintedModel(267741, "Logistic Regression", 0.773, 0.687, "aupr")
BOTH = (ADABOOST, LOGISTIC)


def example_statements(
    models: Models, agreement: pd.DataFrame, scores: pd.DataFrame
) -> Iterator[Statement]:
    """Yield the statements about tasks 3872 and 3896 and two models of the first.

    ``scores`` has ``run_id``, ``y_true`` and ``y_score`` of the models whose curves are drawn. A
    statement says so if the study does not have its task or has another data set under its number.
    """
    tasks = [_Task(printed, models) for printed in TASKS]
    for task in tasks:
        yield from _on_task(task, agreement)
    yield _worse_than_random(tasks)
    yield from _on_models(tasks[0], scores)


class _Task:
    """The study's models of a task that the paper shows."""

    def __init__(self, printed: PrintedTask, models: Models) -> None:
        self.printed = printed
        self.number = printed.task_id
        self.models = models.of_task(printed.task_id)
        self.name = ""
        self.missing = f"task {printed.task_id} is not in this study"
        if len(self.models):
            self.name = shortened(str(self.models.dataset_name.iloc[0]), LONGEST)
            same = _letters(self.name) == _letters(printed.dataset)
            other = f"task {printed.task_id} of this study is on another data set, {self.name}"
            self.missing = "" if same else other

    def statement(self, text: str, printed: str, look: Callable[[], Found]) -> Statement:
        value, holds = (self.missing, None) if self.missing else look()
        return Statement(text, printed, value, holds, None if self.missing else self.number)


def _letters(name: str) -> str:
    """Return a name without what OpenML and the paper write differently: ada_agnostic."""
    return "".join(filter(str.isalnum, name)).lower()


def _on_task(task: _Task, agreement: pd.DataFrame) -> Iterator[Statement]:
    pair = {"aupr", "auprg"}
    rows = agreement[agreement["measure_a"].isin(pair) & agreement["measure_b"].isin(pair)]
    correlations = rows.set_index("task_id")["spearman"]
    number = task.number
    printed = task.printed
    yield task.statement(f"Data set of task {number}", printed.dataset, lambda: (task.name, True))
    yield task.statement(
        f"Rank correlation of AUPR and AUPRG in task {number}",
        _written(printed.correlation),
        lambda: _as_printed(correlations[number], printed.correlation),
    )
    yield task.statement(
        f"Tasks with a lower rank correlation than task {number}",
        f"{100 * printed.quantile:.0f}%",
        lambda: _place(correlations, task),
    )
    yield task.statement(
        f"AUPR and AUPRG agree on the best model of task {number}",
        "yes",
        lambda: _same_best(task.models),
    )


def _worse_than_random(tasks: Sequence[_Task]) -> Statement:
    below = [(task.models.scores("auprg") < 0).sum() for task in tasks]
    counts = [
        task.missing or f"{count} of {len(task.models)} in task {task.number}"
        for task, count in zip(tasks, below, strict=True)
    ]
    has_tasks = not any(task.missing for task in tasks)
    return Statement(
        f"Models of tasks {listing([str(task.number) for task in tasks])} with AUPRG < 0",
        "some",
        "; ".join(counts),
        sum(below) > 0 if has_tasks else None,
    )


def _on_models(task: _Task, scores: pd.DataFrame) -> Iterator[Statement]:
    for model in (LOGISTIC, ADABOOST):
        yield task.statement(
            f"Second best model of task {task.number} by {measure_label(model.second_by)}",
            _called(model),
            partial(_second, task.models, model),
        )
    for measure in ("aupr", "auprg"):
        for model in BOTH:
            printed: float = getattr(model, measure)
            yield task.statement(
                f"{measure_label(measure)} of {_called(model)}",
                _written(printed),
                partial(_of_models, task, [model], partial(_area, measure, printed)),
            )
    yield task.statement(
        "AUPRG orders these two models the other way round than AUPR",
        "yes",
        lambda: _of_models(task, BOTH, _reversed),
    )
    yield task.statement(
        f"{ADABOOST.name} loses AUPR at the start of the ranking, where recall gain is negative",
        "yes",
        lambda: _of_models(task, BOTH, partial(_lost_at_start, scores)),
    )


def _as_printed(value: float, printed: float) -> Found:
    """Return a value with the paper's digits, and whether it equals the paper's."""
    if np.isnan(value):
        return "undefined", False
    return _written(value), _written(value) == _written(printed)


def _written(value: float, *, signed: bool = False) -> str:
    return f"{value:{'+' if signed else ''}.{_DIGITS}f}".replace("-", "−")


def _place(correlations: pd.Series, task: _Task) -> Found:
    """Return the share of tasks below one, and whether it is the quantile within one task."""
    correlation = correlations[task.number]
    defined = correlations.dropna()
    if np.isnan(correlation):
        return "undefined", False
    lower = float((defined < correlation).mean())
    # Tied correlations let a task stand at any quantile between the two shares.
    at_most = float((defined <= correlation).mean())
    # A quantile of n tasks is only known to within one of them.
    step = 1 / len(defined)
    holds = lower - step <= task.printed.quantile <= at_most + step
    return f"{percent(lower)} of {len(defined):,}", holds


def _same_best(models: Models) -> Found:
    by_aupr, by_auprg = (_in_place(models, name, 1) for name in ("aupr", "auprg"))
    if set(by_aupr.run_id) == set(by_auprg.run_id):
        return f"yes: {_flows(by_aupr)}", True
    return f"no: {_flows(by_aupr)} by AUPR, {_flows(by_auprg)} by AUPRG", False


def _second(models: Models, model: PrintedModel) -> Found:
    second = _in_place(models, model.second_by, 2)
    if not len(second):
        return "no model: several are the best", False
    return _flows(second), second.run_id.tolist() == [model.run_id]


def _in_place(models: Models, measure: str, rank: int) -> Models:
    """Return the models that share a place: ``place`` - 1 models precede them."""
    return models[models.ranks(measure).rank(method="min") == rank]


def _of_models(task: _Task, printed: Sequence[PrintedModel], look: Callable[..., Found]) -> Found:
    """Look at printed models, if the study has them all."""
    rows = []
    for model in printed:
        row = task.models[task.models.run_id == model.run_id]
        if not len(row):
            return f"run {model.run_id} is not in this study", None
        rows.append(row)
    return look(*rows)


def _area(measure: str, printed: float, model: Models) -> Found:
    return _as_printed(model.scores(measure).iloc[0], printed)


def _reversed(adaboost: Models, logistic: Models) -> Found:
    aupr, auprg = (
        adaboost.scores(name).iloc[0] - logistic.scores(name).iloc[0] for name in ("aupr", "auprg")
    )
    text = (
        f"{ADABOOST.name} against {LOGISTIC.name}: {_written(aupr, signed=True)} by AUPR and "
        f"{_written(auprg, signed=True)} by AUPRG"
    )
    return text, aupr * auprg < 0


def _lost_at_start(scores: pd.DataFrame, adaboost: Models, logistic: Models) -> Found:
    """Split the difference of the AUPRs where recall gain is 0, at recall = prevalence.

    The statement holds if AdaBoost has the smaller AUPR, but not without the start.
    """
    prior = adaboost.prevalence_of_first
    gaps = []
    # Recall gain is negative exactly where recall is below the prevalence (Flach & Kull, eq. 2).
    for part in ((0.0, prior), (prior, 1.0)):
        areas = []
        for model in (adaboost, logistic):
            rows = scores[scores["run_id"] == model.run_id.iloc[0]]
            if rows.empty:
                return "not computed: the figure shows the curves of other models", None
            areas.append(aupr_score(rows["y_true"], rows["y_score"], recall_range=part))
        gaps.append(areas[0] - areas[1])
    start, above = gaps
    text = (
        f"AUPR of {ADABOOST.name} against {LOGISTIC.name}: {_written(start, signed=True)} up to "
        f"recall {_written(prior)}, where recall gain is 0, and {_written(above, signed=True)} "
        "above"
    )
    # AdaBoost must lose in total, and not lose above the start.
    return text, start + above < 0 <= above


def _called(model: PrintedModel) -> str:
    return f"{model.name} (run {model.run_id})"


def _flows(models: Models) -> str:
    """Name models, or count them if they are many."""
    names = [
        f"{short_flow_name(str(flow))} (run {run_id})"
        for flow, run_id in zip(models.flow_name, models.run_id, strict=True)
    ]
    if len(names) > NAMED_AT_MOST:
        return f"{len(names)} tied models"
    return listing(names)
