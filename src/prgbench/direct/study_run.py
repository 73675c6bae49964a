"""A study computed in memory with the stages of the workflow; only its report is written.

`StudyRun` holds the values that a run of the pipeline would have in files, and runs the same
stages on them: a new stage or rule of `prgbench.pipeline.stages` is computed here, too.
`PredictionStudy` reads the predictions of a source and evaluates its tasks, which processes may
share; studies without predictions are in `prgbench.direct.study_of_columns`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
from joblib import Parallel, delayed, effective_n_jobs

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.answer.tables import gather
from prgbench.data.models import Models
from prgbench.data.stores import MemoryStore, Store, read_tasks
from prgbench.pipeline.artifacts import ARTIFACTS, path_of, write
from prgbench.pipeline.jobs import outputs, settings_of, stages_of
from prgbench.pipeline.stages import JOBS, STAGES, compute
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import keep_colours, style
from prgbench.report import ANSWER_FIGURE
from prgbench.report.figures import StudyFigures
from prgbench.report.parts import figures_of
from prgbench.run.listener import ProgressBars
from prgbench.sources.chosen_models import ChosenModels, enough_models
from prgbench.sources.in_memory import SourceInMemory
from prgbench.sources.interface import Source
from prgbench.study.examples import NO_EXAMPLES, Examples
from prgbench.study.make_plan import make_plan
from prgbench.study.measures import check_measures
from prgbench.study.plan import Plan
from prgbench.study.turned_labels import check_turned_labels
from prgbench.study_file import StudyFile

FEW_PREDICTIONS = 200_000
"""With fewer, other processes take longer to start than to share the work."""

TABLES = [
    name for name, artifact in ARTIFACTS.items() if Path(artifact.path).match("tables/*.csv")
]
"""The tables of a study beside those of its parts."""

OF_TASKS = "evaluate"
"""The rule whose jobs work on tasks, which processes share; the others run once."""

OF_REPORT = "report"
"""The rule that makes what is read, which only a written report needs."""

Result = TypeVar("Result")


class StudyRun(ABC):
    """A study in this process; ``n_jobs`` processes share its tasks.

    ``name`` is what pages call it.
    """

    has_predictions = True

    def __init__(
        self,
        name: str,
        study: StudyFile,
        facts: Facts,
        *,
        n_jobs: int,
        bars: ProgressBars | None,
    ) -> None:
        self.name = name
        self.study = study
        self.facts = facts
        self._store: Store = MemoryStore({})
        self._n_jobs = effective_n_jobs(n_jobs)
        self._bars = bars or ProgressBars()

    @abstractmethod
    def compute(self) -> dict[str, Any]:
        """Return what the stages compute, by the names of its artifacts; nothing is written."""

    @cached_property
    def values(self) -> dict[str, Any]:
        """What the stages have computed."""
        return self.compute()

    @property
    def answer(self) -> Answer:
        """The answer."""
        answer: Answer = self.values["answer"]
        return answer

    @property
    def models(self) -> Models:
        """The ranked models."""
        models: Models = self.values["models"]
        return models

    @property
    def tables(self) -> Tables:
        """The tables of the study and of its parts by name."""
        return {name: self.values[name] for name in TABLES} | self._tables_of_parts()

    @property
    def replication(self) -> pd.DataFrame | None:
        """The agreement of the measures, of a study that repeats the paper's; None of others."""
        summary: pd.DataFrame = self.values["agreement"]
        return summary if self.study.replication else None

    def _tables_of_parts(self) -> Tables:
        return {**self.values["answer_tables"], **self.values.get("robustness_tables", {})}

    @property
    def figure_names(self) -> list[str]:
        """Return the names of all figures."""
        settings = self._settings()
        return [ANSWER_FIGURE, *settings["paper_figures"], *figures_of(settings["parts"])]

    def draw(self, name: str) -> Drawn:
        """Draw one of its figures."""
        with style(self.study.figures.sheet):
            drawn = self._figures().draw(name)
            if drawn.figure is not None:
                keep_colours(drawn.figure)
            return drawn

    def write_report(self, folder: Path) -> None:
        """Write what was computed, the figures, the page and ``report.md``, as the workflow."""
        names = self.figure_names
        self._figures().save(
            self._bars.each(names, "drawing", len(names), "figure"),
            self.study.figures,
            folder / "figures",
        )
        settings = self._settings(folder)
        values = {**self.values, "curves": self._curves()}
        self._compute(OF_REPORT, values, settings)
        files = {name: path for rule in JOBS for name, path in outputs(rule, settings).items()}
        files |= {"plan": path_of("plan", folder)}
        # Files of chunks are for jobs that share the work: here nobody would read them.
        kept = {name for name in values if not ARTIFACTS[name].of_chunk}
        write(values, {name: path for name, path in files.items() if name in kept})

    def _compute_rest(self, values: dict[str, Any]) -> None:
        """Run all stages after those of tasks, without naming one: a new one is run, too.

        What a study brings itself is not computed again. The report waits until it is asked for.
        """
        settings = self._settings()
        for rule in JOBS:
            if rule not in (OF_TASKS, OF_REPORT):
                self._compute(rule, values, settings)

    def _compute(self, rule: str, values: dict[str, Any], settings: Mapping[str, Any]) -> None:
        """Run the stages of a rule of the workflow."""
        stages = [
            stage.name
            for stage in stages_of(rule, settings)
            # Without predictions there is no store that a stage could open.
            if self.has_predictions or "store" not in stage.settings
            if not values.keys() >= set(stage.writes)
        ]
        compute(values, stages, {**settings, "processes": self._n_jobs})

    def _settings(self, folder: Path = Path()) -> dict[str, Any]:
        return settings_of(self.name, self.study, asdict(self.facts), self._store, folder)

    def _curves(self) -> Iterable[tuple[int, pd.DataFrame]]:
        """Return the curves that the page shows, task by task; scores have none."""
        return []

    def _figures(self) -> StudyFigures:
        examples = Examples(
            self.models,
            self.values["task_agreement"],
            self.values.get("examples", NO_EXAMPLES),
            self.values.get("example_scores", pd.DataFrame()),
        )
        tables = self._tables_of_parts()
        printed = self.study.replication
        return StudyFigures(examples, self.answer, tables, self.facts, printed)

    def _each(
        self, doing: str, function: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]
    ) -> list[Result]:
        """Call a function for all tasks, which all processes share."""
        calls = [delayed(function)(*given) for given in arguments]
        # Arrays go to other processes as they are: joblib would write large ones to a folder.
        done = Parallel(self._n_jobs, return_as="generator", max_nbytes=None)(calls)
        return list(self._bars.each(done, doing, len(calls), "data set"))


class PredictionStudy(StudyRun):
    """A study of predictions whose source brings the models of a task to the same rows."""

    def __init__(
        self,
        name: str,
        study: StudyFile,
        source: Source,
        *,
        n_jobs: int = 1,
        bars: ProgressBars | None = None,
    ) -> None:
        facts = study.facts(source.label, openml=source.has_pages)
        super().__init__(name, study, facts, n_jobs=n_jobs, bars=bars)
        self._source = source

    def compute(self) -> dict[str, Any]:
        """Return what the stages compute, by the names of its artifacts; nothing is written."""
        check_measures(self.study.measures)
        self._source.listener = self._bars
        plan, read, self._store = self._read()
        fetched = [enough_models(task, plan.n_models) for task in read]
        # Decided by the work, not by the user's wish alone: small tables would get slower.
        if sum(map(_n_predictions, fetched)) < FEW_PREDICTIONS:
            self._n_jobs = 1
        values: dict[str, Any] = {"plan": plan, "taken": plan, "plan_head": plan}
        values |= {"fetched": fetched, **self._evaluated(fetched)}
        self._compute_rest(values)
        return values

    def _read(self) -> tuple[Plan, list[ChosenModels], Store]:
        """Return the plan, what was read of its tasks, and where their predictions are."""
        # The demo, whose source has files, has another way to read them.
        assert isinstance(self._source, SourceInMemory)
        plan = make_plan(self._source, self.name, self.study.selection)
        check_turned_labels(self._source, plan.drawn_runs)
        first_repeat = self.study.repeats == "first"
        return plan, *read_tasks(self._source, plan.drawn_runs, first_repeat=first_repeat)

    def _evaluated(self, fetched: Iterable[ChosenModels]) -> dict[str, Any]:
        settings = self._settings()
        calls = [
            ([task], {**settings, "store": self._store.only(task.task.task_id)})
            for task in fetched
            if task.models
        ]
        evaluated = self._each("computing", _evaluate, calls)
        return {
            "scores": Models.concat(task[0] for task in evaluated),
            "answer_evidence": gather(task[1] for task in evaluated),
            "robustness_evidence": gather(task[2] for task in evaluated),
        }

    def _curves(self) -> Iterable[tuple[int, pd.DataFrame]]:
        calls = (
            (models, self._store.only(task_id))
            for task_id, models in self.values["scores"].each_task()
        )
        tasks = self._each("preparing the curves", _curves_of_task, calls)
        return [curves for task in tasks for curves in task]


def _evaluate(
    fetched: list[ChosenModels], settings: Mapping[str, Any]
) -> tuple[Models, Tables, Tables]:
    values: dict[str, Any] = {"fetched": fetched}
    compute(values, ["evaluate"], settings)
    return values["scores"], values["answer_evidence"], values["robustness_evidence"]


def _curves_of_task(scores: Models, store: Store) -> list[tuple[int, pd.DataFrame]]:
    return list(STAGES["curves"].function(scores, store=store))


def _n_predictions(task: ChosenModels) -> int:
    return len(task.models) * task.task.n_instances * task.task.n_repeats
