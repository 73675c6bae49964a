"""What a study selects: its tasks, which of their runs are drawn, and in which order."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, ValidationInfo, field_validator, model_validator

from prgbench.run.errors import PrgbenchError, did_you_mean
from prgbench.run.safe_text import plain
from prgbench.run.settings import OneOf, Section
from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.exclusions import Reason
from prgbench.sources.interface import OTHERS, Source
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task, TaskListing, TaskQuery

Id = Annotated[int, Field(ge=1)]
TaskName = Id | Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]

FAMILIES = {
    "weka": "weka",
    "mlr": "mlr",
    "classif": "mlr",
    "mlr3": "mlr",
    "sklearn": "sklearn",
    "rm": "rapidminer",
    "moa": "moa",
}
OTHER = "other"
OF_FIXED_PLANS = ("excluded_runs",)
"""The keys that apply to a plan that is drawn already."""

NOT_WITH_RUNS = ("tasks", "suite", "tags", "uploaded_until")
"""The keys that need lists, or dates that only lists have."""

FAMILY_NAMES = (*dict.fromkeys(FAMILIES.values()), OTHER)

_VERSION = re.compile(r"(?<=.)\([0-9]+\)\Z", re.DOTALL)


def flow_family(flow_name: str) -> str:
    """Return the family of a flow by the beginning of its name."""
    return FAMILIES.get(flow_name.split(".", 1)[0].split("(", 1)[0], OTHER)


def algorithm(flow_name: str) -> str:
    """Return the name of a flow without its version, which OpenML writes at its end."""
    return _VERSION.sub("", flow_name)


class Instances(Section):
    """The size of the data sets."""

    min: Count | None = None
    """The smallest number of instances to include."""

    max: Count | None = None
    """The largest number of instances to include."""

    @model_validator(mode="after")
    def _some_size(self) -> Self:
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(
                f"`min` is {self.min} and `max` is {self.max}, which no data set fits: correct one"
            )
        return self


class Selection(Section):
    """The tasks and runs of the study."""

    estimation_procedures: tuple[Id, ...] = (1,)
    """Ids of OpenML's estimation procedures to include: 1 is 10-fold cross-validation, 3 ten
    repeats of it; [] for any.
    """

    tasks: Annotated[tuple[TaskName, ...], Field(min_length=1)] | None = None
    """Ids of tasks or names of data sets; null for all tasks of the archive."""

    suite: Annotated[str, Field(min_length=1)] | int | None = None
    """A benchmark suite of OpenML, by id or name, such as OpenML-CC18."""

    tags: tuple[str, ...] = ()
    """Tags of OpenML; only tasks that have all of them are included."""

    instances: Instances = Instances()

    uploaded_until: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    """The last day on which a run may have been uploaded, as YYYY-MM-DD; runs without a date are
    then left out.
    """

    uploaders: tuple[Id, ...] = ()
    """Ids of the users whose runs are included; [] for all."""

    flow_families: tuple[Annotated[str, OneOf(FAMILY_NAMES)], ...] = ()
    """Flow families to include; [] for all."""

    distinct_flows_by: Literal["id", "name"] = "id"
    """Whether each version of a flow counts as a flow (`id`), or all versions of a name count as
    one (`name`).
    """

    min_flows: Count | None = None
    """The minimum number of flows per task, never fewer than `models`; null for 30, or 2 in a
    table of predictions and with `runs`.
    """

    models: Annotated[int, Field(ge=2)] | Literal["all"] | None = None
    """How many models to draw per task: an integer from 2, or "all"; null for 30, or all in a
    table of predictions and with `runs`.
    """

    common_models: bool = False
    """Whether to use only flows that have runs on all tasks."""

    spares: Annotated[int, Field(ge=0)] = 30
    """How many more candidates to draw per task, to replace models that turn out to be unusable.
    """

    seed: Annotated[int, Field(ge=0)] = 2015
    """The seed of the random draw of models."""

    runs: Annotated[str, Field(min_length=1)] | None = None
    """A file with the OpenML ids of the study's runs, one per line or in a column run_id of a CSV
    file. No list is requested, so servers without lists will do.
    """

    pinned_runs: dict[Id, tuple[Id, ...]] = Field(default={})
    """Ids of runs to draw first, by task id."""

    excluded_runs: tuple[Id, ...] = ()
    """Ids of runs to leave out."""

    @field_validator("uploaded_until")
    @classmethod
    def _on_a_day(cls, day: str | None) -> str | None:
        if day is not None:
            try:
                date.fromisoformat(day)
            except ValueError:
                raise ValueError(f"{day!r} is not a calendar date") from None
        return day

    @field_validator("runs")
    @classmethod
    def _alone(cls, runs: str | None, info: ValidationInfo) -> str | None:
        others = [key for key in NOT_WITH_RUNS if info.data.get(key)]
        if runs is not None and others:
            raise ValueError(
                f"{', '.join(f'`{key}`' for key in others)} can't select among runs that a file "
                "names: remove one or the other"
            )
        return runs

    @field_validator("excluded_runs")
    @classmethod
    def _not_pinned(cls, runs: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        pinned = {run for of_task in info.data.get("pinned_runs", {}).values() for run in of_task}
        if contradicted := pinned & set(runs):
            raise ValueError(
                f"run {min(contradicted)} is also among `pinned_runs`: remove it from one of them"
            )
        return runs

    def for_source(self, source: Source) -> Self:
        """Return the selection with the source's defaults for what the study leaves open."""
        # Of runs that are named, all are wanted.
        default_models = "all" if self.runs else source.default_models
        default_min_flows = FEWEST_MODELS if self.runs else source.default_min_flows
        models = self.models or default_models or "all"
        min_flows = self.min_flows or default_min_flows
        return self.model_copy(update={"models": models, "min_flows": min_flows})

    def check_of_fixed_plan(self, source: Source) -> None:
        """Refuse keys that select tasks or models, where the source has its plan already.

        Without a word, a study of ten models would be one of those that were frozen. The keys by
        which the plan was drawn may stay, as in the study file that is frozen with it.
        """
        asked = self.as_params()
        drawn = source.planned_selection
        changed = [
            key
            for key, default in type(self)().as_params().items()
            if key not in OF_FIXED_PLANS and asked[key] not in (default, drawn.get(key))
        ]
        if changed:
            keys = ", ".join(f"`{key}`" for key in changed)
            only = ", ".join(f"`{key}`" for key in OF_FIXED_PLANS)
            raise PrgbenchError(
                f"The archive ({source.label}) is frozen with its plan, from which `selection` "
                f"can only leave out runs ({only}): remove {keys} from `selection` in the study "
                "file."
            )

    @property
    def n_models(self) -> int | None:
        """Return how many models are drawn, None for all."""
        return None if self.models in ("all", None) else int(self.models)

    @property
    def query(self) -> TaskQuery:
        """Return the query to the source, by task ids unless some tasks have only names."""
        ids = tuple(task for task in self.tasks or () if isinstance(task, int))
        return TaskQuery(
            estimation_procedures=self.estimation_procedures,
            task_ids=None if self.tasks is None or len(ids) < len(self.tasks) else ids,
            suite=None if self.suite is None else str(self.suite),
            tags=self.tags,
            min_instances=self.instances.min,
            max_instances=self.instances.max,
        )


def only_asked_for(listing: TaskListing, asked: Sequence[int | str] | None) -> TaskListing:
    """Return the tasks that a study asks for by id or data set; None is for all."""
    # A source is asked by ids; names of data sets can be looked up only in what it lists.
    names = {name for name in asked or () if isinstance(name, str)}
    if not asked or not names:
        return listing
    ids_in_quotes = any(name.isdecimal() for name in names)
    _check_known(
        "`selection.tasks`",
        names,
        {task.dataset_name for task in listing.tasks},
        hint="Write task ids without quotes." if ids_in_quotes else "",
    )
    chosen = TaskListing([], list(listing.excluded), listing.notes)
    for task in listing.tasks:
        if task.task_id in asked or task.dataset_name in names:
            chosen.tasks.append(task)
        else:
            chosen.excluded.append(task.left_out(Reason.NOT_REQUESTED))
    return chosen


def check_positive_labels(source: Source, tasks: Sequence[Task]) -> None:
    """Refuse positive labels that tasks do not have, and those of no data set."""
    if isinstance(source.positive_label, Mapping):
        ids = {str(task.task_id) for task in tasks}
        names = source.positive_label.keys() - {OTHERS} - ids
        _check_known("`positive_label`", names, {task.dataset_name for task in tasks})
    for task in tasks:
        source.positive_class_of(task)


def _check_known(key: str, names: Iterable[str], allowed: set[str], hint: str = "") -> None:
    unknown = sorted(set(names) - allowed)
    if unknown:
        shown = plain(", ".join(sorted(allowed)))
        meant = plain(did_you_mean(unknown[0], allowed))
        hints = "".join(f" {words}" for words in (hint, meant) if words)
        raise PrgbenchError(
            f"{key} names {plain(repr(unknown[0]))}, which has no task: correct it.{hints} "
            f"The data sets are {shown or 'none'}."
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """The candidates of a task in the order of the draw, and why other runs are none."""

    candidates: list[Run]
    n_flows: int
    excluded: Counter[Reason]


def draw_candidates(
    task: Task, runs: Sequence[Run], selection: Selection, *, checks_aurocs: bool = True
) -> Draw:
    """Draw the candidates of a task.

    The order depends only on the seed, the task and its runs, not on other tasks of the study.
    Pinned runs come first, in the order of the study file. There is one run per flow, at most the
    models and spares that the study asks for.
    """
    key_of = flow_key(selection)
    excluded: Counter[Reason] = Counter()
    pinned = selection.pinned_runs.get(task.task_id, ())
    flows: dict[str, list[Run]] = {}
    # An archive may list runs in any order; the draw must not depend on it.
    for run in sorted(runs, key=lambda run: run.run_id):
        reason = _mismatch(
            run, selection, checks_aurocs=checks_aurocs, pinned=run.run_id in pinned
        )
        if reason is None:
            flows.setdefault(key_of(run), []).append(run)
        else:
            excluded[reason] += 1
    # A generator for each task, so that the draw is the same whatever the other tasks are.
    rng = np.random.default_rng([selection.seed, task.task_id])
    keys = sorted(flows)
    # First the flow, then one of its runs: a flow with thousands of runs is as likely as others.
    drawn = {
        keys[index]: flows[keys[index]][rng.integers(len(flows[keys[index]]))]
        for index in rng.permutation(len(keys))
    }
    # A pinned run comes first and takes the place of any other run of its flow.
    by_id = {run.run_id: run for run in runs}
    first = {key_of(by_id[run_id]): by_id[run_id] for run_id in pinned if run_id in by_id}
    candidates = list((first | {k: run for k, run in drawn.items() if k not in first}).values())
    excluded[Reason.SAME_FLOW] += sum(map(len, flows.values())) - len(drawn)
    if selection.n_models is not None:
        candidates = candidates[: selection.n_models + selection.spares]
    return Draw(candidates, len(flows), +excluded)


def flow_key(selection: Selection) -> Callable[[Run], str]:
    """Return the function from a run to the key by which a study tells flows apart."""
    if selection.distinct_flows_by == "name":
        return lambda run: algorithm(run.flow_name)
    return lambda run: f"{run.flow_id:012d}"


def _mismatch(
    run: Run, selection: Selection, *, checks_aurocs: bool, pinned: bool
) -> Reason | None:
    """Return why a run is no candidate; None if it is one, as a ``pinned`` run always is.

    But no run is one that the study leaves out.
    """
    if run.run_id in selection.excluded_runs:
        return Reason.LEFT_OUT
    if pinned:
        return None
    if run.auroc is None and checks_aurocs:
        return Reason.NO_STORED_AUROC
    if selection.uploaded_until is not None:
        day = _day(run.upload_time)
        if day is None:
            return Reason.UNDATED
        if day > selection.uploaded_until:
            return Reason.TOO_LATE
    if selection.uploaders and run.uploader_id not in selection.uploaders:
        return Reason.UPLOADER
    if selection.flow_families and flow_family(run.flow_name) not in selection.flow_families:
        return Reason.FAMILY
    return None


def _day(upload_time: str) -> str | None:
    """Return the day as YYYY-MM-DD, None if it is no time, such as 0000-00-00."""
    try:
        return datetime.fromisoformat(upload_time).date().isoformat()
    except ValueError:
        return None
