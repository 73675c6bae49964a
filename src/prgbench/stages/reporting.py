"""What a reader sees: figures, report and page, and what is asked for beside them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prgbench.answer.answer import Answer
    from prgbench.answer.interface import Tables
    from prgbench.run.result_records import Finding
    from prgbench.sources.interface import Source

Params = Mapping[str, Any]


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
    processes: int = 1,
) -> None:
    """Draw the figures of the study."""
    from prgbench.plotting.drawn import Facts
    from prgbench.report.study_figures import StudyFigures
    from prgbench.study.examples import Examples

    examples = Examples.read(models=models, pairs=pairs, choice=choice, scores=scores)
    StudyFigures(
        examples, _read_answer(answer), _read_tables(tables), Facts(**facts), printed
    ).save(names, sheet=style, folder=folder, formats=formats, processes=processes)


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
    import pandas as pd

    from prgbench.report.guesses import Replication, guess_table, nine_compared
    from prgbench.report.replicated import Replicated
    from prgbench.report.statements import (
        example_statements,
        general_statements,
        lower_f1_statement,
        statement_table,
    )
    from prgbench.run.csv_files import read_csv

    ranked, pairs = pd.read_parquet(models), read_csv(agreement)
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
        *example_statements(ranked, pairs, pd.read_parquet(scores)),
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
    import pandas as pd

    from prgbench.plotting.drawn import Facts, SavedFigure
    from prgbench.report.markdown_report import render_report
    from prgbench.report.provenance import Provenance
    from prgbench.report.replicated import Replicated
    from prgbench.run.files import write_text
    from prgbench.second_opinion.opinion import opinion_section
    from prgbench.study.plan import Plan

    found, left_out = _read_answer(answer), pd.read_csv(exclusions)
    text = render_report(
        settings=settings,
        facts=Facts(**facts),
        provenance=Provenance.of(
            found,
            Plan.read_head(plan).created,
            left_out,
            replication=settings["replication"],
        ),
        models=pd.read_parquet(models),
        summary=pd.read_csv(summary),
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
    kept: Path | None = None,
    code: str | None = None,
) -> None:
    """Write the page of the study, index.html."""
    import pandas as pd

    from prgbench.plotting.drawn import Facts
    from prgbench.report.html.curve_files import CurveRecord
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
        models=pd.read_parquet(models),
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
    write_page(page.parent, content, CurveRecord(kept, code))


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
    import pandas as pd

    from prgbench.answer.interface import Setting
    from prgbench.answer.own_model import models_of_task, place_model, read_scores
    from prgbench.plotting.drawn import Facts
    from prgbench.report.own_model import model_page
    from prgbench.run.csv_files import write_csv
    from prgbench.run.files import write_text
    from prgbench.run.listener import say
    from prgbench.sources.store.bundle import BundleStore

    own = models_of_task(pd.read_parquet(models), task, study)
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
    import pandas as pd

    from prgbench.run.files import write_text
    from prgbench.second_opinion.opinion import opinion_page, write_opinion
    from prgbench.second_opinion.readers import reader_of
    from prgbench.second_opinion.verification import draw_models, sum_up, verify_models
    from prgbench.sources.store.bundle import BundleStore

    reader = reader_of(source, server, requests_per_second)
    drawn = draw_models(pd.read_parquet(models), n_models, seed)
    table = verify_models(drawn, BundleStore.from_params(store), reader)
    write_opinion(page.parent, sum_up(table, reader, study=study, seed=seed, models=models), table)
    write_text(page, opinion_page(page.parent))


def verify_results(*, results: Path, findings: "Sequence[Finding]") -> None:
    """Say which results are stale, altered or missing."""
    from prgbench.run.listener import say
    from prgbench.run.result_records import tell_findings

    tell_findings(results, findings, say)


def _read_answer(path: Path) -> "Answer":
    from prgbench.answer.answer import Answer

    return Answer.read(path.read_text(encoding="utf-8"))


def _read_tables(folders: Iterable[Path]) -> "Tables":
    from prgbench.answer.tables import read_csv_tables

    return {name: table for folder in folders for name, table in read_csv_tables(folder).items()}
