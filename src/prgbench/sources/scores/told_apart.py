"""Columns that tell rows of one model on one data set apart: samples, options and steps."""

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.scores.columns import (
    REPLICATES,
    ROLES,
    found_column,
    is_known,
    is_name,
    is_numeric,
    is_text,
    is_whole,
)
from prgbench.sources.table.names import name_text
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS
from prgbench.sources.table.samples import OTHER, SPLITS, TEST

PROMPT = "prompt"
OPTIONS = (
    *("key_scheme_options", "key_scheme_version_id", ".config", "config", "configuration"),
    *("options", "params", "hyperparameters", "hyper_parameters", "parameters", "variant"),
    *("version", "preprocessor", "preprocessing", "recipe", "settings", PROMPT, "n_shot"),
    *("num_fewshot", "constraint", "workflow"),
)
"""Columns that, beside the name of a model, say which one it is."""

STEPS = frozenset(["step", "_step", "global_step", "epoch", "train/global_step", "trainer/step"])
FEWEST_ITEMS = 5
"""A column of fewer values names no items, such as cases or questions that models were given,
unless its name says so.
"""

_OF_A_CHART = re.compile(r".+__(?:MIN|MAX)")


def test_rows(
    label: str, table: pd.DataFrame, mapping: Mapping[str, str]
) -> tuple[pd.DataFrame, str]:
    """Return the rows of the test sample, and a sentence on the others, if a column tells them.

    Raises
    ------
    PrgbenchError
        If there are several samples and none of them is for testing.
    """
    for name in map(str, table):
        if name.strip().lower() not in SPLITS or name in mapping.values():
            continue
        samples = table[name].map(name_text)
        words = samples.str.strip().str.lower()
        present = set(words.dropna())
        if len(present) < 2 or not present <= TEST | OTHER:
            continue
        chosen = sorted(present & TEST)
        if len(chosen) != 1:
            values = some_of(sorted(set(samples.dropna())))
            raise PrgbenchError(
                f"{label} has scores on the samples {values} (column {plain(name)}): keep the "
                "rows of the one on which models should be compared."
            )
        kept = words == chosen[0]
        left = some_of(sorted(set(samples[~kept].dropna())))
        of_test = plain(str(samples[kept].iloc[0]))
        return table[kept].drop(columns=name).reset_index(drop=True), (
            f"Only the rows of {of_test} are used, not those of {left} (column {plain(name)})."
        )
    return table, ""


def check_no_steps(label: str, table: pd.DataFrame, mapping: Mapping[str, str]) -> None:
    """Refuse curves over the steps of training, such as a chart that W&B exports."""
    names = [str(name) for name in table.columns]
    of_chart = [name for name in names if _OF_A_CHART.fullmatch(name)]
    steps = [n for n in names if n.strip().lower() in STEPS and n not in mapping.values()]
    wide = found_column("model", names, mapping) is None
    first = next(iter(steps), names[0])
    numbers = pd.to_numeric(table[first], errors="coerce")
    curve = bool(numbers.notna().all() and numbers.is_unique and len(numbers) > 1)
    if (steps and curve and wide) or len(of_chart) > 1:
        raise PrgbenchError(
            f"{label} has a curve over steps (column {plain(first)}), not one score for each "
            "model: keep the last step of each run, in a table with the columns dataset, model "
            "and one for the measure."
        )


def named_with_options(
    label: str, others: pd.DataFrame, keys: pd.DataFrame, columns: Mapping[str, str]
) -> tuple[pd.DataFrame, list[str]]:
    """Return the keys with the options of models in their names where these alone tell them apart.

    The second result are the columns of these options. ``others`` are the columns without a role,
    except those of scores; ``columns`` are those by role. Columns that are not known as options,
    or as steps, are refused with their names, since they may be anything: a setting of the model,
    another data set, a replicate.
    """
    given = [role for role in ROLES if role in ("dataset", "model", "subset", *REPLICATES)]
    if not keys.duplicated(given).any():
        return keys, []
    texts = pd.DataFrame(
        {
            name: others[name].map(name_text).fillna("")
            for name in map(str, others)
            if name not in INDEX_COLUMNS
        },
        index=keys.index,
    )
    # Options that are the same in all rows would only lengthen the names.
    names = [name for name in map(str, texts) if texts[name].nunique() > 1]
    options = [name for name in names if _is_option(name, texts[name])]
    if "model" in columns:
        for used in [*([name] for name in options), options]:
            if not used:
                continue
            joined = texts[used].agg(" ".join, axis="columns")
            named = keys.assign(model=(keys["model"].astype(str) + " " + joined).str.strip())
            if not named.duplicated(given).any():
                return named, used
    row = keys[keys.duplicated(given, keep=False)].iloc[0]
    of_model = [f"for the model {plain(str(row['model']))}"] if "model" in columns else []
    # Of models in rows and data sets in columns, no row has a data set of its own.
    on_dataset = [f"on the data set {plain(str(row['dataset']))}"] if row["dataset"] else []
    where = " ".join([*of_model, *on_dataset])
    # Numbers for the roles, as another column may be called as one of them.
    numbers = [*range(len(given))]
    keyed = pd.concat([keys[given].set_axis(numbers, axis="columns"), texts], axis="columns")
    for name in [name for name in names if name.strip().lower() in STEPS]:
        if not keyed.duplicated([*numbers, name]).any():
            raise PrgbenchError(
                f"{label} has several rows {where}, a curve over steps (column {plain(name)}): "
                "keep the last step of each model."
            )
    eligible = [name for name in names if _may_tell_apart(name, others[name])]
    if apart := _telling_apart(keyed, numbers, eligible):
        one_of_many = len(apart) == 1 and texts[apart[0]].nunique() >= FEWEST_ITEMS
        may_be_items = one_of_many and bool(on_dataset) and "model" in columns
        raise PrgbenchError(
            f"{label} has several rows {where}, which differ in the column"
            f"{'s' if len(apart) > 1 else ''} {' and '.join(map(plain, apart))}: "
            f"{_advice(apart, columns, one_dataset=bool(on_dataset), may_be_items=may_be_items)}."
        )
    return keys, []


def on_options(options: Sequence[str]) -> str:
    """Say which columns distinguish models beside their names; "" if none does."""
    if not options:
        return ""
    return f"Models are also distinguished by {' and '.join(map(plain, options))}."


def _is_option(name: str, texts: pd.Series) -> bool:
    """Say whether a column is called as an option of models; many prompts may be questions."""
    called = name.strip().lower()
    return called in OPTIONS and not (called == PROMPT and texts.nunique() >= FEWEST_ITEMS)


def _may_tell_apart(name: str, column: pd.Series) -> bool:
    """Say whether a column has names or whole numbers: those with a fraction are scores."""
    if is_numeric(column):
        return is_whole(column) and not is_known(name)
    return is_name(column) or not is_text(column)


def _telling_apart(table: pd.DataFrame, given: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the first column that tells all rows apart beside those given, or else a few.

    None of these can be spared; there are none if all together do not tell the rows apart.
    """
    for name in names:
        if not table.duplicated([*given, name]).any():
            return [name]
    if not names or table.duplicated([*given, *names]).any():
        return []
    needed = list(names)
    for name in reversed(names):
        fewer = [other for other in needed if other != name]
        if not table.duplicated([*given, *fewer]).any():
            needed = fewer
    return needed


def _advice(
    names: Sequence[str], columns: Mapping[str, str], *, one_dataset: bool, may_be_items: bool
) -> str:
    """Say what columns that tell rows apart may be, and what to do then.

    Without a column of data sets, all rows may be of ``one_dataset``, or each column be one.
    """
    which = "it" if len(names) == 1 else "one"
    advice = []
    if "model" in columns:
        into = f"write it into the column {plain(columns['model'])}"
        advice.append(f"if {which} is a setting of the models, {into}")
    if one_dataset and "dataset" not in columns:
        advice.append(f"if {which} names the data sets, give {as_columns('dataset', names)}")
    if may_be_items:
        items = "has the cases or questions that every model was given"
        advice.append(f"if {which} {items}, give {as_columns('item', names)}")
    advice.append(f"if {which} is a part of the data, give {as_columns('subset', names)}")
    replicates = f"give {as_columns('seed', names)}, or fold or repeat"
    advice.append(f"if {which} numbers replicates, {replicates}")
    return f"{'; '.join(advice)}; else keep the rows of one"
