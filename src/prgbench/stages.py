"""The stages of a study: one function each, of paths and settings.

The rules of the workflow and `prgbench.compare` call these and nothing else. A stage reads files
and writes files; settings are plain values, as `Section.as_params` gives them. Each function
imports what it needs: a job starts fast, and its fingerprint is that of its own imports
(`prgbench.run.fingerprint.stage_fingerprint`).
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from prgbench.answer.answer import Answer
    from prgbench.answer.interface import Part, Tables
    from prgbench.run.progress import SharedProgress
    from prgbench.run.result_records import Finding
    from prgbench.sources.interface import Source

Params = Mapping[str, Any]

IMPORTED = (
    "prgbench.study.scoring",
    "prgbench.answer.parts",
    "prgbench.answer.run",
    "prgbench.robustness.parts",
    "scipy.special",
    "prgbench.report.figures",
    "prgbench.report.markdown_report",
    "prgbench.report.html.page",
)
"""What most stages import or use, for a process that their jobs are forks of."""


def plan(
    *,
    source: "Source",
    plan: Path,
    study: str,
    selection: Params,
    ready: str | Path | None = None,
    tell: bool = True,
) -> None:
    """List the tasks and draw the models; tell what the rest will cost."""
    from prgbench.run.listener import say
    from prgbench.study.plan import Plan, changes_of_index, describe, make_plan
    from prgbench.study.selection import Selection

    settings = Selection.from_params(selection)
    ready = ready or source.plan
    made = (
        Plan.read(Path(ready)).without(settings.excluded_runs)
        if ready
        else make_plan(source, study, settings)
    )
    if tell:
        say(describe(made, source.requests_per_second))
        if ready and (changed := changes_of_index(made, source)):
            say(changed)
    made.write(plan)


def check(*, archive: Params, network: Params, study: str, selection: Params, plan: str) -> None:
    """Try the server of a study, and say what the study takes."""
    from shutil import disk_usage
    from tempfile import TemporaryDirectory

    from prgbench.run.listener import WaitingListener, say
    from prgbench.sources.by_name import source_of
    from prgbench.study.checking import check_server
    from prgbench.study.plan import Plan
    from prgbench.study.selection import Selection

    with TemporaryDirectory() as folder:
        source = source_of(**archive, resources=Path(folder), **{**network, "patience": 1 / 120})
        if source.requests_per_second is None:
            say(f"The study {study} needs no server: there is nothing to check.")
            return
        source.listener = WaitingListener("Checking", Path(folder))
        say(f"The {source.label} for the study {study}, one answer of each kind:")
        for line in check_server(
            source,
            Selection.from_params(selection).for_source(source),
            Plan.read(Path(plan)) if Path(plan).exists() else None,
            store=Path(folder) / "store",
            free_bytes=disk_usage(".").free,
        ):
            say(line)


def chunks(
    *,
    plan: Path,
    n_tasks: Path,
    chunks: Sequence[Path],
    n_chunks: int | None,
    taken: Path | None = None,
    smallest: int = 100,
) -> None:
    """Cut the plan, or the smallest tasks of it, into the parts that jobs work on."""
    from prgbench.run.files import write_text
    from prgbench.study.plan import Plan, n_chunks_of

    whole = Plan.read(plan).smallest(smallest)
    if taken is not None:
        whole.write(taken)
    number = n_chunks or n_chunks_of(len(whole.tasks))
    write_text(n_tasks, f"{len(whole.tasks)}\n")
    for place, path in enumerate(chunks):
        whole.chunk(place, number).write(path)


def fetch(
    *,
    source: "Source",
    plan: Path,
    fetched: Path,
    asked: Params | None = None,
    progress: "SharedProgress | None" = None,
) -> None:
    """Fetch the predictions of a chunk's models into the store of the source.

    ``asked`` says what the job was asked for by, and in which file to note that.
    """
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.sources.store.fetched import write_fetched
    from prgbench.study.fetching import fetch_plan
    from prgbench.study.for_now import write_note
    from prgbench.study.plan import Plan

    chunk = Plan.read(plan, chunk=True)
    report = None
    if progress is not None:
        progress.files_of_unit = chunk.n_models
        report = progress.report
    found = fetch_plan(source, BundleStore(source.bundles), chunk, report)
    write_fetched(fetched, found)
    if asked is not None:
        write_note(Path(asked["note"]), asked["by"], found)


def stored_scores(*, source: "Source", plan: Path, scores: Path) -> None:
    """Make a table of the scores that OpenML stores of the planned runs."""
    from prgbench.run.errors import PrgbenchError
    from prgbench.run.listener import say
    from prgbench.sources.openml.source import OpenMLSource
    from prgbench.study.plan import Plan
    from prgbench.study.stored_scores import stored_scores

    if not isinstance(source, OpenMLSource):
        raise PrgbenchError(
            f"The {source.label} stores no scores: this is for studies with `archive: openml`."
        )
    table, said = stored_scores(source, Plan.read(plan))
    say(f"{said} Compare them: prgbench compare {scores} --out {scores.with_suffix('')}/")
    table.to_parquet(scores, index=False)


def freeze(
    *,
    source: "Source",
    plan: Path,
    fetched: Sequence[Path],
    archive: Path,
    study: str,
    settings: Params,
) -> None:
    """Write the plan, the bundles and what was left out into one file."""
    from itertools import chain

    from prgbench.report.frozen_notes import frozen_notes
    from prgbench.sources.frozen import freeze
    from prgbench.sources.store.fetched import read_fetched
    from prgbench.study.plan import Plan

    records = list(chain.from_iterable(map(read_fetched, fetched)))
    with_models = [record for record in records if record.models]
    notes = frozen_notes(
        settings,
        source,
        [record.task for record in with_models],
        study=study,
        file=archive.name,
        n_models=sum(len(record.models) for record in with_models),
        planned=Plan.read_head(plan).created,
    )
    freeze(archive, source, records, plan=plan, notes=notes)


def score(
    *,
    fetched: Path,
    scores: Path,
    store: Params,
    measures: Sequence[str],
    progress: "SharedProgress | None" = None,
) -> None:
    """Compute every measure of a chunk's models."""
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.sources.store.fetched import read_fetched
    from prgbench.study.measures import load_measures
    from prgbench.study.scoring import score_task

    loaded, bundles = load_measures(measures), BundleStore.from_params(store)
    tables = []
    for task in read_fetched(fetched):
        if task.models:
            tables.append(score_task(task, bundles, loaded))
        if progress is not None:
            progress.done()
    _write_parquet(tables, scores)


def curves(
    *, scores: Path, curves: Path, store: Params, progress: "SharedProgress | None" = None
) -> None:
    """Prepare the curves of a chunk's models for the page."""
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.examples import curve_table

    models, bundles = _read_parquet(scores), BundleStore.from_params(store)
    tables = []
    for task_id, own in models.groupby("task_id") if len(models) else ():
        tables.append(curve_table(bundles.open(int(str(task_id))), own["run_id"].tolist()))
        if progress is not None:
            progress.done()
    _write_parquet(tables, curves)


def rank(
    *,
    scores: Sequence[Path],
    models: Path,
    study: str,
    measures: Sequence[str],
    ranking: Params,
) -> None:
    """Rank the models of each task by every measure."""
    from prgbench.run.listener import say
    from prgbench.study.measures import load_measures, undefined_measures
    from prgbench.study.ranking import Ranking, add_ranks
    from prgbench.study.scoring import gather_scores

    gathered, loaded = gather_scores(study, scores), load_measures(measures)
    for sentence in undefined_measures(gathered, loaded):
        say(f"{sentence} These models share the last ranks.")
    ranked = add_ranks(gathered, loaded, Ranking.from_params(ranking))
    ranked.to_parquet(models, index=False)


def compare(
    *,
    models: Path,
    summary: Path,
    pairs: Path,
    tasks: Path,
    macro: Path,
    measures: Sequence[str],
    top: int,
) -> None:
    """Count how far the measures disagree."""
    from prgbench.run.csv_files import write_csv
    from prgbench.study.agreement import agreement_summary, task_agreement, task_table
    from prgbench.study.measures import load_measures
    from prgbench.study.what_was_read import macro_averages

    ranked, loaded = _read_parquet(models), load_measures(measures)
    agreement = task_agreement(ranked, loaded, top=top)
    write_csv(agreement, pairs)
    write_csv(agreement_summary(agreement, ranked), summary)
    write_csv(task_table(ranked, agreement, loaded), tasks)
    write_csv(macro_averages(ranked, loaded), macro)


def exclusions(*, plan: Path, fetched: Sequence[Path], counts: Path, listed: Path) -> None:
    """Count and list what was left out, and why."""
    from itertools import chain

    from prgbench.run.csv_files import write_csv
    from prgbench.sources.store.fetched import read_fetched
    from prgbench.study.plan import Plan
    from prgbench.study.scoring import count_exclusions, list_exclusions

    whole = Plan.read(plan)
    table = list_exclusions(whole, chain.from_iterable(map(read_fetched, fetched)))
    write_csv(table, listed)
    write_csv(count_exclusions(table, whole), counts)


def examples(
    *, models: Path, pairs: Path, choice: Path, scores: Path, store: Params, **chosen: Any
) -> None:
    """Choose the tasks and models that the figures show."""
    from prgbench.run.files import write_text
    from prgbench.run.records import to_json
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.examples import choose_examples, example_scores

    found = choose_examples(_read_parquet(models), _read_csv(pairs), **chosen)
    write_text(choice, f"{to_json(found)}\n")
    example_scores(found, BundleStore.from_params(store)).to_parquet(scores, index=False)


def answer_per_task(**arguments: Any) -> None:
    """Compute, task by task, what the answer needs of the predictions."""
    from prgbench.answer.parts import ANSWER

    _per_task(ANSWER, **arguments)


def robustness_per_task(**arguments: Any) -> None:
    """Compute, task by task, what the parts asked for need of the predictions."""
    from prgbench.robustness.parts import ROBUSTNESS

    _per_task(ROBUSTNESS, **arguments)


def answer_tables(**arguments: Any) -> None:
    """Make the tables of the answer's parts."""
    from prgbench.answer.parts import ANSWER

    _tables(ANSWER, **arguments)


def robustness_tables(**arguments: Any) -> None:
    """Make the tables of the parts asked for."""
    from prgbench.robustness.parts import ROBUSTNESS

    _tables(ROBUSTNESS, **arguments)


def answer(
    *,
    plan: Path,
    models: Path,
    summary: Path,
    tables: Path,
    answer: Path,
    study: str,
    facts: Params,
) -> None:
    """Collect the answer of the study as JSON."""
    from prgbench.answer.answer import collect_answer
    from prgbench.answer.tables import read_csv_tables
    from prgbench.plotting.drawn import Facts
    from prgbench.run.files import write_text
    from prgbench.run.result_records import StudyResults
    from prgbench.study.plan import Plan
    from prgbench.study.warnings import study_warnings
    from prgbench.study.what_was_read import what_was_read

    said, ranked = Facts(**facts), _read_parquet(models)
    results = StudyResults(answer.parent)
    found = collect_answer(
        study,
        said.source,
        said.confidence_level,
        ranked,
        _read_csv(summary),
        read_csv_tables(tables),
        scope=what_was_read(ranked),
        notes=Plan.read_head(plan).notes,
        warnings=study_warnings(ranked, results.versions([models, summary, tables])),
        units=said.units,
    )
    write_text(answer, found.to_json())


def figures(
    *,
    models: Path,
    pairs: Path,
    choice: Path,
    scores: Path,
    answer: Path,
    tables: Sequence[Path],
    style: Path,
    folder: Path,
    names: Sequence[str],
    facts: Params,
    printed: bool,
    formats: Sequence[str],
    kept: Path,
    codes: Mapping[str, str],
) -> None:
    """Draw the figures of the study that have changed."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.study_figures import StudyFigures
    from prgbench.study.examples import StudyFiles

    files = StudyFiles(models=models, pairs=pairs, choice=choice, scores=scores)
    StudyFigures(files, answer, tables, Facts(**facts), printed).save_changed(
        names, sheet=style, folder=folder, formats=formats, kept=kept, codes=codes
    )


def section(
    *,
    tables: Sequence[Path],
    section: Path,
    leaderboard: Path,
    listed: Path,
    badge: Path,
    parts: Sequence[str],
    facts: Params,
) -> None:
    """Write the report's section on the parts, and the leaderboard as files to use elsewhere."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.leaderboard import Leaderboard, leaderboard_markdown, winner_badge
    from prgbench.report.sections import comparison_section
    from prgbench.run.csv_files import write_csv
    from prgbench.run.files import write_text

    said, read = Facts(**facts), _read_tables(tables)
    write_text(section, comparison_section(parts, read, said, section))
    board = Leaderboard.of(read)
    write_csv(board.table(), leaderboard)
    write_text(listed, f"{leaderboard_markdown(board, said)}\n")
    write_text(badge, winner_badge(board))


def replicated(
    *,
    models: Path,
    agreement: Path,
    summary: Path,
    scores: Path,
    tables: Sequence[Path],
    folder: Path,
    settings: Params,
) -> None:
    """Compare a replication with what the paper states and leaves open."""
    from prgbench.report.guesses import Replication, guess_table, nine_compared
    from prgbench.report.replicated import Replicated
    from prgbench.report.statements import (
        example_statements,
        general_statements,
        lower_f1_statement,
        statement_table,
    )
    from prgbench.run.csv_files import read_csv

    ranked, pairs = _read_parquet(models), read_csv(agreement)
    of_parts = _read_tables(tables)
    study = Replication(
        settings=settings,
        models=ranked,
        agreement=pairs,
        summary=read_csv(summary),
        measures=nine_compared(settings["measures"]),
        universes=of_parts.get("multiverse"),
    )
    statements = [
        *general_statements(ranked, pairs),
        lower_f1_statement(of_parts["expected_f1"]),
        *example_statements(ranked, pairs, _read_parquet(scores)),
    ]
    Replicated(statement_table(statements), guess_table(study)).write(folder)


def report(
    *,
    plan: Path,
    models: Path,
    summary: Path,
    exclusions: Path,
    answer: Path,
    tables: Sequence[Path],
    figures: Sequence[Path],
    section: Path,
    replicated: Sequence[Path],
    report: Path,
    settings: Params,
    facts: Params,
    second_opinion: object = None,
) -> None:
    """Write the report as one Markdown file."""
    from prgbench.plotting.drawn import Facts, SavedFigure
    from prgbench.report.markdown_report import render_report
    from prgbench.report.provenance import Provenance
    from prgbench.report.replicated import Replicated
    from prgbench.run.files import write_text
    from prgbench.second_opinion.opinion import opinion_section
    from prgbench.study.plan import Plan

    found, left_out = _read_answer(answer), _read_csv(exclusions)
    text = render_report(
        settings=settings,
        facts=Facts(**facts),
        provenance=Provenance.of(
            found,
            Plan.read_head(plan).created,
            left_out,
            replication=settings["replication"],
        ),
        models=_read_parquet(models),
        summary=_read_csv(summary),
        exclusions=left_out,
        answer=found,
        null=_read_tables(tables).get("noise_alone"),
        figures=[SavedFigure.read(report, path) for path in figures],
        sections=[section.read_text(encoding="utf-8")],
        second_opinion=opinion_section(report.parent) if second_opinion else "",
        replicated=Replicated.of_files(replicated),
    )
    write_text(report, text)


def page(
    *,
    plan: Path,
    models: Path,
    agreement: Path,
    summary: Path,
    exclusions: Path,
    listed: Path,
    answer: Path,
    tables: Sequence[Path],
    curves: Sequence[Path],
    replicated: Sequence[Path],
    page: Path,
    figures: Path,
    parts: Sequence[str],
    paper_figures: Sequence[str],
    formats: Sequence[str],
    settings: Params,
    facts: Params,
    second_opinion: object = None,
) -> None:
    """Write the page of the study, index.html."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.html.page import write_page
    from prgbench.report.html.payload import PageContent
    from prgbench.report.provenance import Provenance
    from prgbench.report.replicated import Replicated
    from prgbench.report.sections import part_sections, with_more_datasets
    from prgbench.run.csv_files import read_csv
    from prgbench.second_opinion.opinion import opinion_section
    from prgbench.study.plan import Plan

    found, said, read = _read_answer(answer), Facts(**facts), _read_tables(tables)
    left_out = read_csv(exclusions)
    content = PageContent(
        settings=settings,
        facts=said,
        provenance=Provenance.of(
            found,
            Plan.read_head(plan).created,
            left_out,
            replication=settings["replication"],
        ),
        answer=found,
        models=_read_parquet(models),
        agreement=read_csv(agreement),
        summary=read_csv(summary),
        exclusions=left_out,
        listed=read_csv(listed),
        tables=read,
        sections=part_sections(parts, read, said),
        later=with_more_datasets(parts, read),
        figures=figures,
        paper_figures=paper_figures,
        formats=formats,
        curves=curves,
        second_opinion=opinion_section(models.parent) if second_opinion else "",
        replicated=Replicated.of_files(replicated),
    )
    write_page(page.parent, content)


def compare_model(
    *,
    models: Path,
    file: Path,
    table: Path,
    page: Path,
    study: str,
    task: int | str,
    store: Params,
    facts: Params,
    setting: Params,
) -> None:
    """Place a model of the user's own among those of a task."""
    from prgbench.answer.interface import Setting
    from prgbench.answer.own_model import models_of_task, place_model, read_scores
    from prgbench.plotting.drawn import Facts
    from prgbench.report.own_model import model_page
    from prgbench.run.csv_files import write_csv
    from prgbench.run.files import write_text
    from prgbench.run.listener import say
    from prgbench.sources.store.bundle import BundleStore

    own = models_of_task(_read_parquet(models), task, study)
    task_id = int(own["task_id"].iloc[0])
    bundle = BundleStore.from_params(store).open(task_id)
    placed = place_model(read_scores(file, bundle), bundle, own, Setting.from_params(setting))
    write_csv(placed, table)
    name = f"task {task_id} ({own['dataset_name'].iloc[0]})"
    text = model_page(placed, file=file.name, task=name, facts=Facts(**facts))
    write_text(page, text)
    say(text)


def second_opinion(
    *,
    models: Path,
    page: Path,
    source: "Source",
    store: Params,
    study: str,
    n_models: int,
    seed: int,
    server: str,
    requests_per_second: float,
) -> None:
    """Evaluate some models again by other people's code."""
    from prgbench.run.files import write_text
    from prgbench.second_opinion.opinion import opinion_page, write_opinion
    from prgbench.second_opinion.readers import reader_of
    from prgbench.second_opinion.verification import draw_models, sum_up, verify_models
    from prgbench.sources.store.bundle import BundleStore

    reader = reader_of(source, server, requests_per_second)
    drawn = draw_models(_read_parquet(models), n_models, seed)
    table = verify_models(drawn, BundleStore.from_params(store), reader)
    write_opinion(page.parent, sum_up(table, reader, study=study, seed=seed, models=models), table)
    write_text(page, opinion_page(page.parent))


def verify_results(*, results: Path, findings: "Sequence[Finding]") -> None:
    """Say which results are stale, altered or missing."""
    from prgbench.run.listener import say
    from prgbench.run.result_records import tell_findings

    tell_findings(results, findings, say)


def _per_task(
    known: "Sequence[Part[Any]]",
    *,
    scores: Path,
    per_task: Path,
    store: Params,
    setting: Params,
    options: Params,
    kept: Path | None = None,
    code: str | None = None,
    progress: "SharedProgress | None" = None,
) -> None:
    from prgbench.answer.interface import Setting
    from prgbench.answer.run import chosen_parts, per_task_tables
    from prgbench.answer.tables import KeptTables, gather, write_parquet_tables
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.ranking import add_ranks

    shared = Setting.from_params(setting)
    models = _read_parquet(scores)
    if len(models):
        models = add_ranks(models, shared.measures, shared.ranking)
    made = []
    for tables in per_task_tables(
        models,
        BundleStore.from_params(store),
        shared,
        chosen_parts(known, options),
        None if kept is None else KeptTables(kept, [code, setting, options, store]),
    ):
        made.append(tables)
        if progress is not None:
            progress.done()
    write_parquet_tables(per_task, gather(made))


def _tables(
    known: "Sequence[Part[Any]]",
    *,
    models: Path,
    pairs: Path,
    per_task: Sequence[Path],
    tables: Path,
    setting: Params,
    options: Params,
    resampling: Params,
    processes: int = 1,
) -> None:
    from prgbench.answer.interface import Setting, Study
    from prgbench.answer.run import chosen_parts, compute_tables
    from prgbench.answer.tables import GatheredTables, write_csv_tables
    from prgbench.stats.cluster_bootstrap import Resampling

    study = Study(
        models=_read_parquet(models),
        agreement=_read_csv(pairs),
        per_task=GatheredTables(per_task),
        setting=Setting.from_params(setting),
        resampling=Resampling(**resampling),
    )
    made = compute_tables(study, chosen_parts(known, options), processes=processes)
    write_csv_tables(tables, made)


def _read_answer(path: Path) -> "Answer":
    from prgbench.answer.answer import Answer

    return Answer.read(path.read_text(encoding="utf-8"))


def _read_tables(folders: Iterable[Path]) -> "Tables":
    from prgbench.answer.tables import read_csv_tables

    return {name: table for folder in folders for name, table in read_csv_tables(folder).items()}


def _read_parquet(path: Path) -> "pd.DataFrame":
    from pandas import read_parquet

    return read_parquet(path)


def _read_csv(path: Path) -> "pd.DataFrame":
    from pandas import read_csv

    return read_csv(path)


def _write_parquet(tables: "Sequence[pd.DataFrame]", path: Path) -> None:
    import pandas as pd

    path.parent.mkdir(parents=True, exist_ok=True)
    pd.concat([pd.DataFrame(), *tables]).to_parquet(path, index=False)
