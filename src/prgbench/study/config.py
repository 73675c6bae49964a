"""The settings of a run and of a study: every key with its type, default and meaning.

The schemas, the settings page and the sentences about mistakes are made from these models. The
sections of the comparison's parts stand with the parts; `prgbench.comparison.config` adds them.
"""

import re
from typing import Annotated, Literal

from pydantic import Field, field_validator

from prgbench.archive.flow_family import families
from prgbench.archive.interface import TaskQuery
from prgbench.archive.openml.address import CONNECTIONS, REQUESTS_PER_SECOND, SERVER
from prgbench.metrics import measures as known_measures
from prgbench.pipeline.settings import Section

Id = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=1)]
OWN_MEASURE = r"^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*$"
SHOWN_MEASURES = ("aupr", "auprg")


class Network(Section):
    """How OpenML is asked."""

    server: Annotated[str, Field(pattern="^https?://[^/]")] = SERVER
    """The OpenML server, with http:// or https://."""

    connections: Annotated[int, Field(ge=1, le=16)] = CONNECTIONS
    """How many requests may be under way at once, over all jobs of a run."""

    requests_per_second: Annotated[float, Field(gt=0, le=50)] = REQUESTS_PER_SECOND
    """How many requests may start in a second, over all jobs of a run."""


class RunConfig(Network):
    """Which study is run and how the network is used; config/config.yaml."""

    study: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] = "paper"
    """The study, by the name of its file in config/studies."""

    task: int | None = None
    """The task of `compare_model`, by its id."""

    file: str | None = None
    """The predictions of `compare_model`, a CSV file with row_id, score and, where the task
    repeats or splits, repeat and fold.
    """

    @property
    def network(self) -> Network:
        """Return how the network is used."""
        return Network(**{name: getattr(self, name) for name in Network.model_fields})


class Instances(Section):
    """The size of the data sets."""

    min: Count | None = None
    """The least number of instances."""

    max: Count | None = None
    """The greatest number of instances."""


class Selection(Section):
    """Which tasks and which runs of them the study takes."""

    estimation_procedures: tuple[Id, ...] = (1,)
    """Ids of OpenML's estimation procedures; 1 is 10-fold cross-validation, 3 the same ten times;
    [] for any.
    """

    tasks: tuple[Id, ...] | None = None
    """Task ids; null for all tasks of the archive."""

    suite: str | int | None = None
    """A benchmark suite of OpenML by id or name, such as OpenML-CC18."""

    tags: tuple[str, ...] = ()
    """Tags that a task must have, all of them."""

    instances: Instances = Instances()

    uploaded_until: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    """The last day of uploads that count, as YYYY-MM-DD."""

    uploaders: tuple[Id, ...] = ()
    """Ids of the users whose runs count; [] for all."""

    flow_families: Annotated[
        tuple[str, ...], Field(json_schema_extra={"items": {"enum": list(families())}})
    ] = ()
    """Families of flows that count; [] for all."""

    distinct_flows_by: Literal["id", "name"] = "id"
    """Whether flows differ by id (every version is one) or by name."""

    min_flows: Count = 30
    """Tasks with fewer flows are left out."""

    models: Annotated[int, Field(ge=2)] | Literal["all"] = 30
    """How many models are drawn in each task: an integer from 2, or "all"."""

    spares: Annotated[int, Field(ge=0)] = 30
    """How many more candidates a task has for models that turn out to be unusable."""

    seed: Annotated[int, Field(ge=0)] = 2015
    """The seed of the draw of the models."""

    pinned_runs: dict[Id, tuple[Id, ...]] = Field(default={})
    """Runs that are drawn first, by task id."""

    @field_validator("flow_families")
    @classmethod
    def _known_families(cls, chosen: tuple[str, ...]) -> tuple[str, ...]:
        for family in chosen:
            if family not in families():
                raise ValueError(
                    f"{family!r} is not allowed. Allowed are: {', '.join(families())}"
                )
        return chosen

    @property
    def n_models(self) -> int | None:
        """Return how many models are drawn, None for all."""
        return None if self.models == "all" else self.models

    @property
    def query(self) -> TaskQuery:
        """Return what is asked of the source."""
        return TaskQuery(
            estimation_procedures=self.estimation_procedures,
            task_ids=self.tasks,
            suite=None if self.suite is None else str(self.suite),
            tags=self.tags,
            min_instances=self.instances.min,
            max_instances=self.instances.max,
        )


class Ranking(Section):
    """How the models of a task are ranked."""

    ties: Literal["average", "min", "max"] = "average"
    """Which rank tied models get."""

    decimals: Annotated[int, Field(ge=0, le=15)] = 12
    """Scores that are equal at this decimal are tied."""


class Figures(Section):
    """What the figures show and how."""

    scatter_tasks: tuple[Id, Id] | None = None
    """Two tasks whose models are drawn by AUPR and AUPRG; null for those nearest the quartiles of
    the rank correlation.
    """

    curve_task: Id | None = None
    """The task whose two models' curves are drawn; null for the clearest disagreement."""

    curve_runs: tuple[Id, Id] | None = None
    """The two runs of this task."""

    style: str = "config/figures.mplstyle"
    """A Matplotlib style sheet."""

    formats: Annotated[
        tuple[Literal["pdf", "svg", "png"], ...],
        Field(json_schema_extra={"contains": {"const": "png"}, "uniqueItems": True}),
    ] = ("pdf", "svg", "png")
    """The formats of the figures, png among them for the report."""

    @field_validator("formats")
    @classmethod
    def _with_png(cls, formats: tuple[str, ...]) -> tuple[str, ...]:
        if "png" not in formats:
            raise ValueError("png must be among the formats; the report shows it")
        return tuple(dict.fromkeys(formats))


class ComparisonConfig(Section):
    """What is computed beyond the paper; see docs/comparison.md."""

    resamples: Annotated[int, Field(ge=1, le=1_000_000)] = 10_000
    """How often the data sets are resampled for intervals."""

    replicates: Annotated[int, Field(ge=2, le=100_000)] = 200
    """How many bootstrap replicates of the instances of each task."""

    confidence_level: Annotated[float, Field(gt=0, lt=1)] = 0.95
    """The level of all intervals; tests are at 1 minus this level."""

    seed: Annotated[int, Field(ge=0)] = 2015
    """The seed of all resampling; that of the draw is `selection.seed`."""


class StudyConfig(Section):
    """One file in config/studies."""

    title: Annotated[str, Field(min_length=1)]
    """How the report calls the study."""

    archive: Annotated[str, Field(min_length=1)]
    """Where the predictions come from: "openml", "embedded" (made by the project itself, no
    network) or the path of a folder in the layout of the embedded archive.
    """

    replication: bool = False
    """Whether the study repeats the paper's: else the paper's numbers are for orientation only."""

    plan: str | None = None
    """A plan file made by somebody else's run of a study, taken instead of a new draw."""

    selection: Selection = Selection()

    repeats: Literal["pooled", "first"] = "pooled"
    """Whether repeated cross-validation is pooled or only its first repeat is used."""

    measures: Annotated[
        tuple[str, ...],
        Field(
            json_schema_extra={
                "items": {
                    "anyOf": [
                        {"enum": list(known_measures())},
                        {"type": "string", "pattern": OWN_MEASURE},
                    ]
                },
                "minItems": 2,
                "uniqueItems": True,
                "allOf": [{"contains": {"const": name}} for name in SHOWN_MEASURES],
            }
        ),
    ] = ("aupr", "auprg", "auroc")
    """The measures to compare, aupr and auprg among them: names, or your own function as
    "module:function".
    """

    ranking: Ranking = Ranking()

    figures: Figures = Figures()

    chunks: Annotated[int, Field(ge=1, le=1000)] = 32
    """Into how many jobs each stage is cut; a task stays in its chunk."""

    comparison: ComparisonConfig = ComparisonConfig()

    @field_validator("measures")
    @classmethod
    def _known_measures(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in known_measures() and not re.match(OWN_MEASURE, name):
                raise ValueError(
                    f"{name!r} is not allowed. Allowed are: {', '.join(known_measures())}, "
                    'or your own as "module:function"'
                )
            if names.count(name) > 1:
                raise ValueError(f"{name!r} stands twice")
        for name in SHOWN_MEASURES:
            if name not in names:
                raise ValueError(f"{name} must be among the measures; the figures show it")
        return names
