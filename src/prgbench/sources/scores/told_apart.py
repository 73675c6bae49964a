"""Columns that tell rows of one model on one data set apart: samples, options and steps."""

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.scores.columns import REPLICATES, ROLES, found_column
from prgbench.sources.table.layout import INDEX_COLUMNS
from prgbench.sources.table.names import name_text

SPLITS = (
    *("split", "data_split", "partition", "phase", "stage", "set", "sample", "sample_type"),
    *("eval_split", "evaluation_split", "dataset_split", "subset", "mode", "on"),
)
_TEST = frozenset(["test", "testing", "holdout", "hold-out", "eval", "evaluation", "oof"])
_OTHER = frozenset(["train", "training", "fit", "learn", "val", "valid", "validation", "dev"])

OPTIONS = (
    *("key_scheme_options", "key_scheme_version_id", ".config", "config", "configuration"),
    *("options", "params", "hyperparameters", "hyper_parameters", "parameters", "variant"),
    *("version", "preprocessor", "preprocessing", "recipe", "settings", "prompt", "n_shot"),
    *("num_fewshot", "constraint", "workflow"),
)
"""Columns that, beside the name of a model, say which one it is."""

STEPS = frozenset(["step", "_step", "global_step", "epoch", "train/global_step", "trainer/step"])
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
        if len(present) < 2 or not present <= _TEST | _OTHER:
            continue
        chosen = sorted(present & _TEST)
        if len(chosen) != 1:
            values = some_of(sorted(set(samples.dropna())))
            raise PrgbenchError(
                f"{label} has scores of the samples {values} (column {plain(name)}): keep the "
                "rows of the one on which models are compared."
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
    label: str,
    table: pd.DataFrame,
    keys: pd.DataFrame,
    measures: Sequence[str],
    model: str,
) -> tuple[pd.DataFrame, str]:
    """Return the keys with the options of models in their names where these alone tell them apart.

    A column that is not known as one of options, or of steps, is refused with its name, since it
    may be anything: a setting of the model, another data set, a replicate.
    """
    given = [role for role in ROLES if role in ("dataset", "model", "subset", *REPLICATES)]
    if not keys.duplicated(given).any():
        return keys, ""
    others = {
        name: table[name].map(name_text).fillna("")
        for name in map(str, table)
        if name not in measures and name not in INDEX_COLUMNS
    }
    known = [name for name in others if name.strip().lower() in OPTIONS]
    texts = pd.DataFrame({name: others[name] for name in known}, index=keys.index)
    # Options that are the same in all rows would only lengthen the names.
    texts = texts.loc[:, texts.nunique() > 1]
    for used in [*([name] for name in texts), list(texts)]:
        joined = texts[used].agg(" ".join, axis="columns") if used else None
        if joined is None:
            continue
        named = keys.assign(model=(keys["model"].astype(str) + " " + joined).str.strip())
        if not named.duplicated(given).any():
            return (
                named,
                f"Models are told apart by {' and '.join(map(plain, map(str, used)))}, too.",
            )
    steps = [name for name in others if name.strip().lower() in STEPS]
    for name in [*steps, *others]:
        apart = keys.assign(other=others[name])
        if apart.duplicated([*given, "other"]).any():
            continue
        row = keys[keys.duplicated(given, keep=False)].iloc[0]
        which = (
            f"the model {plain(str(row['model']))} on the data set {plain(str(row['dataset']))}"
        )
        if name in steps:
            raise PrgbenchError(
                f"{label} has several rows of {which}, a curve over steps (column {plain(name)}): "
                "keep the last step of each model."
            )
        raise PrgbenchError(
            f"{label} has several rows of {which}, which differ in the column {plain(name)}: if "
            f"it is a setting of the models, write it into the column {plain(model)}; if it is "
            f"a part of the data, give --columns subset={plain(name)}; if it numbers replicates, "
            f"give --columns seed={plain(name)}, or fold or repeat; else keep the rows of one."
        )
    return keys, ""
