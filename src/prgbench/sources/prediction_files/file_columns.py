"""The columns of a prediction file: their roles, and the classes of those of scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from prgbench.run.safe_text import first_repeated
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.arff import unreadable
from prgbench.sources.prediction_files.class_labels import NO_CLASS, LabelMatcher

CONFIDENCE = "confidence."
MOST_COLUMNS = 256
COUNTS = ("repeat", "fold", "sample", "row_id")
LABELS = ("prediction", "truth")

ROLES = {
    "repeat": "repeat",
    "repeat_nr": "repeat",
    "fold": "fold",
    "fold_nr": "fold",
    "sample": "sample",
    "sample_nr": "sample",
    "row_id": "row_id",
    "rowid": "row_id",
    "prediction": "prediction",
    "truth": "truth",
    "correct": "truth",
}


@dataclass(frozen=True, slots=True)
class FileLayout:
    """Positions of the columns: by role those that count or have labels, and those of scores.

    ``classes`` has the class of each column of ``confidences``, -1 for another label.
    ``complement`` is the class whose scores are one minus those of the only column of a binary
    task.
    """

    n_columns: int
    counts: dict[str, int]
    labels: dict[str, int]
    confidences: tuple[int, ...]
    classes: tuple[int, ...]
    complement: int | None
    unknown: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Positions of the columns of numbers: the counts, then the confidences."""
        return (*self.counts.values(), *self.confidences)


def find_file_layout(names: Sequence[str], classes: Sequence[str]) -> FileLayout:
    """Find the columns of a prediction file by their names."""
    if len(names) > MOST_COLUMNS:
        raise RunUnusableError(Reason.UNREADABLE, f"{len(names):,} columns")
    twice = first_repeated(names)
    if twice is not None:
        raise unreadable("two columns of the name", twice)
    matcher = LabelMatcher(classes)
    roles: dict[str, int] = {}
    confidences: list[int] = []
    matched: list[int] = []
    unknown: list[int] = []
    for position, name in enumerate(names):
        lowered = name.strip().lower()
        if lowered.startswith(CONFIDENCE):
            confidences.append(position)
            matched.append(matcher.index(name.strip()[len(CONFIDENCE) :]))
        elif (role := ROLES.get(lowered)) is None:
            unknown.append(position)
        elif role in roles:
            raise RunUnusableError(Reason.UNREADABLE, f"two columns of {role}")
        else:
            roles[role] = position
    if "row_id" not in roles:
        raise RunUnusableError(Reason.UNREADABLE, "no column row_id")
    return FileLayout(
        n_columns=len(names),
        counts={role: roles[role] for role in COUNTS if role in roles},
        labels={role: roles[role] for role in LABELS if role in roles},
        confidences=tuple(confidences),
        classes=tuple(matched),
        complement=_complement(matched, classes),
        unknown=tuple(unknown),
    )


def _complement(matched: Sequence[int], classes: Sequence[str]) -> int | None:
    matched_classes = [index for index in matched if index != NO_CLASS]
    if not matched_classes:
        raise RunUnusableError(Reason.NO_SCORES)
    if len(set(matched_classes)) < len(matched_classes):
        raise RunUnusableError(Reason.UNREADABLE, "two score columns for one class")
    missing = sorted(set(range(len(classes))) - set(matched_classes))
    if not missing:
        return None
    if len(classes) == 2 and len(matched) == 1:
        return missing[0]
    raise RunUnusableError(Reason.NO_SCORES, f"none of class {classes[missing[0]]!r}")
