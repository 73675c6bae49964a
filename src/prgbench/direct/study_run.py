"""A study from its source to its page in this process, with the stages of the workflow.

What is written lies in a folder as in ``results/<study>`` of the workflow, and is the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from joblib import Parallel, delayed, effective_n_jobs

from prgbench.answer.tables import read_csv_tables
from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import path_of, write
from prgbench.pipeline.jobs import run_stages, settings_of
from prgbench.pipeline.stages import JOBS
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
from prgbench.study.plan import MOST_CHUNKS, PlannedTask
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
        self._answer = folder / ANSWER
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
        self._names: list[str] = []

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of the stages."""
        return settings_of(self.name, self.study, asdict(self.facts), self._store, self.folder)

    @property
    def _store(self) -> dict[str, str]:
        return {}

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
        self._figures().save(
            self._bars.each(self.figure_names, "drawing", len(self.figure_names)),
            sheet=self._sheet(),
            folder=self.folder / "figures",
            formats=self.study.figures.formats,
        )
        self._run(JOBS["report"])

    def _run(self, stages: Sequence[str], chunk: str | None = None) -> None:
        """Run stages between reading and writing the files of a chunk, or of all chunks."""
        run_stages(stages, self.settings, self._names if chunk is None else [chunk], self._n_jobs)

    def _figures(self) -> StudyFigures:
        return StudyFigures(
            self._files, self._answer, self._groups(), self.facts, self.study.replication
        )

    def _parts(self) -> list[str]:
        return [name for options in self._options.values() for name in options]

    def _groups(self) -> list[Path]:
        return [self._tables / group for group in self._options]

    def _sheet(self) -> Path:
        """Return the style sheet that the study names, or that of the project."""
        named = "style" in self.study.figures.model_fields_set
        return Path(self.study.figures.style) if named else default_sheet()


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

    @property
    def _store(self) -> dict[str, str]:
        return {"folder": str(self._source.bundles), "repeats": self.study.repeats}

    def compute(self) -> None:
        """Make all tables and the answer."""
        check_measures(self.study.measures)
        self._source.listener = self._bars
        plan = planning.plan(
            self._source, study=self.name, selection=self.study.selection.as_params(), tell=False
        )
        _, chunks = planning.chunks(plan, n_files=MOST_CHUNKS, n_chunks=MOST_CHUNKS)
        write(
            {"plan": plan, "taken": plan}, {name: self._path(name) for name in ("plan", "taken")}
        )
        if sum(map(_n_predictions, plan.tasks)) < FEW_PREDICTIONS:
            self._n_jobs = 1
        for number, chunk in enumerate(chunks):
            if chunk.tasks:
                self._names.append(f"{number:03d}")
                fetched = planning.fetch(self._source, chunk)
                write({"fetched": fetched}, {"fetched": self._path("fetched", self._names[-1])})
        # Arrow would keep the memory of what it has read and sorted.
        pa.default_memory_pool().release_unused()
        self._each("evaluating", ["evaluate"])
        self._run(JOBS["rank"])
        self._run(JOBS["answer"])
        if self.study.robustness_options:
            self._run(JOBS["robustness"])

    def write_report(self) -> None:
        """Draw all figures and write ``report.md`` and the page."""
        self._each("preparing the curves", ["curves"])
        super().write_report()

    def _each(self, doing: str, stages: Sequence[str]) -> None:
        """Run stages for all chunks, which all processes share."""
        calls = [delayed(run_stages)(stages, self.settings, [chunk]) for chunk in self._names]
        done = Parallel(self._n_jobs, return_as="generator")(calls)
        list(self._bars.each(done, doing, len(calls)))

    def _path(self, name: str, chunk: str = "") -> Path:
        return path_of(name, self.folder, chunk)


def _n_predictions(task: PlannedTask) -> int:
    return task.n_instances * task.n_repeats * len(task.candidates)
