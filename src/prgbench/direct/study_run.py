"""A study from its source to its page in this process, with the stages of the workflow.

What is written lies in a folder as in ``results/<study>`` of the workflow, and is the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from joblib import Parallel, delayed, effective_n_jobs

from prgbench import stages
from prgbench.answer.tables import read_csv_tables
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.style import default_sheet, style
from prgbench.report import ANSWER_FIGURE
from prgbench.report.figures import paper_figures
from prgbench.report.sections import figures_of
from prgbench.report.study_figures import StudyFigures
from prgbench.run.listener import ProgressBars
from prgbench.sources.interface import Source
from prgbench.study.examples import StudyFiles
from prgbench.study.measures import check_measures
from prgbench.study.plan import MOST_CHUNKS, Plan, PlannedTask, chunks_with_tasks
from prgbench.study_file import StudyFile

ANSWER = "answer.json"
FEW_PREDICTIONS = 200_000
"""With fewer, other processes take longer to start than to share the work."""


class WrittenStudy(ABC):
    """A study in a folder: what its stages have written, its figures and pages.

    ``name`` is what pages call it; ``n_jobs`` processes share its tasks.
    """

    def __init__(
        self,
        name: str,
        study: StudyFile,
        facts: Facts,
        folder: Path,
        *,
        n_jobs: int,
        bars: ProgressBars | None,
    ) -> None:
        self.name = name
        self.study = study
        self.folder = folder
        self.facts = facts
        self._n_jobs = effective_n_jobs(n_jobs)
        self._bars = bars or ProgressBars()
        self._tables = folder / "tables"
        self._plan = folder / "plan" / "plan.json"
        self._answer = folder / ANSWER
        self._section = folder / "comparison.md"
        self._paper_figures = paper_figures(study.measures, replication=study.replication)
        self._files = StudyFiles(
            models=folder / "models.parquet",
            pairs=self._tables / "task_agreement.csv",
            choice=self._tables / "examples.json",
            scores=self._tables / "example_scores.parquet",
        )
        groups = {"answer": study.answer_options, "robustness": study.robustness_options}
        self._options = {
            group: {name: own.as_params() for name, own in options.items()}
            for group, options in groups.items()
            if options
        }

    @abstractmethod
    def compute(self) -> None:
        """Make all tables and the answer."""

    @property
    def answer_text(self) -> str:
        """Return the answer as JSON."""
        return self._answer.read_text(encoding="utf-8")

    def models(self) -> pd.DataFrame:
        """Return the ranked models."""
        return self._files.read_models()

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return all tables, by name."""
        folders = [self._tables, *self._groups()]
        return {
            name: table for folder in folders for name, table in read_csv_tables(folder).items()
        }

    @property
    def figure_names(self) -> list[str]:
        """Return the names of all figures."""
        return [ANSWER_FIGURE, *self._paper_figures, *figures_of(self._parts())]

    def draw(self, name: str) -> Drawn:
        """Draw one of its figures."""
        with style(self._sheet()):
            return self._figures().draw(name)

    def write_report(self) -> None:
        """Draw all figures and write ``report.md`` and the page."""
        study, tables = self.study, self._tables
        figures = self.folder / "figures"
        facts = asdict(self.facts)
        self._figures().save(
            self._bars.each(self.figure_names, "drawing", len(self.figure_names)),
            sheet=self._sheet(),
            folder=figures,
            formats=study.figures.formats,
        )
        stages.section(
            tables=self._groups(),
            section=self._section,
            leaderboard=self.folder / "leaderboard.csv",
            listed=self.folder / "leaderboard.md",
            badge=self.folder / "winner.svg",
            parts=self._parts(),
            facts=facts,
        )
        read: dict[str, Any] = {
            "plan": self._plan,
            "models": self._files.models,
            "summary": tables / "agreement.csv",
            "exclusions": tables / "exclusions.csv",
            "answer": self._answer,
            "tables": self._groups(),
            "replicated": [],
            "settings": study.as_params(),
            "facts": facts,
        }
        stages.report(
            **read,
            figures=[figures / f"{name}.png" for name in (ANSWER_FIGURE, *self._paper_figures)],
            section=self._section,
            report=self.folder / "report.md",
        )
        stages.page(
            **read,
            agreement=self._files.pairs,
            listed=tables / "exclusions_listed.csv",
            curves=self._curves(),
            page=self.folder / "report" / "index.html",
            figures=figures,
            parts=self._parts(),
            paper_figures=self._paper_figures,
            formats=study.figures.formats,
        )

    def _compare(self) -> None:
        stages.compare(
            models=self._files.models,
            summary=self._tables / "agreement.csv",
            pairs=self._files.pairs,
            tasks=self._tables / "tasks.csv",
            macro=self._tables / "macro.csv",
            measures=self.study.measures,
            top=self.study.ranking.top,
        )

    def _collect_answer(self) -> None:
        stages.answer(
            plan=self._plan,
            models=self._files.models,
            summary=self._tables / "agreement.csv",
            tables=self._tables / "answer",
            answer=self._answer,
            study=self.name,
            facts=asdict(self.facts),
        )

    def _figures(self) -> StudyFigures:
        return StudyFigures(
            self._files, self._answer, self._groups(), self.facts, self.study.replication
        )

    def _curves(self) -> list[Path]:
        """Write the tables of the curves that the page shows, and return them."""
        return []

    def _parts(self) -> list[str]:
        return [name for options in self._options.values() for name in options]

    def _groups(self) -> list[Path]:
        return [self._tables / group for group in self._options]

    def _sheet(self) -> Path:
        """Return the style sheet that the study names, or that of the project."""
        named = "style" in self.study.figures.model_fields_set
        return Path(self.study.figures.style) if named else default_sheet()

    def _each(
        self, what: str, stage: Callable[..., None], arguments: Iterable[dict[str, Any]]
    ) -> None:
        """Run a stage for all chunks, which all processes share."""
        calls = [delayed(stage)(**own) for own in arguments]
        done = Parallel(self._n_jobs, return_as="generator")(calls)
        list(self._bars.each(done, what, len(calls)))


class StudyRun(WrittenStudy):
    """A study of predictions in one process, or several that share its chunks."""

    def __init__(
        self,
        name: str,
        study: StudyFile,
        source: Source,
        folder: Path,
        *,
        n_jobs: int = 1,
        bars: ProgressBars | None = None,
    ) -> None:
        facts = study.facts(source.label, openml=source.has_pages)
        super().__init__(name, study, facts, folder, n_jobs=n_jobs, bars=bars)
        self._source = source
        self._names: list[str] = []

    def compute(self) -> None:
        """Make all tables and the answer."""
        check_measures(self.study.measures)
        files, study, tables = self._files, self.study, self._tables
        store = self._store
        setting = study.setting.as_params()
        self._source.listener = self._bars
        stages.plan(
            source=self._source,
            plan=self._plan,
            study=self.name,
            selection=study.selection.as_params(),
            tell=False,
        )
        n_tasks = self.folder / "plan" / "n_tasks.txt"
        chunks = self.folder / "plan" / "chunks"
        plans = [chunks / f"{number:03d}.json" for number in range(MOST_CHUNKS)]
        stages.chunks(plan=self._plan, n_tasks=n_tasks, chunks=plans, n_chunks=MOST_CHUNKS)
        self._names = chunks_with_tasks(plans)
        tasks = Plan.read(self._plan).tasks
        if sum(map(_n_predictions, tasks)) < FEW_PREDICTIONS:
            self._n_jobs = 1
        fetched = self._chunks("fetch", ".json")
        for path in fetched:
            stages.fetch(source=self._source, plan=chunks / path.name, fetched=path)
        # Arrow would keep the memory of what it has read and sorted.
        pa.default_memory_pool().release_unused()
        stages.exclusions(
            plan=self._plan,
            fetched=fetched,
            counts=tables / "exclusions.csv",
            listed=tables / "exclusions_listed.csv",
        )
        scores = self._chunks("scores", ".parquet")
        self._each(
            "scoring",
            stages.score,
            (
                {"fetched": chunk, "scores": path, "store": store, "measures": study.measures}
                for chunk, path in zip(fetched, scores, strict=True)
            ),
        )
        stages.rank(
            scores=scores,
            models=files.models,
            study=self.name,
            measures=study.measures,
            ranking=study.ranking.as_params(),
        )
        self._compare()
        stages.examples(
            models=files.models,
            pairs=files.pairs,
            choice=files.choice,
            scores=files.scores,
            store=store,
            scatter_tasks=study.figures.scatter_tasks,
            curve_task=study.figures.curve_task,
            curve_runs=study.figures.curve_runs,
        )
        for group, options in self._options.items():
            parts = [self.folder / "comparison" / group / path.stem for path in scores]
            self._each(
                f"computing the {group}",
                getattr(stages, f"{group}_per_task"),
                (
                    {"scores": chunk, "per_task": part, "store": store, "setting": setting}
                    | {"options": options}
                    for chunk, part in zip(scores, parts, strict=True)
                ),
            )
            getattr(stages, f"{group}_tables")(
                models=files.models,
                pairs=files.pairs,
                per_task=parts,
                tables=tables / group,
                setting=setting,
                options=options,
                resampling=study.resampling,
                processes=self._n_jobs,
            )
        self._collect_answer()

    def _curves(self) -> list[Path]:
        curves = self._chunks("curves", ".parquet")
        self._each(
            "preparing the curves",
            stages.curves,
            (
                {"scores": chunk, "curves": path, "store": self._store}
                for chunk, path in zip(self._chunks("scores", ".parquet"), curves, strict=True)
            ),
        )
        return curves

    @property
    def _store(self) -> dict[str, str]:
        return {"folder": str(self._source.bundles), "repeats": self.study.repeats}

    def _chunks(self, stage: str, ending: str) -> list[Path]:
        """Return the files of a stage for the chunks that have tasks."""
        return [self.folder / stage / f"{name}{ending}" for name in self._names]


def _n_predictions(task: PlannedTask) -> int:
    return task.n_instances * task.n_repeats * len(task.candidates)
