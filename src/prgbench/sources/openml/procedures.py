"""Estimation procedures: how the data of a task are split, by the server's numbers."""

from dataclasses import dataclass
from xml.etree import ElementTree

from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import count, identifier, records, text
from prgbench.sources.openml.calls import SUPERVISED_CLASSIFICATION
from prgbench.sources.openml.client import Client

MOST_REPEATS = 1_000
MOST_FOLDS = 10_000
LEAVE_ONE_OUT = "leaveoneout"
ONE = "1"
"""What an absent number of repeats or folds stands for: a holdout states no folds."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of classification by id, without absurd numbers."""
    root = client.ask(calls.PROCEDURES, cached=True)
    by_id = dict(filter(None, map(_procedure, records(root, "estimationprocedure"))))
    if not by_id:
        raise PrgbenchError(
            f"{client.server} lists no estimation procedure for classification, so it is not an "
            "OpenML server: correct `server`, as in server=https://www.openml.org."
        )
    return by_id


def _procedure(record: ElementTree.Element) -> tuple[int, Procedure] | None:
    """Return a procedure of the list by its id; None if it is not of classification."""
    procedure_id = identifier(text(record, "id"))
    if procedure_id is None or text(record, "ttid") != str(SUPERVISED_CLASSIFICATION):
        return None
    repeats = text(record, "repeats") or ONE
    folds = text(record, "folds") or ONE
    procedure = procedure_of(text(record, "type"), repeats, folds)
    if procedure is None:
        return None
    return procedure_id, procedure


def described_procedure(record: ElementTree.Element) -> Procedure | None:
    """Return the estimation procedure in a task's own description; None if it is not stated."""
    stated = {field.get("name"): field.text for field in records(record, "parameter")}
    if not stated:
        return None
    repeats = stated.get("number_repeats") or ONE
    folds = stated.get("number_folds") or ONE
    return procedure_of(text(record, "type"), repeats, folds)


def procedure_of(kind: str, repeats: str, folds: str) -> Procedure | None:
    """Return a procedure of a kind with so many repeats and folds; None if they are absurd."""
    n_repeats = count(repeats, MOST_REPEATS)
    if not n_repeats:
        return None
    if kind == LEAVE_ONE_OUT:
        return Procedure(n_repeats, None)
    n_folds = count(folds, MOST_FOLDS)
    return Procedure(n_repeats, n_folds) if n_folds else None
