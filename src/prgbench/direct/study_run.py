"""A study from its source to its page in this process, with the stages of the workflow.

What is written lies in a folder as in ``results/<study>`` of the workflow, and is the same.
"""

from pathlib import Path
from typing import Any

import pandas as pd
from joblib import Parallel, delayed, effective_n_jobs

from prgbench.archive.interface import Source
from prgbench.archive.store.bundle import BundleStore
from prgbench.archive.store.fetched import FetchedTask
from prgbench.comparison.answer import Answer, collect_answer
from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.config import StudyFile
from prgbench.comparison.drawing import draw_figure, draw_parts
from prgbench.comparison.parts import parts_named
from prgbench.comparison.run import Options, compare, per_task_tables
from prgbench.comparison.section import comparison_section, part_sections
from prgbench.comparison.setting import Setting
from prgbench.comparison.table_files import gather, read_csv_tables, write_csv_tables
from prgbench.direct.progress_bars import ProgressBars
from prgbench.pipeline.csv_files import read_csv, write_csv
from prgbench.pipeline.files import write_text
from prgbench.pipeline.records import to_json
from prgbench.plotting.drawn import Drawn
from prgbench.plotting.saved_figure import SavedFigure
from prgbench.plotting.style import default_sheet, save, style
from prgbench.replication.agreement import agreement_summary, task_agreement, task_table
from prgbench.replication.curve_table import curve_table
from prgbench.replication.examples import choose_examples, example_scores
from prgbench.replication.exclusions import count_exclusions, list_exclusions
from prgbench.replication.figures import FIGURES as PAPER_FIGURES
from prgbench.replication.figures import load_figure
from prgbench.replication.ranking import add_ranks
from prgbench.replication.scoring import gather_scores, score_task
from prgbench.replication.study_files import StudyFiles
from prgbench.report import ANSWER_FIGURE
from prgbench.report.answer_figure import answer_figure
from prgbench.report.html.content import PageContent
from prgbench.report.html.page import write_page
from prgbench.report.markdown_report import render_report
from prgbench.report.provenance import Provenance
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.fetching import fetch_plan
from prgbench.study.measures import load_measures
from prgbench.study.plan import Plan, make_plan

ANSWER = "answer.json"


class StudyRun:
    """A study in one process.

    Parameters
    ----------
    name : str
        What pages call the study.
    study : StudyFile
        Its settings.
    source : Source
        Where its predictions come from.
    folder : Path
        Where its results go.
    n_jobs : int
        How many processes share the tasks and the figures.
    bars : ProgressBars
        Show how far it is.
    """

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
        self.name = name
        self.study = study
        self.folder = folder
        self.facts = study.facts(source.label)
        self._source = source
        self._store = BundleStore(source.bundles, study.repeats)
        self._n_jobs = effective_n_jobs(n_jobs)
        self._bars = bars or ProgressBars()
        self._sheet = _sheet_of(study)
        self._tables = folder / "tables"
        self._figures = folder / "figures"
        self._plan = folder / "plan" / "plan.json"
        self._answer = folder / ANSWER
        self._summary = self._tables / "agreement.csv"
        self._exclusions = self._tables / "exclusions.csv"
        self._listed = self._tables / "exclusions_listed.csv"
        self._files = StudyFiles(
            models=folder / "models.parquet",
            pairs=self._tables / "task_agreement.csv",
            choice=self._tables / "examples.json",
            scores=self._tables / "example_scores.parquet",
        )

    def compute(self) -> None:
        """Make all tables and the answer."""
        self._source.listener = self._bars
        plan = make_plan(self._source, self.name, self.study.selection)
        plan.write(self._plan)
        fetched = fetch_plan(self._source, self._store, plan)
        self._write_exclusions(plan, fetched)
        self._write_models(fetched)
        self._write_agreement()
        self._write_examples()
        if self.study.parts:
            self._write_comparison()
        self._write_answer()

    @property
    def answer_text(self) -> str:
        """Return the answer as JSON."""
        return self._answer.read_text(encoding="utf-8")

    def answer(self) -> Answer:
        """Return the answer."""
        return Answer.read(self.answer_text)

    def models(self) -> pd.DataFrame:
        """Return the ranked models."""
        return self._files.read_models()

    def comparison_tables(self) -> Tables:
        """Return the tables of the comparison, by name; none if no part is switched on."""
        return read_csv_tables(self._tables / "comparison")

    def tables(self) -> Tables:
        """Return all tables, by name."""
        return read_csv_tables(self._tables) | self.comparison_tables()

    @property
    def figure_names(self) -> list[str]:
        """Return the names of all figures."""
        own = [figure for part in parts_named(self.study.parts) for figure in part.figures]
        return [ANSWER_FIGURE, *PAPER_FIGURES, *own]

    def draw(self, name: str) -> Drawn:
        """Draw one of its figures."""
        with style(self._sheet):
            if name == ANSWER_FIGURE:
                return answer_figure(self.answer(), self.facts, printed=self.study.replication)
            if name in PAPER_FIGURES:
                drawn: Drawn = load_figure(name)(self._files, self.facts)
                return drawn
            return draw_figure(name, self.comparison_tables(), self.facts)

    def write_report(self) -> None:
        """Draw all figures and write ``report.md`` and the page."""
        tables = self.comparison_tables()
        self._write_figures(tables)
        self._write_markdown(tables)
        self._write_page(tables)

    def _write_exclusions(self, plan: Plan, fetched: list[FetchedTask]) -> None:
        listed = list_exclusions(plan, fetched)
        write_csv(listed, self._listed)
        write_csv(count_exclusions(listed, plan), self._exclusions)

    def _write_models(self, fetched: list[FetchedTask]) -> None:
        measures = load_measures(self.study.measures)
        tasks = [task for task in fetched if task.models]
        score = delayed(score_task)
        scored = self._shared("scoring", [score(task, self._store, measures) for task in tasks])
        scores = self.folder / "scores" / "000.parquet"
        scores.parent.mkdir(parents=True, exist_ok=True)
        pd.concat([pd.DataFrame(), *scored]).to_parquet(scores, index=False)
        models = add_ranks(gather_scores(self.name, [scores]), measures, self.study.ranking)
        models.to_parquet(self._files.models, index=False)

    def _write_agreement(self) -> None:
        models, measures = self.models(), load_measures(self.study.measures)
        pairs = task_agreement(models, measures)
        write_csv(pairs, self._files.pairs)
        write_csv(agreement_summary(pairs, models), self._summary)
        write_csv(task_table(models, pairs, measures), self._tables / "tasks.csv")

    def _write_examples(self) -> None:
        figures = self.study.figures
        examples = choose_examples(
            self.models(),
            self._files.read_pairs(),
            scatter_tasks=figures.scatter_tasks,
            curve_task=figures.curve_task,
            curve_runs=figures.curve_runs,
        )
        write_text(self._files.choice, f"{to_json(examples)}\n")
        example_scores(examples, self._store).to_parquet(self._files.scores, index=False)

    def _write_comparison(self) -> None:
        models, parts = self.models(), self.study.parts
        by_task = {part.name: parts[part.name] for part in parts_named(parts) if part.needs}
        of_task = delayed(_per_task)
        made = self._shared(
            "comparing",
            [
                of_task(own, self._store, self.study.setting, by_task)
                for _, own in models.groupby("task_id")
            ],
        )
        study = Study(
            models=models,
            agreement=pd.read_csv(self._files.pairs),
            per_task=gather(made),
            setting=self.study.setting,
            resampling=Resampling(**self.study.resampling),
        )
        of_part = delayed(compare)
        made = self._shared(
            "making the tables", [of_part(study, {name: own}) for name, own in parts.items()]
        )
        tables = {name: table for part in made for name, table in part.items()}
        write_csv_tables(self._tables / "comparison", tables)

    def _write_answer(self) -> None:
        answer = collect_answer(
            self.name,
            self.facts.source,
            self.facts.confidence_level,
            pd.read_csv(self._summary),
            self.comparison_tables(),
        )
        write_text(self._answer, answer.to_json())

    def _write_figures(self, tables: Tables) -> None:
        folder, formats = self._figures, self.study.figures.formats
        for name in self._bars.each([ANSWER_FIGURE, *PAPER_FIGURES], "drawing the paper's"):
            drawn = self.draw(name)
            with style(self._sheet):
                save(drawn, folder / name, formats)
        draw = delayed(draw_parts)
        parts = [part.name for part in parts_named(self.study.parts) if part.figures]
        self._shared(
            "drawing the comparison",
            [
                draw([name], tables, self.facts, sheet=self._sheet, folder=folder, formats=formats)
                for name in parts
            ],
        )

    def _write_markdown(self, tables: Tables) -> None:
        page = self.folder / "report.md"
        section = self.folder / "comparison.md"
        write_text(section, comparison_section(self.study.parts, tables, self.facts, section))
        shown = [ANSWER_FIGURE, *PAPER_FIGURES]
        text = render_report(
            settings=self.study.as_params(),
            facts=self.facts,
            provenance=self._provenance(),
            models=self.models(),
            summary=pd.read_csv(self._summary),
            exclusions=pd.read_csv(self._exclusions),
            answer=self.answer(),
            null=tables.get("noise_alone"),
            figures=[SavedFigure.read(page, self._figures / f"{name}.png") for name in shown],
            sections=[section.read_text(encoding="utf-8")] if self.study.parts else [],
        )
        write_text(page, text)

    def _write_page(self, tables: Tables) -> None:
        curves = self.folder / "curves" / "000.parquet"
        curves.parent.mkdir(exist_ok=True)
        tabulate = delayed(_curves_of)
        tabulated = self._shared(
            "preparing the curves",
            [
                tabulate(int(str(task_id)), self._store, own["run_id"].tolist())
                for task_id, own in self.models().groupby("task_id")
            ],
        )
        pd.concat([pd.DataFrame(), *tabulated]).to_parquet(curves, index=False)
        content = PageContent(
            settings=self.study.as_params(),
            facts=self.facts,
            provenance=self._provenance(),
            answer=self.answer(),
            models=self.models(),
            agreement=self._files.read_pairs(),
            summary=read_csv(self._summary),
            exclusions=read_csv(self._exclusions),
            listed=read_csv(self._listed),
            tables=tables,
            sections=part_sections(self.study.parts, tables, self.facts) if tables else [],
            figures=self._figures,
            answer_figure=ANSWER_FIGURE,
            paper_figures=PAPER_FIGURES,
            formats=self.study.figures.formats,
            curves=[curves],
            second_opinion="",
            openml=self._source.has_pages,
        )
        write_page(self.folder / "report", content)

    def _provenance(self) -> Provenance:
        return Provenance.of(self.answer(), Plan.read_head(self._plan).created)

    def _shared(self, what: str, calls: list[Any]) -> list[Any]:
        """Return what calls return, which all processes share."""
        done = Parallel(self._n_jobs, return_as="generator")(calls)
        return list(self._bars.each(done, what, len(calls)))


def _per_task(
    models: pd.DataFrame,
    store: BundleStore,
    setting: Setting,
    options: Options,
) -> Tables:
    [tables] = per_task_tables(models, store, setting, options)
    return tables


def _curves_of(task_id: int, store: BundleStore, run_ids: list[int]) -> pd.DataFrame:
    return curve_table(store.open(task_id), run_ids)


def _sheet_of(study: StudyFile) -> Path:
    """Return the style sheet that a study names, or that of the project."""
    named = "style" in study.figures.model_fields_set
    return Path(study.figures.style) if named else default_sheet()
