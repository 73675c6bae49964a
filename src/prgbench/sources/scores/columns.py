"""The columns of a table of scores: the names that tell what one is, and what it holds."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain
from prgbench.sources.scores.directions import is_measure, known_measure, words_of
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS, shown

FOLD = "fold"
SEED = "seed"
REPEAT = "repeat"
RESAMPLE = "resample"
REPLICATES = (RESAMPLE, REPEAT, FOLD, SEED)
SUBSET = "subset"
FAMILY = "family"
N_TRAIN = "n_train"
N_TEST = "n_test"
ROLES = {
    "dataset": (
        *("dataset", "data_set", "dataset_name", "data_name", "task", "task_name", "problem"),
        *("scenario", "task_id", "openml_task_id", "key_dataset"),
        *("query", "query_id", "qid", "topic", "data", "params.dataset", "params.dataset_name"),
        *("dataset_id", "data_id", "did", "openml_dataset_id", "game", "env_id"),
    ),
    "model": (
        # What workflows of tidymodels have in the column model is their kind, which several share.
        "wflow_id",
        *("model", "method", "algorithm", "classifier", "regressor", "framework", "learner"),
        *("estimator", "flow", "system", "model_name", "alg_name", "flow_name", "learner_id"),
        *("model_id", "key_scheme", "method_name", "algorithm_name", "params"),
        *("params.model", "params.model_name", "params.model_type", "tags.estimator_name"),
        *("team_name", "team", "algo", "agent", "tracker", "recommender", "approach"),
    ),
    REPEAT: ("repeat", "repetition", "key_run"),
    FOLD: ("fold", "cv_fold", "iteration", "key_fold", "dataset_fold_id"),
    SEED: ("seed", "random_state", "random_seed"),
    RESAMPLE: ("resample", "resample_id", "resampling"),
    SUBSET: ("subset", "hf_subset", "subgroup"),
    FAMILY: ("family", "dataset_family", "data_family"),
    N_TRAIN: ("n_train", "train_size"),
    N_TEST: ("n_test", "test_size"),
}
"""The roles of columns, and the names that a column may have without being mapped.

Titles are the same names: "Data Set" and "Datasets" are `dataset`, "Model Name" is `model_name`.
"""

MISSING_MARKS = frozenset(
    [
        *("", "nan", "na", "n/a", "#n/a", "#n/a n/a", "#na", "<na>", "none", "null", "nil"),
        *("-", "--", "–", "—", ".", "?", "missing"),
    ]
)
"""What a cell without a score has, in small letters: as pandas, R, Excel and papers write it."""

AGGREGATE = re.compile(
    r"(?:grand |overall |macro |micro )?(?:average|avg|mean|median)"
    r"(?: ranks?| rankings?| scores?)?|"
    r"std|sd|stdev|std dev|standard deviation|overall|total|ranks?|rankings?|wins"
)
_AVERAGES = frozenset(
    [
        *("average", "averages", "averaged", "avg", "mean", "means", "median", "overall", "total"),
        *("all", "macro", "micro", "summary"),
    ]
)
_OF_GROUPS = _AVERAGES - {"all", "macro", "micro", "summary"}
_OF_ALL = frozenset(
    [
        *("grand", "score", "scores", "rank", "ranks", "win", "winrate", "rate"),
        *("dataset", "datasets", "task", "tasks", "type", "types"),
    ]
)
"""Beside a word of an average, these say that it is of all: "Mean win rate", "Mean (TaskType)"."""

_OF_HOW_MANY = re.compile(r"\W*\d+ +(?:data ?sets?|tasks?|languages?)\W*$", re.IGNORECASE)
"""What MTEB writes after the name of an average, as in "Average (56 datasets)"."""

WHOLE = ("oof", "final", "all", "full", "cv", "all folds")
METRICS = (
    *("metric", "metric_name", "measure", "measure_name", "function", ".metric", "metrics"),
    *("measures", "eval_metric", "metric_id", "scorer", "scoring"),
)
SPLIT = re.compile(r"split(?P<fold>\d+)_test_(?P<metric>.+)")
"""A column of scikit-learn's ``cv_results_``."""

DECORATED = re.compile(
    r"(?:\\[a-zA-Z]+\{|[^\w.+-])*[+-]?\d*\.?\d+ *[^\w .,:/-].*|"
    r"[+-]?(?:[\d.]*,\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)"
)
"""A number in bold or with its spread, as in the tables of papers, or one with commas."""

_FEW = 100
"""So many cells of a column are looked at before all of them."""

COUNTS = re.compile(r"(?:n|num|number|number of|rank)\b")
NO_MEASURES = frozenset({*INDEX_COLUMNS, "tid", "task_id", "dataset_id", "id", "index", "n"})


def check_iterations(label: str, names: Sequence[str], roles: Mapping[str, str | None]) -> None:
    """Ask what numbers called ``iteration`` are: folds, or runs with other seeds.

    mlr3 calls its folds so, beside ``resampling_id``; others call their random starts so. Noise is
    another thing then, and nothing in the table tells which. ``roles`` are those of columns.

    Raises
    ------
    PrgbenchError
        If no other column says it.
    """
    column = roles[FOLD]
    if column is None or column.strip().lower() != "iteration":
        return
    if any(roles[role] for role in REPLICATES if role != FOLD):
        return
    if any("resampling" in name.lower() for name in names):
        return
    folds, seeds = (as_shell_word(f"{role}={column}") for role in (FOLD, SEED))
    raise PrgbenchError(
        f"{label} has a column {plain(column)}, which may number cross-validation folds or "
        f"runs with different seeds: give --columns {folds} or --columns {seeds} (`columns` in "
        "Python)."
    )


def is_known(name: str) -> bool:
    """Say whether a name is that of a known measure, and no time and no spread."""
    return known_measure(name) is not None and is_measure(name)


def is_name(column: pd.Series) -> bool:
    """Say whether a column has texts, and not numbers in bold or with their spreads."""
    cells = distinct(column)
    return is_text(cells) and not _filled_texts(cells).str.fullmatch(DECORATED).all()


def check_one_header(label: str, table: pd.DataFrame) -> None:
    """Refuse a table of which the first row has names, too, as those of data sets and measures.

    Raises
    ------
    PrgbenchError
        If at least two columns have a text there, and only numbers below.
    """
    first = table.iloc[:1]
    below = table.iloc[1:]
    above = ""
    called = []
    for place, name in enumerate(map(str, table.columns)):
        above = name.strip() or above
        if is_name(first.iloc[:, place]) and is_numeric(below.iloc[:, place]):
            called.append(f"{above}_{str(first.iloc[0, place]).strip()}")
    if len(called) > 1:
        raise PrgbenchError(
            f"{label} has two rows of names: write them as one, such as {plain(called[0])} and "
            f"{plain(called[-1])}, or give columns of two levels as a data frame "
            "(`pandas.read_csv(..., header=[0, 1], index_col=0)`)."
        )


def is_count(name: str) -> bool:
    """Say whether a name is that of a count or a rank."""
    return COUNTS.match(" ".join(words_of(name))) is not None


def is_aggregate(name: str, role: str = "dataset") -> bool:
    """Say whether a name is that of an average, a rank or all folds, no data set or fold.

    Examples
    --------
    >>> is_aggregate("Avg. rank"), is_aggregate("OOF"), is_aggregate("OOF", "fold")
    (True, False, True)
    """
    words = re.sub(r"[\W_]+", " ", _OF_HOW_MANY.sub("", name).lower()).strip()
    return bool(AGGREGATE.fullmatch(words)) or (role != "dataset" and words in WHOLE)


def may_be_aggregate(name: str) -> bool:
    """Say whether a name begins or ends with a word of an average, so that its values decide.

    Examples
    --------
    >>> may_be_aggregate("Avg (without CORAAL)"), may_be_aggregate("mean reversion")
    (True, True)
    >>> may_be_aggregate("heart")
    False
    """
    words = words_of(_OF_HOW_MANY.sub("", name))
    return bool(words) and not _AVERAGES.isdisjoint((words[0], words[-1]))


def averaged_words(name: str) -> list[str] | None:
    """Return the words that say what an average or total is of; None if it is called as none.

    Examples
    --------
    >>> averaged_words("LANG_AVG"), averaged_words("TOTAL_SCORE"), averaged_words("news summary")
    (['lang'], [], None)
    >>> averaged_words("Mean (TaskType)"), averaged_words("Reranking Average (4 datasets)")
    ([], ['reranking'])
    """
    words = words_of(_OF_HOW_MANY.sub("", name))
    if not words or _OF_GROUPS.isdisjoint((words[0], words[-1])):
        return None
    return [word for word in words if word not in _OF_GROUPS | _OF_ALL]


def distinct(column: pd.Series) -> pd.Series:
    """Return each text of a column once: what all of its cells are, or some, needs no more.

    Columns of other things stay as they are, as 1 and True are equal but written otherwise.
    """
    return column.drop_duplicates() if isinstance(column.dtype, pd.StringDtype) else column


def stripped(column: pd.Series) -> pd.Series:
    """Return the cells as texts without blanks at their ends; "" where there is none."""
    if isinstance(column.dtype, pd.StringDtype):
        return column.fillna("").str.strip()
    return column.map(lambda value: "" if value is None else str(value).strip())


def without_marks(column: pd.Series) -> pd.Series:
    """Return a column of texts, None where a cell is empty or has a mark of a missing value."""
    if pd.api.types.is_numeric_dtype(column):
        return column
    return column.mask(stripped(column).str.lower().isin(MISSING_MARKS), None)


def numbers_of(label: str, name: str, column: pd.Series) -> pd.Series:
    """Return a column as numbers, NaN where it is empty; a cell that is none is refused."""
    if pd.api.types.is_numeric_dtype(column):
        return column.astype(float)
    # Papers and word processors write the minus sign, which is no hyphen.
    texts = stripped(column).str.replace("\u2212", "-")
    numbers = pd.to_numeric(texts, errors="coerce")
    wrong = numbers.isna() & ~texts.str.lower().isin(MISSING_MARKS)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise PrgbenchError(
            f"{label} has {plain(texts.iloc[row])!r} in row {row + 1} of the column "
            f"{plain(name)}: write one number, leave the cell empty if it is missing, or leave "
            "out the column if it has no scores."
        )
    return numbers.astype(float)


def is_text(column: pd.Series) -> bool:
    """Say whether a column has texts, none of which is a number."""
    if pd.api.types.is_numeric_dtype(column):
        return False
    cells = distinct(column)
    # Of a long column of numbers, the first few tell that it has some.
    return not _has_number(cells.iloc[:_FEW]) and _has_texts_alone(_filled_texts(cells))


def _has_texts_alone(filled: pd.Series) -> bool:
    return bool((filled != "").any() and pd.to_numeric(filled, errors="coerce").isna().all())


def _has_number(cells: pd.Series) -> bool:
    return bool(pd.to_numeric(_filled_texts(cells), errors="coerce").notna().any())


def _filled_texts(cells: pd.Series) -> pd.Series:
    """Return the cells that have a value as texts without blanks at their ends."""
    return without_marks(cells).dropna().map(str).str.strip()


def is_whole(column: pd.Series) -> bool:
    """Say whether all numbers of a column are whole."""
    return bool((pd.to_numeric(distinct(column), errors="coerce").dropna() % 1 == 0).all())


def is_numeric(column: pd.Series) -> bool:
    """Say whether all cells of a column that are filled are numbers."""
    numbers = pd.to_numeric(without_marks(distinct(column)).dropna(), errors="coerce")
    return (
        not pd.api.types.is_bool_dtype(column) and bool(numbers.notna().all()) and len(numbers) > 0
    )


def check_roles(mapping: Mapping[str, str]) -> None:
    """Refuse a role that no column of a table of scores has."""
    for role in mapping:
        if role not in ROLES:
            raise PrgbenchError(
                f"`columns`: {plain(role)!r} is not allowed. Allowed for a table of scores: "
                f"{', '.join(ROLES)}."
            )


def column_of(
    label: str, role: str, names: Sequence[str], mapping: Mapping[str, str]
) -> str | None:
    """Return the column of a role; one that is mapped has to be there."""
    mapped = mapping.get(role)
    if mapped is not None and mapped not in names:
        raise PrgbenchError(
            f"{label} lacks the column {plain(mapped)}, which `columns` maps to {role}; it has "
            f"{shown(names)}: correct one of them."
        )
    return found_column(role, names, mapping)


def found_column(role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """Return the column of a role, in any case; None if there is none."""
    if role in mapping:
        return mapping[role]
    taken = set(mapping.values())
    free = [name for name in reversed(names) if name not in taken]
    by_name = {name.strip().lower(): name for name in free}
    found = next((by_name[alias] for alias in ROLES[role] if alias in by_name), None)
    if found is not None or role not in ("dataset", "model"):
        return found
    # The column .estimator of tidymodels says how classes are averaged.
    by_title = {_title(name): name for name in free if not name.startswith(".")}
    return next(
        (by_title[key] for alias in ROLES[role] if (key := _title(alias)) in by_title), None
    )


def _title(name: str) -> str:
    """Return a name in small letters without blanks and without the plural."""
    return "".join(word.removesuffix("s") for word in words_of(name))
