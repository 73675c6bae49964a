"""The second opinion as a function of its files, which the rule of its name runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prgbench.sources.interface import Source

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
) -> None:
    """Evaluate some models again by other people's code."""
    from prgbench.data.models import Models
    from prgbench.second_opinion.opinion import write_opinion
    from prgbench.second_opinion.readers import reader_of
    from prgbench.second_opinion.verification import draw_models, sum_up, verify_models
    from prgbench.sources.store.bundle import BundleStore

    reader = reader_of(source, server, requests_per_second)
    drawn = draw_models(Models.read(models), n_models, seed)
    table = verify_models(drawn, BundleStore.from_params(store), reader)
    write_opinion(results, sum_up(table, reader, study=study, seed=seed, models=models), table)
