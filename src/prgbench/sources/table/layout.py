"""Which column of a table means what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain

ROLES = {
    "dataset": ("dataset", "task"),
    "model": ("model",),
    "y_true": ("y_true",),
    "y_score": ("y_score",),
    "row_id": ("row_id",),
    "fold": ("fold",),
    "repeat": ("repeat",),
    "decision": ("decision",),
}
"""The roles of columns, and the names that a column may have without being mapped."""

SCORE = ""
"""The label of the scores in a table with one column of scores for both classes."""

INDEX_COLUMNS = ("", "Unnamed: 0", "__index_level_0__")
"""What pandas calls an index that it writes as a column."""

SHOWN_COLUMNS = 20
MOST_SCORE_COLUMNS = 10_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table.

    Attributes
    ----------
    roles : mapping of str to str
        Columns by role.
    scores : mapping of str to str
        Columns of scores: by label (`SCORE` for the only one), in a wide table by model.
    wide : bool
        Whether the table has a column for each model.
    fixed : mapping of str to str
        What the path of the table says instead of a column.
    """

    roles: Mapping[str, str]
    scores: Mapping[str, str]
    wide: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """Return the columns that are read."""
        return list(dict.fromkeys([*self.roles.values(), *self.scores.values()]))


def find_layout(table: str, names: Sequence[str], mapping: Mapping[str, str]) -> Layout:
    """Find the columns of a table, which error messages call ``table``, by their names.

    ``mapping`` has columns by role, where they are not called as their roles.

    Raises
    ------
    PrgbenchError
        If a column is missing or occurs twice.
    """
    _check_header(table, names)
    roles = {role: column for role in ROLES if (column := _column(table, role, names, mapping))}
    prefix = f"{mapping.get('y_score', 'y_score')}."
    by_label = {name[len(prefix) :]: name for name in names if name.startswith(prefix)}
    score = roles.pop("y_score", None)
    scored = score is not None or bool(by_label)
    wide = not scored and "model" not in roles
    needed = ("dataset", "y_true") if wide else ("dataset", "model", "y_true")
    missing = [role for role in needed if role not in roles]
    if not (wide or scored):
        missing.append("y_score")
    if missing:
        raise PrgbenchError(
            f"{table} lacks the column {' and '.join(missing)}; it has {_shown(names)}: rename "
            "one, or say by `columns` which it is."
        )
    if score is not None and by_label:
        first = next(iter(by_label.values()))
        raise PrgbenchError(
            f"{table} has the columns {plain(score)} and {plain(first)}: keep either one column "
            "of scores or one for each class."
        )
    if wide:
        scores = _models(table, names, roles)
    else:
        scores = by_label if score is None else {SCORE: score}
    if len(scores) > MOST_SCORE_COLUMNS:
        raise PrgbenchError(f"{table} has {len(scores):,} columns of scores: use a long table.")
    return Layout(roles, scores, wide)


def _models(table: str, names: Sequence[str], roles: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of models in a wide table: all that mean nothing else."""
    known = {*roles.values(), *INDEX_COLUMNS, *ROLES["dataset"]}
    models = {name: name for name in names if name not in known}
    if "decision" in roles:
        raise PrgbenchError(
            f"{table} has a column {plain(roles['decision'])} and one for each model: decisions "
            "need a long table, with a column model."
        )
    if not models:
        raise PrgbenchError(
            f"{table} has no scores but {_shown(names)}: add the columns model and y_score, or a "
            "column of scores for each model."
        )
    return models


def _column(table: str, role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    mapped = mapping.get(role)
    if mapped is None:
        taken = set(mapping.values())
        return next((name for name in ROLES[role] if name in names and name not in taken), None)
    by_class = role == "y_score" and any(name.startswith(f"{mapped}.") for name in names)
    if mapped not in names and not by_class:
        raise PrgbenchError(
            f"{table} lacks the column {plain(mapped)}, which `columns` takes "
            f"as {role}; it has {_shown(names)}: correct one of them."
        )
    return mapped if mapped in names else None


def _check_header(table: str, names: Sequence[str]) -> None:
    if not names:
        raise PrgbenchError(f"{table} is empty: write a table, or leave it out.")
    for name in names:
        if names.count(name) > 1 and name not in INDEX_COLUMNS:
            raise PrgbenchError(f"{table} has the column {plain(name)} twice: keep one of them.")
    for separator, called in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if len(names) == 1 and separator in names[0]:
            raise PrgbenchError(f"{table} separates its columns by {called}: write commas.")


def _shown(names: Sequence[str]) -> str:
    more = ", ..." if len(names) > SHOWN_COLUMNS else ""
    return plain(", ".join(names[:SHOWN_COLUMNS])) + more
