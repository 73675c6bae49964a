"""Which column of a table means what: by its name, or as the user says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, first_repeated, plain
from prgbench.sources.advice import as_columns
from prgbench.sources.table.names import ONLY_DATASET, snake_case

ROLES = {
    "dataset": ("dataset", "task"),
    "model": ("model",),
    "y_true": ("y_true",),
    "y_score": ("y_score",),
    # tidymodels and mlr3 call the numbers of instances .row and row_ids.
    "row_id": ("row_id", ".row", "row_ids"),
    "fold": ("fold",),
    "repeat": ("repeat",),
    "group": ("group",),
    "decision": ("decision",),
}
"""The roles of columns, and the names, in any case, that a column may have without a mapping."""

SCORE = ""
"""The label of the scores in a table with one column of scores for both classes."""

INDEX_COLUMNS = ("", "Unnamed: 0", "__index_level_0__", "index")
"""What pandas calls an index that it writes as a column."""

WEIGHTS = frozenset(
    ("sample_weight", "sample_weights", "case_weight", "case_weights", "weight", "weights")
)
"""Columns of weights, which are no scores of a model."""

TRUTHS = frozenset(
    [
        *("y", "truth", "label", "labels", "target", "class", "true_label", "y_test"),
        *("y_actual", "actual", "ground_truth", "observed", "gold", "gold_label", "targets"),
        *("true", "true_class", "actual_class", "actual_label"),
    ]
)
"""What columns of true classes are often called: never read unasked, but offered in a sentence."""

GROUPS = frozenset(
    f"{unit}{ending}"
    for unit in ("patient", "subject", "participant", "person", "user", "session", "cluster")
    for ending in ("", "_id", "id", "_no", "_nr", "_number")
)
"""What columns of groups are often called, in snake case: never read unasked, but offered in a
sentence."""

MODELS = frozenset(
    [
        *("learner", "learner_id", "wflow_id", "config", "model_id", "model_name", "algorithm"),
        *("classifier", "estimator", "method", "algo", "clf", "architecture", "network"),
        *("framework", "system", "approach", "model_type", "run_name"),
    ]
)
"""What columns of models are often called, in snake case: never read unasked, but asked for."""

WORDS_OF_MODELS = frozenset(
    ["algo", "algorithm", "classifier", "clf", "estimator", "learner", "regressor", "wflow"]
)
"""A column with one of these words, such as ``algo_used``, is called as those of models are."""


PREDICTED = frozenset(
    [
        *("y_pred", "y_hat", "yhat", "pred", "preds", "predict", "prediction", "predictions"),
        *("predicted", "predicted_class", "predicted_label", "pred_class", "pred_label"),
        *("prediction_label", "y_pred_class", "y_pred_label"),
    ]
)
"""What columns of predicted classes, or their scores, are often called, in snake case."""

SCORES = frozenset(
    [
        *("y_prob", "y_proba", "y_probs", "y_pred_prob", "y_pred_proba", "prob", "proba"),
        *("probs", "probability", "probabilities", "predict_proba", "pred_prob", "pred_proba"),
        *("predicted_prob", "predicted_proba", "predicted_probability", "prediction_score"),
        *("oof", "oof_pred", "oof_prediction", "oof_score"),
        *("score", "scores", "pred_score", "predicted_score", "confidence", "logit", "logits"),
    ]
)
"""What columns of scores are often called, in snake case: no model is called so."""

WORDS_OF_SCORES = frozenset(
    [
        *("pred", "prob", "proba", "probability", "score"),
        *("prediction", "probs", "probabilities", "scores"),
    ]
)
"""A column with one of these words, such as ``prob.yes`` or ``.pred_yes``, may have scores."""

OBSERVED = frozenset(["obs"])
"""What caret calls true classes; elsewhere it numbers rows, so that only sentences offer it."""

OF_CARET = frozenset(["row_index", "resample"])
"""The columns of caret, in snake case, that number instances and name folds."""

DATASET = "<dataset>"
"""The column with the name of the only data set, of a table that has no such column."""

MODEL = "<model>"
"""The column with the name of the only model, "" if nothing names it, of such a table."""

SHOWN_COLUMNS = 20
MOST_SCORE_COLUMNS = 10_000


def is_called_as_models(name: str) -> bool:
    """Say whether a column is called as one that names the models.

    Examples
    --------
    >>> [is_called_as_models(name) for name in ("clf", "algo_used", "Model used", "car_model")]
    [True, True, True, False]
    """
    words = snake_case(name).split("_")
    return (
        snake_case(name) in MODELS or words[0] == "model" or not WORDS_OF_MODELS.isdisjoint(words)
    )


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The columns of a table by role, and those of scores.

    ``scores`` are by label (`SCORE` for the only one), in a ``wide`` table by model; ``fixed`` are
    columns that the table does not have, as its path says what all rows hold there. ``unused``
    are the columns that are not read, and ``grouping`` those of them that may say which rows of a
    wide table belong together.
    """

    roles: Mapping[str, str]
    scores: Mapping[str, str]
    wide: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)
    unused: Sequence[str] = ()
    grouping: Sequence[str] = ()

    @property
    def columns(self) -> list[str]:
        """Return the columns that are used."""
        return list(dict.fromkeys([*self.roles.values(), *self.scores.values()]))

    @property
    def without_role(self) -> list[str]:
        """Return the columns that are not used or, of a wide table, may be models."""
        return [*self.unused, *(self.scores.values() if self.wide else ())]

    @property
    def by_class(self) -> bool:
        """Return whether classes have scores of their own."""
        return not self.wide and SCORE not in self.scores

    def text(self, role: str) -> str | None:
        """Return what all rows hold in a role, if the path says so."""
        return self.fixed.get(self.roles.get(role, ""))


def find_table_layout(
    table: str,
    names: Sequence[str],
    mapping: Mapping[str, str],
    stated: Mapping[str, str] | None = None,
    dataset: str = ONLY_DATASET,
) -> TableLayout:
    """Find the columns of a table, which error messages call ``table``, by their names.

    ``mapping`` has columns by role, where they are not called as their roles; ``stated`` has
    columns that the path of the table states. Without a column of data sets there is one,
    ``dataset``. True classes and scores without a column of models are of one model.
    """
    if not names:
        raise PrgbenchError(f"{table} is empty: write a table, or leave it out.")
    twice = first_repeated(name for name in names if name not in INDEX_COLUMNS)
    if twice is not None:
        raise PrgbenchError(f"{table} has the column {plain(twice)} twice: keep one of them.")
    stated = {name: text for name, text in (stated or {}).items() if name not in names}
    columns = [*names, *stated]
    called = _called(columns, mapping)
    found = {role: _column(table, role, columns, called, mapping) for role in ROLES}
    roles = {role: column for role, column in found.items() if column}
    by_label = _by_label(names, mapping)
    score = roles.pop("y_score", None)
    scored = score is not None or bool(by_label)
    wide = not scored and "model" not in roles
    one_model = scored and "model" not in roles and "y_true" in roles
    needed = ("y_true",) if wide or one_model else ("model", "y_true")
    missing = [role for role in needed if role not in roles]
    if not (wide or scored):
        missing.append("y_score")
    if missing:
        several = "s" * (len(missing) > 1)
        raise PrgbenchError(
            f"{table} lacks the column{several} {' and '.join(missing)}; it has {shown(names)}: "
            f"rename columns, or assign them{_assigned(missing, names, roles)}."
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
    fixed = {column: stated[column] for column in roles.values() if column in stated}
    if "dataset" not in roles:
        roles["dataset"] = DATASET
        fixed[DATASET] = dataset
    if one_model:
        roles["model"] = MODEL
        fixed[MODEL] = ""
    # Of a wide table, only weights are left.
    used = {*roles.values(), *scores.values(), *INDEX_COLUMNS}
    return TableLayout(roles, scores, wide, fixed, [name for name in names if name not in used])


def _assigned(missing: Sequence[str], names: Sequence[str], roles: Mapping[str, str]) -> str:
    """Say which columns may be the missing ones, as their names tell, and how to assign them."""
    # Of a file of a million columns, the first ones are enough.
    first = names[:MOST_SCORE_COLUMNS]
    left = [name for name in first if name not in roles.values() and name not in INDEX_COLUMNS]
    truths = [name for name in left if name.strip().lower() in TRUTHS | OBSERVED]
    others = [name for name in left if name not in truths]
    scores = [name for name in others if _is_called_as_scores(name)]
    told = PREDICTED | WEIGHTS | GROUPS | OF_CARET
    untold = [name for name in others if snake_case(name) not in told and name not in scores]
    may_be = {
        "model": [name for name in others if is_called_as_models(name)],
        "y_true": truths or untold,
        "y_score": scores or untold or others,
    }
    if "y_true" in missing and not may_be["y_true"]:
        return " with `columns`; if none has the true class of each row, add one"
    if not all(may_be[role] for role in missing):
        return " with `columns`"
    if all(len(may_be[role]) == 1 for role in missing):
        columns = {role: may_be[role][0] for role in missing}
        words = " ".join(as_shell_word(f"{role}={column}") for role, column in columns.items())
        return f", perhaps with --columns {words} (in Python, columns={columns!r})"
    option, *more = (as_columns(role, may_be[role]) for role in missing)
    options = " and ".join([option, *(other.removeprefix("--columns ") for other in more)])
    which = "; y_score is that of the positive class" if "y_score" in missing else ""
    return f", perhaps with {options}{which}"


def _is_called_as_scores(name: str) -> bool:
    """Say whether a column is called as those of scores, perhaps of a class, as ``prob.yes``.

    H2O calls them ``p0`` and ``p1``.
    """
    called = snake_case(name)
    of_scores = not WORDS_OF_SCORES.isdisjoint(called.split("_"))
    of_class = re.fullmatch(r"p_?\d+", called) is not None
    return called in SCORES or of_class or (of_scores and called not in PREDICTED)


def _by_label(names: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of scores by class: ``y_score.<label>``, or as `columns` begins them.

    That of the predicted class may begin alike, as ``.pred_class`` of tidymodels does.
    """
    mapped = mapping.get("y_score")
    prefixes = [f"{mapped or 'y_score'}."]
    if mapped and mapped not in names:
        prefixes.append(mapped)
    by_label = (
        {
            called[len(prefix) :]: name
            for name in names
            if (called := name.strip()).lower().startswith(prefix.lower())
            if len(called) > len(prefix) and snake_case(name) not in PREDICTED
        }
        for prefix in prefixes
    )
    return next(filter(None, by_label), {})


def _models(table: str, names: Sequence[str], roles: Mapping[str, str]) -> dict[str, str]:
    """Return the columns of models in a wide table: all that mean nothing else."""
    taken = {*roles.values(), *INDEX_COLUMNS, *ROLES["dataset"]}
    models = {
        name: name
        for name in names
        if name not in taken and name.strip().lower().replace(" ", "_") not in WEIGHTS
    }
    if "decision" in roles:
        raise PrgbenchError(
            f"{table} has a column {plain(roles['decision'])} and one for each model: decisions "
            "need a long table, with a column model."
        )
    if not models:
        raise no_scores(table, names)
    return models


def no_scores(table: str, names: Sequence[str]) -> PrgbenchError:
    """Return the error about a wide table without a column of scores."""
    return PrgbenchError(
        f"{table} has no scores but {shown(names)}: add the columns model and y_score, or a "
        "column of scores for each model."
    )


def _called(names: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Return the columns that are not mapped as they are called, in any case."""
    taken = set(mapping.values())
    free = [name for name in names if name not in taken]
    # Small letters before capitals.
    return {name.strip().lower(): name for name in reversed(free)} | {name: name for name in free}


def _column(
    table: str,
    role: str,
    names: Sequence[str],
    called: Mapping[str, str],
    mapping: Mapping[str, str],
) -> str | None:
    mapped = mapping.get(role)
    if mapped is None:
        return next((called[name] for name in ROLES[role] if name in called), None)
    by_class = role == "y_score" and bool(_by_label(names, mapping))
    if mapped not in names and not by_class:
        raise PrgbenchError(
            f"{table} lacks the column {plain(mapped)}, which `columns` maps "
            f"to {role}; it has {shown(names)}: correct one of them."
        )
    return mapped if mapped in names else None


def shown(names: Sequence[str]) -> str:
    """Return the names of columns for a sentence."""
    more = ", ..." if len(names) > SHOWN_COLUMNS else ""
    return plain(", ".join(names[:SHOWN_COLUMNS])) + more
