"""Wide tables whose columns are the classes of models, not models.

caret, mlr3, tidymodels and H2O write a column for each class, called as its label: ``No`` and
``Yes``, ``prob.no``, ``.pred_no``, ``p0``. ARFF files of OpenML have ``confidence.<label>``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.names import label_text, snake_case
from prgbench.sources.table.prediction_columns import (
    MODEL,
    PREDICTED,
    SCORES,
    TableLayout,
    is_called_as_models,
)

SURROUNDING = "._- :/|()[]{}="
"""What a name of a model neither begins nor ends with."""

ROUNDING = 0.01
"""The sum of a row's probabilities may differ from 1 by this much for each class."""


def layouts_of_classes(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> list[TableLayout]:
    """Return a layout for each model of a wide table with columns of classes, or the given one.

    Columns are those of classes if they end in the labels of ``y_true``, one for each, and sum to
    1 in every row. A model whose columns are called as the labels alone has no name.

    Raises
    ------
    PrgbenchError
        If all of them are called as the labels, which are no numbers, but do not sum to 1, or if
        beside models with a column for each class there are numbers that may be a model's, or a
        column that says of which model each row is.
    """
    if not layout.wide or len(layout.scores) < 2:
        return [layout]
    truth = layout.roles["y_true"]
    if truth in layout.fixed:
        return [layout]
    names = list(layout.scores)
    rows = first_rows(batches, [truth, *names])
    texts = set(map(label_text, rows[truth].tolist()))
    labels = sorted(text for text in texts if text is not None)
    groups = {
        around: columns
        for around, columns in _by_what_surrounds(names, labels).items()
        if _ends_in_words(around) or _sum_to_one(rows, columns)
    }
    if not groups:
        return [layout]
    for columns in groups.values():
        if _sum_to_one(rows, columns):
            continue
        # Models may be called 0 and 1, but hardly Yes and No.
        if any(label.isdecimal() for label in labels):
            return [layout]
        raise PrgbenchError(
            f"{table} has the columns {some_of([*columns.values()])}, named after the labels of "
            f"{plain(truth)}, but they do not sum to 1 in each row: keep only that of the "
            "positive class, named after its model, or give probabilities."
        )
    models = _called(groups)
    used = {name for columns in models.values() for name in columns.values()}
    others = [name for name in names if name not in used]
    _refuse_names_of_models(table, rows[others], next(iter(models.values()))[labels[-1]])
    # Next to columns named only after the labels there are fitted values, weights and the like.
    if any(models) and (numbers := [name for name in others if _may_be_scores(rows[name])]):
        first = next(filter(None, models))
        score = models[first][labels[-1]]
        option = as_columns("y_score", [score])
        alone = f"if no other column is a model, give {option}; else " * (len(models) == 1)
        raise PrgbenchError(
            f"{table} has a column for each class of {some_of(list(models))}, but only one for "
            f"{some_of(numbers)}: {alone}leave out what is not a model, or keep one column for "
            f"each model, such as only {plain(score)} of {plain(first)}."
        )
    unused = [*layout.unused, *others]
    return [
        TableLayout(
            {**layout.roles, "model": MODEL},
            columns,
            fixed={**layout.fixed, MODEL: model},
            unused=unused,
        )
        for model, columns in models.items()
    ]


def _refuse_names_of_models(table: str, others: pd.DataFrame, score: str) -> None:
    """Refuse a column with several names of models, whose rows would be those of one.

    ``score`` is a column of the positive class.
    """
    for name in map(str, others):
        names = [text for text in map(label_text, others[name].unique()) if text is not None]
        if is_called_as_models(name) and len(names) > 1:
            advice = f"{as_columns('model', [name])} {as_shell_word(f'y_score={score}')}"
            columns = {"model": name, "y_score": score}
            raise PrgbenchError(
                f"{table} has a column for each class, and in {plain(name)} the names "
                f"{some_of(names)}: if these are models, add {advice} (in Python, columns="
                f"{columns!r}), else leave {plain(name)} out."
            )


def _may_be_scores(column: pd.Series) -> bool:
    """Say whether a column has numbers, more than two different ones; cells may be empty."""
    stated = column[column.notna() & (column != "")]
    numbers = pd.to_numeric(stated, errors="coerce")
    return bool(numbers.notna().all() and numbers.nunique() > 2)


def _by_what_surrounds(
    names: Sequence[str], labels: Sequence[str]
) -> dict[tuple[str, str], dict[str, str]]:
    """Return the column of each label by what is before and behind the label in its name."""
    if len(labels) < 2:
        return {}
    columns: dict[tuple[str, str], dict[str, str]] = {}
    taken = set()
    for label in sorted(labels, key=len, reverse=True):
        for name in names:
            around = None if name in taken else _around(name, label)
            if around is not None and label not in columns.setdefault(around, {}):
                columns[around][label] = name
                taken.add(name)
    return {
        around: {label: of_labels[label] for label in labels}
        for around, of_labels in columns.items()
        if len(of_labels) == len(labels)
    }


def _around(name: str, label: str) -> tuple[str, str] | None:
    """Return what is before and behind a label in a column's name, None if the name lacks it.

    R writes ``.`` for what a name may not have. Behind the label is at most what is not part of
    its word, as in ``confidence(yes)``, ``churn_yes_scores`` or ``P (churn=yes) (forest)``.
    """
    for text in (label, "".join(c if c.isalnum() or c in "._" else "." for c in label)):
        if name.casefold().endswith(text.casefold()):
            return name[: len(name) - len(text)], ""
        word = rf"(.*[^A-Za-z0-9]){re.escape(text)}([^A-Za-z0-9].*)"
        if found := re.fullmatch(word, name, re.IGNORECASE | re.DOTALL):
            return found[1], found[2]
    return None


def _ends_in_words(around: tuple[str, str]) -> bool:
    """Say whether names end in a label that is a word: "forest1" may be no class of "forest"."""
    before, behind = around
    ends = not before or before in ("p", "X", "proba", "prob") or not before[-1].isalnum()
    return ends and not behind


def _sum_to_one(rows: pd.DataFrame, columns: Mapping[str, str]) -> bool:
    """Say whether the columns of all labels are probabilities that sum to 1 in each row."""
    numbers = rows[[*columns.values()]].apply(pd.to_numeric, errors="coerce")
    sums = numbers.dropna().sum(axis="columns")
    near = (sums - 1).abs().le(ROUNDING * len(columns)).all()
    return bool(near and len(sums) and numbers.min().min() >= 0)


def _called(groups: Mapping[tuple[str, str], dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return the columns of each model by its name: what surrounds the labels of it alone."""
    befores, behinds = (set(parts) for parts in zip(*groups, strict=True))
    models = {}
    for (before, behind), columns in groups.items():
        own = [
            part.strip(SURROUNDING)
            for part, parts in ((before, befores), (behind, behinds))
            if len(parts) > 1
        ]
        models[_model_name(" ".join(own or [before.strip(SURROUNDING)]))] = columns
    return models


def _model_name(before: str) -> str:
    """Return the name of a model, "" where the words before the labels say only what they are."""
    name = before.strip(SURROUNDING)
    said_of_all = (
        "p",
        "x",
        "prob",
        "proba",
        "pred",
        "predict",
        "probability",
        "confidence",
        "score",
    )
    called = name.casefold()
    return "" if called in said_of_all or snake_case(name) in SCORES | PREDICTED else name
