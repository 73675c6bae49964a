"""The classes of a task's target, by the description of its data set."""

from collections.abc import Sequence
from dataclasses import dataclass

from prgbench.run.foreign_text import plain
from prgbench.sources.interface import Reason
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import ServerError, count, records, text
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import Client

LONGEST_LABEL = 10_000


class ClassesUnknownError(Exception):
    """The server can't say what classes the target has."""

    def __init__(self, detail: str, reason: Reason = Reason.CLASSES_UNKNOWN) -> None:
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Target:
    """A predicted feature: its labels, and how many instances have none."""

    name: str
    classes: tuple[str, ...]
    n_unlabelled: int


def target_of(client: Client, dataset_id: int, name: str) -> Target:
    """Return a target with its declared labels; `ClassesUnknownError` if they can't be known."""
    try:
        root = client.ask(calls.described(Kind.FEATURES, dataset_id), cached=True)
    except ServerError as error:
        detail = f"data set {dataset_id}: {plain(error.message)} (code {error.code})"
        raise ClassesUnknownError(detail) from error
    for feature in records(root, "feature"):
        stated = next(records(feature, "name"), None)
        if stated is None or stated.text != name:
            continue
        labels = tuple(label.text or "" for label in records(feature, "nominal_value"))
        if not all(0 < len(label) <= LONGEST_LABEL for label in labels):
            raise ClassesUnknownError(
                f"data set {dataset_id} has a label of {plain(name)!r} that is empty, or too long"
            )
        if len(labels) == 2 and are_damaged(labels):
            shown = ", ".join(repr(plain(label, 40)) for label in labels)
            raise ClassesUnknownError(
                f"data set {dataset_id}: the labels of {plain(name)!r} arrive as {shown}",
                Reason.LABELS_DAMAGED,
            )
        return Target(name, labels, count(text(feature, "number_of_missing_values")) or 0)
    raise ClassesUnknownError(f"data set {dataset_id} has no feature {plain(name)!r}")


def are_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels are unlikely to be the real ones.

    The server gives back letters outside latin-1 as question marks.

    Examples
    --------
    >>> are_damaged(["??", "???"]), are_damaged(["a", "a"]), are_damaged(["no", "yes?"])
    (True, True, False)
    """
    repeated = len(set(labels)) < len(labels)
    return repeated or any("?" in label[:-1] or label == "?" for label in labels)
