"""What deals with the source: the plan, its check, what is fetched by it, and copies of that."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prgbench.run.progress import SharedProgress
    from prgbench.sources.chosen_models import ChosenModels
    from prgbench.sources.interface import Source
    from prgbench.study.plan import Plan

Params = Mapping[str, Any]


def plan(
    source: "Source",
    *,
    study: str,
    selection: Params,
    ready: str | Path | None = None,
    tell: bool = True,
    made_for: str = "",
) -> "Plan":
    """List the tasks and draw the models, or take a ready plan; tell what the rest will cost.

    ``made_for`` is a checksum of the settings that the plan is to state.
    """
    from dataclasses import replace

    from prgbench.run.printing import say
    from prgbench.study.make_plan import make_plan
    from prgbench.study.plan import Plan
    from prgbench.study.plan_text import describe, excluded_not_there
    from prgbench.study.selection import Selection
    from prgbench.study.turned_labels import check_turned_labels

    settings = Selection.from_params(selection)
    # A frozen study has its plan: keys that would draw another one are refused, not ignored.
    if source.plan is not None:
        settings.check_of_fixed_plan(source)
    ready = ready or source.plan
    if ready:
        given = Plan.read(Path(ready))
        left_out_before = source.planned_selection.get("excluded_runs", ())
        unknown = {*settings.excluded_runs} - {*left_out_before} - given.run_ids
        notes = [*given.notes, *excluded_not_there(unknown, "the plan does not have")]
        drawn = replace(given, study=study, notes=notes).without(settings.excluded_runs)
    else:
        drawn = make_plan(source, study, settings)
        # Now, before hours of work: with labels turned round, the worst model is the best one.
        check_turned_labels(source, drawn.drawn_runs)
    if tell:
        say(describe(drawn, source.requests_per_second, is_given=bool(ready)))
    return replace(drawn, made_for=made_for)


def check(
    *, archive: Params, network: Params, study: str, selection: Params, plans: Sequence[str]
) -> None:
    """Try the server of a study, and say what the study takes by the first plan that is there."""
    from shutil import disk_usage
    from tempfile import TemporaryDirectory

    from prgbench.run.listener import WaitingListener
    from prgbench.run.printing import say
    from prgbench.sources.by_name import source_of
    from prgbench.study.checking import check_server
    from prgbench.study.plan import Plan
    from prgbench.study.selection import Selection

    # With an empty cache, as answers that were stored before say nothing of the server of now.
    with TemporaryDirectory() as folder:
        source = source_of(**archive, resources=Path(folder), **{**network, "patience": 1 / 120})
        if source.requests_per_second is None:
            say(f"The study {study} needs no server: there is nothing to check.")
            return
        source.listener = WaitingListener("Checking", Path(folder))
        say(f"The {source.label} for the study {study}, one response of each kind:")
        for line in check_server(
            source,
            Selection.from_params(selection).for_source(source),
            next((Plan.read(path) for path in map(Path, plans) if path.exists()), None),
            store=Path(folder) / "store",
            free_bytes=disk_usage(".").free,
        ):
            say(line)


def chunks(
    plan: "Plan", *, n_files: int, n_chunks: int | None, smallest: int = 100
) -> "tuple[Plan, list[Plan]]":
    """Cut the plan, or the smallest tasks of it, into the parts that jobs work on."""
    from dataclasses import replace

    from prgbench.study.chunks import n_chunks_of

    # Settings that draw the same tasks and runs leave the parts as they are, and their results.
    taken = replace(plan.smallest(smallest), made_for="")
    number = n_chunks or n_chunks_of(len(taken.tasks))
    return taken, [taken.chunk(position, number) for position in range(n_files)]


def fetch(
    source: "Source", chunk: "Plan", progress: "SharedProgress | None" = None
) -> "list[ChosenModels]":
    """Fetch the predictions of a chunk's models into the store of the source."""
    from prgbench.sources.store.bundle import BundleStore
    from prgbench.study.fetching import fetch_plan

    report = None
    if progress is not None:
        # Files take the time: how far a chunk is in tasks would say little of how long it takes.
        progress.files_of_unit = chunk.n_models
        report = progress.report
    return fetch_plan(source, BundleStore(source.bundles), chunk, report)


def stored_scores(*, source: "Source", plan: Path, scores: Path) -> None:
    """Make a table of the scores that OpenML stores of the planned runs."""
    from prgbench.run.errors import PrgbenchError
    from prgbench.run.printing import say
    from prgbench.run.safe_text import as_shell_word
    from prgbench.sources.openml.source import OpenMLSource
    from prgbench.study.plan import Plan
    from prgbench.study.stored_scores import stored_scores

    if not isinstance(source, OpenMLSource):
        raise PrgbenchError(
            f"The {source.label} stores no scores: this is for studies with `archive: openml`."
        )
    table, summary = stored_scores(source, Plan.read(plan))
    path, folder = (as_shell_word(f"{name}") for name in (scores, scores.with_suffix("")))
    say(f"{summary} Compare them: prgbench compare {path} --out {folder}/")
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
    # Tasks that are left without models have no bundle that could be frozen.
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
