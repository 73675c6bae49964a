"""The second opinion as functions of their files, which the rules of their names run."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prgbench.sources.interface import Source
    from prgbench.sources.openml.source import OpenMLSource

Params = Mapping[str, Any]


def second_opinion(
    *,
    models: Path,
    results: Path,
    source: "Source",
    store: Params,
    study: str,
    n_models: int,
    seed: int,
    server: str,
    requests_per_second: float,
    asked: bool,
) -> None:
    """Evaluate some models again by other people's code.

    Where a study has ``asked`` for it and none can be read, that is what its page says; else an
    error.
    """
    from tempfile import TemporaryDirectory

    from prgbench.data.models import Models
    from prgbench.second_opinion.opinion import write_opinion
    from prgbench.second_opinion.readers import reader_of
    from prgbench.second_opinion.verification import draw_models, sum_up, verify_models
    from prgbench.sources.store.bundle import BundleStore

    drawn = draw_models(Models.read(models), n_models, seed)
    # What an earlier run has kept would be no second opinion on what the server holds now.
    with TemporaryDirectory() as cache:
        reader = reader_of(source, server, requests_per_second, Path(cache))
        table = verify_models(drawn, BundleStore.from_params(store), reader)
    opinion = sum_up(table, reader, study=study, seed=seed, models=models)
    if not asked:
        opinion.check_compared()
    write_opinion(results, opinion, table)


def listed_again(
    *,
    plan: Path,
    results: Path,
    source: "OpenMLSource",
    study: str,
    server: str,
    asked: bool,
) -> None:
    """List the runs of the plan again by the package openml; ``asked`` as in `second_opinion`."""
    from tempfile import TemporaryDirectory

    from prgbench.second_opinion.listing import list_again, write_listing
    from prgbench.second_opinion.other_code import configured_openml
    from prgbench.study.plan import Plan

    runs = [run for _, candidates in Plan.read(plan).drawn_runs for run in candidates]
    # As above, the server is to answer anew.
    with TemporaryDirectory() as cache:
        openml = configured_openml(server, Path(cache))
        listing = list_again(openml, runs, source.wait_for_turns, source.aurocs_of, study=study)
    if not asked:
        listing.check_compared()
    write_listing(results, listing)
