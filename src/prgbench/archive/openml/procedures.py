"""The server's estimation procedures: how often and in how many folds a task is split."""

from dataclasses import dataclass
from xml.etree import ElementTree

from prgbench.archive.openml.answers import records, text
from prgbench.archive.openml.client import Client
from prgbench.archive.openml.fields import count, identifier
from prgbench.pipeline.errors import PrgbenchError

SUPERVISED_CLASSIFICATION = 1
MOST_REPEATS = 1_000
MOST_FOLDS = 10_000


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of supervised classification by their ids.

    Those with repeats or folds that nobody computes are passed over.

    Raises
    ------
    PrgbenchError
        If the server lists none, as one that is no OpenML.
    """
    root = client.ask("estimationprocedure/list", cached=True)
    found = dict(filter(None, map(_procedure, records(root, "estimationprocedure"))))
    if not found:
        raise PrgbenchError(
            f"{client.server} knows no estimation procedure of classification, so it is no OpenML "
            "server: correct `server`, as in server=https://www.openml.org."
        )
    return found


def _procedure(record: ElementTree.Element) -> tuple[int, Procedure] | None:
    procedure_id = identifier(text(record, "id"))
    if procedure_id is None or text(record, "ttid") != str(SUPERVISED_CLASSIFICATION):
        return None
    n_repeats = count(text(record, "repeats") or "1", MOST_REPEATS)
    if text(record, "type") == "leaveoneout":
        return (procedure_id, Procedure(n_repeats, None)) if n_repeats else None
    n_folds = count(text(record, "folds") or "1", MOST_FOLDS)
    return (procedure_id, Procedure(n_repeats, n_folds)) if n_repeats and n_folds else None
