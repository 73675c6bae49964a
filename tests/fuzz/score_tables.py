"""Made-up tables of scores in many layouts, with the model that is the best in truth."""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import prgbench.sources.scores as scores_room
from prgbench.sources.scores.directions import KnownMeasure, is_measure, known_measure

KNOWN = Path(scores_room.__file__).with_name("known_measures.csv")
_ROWS = csv.DictReader(KNOWN.read_text(encoding="utf-8").splitlines())
MEASURES = [row["name"] for row in _ROWS if is_measure(row["name"])]
FRONT = ("", "", "test_", "val_", "mean_test_", "valid_", "metrics.")
BEHIND = ("", "", "_test", "_macro", "_score", "@10")
UNKNOWN = {
    "1-AUC": False, "accuracy_drop": False, "auc_rank": False, "my_metric": True, "quality": True,
    "regret": False, "my_cost": False, "score": True, "x": True, "TPR@FPR=0.01": True,
}  # fmt: skip
"""Whether higher is better by measures that nobody knows."""

MODELS = (
    ("a", "b", "c", "d"),
    ("TabPFN v2.5", "LightGBM 4.6.0", "gpt-4.1-mini", "gpt-4.1"),
    ("n_gram", "mean", "random forest", "SVM"),
    ("0", "1", "2", "ridge"),
    ("weka.J48", "weka.J48(2)", "Müller's net", "x" * 60),
)
DATASETS = ("set{}", "mean reversion {}", "{}", "n_{}", "data/{}.csv")
LAYOUTS = ("long", "csv", "tidy", "wide", "wide csv", "turned", "files")


@dataclass(frozen=True)
class Case:
    """A table, the options with which it is compared, and the best model.

    ``written`` says how it was made.
    """

    table: Any
    options: dict[str, Any]
    best: str
    written: str


def case(number: int, folder: Path) -> Case:
    """Return the case of a number; files are written to the folder."""
    rng = np.random.default_rng([47, number])
    models = [str(name) for name in rng.permutation(MODELS[rng.integers(len(MODELS))])]
    models = models[: rng.integers(2, 5)]
    pattern = DATASETS[rng.integers(len(DATASETS))]
    datasets = [pattern.format(n) for n in range(rng.integers(1, 7))]
    name, higher, known = _measure(rng)
    layout = LAYOUTS[rng.integers(len(LAYOUTS))]
    replicate = [None, "fold", "seed", "repeat"][rng.integers(4)]
    if layout in ("turned", "files"):
        replicate = None
    # Logarithms of probabilities are below 0.
    if known is not None and any(word in name.lower() for word in ("likelihood", "elpd")):
        known = KnownMeasure(higher, *((-np.inf, 0.0) if higher else (0.0, np.inf)))
    quality = _quality(rng, len(datasets), len(models), 4 if replicate else 1)
    # Nothing tells of percent beside fractions where the files' names are those of no measure.
    ranged = None if layout == "files" else known
    values, changes = _changed(rng, _values(rng, quality, higher, known), ranged)
    long = pd.DataFrame(
        [
            (dataset, model, r, values[d, m, r])
            for d, dataset in enumerate(datasets)
            for m, model in enumerate(models)
            for r in range(values.shape[2])
        ],
        columns=["dataset", "model", replicate or "once", name],
    )
    if replicate is None:
        long = long.drop(columns="once")
    long, extras = _with_extras(rng, long, name, replicate, models[0])
    higher ^= "turned sign" in changes
    table, options = _laid_out(rng, layout, long, (name, higher), replicate, folder)
    stated = " ".join([layout, name, str(replicate), *changes, *extras])
    return Case(table, options, models[0], f"{number}: {stated}")


def _measure(rng: np.random.Generator) -> tuple[str, bool, KnownMeasure | None]:
    """Return the name of a measure, whether higher is better in truth, and its range."""
    if rng.random() < 0.15:
        name = str(rng.choice(list(UNKNOWN)))
        return name, UNKNOWN[name], None
    plain = str(rng.choice(MEASURES))
    known = known_measure(plain)
    assert known is not None
    front, behind = str(rng.choice(FRONT)), str(rng.choice(BEHIND))
    if not known.higher_is_better and rng.random() < 0.2:
        front = f"{front}neg_"
        known = KnownMeasure(True, -known.upper, -known.lower)
    spelled = [plain, plain.upper(), plain.title().replace("_", " "), plain.replace("_", "-")]
    return f"{front}{rng.choice(spelled)}{behind}", known.higher_is_better, known


def _quality(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Return qualities in (0, 1) of which those of the first model are the highest."""
    hardness = rng.uniform(0.3, 0.6, (shape[0], 1, 1))
    quality = hardness + rng.uniform(0, 0.15, (1, shape[1], 1)) + rng.normal(0, 0.005, shape)
    others = quality[:, 1:].max(axis=(1, 2))
    quality[:, 0] = others[:, None] + rng.uniform(0.03, 0.08, (shape[0], shape[2]))
    return quality


def _values(
    rng: np.random.Generator, quality: np.ndarray, higher: bool, known: KnownMeasure | None
) -> np.ndarray:
    lower, upper = known[1:] if known else (0, 1)
    goodness = quality if higher else 1 - quality
    # Below 0, where -1 to 1 is the range, are models worse than chance: with the sign turned, such
    # values are those of better ones, and nothing tells.
    if lower < 0 < upper:
        lower = 0.0
    if np.isfinite([lower, upper]).all():
        return lower + (upper - lower) * goodness
    scales = 10 ** rng.uniform(-2, 5, (len(quality), 1, 1) if rng.random() < 0.5 else ())
    return (goodness - 1 if upper == 0 else goodness) * scales


def _changed(
    rng: np.random.Generator, values: np.ndarray, known: KnownMeasure | None
) -> tuple[np.ndarray, list[str]]:
    """Return values whose sign is turned, or which are in percent, here and there."""
    chance = rng.random()
    bounded = known is not None and known.upper == 1
    if chance < 0.15:
        return -values, ["turned sign"]
    if chance < 0.25 and bounded:
        return 100 * values, ["percent"]
    if chance < 0.3 and bounded:
        factors = np.where(rng.random(values.shape[1]) < 0.5, 100, 1)
        return values * factors[None, :, None], ["percent of some models"]
    if chance < 0.35 and bounded:
        factors = np.where(rng.random(len(values)) < 0.5, 100, 1)
        return values * factors[:, None, None], ["percent of some data sets"]
    return values, []


def _with_extras(
    rng: np.random.Generator, long: pd.DataFrame, name: str, replicate: str | None, best: str
) -> tuple[pd.DataFrame, list[str]]:
    extras = []
    if rng.random() < 0.15:
        means = long.groupby("model", as_index=False, sort=False)[name].mean()
        fixed = {replicate: 0} if replicate else {}
        long = pd.concat([long, means.assign(dataset="Average", **fixed)], ignore_index=True)
        extras.append("a row of averages")
    if rng.random() < 0.15 and replicate:
        keys = ["dataset", "model"]
        means = long.groupby(keys, as_index=False, sort=False)[name].mean()
        long = pd.concat([long, means.assign(**{replicate: "mean"})], ignore_index=True)
        extras.append("a fold of means")
    missing = (long["model"] == best) & (rng.random(len(long)) < 0.3)
    if rng.random() < 0.1 and missing.sum() < (long["model"] == best).sum():
        long = long[~missing.to_numpy()]
        extras.append("missing rows")
    if rng.random() < 0.1:
        failed = (long["model"] == best) & (rng.random(len(long)) < 0.2)
        long = long.assign(**{name: long[name].mask(failed)})
        extras.append("missing scores")
    return long.reset_index(drop=True), extras


def _laid_out(
    rng: np.random.Generator,
    layout: str,
    long: pd.DataFrame,
    measure: tuple[str, bool],
    replicate: str | None,
    folder: Path,
) -> tuple[Any, dict[str, Any]]:
    """Return a long table in a layout, and the options that it needs."""
    name, higher = measure
    if rng.random() < 0.3:
        long = long.assign(n_train=900, fit_time=rng.random(len(long)), kind="tree")
    keys = ["dataset", *([replicate] if replicate else [])]
    wide = long.pivot(index=keys, columns="model", values=name).rename_axis(columns=None)
    if rng.random() < 0.2:
        wide = wide.assign(n_rows=rng.integers(1000, 9999, len(wide)))
    if rng.random() < 0.2:
        wide = wide.assign(Average=wide.mean(axis=1))
    of_wide = {"measures": [name]}
    separator = str(rng.choice([",", ";", "\t"]))
    if layout == "csv":
        long.to_csv(folder / "scores.csv", index=bool(rng.random() < 0.5), sep=separator)
        return folder / "scores.csv", {}
    if layout == "tidy":
        texts = [column for column in long if column != name]
        return long.melt(texts, var_name="metric", value_name="value"), {}
    if layout == "wide":
        return (wide if rng.random() < 0.5 else wide.reset_index()), of_wide
    if layout == "wide csv":
        decimal = "," if separator == ";" else "."
        wide.to_csv(folder / "scores.csv", sep=separator, decimal=decimal)
        return folder / "scores.csv", of_wide
    if layout == "turned":
        turned = long.pivot(index="model", columns="dataset", values=name)
        return turned.rename_axis(columns=None).reset_index(), of_wide
    if layout == "files":
        for measure in ("first", "second"):
            wide.to_csv(folder / f"{measure}.csv")
        stated = dict.fromkeys(("first", "second"), higher)
        return folder, {"measures": ["first", "second"], "higher_is_better": stated}
    return long, {}
