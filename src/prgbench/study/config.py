"""The settings of a study: every key with its type, default and meaning.

The schemas, the settings page and the error messages are made from these models. The section
`selection` has its own module, so that an edit of a measure fetches nothing again. The options of
the parts are with the parts; `prgbench.study_file` adds them.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from prgbench.metrics import get_measure
from prgbench.metrics import measures as own_measures
from prgbench.metrics.registry import OTHER_NAMES, PARAMETERS_IN_NAMES, known_measures
from prgbench.plotting.style import check_sheet, default_sheet
from prgbench.run.errors import PrgbenchError, did_you_mean
from prgbench.run.safe_text import first_repeated
from prgbench.run.settings import OneOf, Section, check_settings
from prgbench.sources.interface import MINORITY
from prgbench.sources.table.names import label_text
from prgbench.sources.table.prediction_columns import ROLES as COLUMNS
from prgbench.study.ranking import Ranking
from prgbench.study.run_config import RunConfig
from prgbench.study.selection import Id, Selection, TaskName

OWN_MEASURE = r"^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*$"
STYLE = "config/figures.mplstyle"
REPLICATED_MEASURES = ("aupr", "auprg", "auroc")
Label = Annotated[str, Field(min_length=1)] | int | bool


class Figures(Section):
    """What the figures show and how."""

    scatter_tasks: tuple[TaskName, TaskName] | None = None
    """Two tasks, by id or data set, for the scatter plots of AUPR and AUPRG; null for the task of
    the curves and one nearest a quartile of the rank correlations, or without a disagreement those
    nearest both.
    """

    curve_task: TaskName | None = None
    """The task, by id or data set, in which the curves of two models are drawn; null for a task in
    which AUPR and AUPRG disagree about the second place, the one nearest the lower quartile of
    their rank correlation.
    """

    curve_runs: tuple[Id, Id] | None = None
    """The ids of the two runs of `curve_task` whose curves are drawn."""

    style: str = STYLE
    """The path of a Matplotlib style sheet."""

    formats: Annotated[
        tuple[Literal["pdf", "svg", "png"], ...],
        Field(json_schema_extra={"contains": {"const": "png"}, "uniqueItems": True}),
    ] = ("pdf", "svg", "png")
    """The file formats of the figures; the page needs png."""

    @property
    def sheet(self) -> Path:
        """The style sheet that the study names, or that of the project."""
        return Path(self.style) if "style" in self.model_fields_set else default_sheet()

    @field_validator("style")
    @classmethod
    def _readable(cls, style: str) -> str:
        if style != STYLE:
            check_sheet(style)
        return style

    @field_validator("formats")
    @classmethod
    def _with_png(cls, formats: tuple[str, ...]) -> tuple[str, ...]:
        if "png" not in formats:
            raise ValueError("png must be among the formats; the page shows it")
        return tuple(dict.fromkeys(formats))

    @model_validator(mode="after")
    def _runs_with_their_task(self) -> Self:
        if (self.curve_task is None) != (self.curve_runs is None):
            raise ValueError("`curve_task` and `curve_runs` need each other: name both or neither")
        return self


class ComparisonConfig(Section):
    """Settings of everything that is computed beyond the paper; see docs/comparison.md."""

    resamples: Annotated[int, Field(ge=1, le=1_000_000)] = 10_000
    """The number of bootstrap resamples of the data sets, for confidence intervals."""

    replicates: Annotated[int, Field(ge=2, le=100_000)] = 200
    """The number of bootstrap replicates of each task's instances."""

    splits: Annotated[int, Field(ge=1, le=10_000)] = 200
    """The number of random splits of each task's instances into halves: one to select a model on,
    the other to evaluate it.
    """

    confidence_level: Annotated[float, Field(gt=0, lt=1)] = 0.95
    """The confidence level of all intervals; the significance level of tests is 1 minus this."""

    seed: Annotated[int, Field(ge=0)] = 2015
    """The seed of all resampling; models are drawn with `selection.seed`."""


class StudyConfig(Section):
    """One file in config/studies."""

    title: Annotated[str, Field(min_length=1)]
    """The title of the page."""

    archive: (
        Annotated[str, Field(min_length=1)]
        | Annotated[tuple[Annotated[str, Field(min_length=1)], ...], Field(min_length=1)]
    )
    """Where the predictions come from: "openml", "demo" (predictions of scikit-learn models that
    come with the package; offline), a source added by an installed package ("name" or "name:what
    it reads", see docs/plugins.md), a table of predictions (a Parquet, CSV, Excel or ARFF file, a
    folder or a pattern such as "runs/*.parquet", or a list of them; see docs/own_predictions.md),
    a frozen study (a zip file written by `snakemake freeze`, or its contents in a folder) or a
    folder with tables of tasks and runs and files of predictions (see docs/openml.md).
    """

    columns: dict[Annotated[str, OneOf(COLUMNS)], Annotated[str, Field(min_length=1)]] = Field(
        default={}
    )
    """The columns of a table of predictions whose names are not those of their roles: the name of
    the column by role, as in {model: learner}.
    """

    positive_label: Label | dict[str, Label] | None = None
    """The label of the positive class, or labels by data set name or task id, with "*" for all
    others; a single column y_score has the scores of this label. "scored" is the class whose
    scores are given: 1, True, or else the label that sorts last; "minority" is the rarer class.
    Null means "scored" for a table, "minority" for other archives and for a replication.
    """

    replication: bool = False
    """Whether the study replicates the paper; if not, the paper's numbers are shown only as
    context.
    """

    second_opinion: bool = False
    """Whether independent code reads some of the predictions again: the package openml those of
    OpenML, whose runs it lists again unless the study is frozen, or liac-arff those of a folder;
    other archives are refused. The report says how many agree; see docs/replication.md.
    """

    plan: str | None = None
    """The path of a plan from another run, to use instead of drawing a new one."""

    selection: Selection = Selection()

    repeats: Literal["pooled", "first"] = "pooled"
    """Whether the repeats of a cross-validation are pooled or only the first is used."""

    measures: Annotated[
        tuple[str, ...],
        Field(
            json_schema_extra={
                "items": {
                    "anyOf": [
                        {"enum": list(own_measures())},
                        {"type": "string", "pattern": OWN_MEASURE},
                        {"type": "string", "pattern": PARAMETERS_IN_NAMES},
                    ]
                },
                "minItems": 1,
                "uniqueItems": True,
            }
        ),
    ] = REPLICATED_MEASURES
    """The measures to compare, by name, including those of an installed package (see
    docs/plugins.md), possibly with a number as in net_benefit@0.2 or auprg@prevalence=0.1; or your
    own function as "module:function". The paper's figures need aupr and auprg.
    """

    depends: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    """Files that your own measures read, such as costs.json: after an edit of one, results are
    recomputed, as after an edit of the measures' code.
    """

    ranking: Ranking = Ranking()

    figures: Figures = Figures()

    chunks: Annotated[int, Field(ge=1, le=1000)] | None = None
    """The number of jobs into which fetching and evaluation are divided; null for the first of 2,
    4, 8, 16 and 32 with at most 8 tasks a job on average, else 32.
    """

    comparison: ComparisonConfig = ComparisonConfig()

    @property
    def source(self) -> dict[str, Any]:
        """Return the settings of the source: arguments of `source_of`."""
        labels = self.positive_label
        if labels is None and self.replication:
            labels = MINORITY
        return {
            "archive": self.archive if isinstance(self.archive, str) else list(self.archive),
            "columns": dict(self.columns),
            "positive_label": {name: label_text(label) for name, label in labels.items()}
            if isinstance(labels, dict)
            else label_text(labels),
        }

    @property
    def keys_of_paths(self) -> dict[Path, str]:
        """Return the keys that name single paths, by path."""
        paths = {"plan": self.plan, "selection.runs": self.selection.runs}
        if isinstance(self.archive, str):
            paths["archive"] = self.archive
        return {Path(path): key for key, path in paths.items() if path}

    @field_validator("measures")
    @classmethod
    def _known_measures(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        names = tuple(OTHER_NAMES.get(word, word) for word in words)
        for name in names:
            if name in own_measures() or re.match(OWN_MEASURE, name):
                continue
            if re.match(PARAMETERS_IN_NAMES, name):
                get_measure(name)
                continue
            allowed = known_measures()
            if name not in allowed:
                meant = did_you_mean(OTHER_NAMES.get(name.lower(), name), allowed)
                raise ValueError(
                    f"{name!r} is not allowed.{meant} Allowed values: "
                    f'{", ".join(allowed)}, or your own as "module:function"'
                )
        twice = first_repeated(names)
        if twice is not None:
            raise ValueError(f"{twice!r} appears twice")
        if not names:
            raise ValueError("name at least one measure")
        return names

    @model_validator(mode="after")
    def _replicated_measures(self) -> Self:
        missing = [name for name in REPLICATED_MEASURES if name not in self.measures]
        if self.replication and missing:
            raise ValueError(
                f"a replication compares {', '.join(REPLICATED_MEASURES)}: add "
                f"{', '.join(missing)} to measures, or set replication: false"
            )
        return self


def check_run(given: Mapping[str, Any], source: str) -> RunConfig:
    """Check the settings of a run; a key of a study among them is told where it belongs.

    Jobs read them by `RunConfig` alone, so that fetching does not depend on the measures that a
    study may name.
    """
    for key in given:
        if key not in RunConfig.model_fields and (places := places_in_study(key)):
            named = " or ".join(f"`{place}`" for place in places)
            raise PrgbenchError(
                f"{source}: {key!r} is a setting of a study: write {named} into its file in "
                "config/studies/, or into a copy of it that `study` then names."
            )
    return check_settings(given, source, RunConfig)


def places_in_study(key: str, section: type[Section] = StudyConfig) -> list[str]:
    """Return where a key stands in a study file.

    Examples
    --------
    >>> places_in_study("seed")
    ['selection.seed', 'comparison.seed']
    """
    places = [key] if key in section.model_fields else []
    for name, field in section.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, Section):
            places += [f"{name}.{place}" for place in places_in_study(key, inner)]
    return places
