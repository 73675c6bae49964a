"""Reads the models that were drawn a second time and compares them, one after the other."""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import sha256_of
from prgbench.second_opinion.comparing import OTHERS, Row, compared
from prgbench.second_opinion.opinion import (
    AGREES,
    DISAGREES,
    NOT_COMPARED,
    Finding,
    Opinion,
)
from prgbench.second_opinion.other_code import NotReadError, StalledError
from prgbench.second_opinion.reading import Reader

MOST_STALLS = 2
PROVENANCE = ["task_id", "dataset_name", "run_id", "flow_id", "flow_name"]
COLUMNS = [
    *PROVENANCE,
    *("verdict", "why", "largest_difference", "rows", "other_truth", "score_difference"),
    *("auroc_stored", "stored_difference"),
    *(
        column
        for name, others in OTHERS.items()
        for column in (name, *(f"{name}_{who}" for who in others))
    ),
]


def verify_models(drawn: pd.DataFrame, store: BundleStore, reader: Reader) -> pd.DataFrame:
    """Compare models of a study with what other people's code makes of them.

    Parameters
    ----------
    drawn : DataFrame
        Their lines in the table of the study's models.
    store : BundleStore
        Where their bundles are.
    reader : Reader
        Reads their predictions again.

    Returns
    -------
    DataFrame
        A row per model, with the ``verdict`` and ``why``. A model that can't be read has the
        reason there; after two stalls in a row the rest is not asked for.
    """
    rows: list[Row] = []
    stalls = 0
    for model in ({str(k): v for k, v in row.items()} for row in drawn.to_dict("records")):
        try:
            if stalls == MOST_STALLS:
                raise NotReadError(f"not asked for, after {MOST_STALLS} stalls in a row")
            row = _verified(model, store, reader)
            stalls = 0
        except NotReadError as error:
            row = {"verdict": NOT_COMPARED, "why": str(error)}
            if stalls < MOST_STALLS:
                stalls = stalls + 1 if isinstance(error, StalledError) else 0
        rows.append({**{name: model[name] for name in PROVENANCE}, **row})
    return pd.DataFrame(rows, columns=COLUMNS)


def sum_up(table: pd.DataFrame, reader: Reader, *, study: str, seed: int, models: Path) -> Opinion:
    """Sum up the table of the models that were drawn.

    Parameters
    ----------
    table : DataFrame
        What `verify_models` returns.
    reader : Reader
        Who has read them.
    study : str
        The study.
    seed : int
        The seed of the draw.
    models : Path
        The table of the study's models.

    Raises
    ------
    PrgbenchError
        If no model could be compared.
    """
    not_compared = _findings(table, NOT_COMPARED)
    if len(not_compared) == len(table):
        first = f", the first: {not_compared[0]}" if not_compared else ""
        raise PrgbenchError(
            f"Study {study}: none of {len(table)} models could be read a second time{first}. "
            "See to it and run again."
        )
    return Opinion(
        study=study,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        how=reader.how,
        knows_runs=reader.knows_runs,
        scikit_learn=version("scikit-learn"),
        seed=seed,
        models=len(pd.read_parquet(models, columns=["run_id"])),
        drawn=len(table),
        agreeing=len(_findings(table, AGREES)),
        largest_difference=float(table["largest_difference"].max()),
        stored_difference=_largest(table["stored_difference"]),
        disagreeing=_findings(table, DISAGREES),
        not_compared=not_compared,
        models_sha256=sha256_of(models),
    )


def _findings(table: pd.DataFrame, verdict: str) -> list[Finding]:
    found = table.loc[table["verdict"] == verdict, ["task_id", "run_id", "why"]]
    return [Finding(int(task), int(run), why) for task, run, why in found.itertuples(index=False)]


def _largest(differences: pd.Series) -> float | None:
    return None if differences.isna().all() else float(differences.max())


def _verified(model: Mapping[str, Any], store: BundleStore, reader: Reader) -> Row:
    bundle = store.open(model["task_id"])
    header = bundle.header
    runs = {known.run.run_id: known.run for known in header.models}
    if model["run_id"] not in runs:
        raise NotReadError("no longer in the bundle of its task")
    reading = reader.read(header.task, runs[model["run_id"]], (header.negative, header.positive))
    return compared(model, bundle, reading)
