"""From the fetched predictions to the answer: scores, ranks, tables, answer.json."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from prgbench.answer.interface import Part
    from prgbench.run.progress import SharedProgress

Params = Mapping[str, Any]


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
    *,
    scores: Path,
    curves: Path,
    store: Params,
    progress: "SharedProgress | None" = None,
) -> None:
    """Prepare the curves of a chunk's models for the page."""
    import pandas as pd

    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.examples import curve_table

    models, bundles = pd.read_parquet(scores), BundleStore.from_params(store)
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
    import pandas as pd

    from prgbench.run.listener import say
    from prgbench.study.measures import load_measures, undefined_measures
    from prgbench.study.ranking import Ranking, add_ranks
    from prgbench.study.scoring import gather_scores

    gathered = gather_scores(study, map(pd.read_parquet, scores))
    loaded = load_measures(measures)
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
    import pandas as pd

    from prgbench.run.csv_files import write_csv
    from prgbench.study.agreement import agreement_summary, task_agreement, task_table
    from prgbench.study.measures import load_measures
    from prgbench.study.what_was_read import macro_averages

    ranked, loaded = pd.read_parquet(models), load_measures(measures)
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
    import pandas as pd

    from prgbench.run.files import write_text
    from prgbench.run.records import to_json
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.examples import choose_examples, example_scores

    found = choose_examples(pd.read_parquet(models), pd.read_csv(pairs), **chosen)
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
    import pandas as pd

    from prgbench.answer.answer import collect_answer
    from prgbench.answer.tables import read_csv_tables
    from prgbench.plotting.drawn import Facts
    from prgbench.run.files import write_text
    from prgbench.run.result_records import StudyResults
    from prgbench.study.plan import Plan
    from prgbench.study.warnings import study_warnings
    from prgbench.study.what_was_read import what_was_read

    said, ranked = Facts(**facts), pd.read_parquet(models)
    results = StudyResults(answer.parent)
    found = collect_answer(
        study,
        said.source,
        said.confidence_level,
        ranked,
        pd.read_csv(summary),
        read_csv_tables(tables),
        scope=what_was_read(ranked),
        notes=Plan.read_head(plan).notes,
        warnings=study_warnings(ranked, results.versions([models, summary, tables])),
        units=said.units,
    )
    write_text(answer, found.to_json())


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
    import pandas as pd

    from prgbench.answer.interface import Setting
    from prgbench.answer.run import chosen_parts, per_task_tables
    from prgbench.answer.tables import KeptTables, gather, write_parquet_tables
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.ranking import add_ranks

    shared = Setting.from_params(setting)
    models = pd.read_parquet(scores)
    if len(models):
        models = add_ranks(models, shared.measures, shared.ranking)
    made = []
    for tables in per_task_tables(
        models,
        BundleStore.from_params(store),
        shared,
        chosen_parts(known, options),
        KeptTables(kept, [code, setting, options, store]),
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
    import pandas as pd

    from prgbench.answer.interface import Setting, Study
    from prgbench.answer.run import chosen_parts, compute_tables
    from prgbench.answer.tables import GatheredTables, write_csv_tables
    from prgbench.stats.cluster_bootstrap import Resampling

    study = Study(
        models=pd.read_parquet(models),
        agreement=pd.read_csv(pairs),
        per_task=GatheredTables(per_task),
        setting=Setting.from_params(setting),
        resampling=Resampling(**resampling),
    )
    made = compute_tables(study, chosen_parts(known, options), processes=processes)
    write_csv_tables(tables, made)


def _write_parquet(tables: "Sequence[pd.DataFrame]", path: Path) -> None:
    import pandas as pd

    path.parent.mkdir(parents=True, exist_ok=True)
    pd.concat([pd.DataFrame(), *tables]).to_parquet(path, index=False)
