"""The stages of a study: values in, values out, and no paths.

`STAGES` says what each reads and writes; `compute` runs them in memory, and the scripts of the
workflow between reading and writing the files of `prgbench.pipeline.artifacts`. Each function
imports what it needs: a job starts fast, and its fingerprint covers only what it can reach
(`prgbench.run.fingerprint.stages_fingerprint`).
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pandas as pd

    from prgbench.answer.answer import Answer
    from prgbench.answer.interface import Study, Tables
    from prgbench.data.models import Models
    from prgbench.data.stores import Store
    from prgbench.report.html.payload import PageContent
    from prgbench.sources.chosen_models import ChosenModels
    from prgbench.study.examples import ExampleChoice
    from prgbench.study.plan import Plan

Function = TypeVar("Function", bound=Callable[..., Any])
Params = Mapping[str, Any]
Evidence = Mapping[str, "pd.DataFrame"]
Curves = Iterable[tuple[int, "pd.DataFrame"]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A function of what it reads, by position, and of settings, by name.

    A stage of several ``writes`` returns them in this order.
    """

    function: Callable[..., Any]
    writes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.function.__name__

    @property
    def reads(self) -> list[str]:
        """What it reads: the names of its positional arguments."""
        return self._arguments(Parameter.POSITIONAL_OR_KEYWORD)

    @property
    def settings(self) -> list[str]:
        """The names of its settings, its other arguments."""
        return self._arguments(Parameter.KEYWORD_ONLY)

    def _arguments(self, kind: object) -> list[str]:
        arguments = signature(self.function).parameters.values()
        return [argument.name for argument in arguments if argument.kind is kind]


STAGES: dict[str, Stage] = {}
"""The stages by name, in their order."""

JOBS: Mapping[str, tuple[str, ...]] = {
    "evaluate": ("evaluate", "curves"),
    "rank": ("exclusions", "rank", "compare", "examples"),
    "answer": ("answer_tables", "answer"),
    "robustness": ("robustness_tables",),
    "report": ("leaderboard", "replicated", "report", "page"),
}
"""The rules of the workflow that run stages, and which: one job a chunk, then one each."""


def writes(*names: str) -> Callable[[Function], Function]:
    """List a function as the stage that makes artifacts of these names."""

    def listed(function: Function) -> Function:
        STAGES[function.__name__] = Stage(function, names)
        return function

    return listed


def compute(values: MutableMapping[str, Any], stages: Iterable[str], settings: Params) -> None:
    """Run stages in turn, each on the values that are there, and add what they return.

    A missing value, such as the tables of parts that were not requested, is None.
    """
    for stage in map(STAGES.__getitem__, stages):
        # Only the settings that a stage names can change its results, so it gets no others.
        named = {name: settings[name] for name in stage.settings if name in settings}
        results = stage.function(*map(values.get, stage.reads), **named)
        written = results if len(stage.writes) > 1 else [results]
        values.update(zip(stage.writes, written, strict=True))


def store_of(store: "Store | Params") -> "Store":
    """Return the store that jobs of the workflow know by its settings."""
    if not isinstance(store, Mapping):
        return store
    from prgbench.sources.store.bundle import BundleStore

    return BundleStore.from_params(store)


@writes("scores", "answer_evidence", "robustness_evidence")
def evaluate(
    fetched: "Sequence[ChosenModels]",
    *,
    store: "Store | Params",
    measures: Sequence[str],
    setting: Params,
    answer_options: Params,
    robustness_options: Params,
    kept: Path | None = None,
    code: str | None = None,
    done: Callable[[], None] | None = None,
) -> "tuple[Models, Tables, Tables]":
    """Compute the scores of models, and the evidence of the parts from their predictions.

    Tables of tasks are ``kept`` in a folder for a later run, and ``done`` is called after each.
    """
    from prgbench.answer.evaluation import SCORES, Evaluation
    from prgbench.answer.kept_tables import KeptTables
    from prgbench.answer.parts import ANSWER
    from prgbench.answer.run import chosen_parts
    from prgbench.answer.scored_task import Setting
    from prgbench.answer.tables import gather
    from prgbench.data.models import Models
    from prgbench.robustness import ROBUSTNESS
    from prgbench.run.versions import versions_of_packages
    from prgbench.study.measures import load_measures, own_modules

    opened = store_of(store)
    groups = {"answer": (ANSWER, answer_options), "robustness": (ROBUSTNESS, robustness_options)}
    # Each with what is behind it: what has other settings is made again, and nothing else.
    packages = versions_of_packages(own_modules(measures)) if kept else {}
    shared = [code, store, measures, packages]
    behind = {SCORES: shared} | {
        name: [*shared, setting, asked] for name, (_, asked) in groups.items()
    }
    evaluation = Evaluation(
        opened,
        load_measures(measures),
        Setting.from_params(setting),
        {name: chosen_parts(parts, asked) for name, (parts, asked) in groups.items()},
        {name: KeptTables(kept and kept / name, settings) for name, settings in behind.items()},
    )
    scores = []
    evidence: dict[str, dict[int, Tables]] = {name: {} for name in groups}
    for task in fetched:
        if task.models:
            models, tables = evaluation.evaluate(task)
            scores.append(models)
            for name, of_group in tables.items():
                evidence[name][task.task.task_id] = of_group
        if done is not None:
            done()
    # In the order of the tasks, however they came: the same study gives the same bytes.
    answer, robustness = (
        gather(by_task[task_id] for task_id in sorted(by_task)) for by_task in evidence.values()
    )
    return Models.concat(scores), answer, robustness


@writes("curves")
def curves(
    scores: "Models",
    *,
    store: "Store | Params",
    kept: Path | None = None,
    code: str | None = None,
) -> Curves:
    """Prepare the curves of all models for the page, task by task, ``kept`` as above."""
    from prgbench.answer.kept_tables import KeptTables, StoredTask
    from prgbench.study.model_curves import curve_table

    opened = store_of(store)
    kept_tables = KeptTables(kept and kept / "curves", [code, store])
    # One task after another: the curves of a large study together would fill the memory.
    for task_id, models in scores.each_task():
        run_ids = models.run_id.tolist()

        def made(task_id: int = task_id, run_ids: list[int] = run_ids) -> "Tables":
            return {"curves": curve_table(opened.load(task_id, run_ids=run_ids))}

        stored = StoredTask(opened, task_id, run_ids)
        yield task_id, kept_tables.get_or_make(stored, made)["curves"]


@writes("models")
def rank(scores: "Models", *, measures: Sequence[str], ranking: Params) -> "Models":
    """Rank the models of each task by every measure."""
    from prgbench.study.measures import check_defined, load_measures
    from prgbench.study.ranking import Ranking, add_ranks

    loaded = load_measures(measures)
    check_defined(scores, loaded)
    return add_ranks(scores, loaded, Ranking.from_params(ranking))


@writes("task_agreement", "agreement", "tasks", "macro")
def compare(models: "Models", *, measures: Sequence[str], top: int) -> "tuple[pd.DataFrame, ...]":
    """Count how far the measures disagree."""
    from prgbench.study.agreement import agreement_summary, task_agreement, task_table
    from prgbench.study.macro_averages import macro_averages
    from prgbench.study.measures import load_measures

    loaded = load_measures(measures)
    # The shares over all tasks are made from the rows of the tasks, so that the two never differ.
    agreement = task_agreement(models, loaded, top=top)
    return (
        agreement,
        agreement_summary(agreement, models),
        task_table(models, agreement, loaded),
        macro_averages(models, loaded),
    )


@writes("exclusions", "exclusions_listed")
def exclusions(
    taken: "Plan", fetched: "Sequence[ChosenModels]"
) -> "tuple[pd.DataFrame, pd.DataFrame]":
    """Count and list what was left out, and why."""
    from prgbench.study.exclusions import check_any_left, count_exclusions, list_exclusions

    # Without any model, a later stage would fail with an error that does not say why.
    check_any_left(taken, fetched)
    listed = list_exclusions(taken, fetched)
    return count_exclusions(listed, taken), listed


@writes("examples", "example_scores")
def examples(
    models: "Models",
    task_agreement: "pd.DataFrame",
    *,
    store: "Store | Params",
    scatter_tasks: Sequence[int | str] | None,
    curve_task: int | str | None,
    curve_runs: Sequence[int] | None,
) -> "tuple[ExampleChoice, pd.DataFrame]":
    """Choose the tasks and models that the figures show."""
    from prgbench.study.examples import choose_examples, example_scores

    chosen = choose_examples(
        models,
        task_agreement,
        scatter_tasks=scatter_tasks,
        curve_task=curve_task,
        curve_runs=curve_runs,
    )
    return chosen, example_scores(chosen, store_of(store))


@writes("answer_tables")
def answer_tables(
    models: "Models",
    task_agreement: "pd.DataFrame",
    answer_evidence: Evidence,
    *,
    answer_options: Params,
    setting: Params,
    resampling: Params,
    processes: int = 1,
) -> "Tables":
    """Make the tables of the answer's parts."""
    from prgbench.answer.parts import ANSWER
    from prgbench.answer.run import chosen_parts, compute_tables

    study = _study(models, task_agreement, answer_evidence, setting, resampling)
    return compute_tables(study, chosen_parts(ANSWER, answer_options), processes=processes)


def _study(
    models: "Models",
    task_agreement: "pd.DataFrame",
    evidence: Evidence,
    setting: Params,
    resampling: Params,
) -> "Study":
    from prgbench.answer.interface import Study
    from prgbench.answer.scored_task import Setting
    from prgbench.stats.cluster_bootstrap import Resampling

    shared = Setting.from_params(setting)
    return Study(models, task_agreement, evidence, shared, Resampling(**resampling))


@writes("answer")
def answer(
    plan_head: "Plan",
    models: "Models",
    agreement: "pd.DataFrame",
    exclusions_listed: "pd.DataFrame",
    answer_tables: "Tables",
    versions: Sequence[Mapping[str, str]] | None,
    *,
    study: str,
    facts: Params,
) -> "Answer":
    """Collect the answer of the study; ``versions`` are those that its results were made with."""
    from prgbench.answer.collecting import collect_answer
    from prgbench.plotting.drawn import INSTANCES, ITEMS, Facts
    from prgbench.study.warnings import study_warnings
    from prgbench.study.what_was_read import (
        datasets_left_out,
        missing_predictions,
        missing_probabilities,
        planned_tasks_left_out,
        what_was_read,
    )

    shown = Facts(**facts)
    notes = list(plan_head.notes)
    if shown.units == INSTANCES:  # tables of scores and items have said themselves what they lack
        standings = answer_tables.get("standings")
        ranked = () if standings is None else set(standings["model_id"])
        notes += datasets_left_out(models, exclusions_listed)
        notes += planned_tasks_left_out(models, exclusions_listed)
        notes += missing_predictions(models, ranked)
        notes += missing_probabilities(models)
    return collect_answer(
        study,
        shown.source,
        shown.confidence_level,
        models,
        agreement,
        answer_tables,
        scope=what_was_read(models, of_items=shown.units == ITEMS),
        notes=notes,
        warnings=study_warnings(models, list(versions or [])),
        units=shown.units,
    )


@writes("robustness_tables")
def robustness_tables(
    models: "Models",
    task_agreement: "pd.DataFrame",
    robustness_evidence: Evidence,
    *,
    robustness_options: Params,
    setting: Params,
    resampling: Params,
    processes: int = 1,
) -> "Tables":
    """Make the tables of the parts on robustness that were requested."""
    from prgbench.answer.run import chosen_parts, compute_tables
    from prgbench.robustness import ROBUSTNESS

    study = _study(models, task_agreement, robustness_evidence, setting, resampling)
    return compute_tables(study, chosen_parts(ROBUSTNESS, robustness_options), processes=processes)


@writes("leaderboard", "leaderboard_page", "leaderboard_latex")
def leaderboard(answer_tables: "Tables", *, facts: Params) -> "tuple[pd.DataFrame, str, str]":
    """Write the leaderboard as a table, in Markdown and in LaTeX."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.leaderboard import Leaderboard, leaderboard_text

    board = Leaderboard.of(answer_tables)
    shown = Facts(**facts)
    markdown, latex = (
        f"{leaderboard_text(board, shown, latex=latex)}\n" for latex in (False, True)
    )
    return board.table(), markdown, latex


@writes("statements", "guesses")
def replicated(
    models: "Models",
    task_agreement: "pd.DataFrame",
    agreement: "pd.DataFrame",
    example_scores: "pd.DataFrame",
    robustness_tables: "Tables | None",
    *,
    settings: Params,
) -> "tuple[pd.DataFrame, pd.DataFrame]":
    """Compare a replication with what the paper states and leaves open."""
    from prgbench.report.guesses import Replication, guess_table
    from prgbench.report.statements import (
        example_statements,
        general_statements,
        statement_table,
    )

    # What the paper leaves open is told from the universes, if the study asks for them.
    study = Replication(
        settings=settings,
        models=models,
        agreement=task_agreement,
        summary=agreement,
        universes=(robustness_tables or {}).get("multiverse"),
    )
    statements = [
        *general_statements(models, task_agreement),
        *example_statements(models, task_agreement, example_scores),
    ]
    return statement_table(statements), guess_table(study)


@writes("report")
def report(
    plan_head: "Plan",
    agreement: "pd.DataFrame",
    exclusions: "pd.DataFrame",
    answer: "Answer",
    answer_tables: "Tables",
    *,
    settings: Params,
    facts: Params,
    folder: str = "",
    second_opinion: object = None,
) -> str:
    """Write the answer, the first models and the names of the files as Markdown."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.markdown_report import render_report
    from prgbench.report.provenance import Provenance
    from prgbench.report.second_opinion import doubts
    from prgbench.report.second_opinion import second_opinion as opinion_of

    study = Path(folder)
    replication = settings["replication"]
    return render_report(
        settings=settings,
        facts=Facts(**facts),
        provenance=Provenance.of(
            answer,
            plan_head.created,
            exclusions,
            replication=replication,
            doubts=doubts(study) if second_opinion else [],
        ),
        answer=answer,
        tables=answer_tables,
        summary=agreement,
        second_opinion=opinion_of(study) if second_opinion else "",
    )


@writes("page")
def page(
    plan_head: "Plan",
    models: "Models",
    task_agreement: "pd.DataFrame",
    agreement: "pd.DataFrame",
    exclusions: "pd.DataFrame",
    exclusions_listed: "pd.DataFrame",
    answer: "Answer",
    answer_tables: "Tables",
    robustness_tables: "Tables | None",
    curves: Curves | None,
    statements: "pd.DataFrame | None",
    guesses: "pd.DataFrame | None",
    *,
    settings: Params,
    facts: Params,
    folder: str,
    parts: Sequence[str],
    paper_figures: Sequence[str],
    formats: Sequence[str],
    second_opinion: object = None,
) -> "PageContent":
    """Gather what the page of the study shows."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.html.payload import PageContent
    from prgbench.report.parts import part_sections, with_more_datasets
    from prgbench.report.provenance import Provenance
    from prgbench.report.second_opinion import doubts
    from prgbench.report.second_opinion import second_opinion as opinion_of

    study = Path(folder)
    shown = Facts(**facts)
    tables = {**answer_tables, **(robustness_tables or {})}
    replication = settings["replication"]
    return PageContent(
        settings=settings,
        facts=shown,
        provenance=Provenance.of(
            answer,
            plan_head.created,
            exclusions,
            replication=replication,
            doubts=doubts(study) if second_opinion else [],
        ),
        answer=answer,
        models=models,
        agreement=task_agreement,
        summary=agreement,
        exclusions=exclusions,
        listed=exclusions_listed,
        tables=tables,
        sections=part_sections(parts, tables, shown),
        later=with_more_datasets(parts, tables),
        figures=study / "figures",
        paper_figures=paper_figures,
        formats=formats,
        curves=curves,
        second_opinion=opinion_of(study) if second_opinion else "",
        statements=statements,
        guesses=guesses,
    )
