"""A study computed in memory; only its report is written."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
from joblib import Parallel, delayed, effective_n_jobs

from prgbench import stages
from prgbench.answer.answer import Answer, collect_answer
from prgbench.answer.interface import Options, Study, Tables
from prgbench.answer.parts import ANSWER
from prgbench.answer.run import chosen_parts, compute_tables, per_task_tables
from prgbench.answer.tables import gather, write_csv_tables
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import default_sheet, style
from prgbench.report import ANSWER_FIGURE
from prgbench.report.figures import paper_figures
from prgbench.report.sections import figures_of
from prgbench.report.study_figures import StudyFigures
from prgbench.robustness.parts import ROBUSTNESS
from prgbench.run.files import write_text
from prgbench.run.listener import ProgressBars, say
from prgbench.sources.interface import Source
from prgbench.sources.store.fetched import FetchedTask
from prgbench.sources.store.memory import MemoryStore, Store, read_tasks
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import agreement_summary, task_agreement, task_table
from prgbench.study.examples import (
    Examples,
    choose_examples,
    curve_table,
    example_scores,
)
from prgbench.study.fetching import complete_task
from prgbench.study.measures import check_measures, undefined_measures
from prgbench.study.plan import Plan, make_plan
from prgbench.study.ranking import add_ranks
from prgbench.study.scoring import (
    count_exclusions,
    gather_scores,
    list_exclusions,
    score_task,
)
from prgbench.study.warnings import study_warnings
from prgbench.study.what_was_read import macro_averages, what_was_read
from prgbench.study_file import StudyFile

FEW_PREDICTIONS = 200_000
"""With fewer, other processes take longer to start than to share the work."""

GROUPS = {"answer": ANSWER, "robustness": ROBUSTNESS}

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Computed:
    """What was computed of a study: its plan, its models and all tables.

    ``tables`` are those of the study by name, ``parts`` those of the answer and of the
    robustness.
    """

    plan: Plan
    examples: Examples
    tables: Tables
    parts: Mapping[str, Tables]
    answer: Answer

    @property
    def models(self) -> pd.DataFrame:
        """Return the ranked models."""
        return self.examples.models

    def all_tables(self) -> Tables:
        """Return the tables of the study and of its parts."""
        return self.tables | self.tables_of_parts()

    def tables_of_parts(self) -> Tables:
        """Return the tables of the parts."""
        return {name: table for own in self.parts.values() for name, table in own.items()}


class StudyRun(ABC):
    """A study in this process; ``n_jobs`` processes share its tasks.

    ``name`` is what pages call it.
    """

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
        self._n_jobs = effective_n_jobs(n_jobs)
        self._bars = bars or ProgressBars()
        self._paper_figures = paper_figures(study.measures, replication=study.replication)
        sections = {"answer": study.answer_options, "robustness": study.robustness_options}
        self._options: dict[str, Options] = {
            group: chosen_parts(GROUPS[group], {n: own.as_params() for n, own in options.items()})
            for group, options in sections.items()
            if options
        }

    @abstractmethod
    def compute(self) -> Computed:
        """Return all tables and the answer; nothing is written."""

    @property
    def figure_names(self) -> list[str]:
        """Return the names of all figures."""
        return [ANSWER_FIGURE, *self._paper_figures, *figures_of(self._parts())]

    def draw(self, computed: Computed, name: str) -> Drawn:
        """Draw one of its figures."""
        with style(self._sheet()):
            return self._figures(computed).draw(name)

    def write_report(self, computed: Computed, folder: Path) -> None:
        """Write the tables, the figures, ``report.md`` and the page, as the workflow has them."""
        study, tables, figures = self.study, folder / "tables", folder / "figures"
        computed.plan.write(folder / "plan" / "plan.json")
        computed.models.to_parquet(folder / "models.parquet", index=False)
        write_csv_tables(tables, computed.tables)
        for group, own in computed.parts.items():
            write_csv_tables(tables / group, own)
        write_text(folder / "answer.json", computed.answer.to_json())
        self._figures(computed).save(
            self._bars.each(self.figure_names, "drawing", len(self.figure_names)),
            sheet=self._sheet(),
            folder=figures,
            formats=study.figures.formats,
        )
        groups, facts = [tables / group for group in computed.parts], asdict(self.facts)
        section = folder / "comparison.md"
        stages.section(
            tables=groups,
            section=section,
            leaderboard=folder / "leaderboard.csv",
            listed=folder / "leaderboard.md",
            badge=folder / "winner.svg",
            parts=self._parts(),
            facts=facts,
        )
        read: dict[str, Any] = {
            "plan": folder / "plan" / "plan.json",
            "models": folder / "models.parquet",
            "summary": tables / "agreement.csv",
            "exclusions": tables / "exclusions.csv",
            "answer": folder / "answer.json",
            "tables": groups,
            "replicated": [],
            "settings": study.as_params(),
            "facts": facts,
        }
        stages.report(
            **read,
            figures=[figures / f"{name}.png" for name in (ANSWER_FIGURE, *self._paper_figures)],
            section=section,
            report=folder / "report.md",
        )
        stages.page(
            **read,
            agreement=tables / "task_agreement.csv",
            listed=tables / "exclusions_listed.csv",
            curves=self._write_curves(folder),
            page=folder / "report" / "index.html",
            figures=figures,
            parts=self._parts(),
            paper_figures=self._paper_figures,
            formats=study.figures.formats,
        )

    def _agreement(self, models: pd.DataFrame) -> Tables:
        measures = self.study.setting.measures
        pairs = task_agreement(models, measures, top=self.study.ranking.top)
        return {
            "agreement": agreement_summary(pairs, models),
            "task_agreement": pairs,
            "tasks": task_table(models, pairs, measures),
            "macro": macro_averages(models, measures),
        }

    def _answer(
        self, plan: Plan, models: pd.DataFrame, tables: Tables, of_answer: Tables
    ) -> Answer:
        return collect_answer(
            self.name,
            self.facts.source,
            self.facts.confidence_level,
            models,
            tables["agreement"],
            of_answer,
            scope=what_was_read(models),
            notes=plan.notes,
            warnings=study_warnings(models),
            units=self.facts.units,
        )

    def _figures(self, computed: Computed) -> StudyFigures:
        return StudyFigures(
            computed.examples,
            computed.answer,
            computed.tables_of_parts(),
            self.facts,
            self.study.replication,
        )

    def _write_curves(self, folder: Path) -> list[Path]:  # noqa: ARG002 - scores have none
        """Write the tables of the curves that the page shows, and return them."""
        return []

    def _parts(self) -> list[str]:
        return [part.name for options in self._options.values() for part in options]

    def _sheet(self) -> Path:
        """Return the style sheet that the study names, or that of the project."""
        named = "style" in self.study.figures.model_fields_set
        return Path(self.study.figures.style) if named else default_sheet()

    def _each(
        self, what: str, function: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]
    ) -> list[Result]:
        """Call a function for all tasks, which all processes share."""
        calls = [delayed(function)(*own) for own in arguments]
        # Arrays go to other processes as they are: joblib would write large ones to a folder.
        done = Parallel(self._n_jobs, return_as="generator", max_nbytes=None)(calls)
        return list(self._bars.each(done, what, len(calls)))


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
        self._fetched: list[FetchedTask] = []
        self._store: Store = MemoryStore({})

    def compute(self) -> Computed:
        """Return all tables and the answer; nothing is written."""
        study = self.study
        check_measures(study.measures)
        self._source.listener = self._bars
        plan, read, self._store = self._read()
        self._fetched = [complete_task(task, plan.n_models) for task in read]
        exclusions = list_exclusions(plan, self._fetched)
        with_models = [task for task in self._fetched if task.models]
        n_predictions = sum(
            len(task.models) * task.task.n_instances * task.task.n_repeats for task in with_models
        )
        if n_predictions < FEW_PREDICTIONS:
            self._n_jobs = 1
        scored = self._each(
            "computing",
            _compute_task,
            (
                (task, self._store.only(task.task.task_id), study, self._options)
                for task in with_models
            ),
        )
        models = self._ranked([rows for rows, _ in scored])
        tables = self._agreement(models)
        tables |= {
            "exclusions": count_exclusions(exclusions, plan),
            "exclusions_listed": exclusions,
        }
        per_task = gather(evidence for _, evidence in scored)
        shared = Study(
            models=models,
            agreement=tables["task_agreement"],
            per_task=per_task,
            setting=study.setting,
            resampling=Resampling(**study.resampling),
        )
        parts = {
            group: compute_tables(shared, options, processes=self._n_jobs)
            for group, options in self._options.items()
        }
        choice = choose_examples(
            models,
            tables["task_agreement"],
            scatter_tasks=study.figures.scatter_tasks,
            curve_task=study.figures.curve_task,
            curve_runs=study.figures.curve_runs,
        )
        examples = Examples(
            models, tables["task_agreement"], choice, example_scores(choice, self._store)
        )
        answer = self._answer(plan, models, tables, parts["answer"])
        return Computed(plan, examples, tables, parts, answer)

    def _read(self) -> tuple[Plan, list[FetchedTask], Store]:
        """Return the plan, what was read of its tasks, and where their predictions are."""
        plan = make_plan(self._source, self.name, self.study.selection)
        tasks = ((planned.task, planned.candidates) for planned in plan.tasks)
        first_repeat = self.study.repeats == "first"
        return plan, *read_tasks(self._source, tasks, first_repeat=first_repeat)

    def _ranked(self, scores: list[pd.DataFrame]) -> pd.DataFrame:
        measures = self.study.setting.measures
        models = gather_scores(self.name, scores)
        for sentence in undefined_measures(models, measures):
            say(f"{sentence} These models share the last ranks.")
        return add_ranks(models, measures, self.study.ranking)

    def _write_curves(self, folder: Path) -> list[Path]:
        path = folder / "curves.parquet"
        curves = self._each(
            "preparing the curves",
            _curves_of_task,
            ((task, self._store.only(task.task.task_id)) for task in self._fetched if task.models),
        )
        pd.concat(curves, ignore_index=True).to_parquet(path, index=False)
        return [path]


def _curves_of_task(task: FetchedTask, store: Store) -> pd.DataFrame:
    predictions = store.open(task.task.task_id)
    return curve_table(predictions, [model.run.run_id for model in task.models])


def _compute_task(
    task: FetchedTask, store: Store, study: StudyFile, options: Mapping[str, Options]
) -> tuple[pd.DataFrame, Tables]:
    """Return the scores of a task's models, and what the parts compute from their predictions."""
    scores = score_task(task, store, study.setting.measures)
    ranked = add_ranks(scores, study.setting.measures, study.ranking)
    every = {part: own for group in options.values() for part, own in group.items()}
    return scores, gather(per_task_tables(ranked, store, study.setting, every))
