"""Which column of a prediction file means what."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from prgbench.archive.interface import Reason, RunUnusableError
from prgbench.archive.predictions.class_labels import NO_CLASS, LabelMatcher
from prgbench.archive.predictions.refusal import unreadable

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
CONFIDENCE = "confidence."
MOST_COLUMNS = 256


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of the columns by role.

    ``confidences`` are the positions of all columns of scores and ``classes`` the class of
    each, -1 for a label that is none of the task's classes. ``complement`` is the class
    whose scores are one minus those of the only column of a binary task.
    """

    n_columns: int
    roles: dict[str, int]
    confidences: tuple[int, ...]
    classes: tuple[int, ...]
    complement: int | None
    unknown: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Positions of the columns of numbers: the counts, then the confidences."""
        return (*self.counts, *self.confidences)

    @property
    def counts(self) -> tuple[int, ...]:
        """Positions of the columns that count repeats, folds, samples and instances."""
        return tuple(self.roles[role] for role in self.count_roles)

    @property
    def count_roles(self) -> tuple[str, ...]:
        """The roles of the columns that count."""
        return tuple(role for role in ("repeat", "fold", "sample", "row_id") if role in self.roles)

    @property
    def label_roles(self) -> tuple[str, ...]:
        """The roles of the columns of labels."""
        return tuple(role for role in ("prediction", "truth") if role in self.roles)

    @property
    def labels(self) -> tuple[int, ...]:
        """Positions of the columns of labels."""
        return tuple(self.roles[role] for role in self.label_roles)

    def finders(self, matcher: LabelMatcher) -> tuple[Callable[[str], int], ...]:
        """Return what finds the class of a label, for each column of labels."""
        by_role = {"prediction": matcher.index, "truth": matcher.true_index}
        return tuple(by_role[role] for role in self.label_roles)


def find_layout(names: Sequence[str], classes: Sequence[str]) -> Layout:
    """Find the columns of a prediction file by their names.

    Raises
    ------
    RunUnusableError
        If there is no column of instances or no scores of a class, a column is there twice, or
        there are more than any task can have.
    """
    if len(names) > MOST_COLUMNS:
        raise RunUnusableError(Reason.UNREADABLE, f"{len(names):,} columns")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
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
    return Layout(
        n_columns=len(names),
        roles=roles,
        confidences=tuple(confidences),
        classes=tuple(matched),
        complement=_complement(matched, classes),
        unknown=tuple(unknown),
    )


def _complement(matched: Sequence[int], classes: Sequence[str]) -> int | None:
    known = [index for index in matched if index != NO_CLASS]
    if not known:
        raise RunUnusableError(Reason.NO_SCORES)
    if len(set(known)) < len(known):
        raise RunUnusableError(Reason.UNREADABLE, "two columns of scores of one class")
    missing = sorted(set(range(len(classes))) - set(known))
    if not missing:
        return None
    if len(classes) == 2 and len(matched) == 1:
        return missing[0]
    raise RunUnusableError(Reason.NO_SCORES, f"none of class {classes[missing[0]]!r}")
