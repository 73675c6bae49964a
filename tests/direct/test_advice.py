"""Every refusal's advice, followed, leads to the right answer or to another true refusal.

A table of cases: a table as somebody makes it, the words that the refusal has to have (none where
the table is read), the arguments or the table that it advises, and the best model in truth.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

SETS = [f"set{n}" for n in range(6)]
SETTINGS = {"comparison": FAST}


def long(models="abc", **measures):
    """Return a long table; of a measure (level, step), the step is from one model to the next."""
    rows = [(dataset, model) for dataset in SETS for model in models]
    table = pd.DataFrame(rows, columns=["dataset", "model"])
    j, k = table["dataset"].map(SETS.index), table["model"].map(list(models).index)
    return table.assign(**{n: (a + b * k + 0.001 * j).round(4) for n, (a, b) in measures.items()})


def wide(level=0.8, step=0.02):
    table = long(value=(level, step)).pivot(index="dataset", columns="model", values="value")
    return table.rename_axis(columns=None).reset_index()


def turned(level=0.8, step=0.02):
    table = long(value=(level, step)).pivot(index="model", columns="dataset", values="value")
    return table.rename_axis(columns=None).reset_index()


def with_cell(table, column, value, row=1):
    cells = table[column].astype(object)
    cells.iloc[row] = value
    return table.assign(**{column: cells})


def stacked(*tables):
    return pd.concat(tables, ignore_index=True)


@dataclass(frozen=True)
class Case:
    """What is compared, what the refusal says, and what it advises: arguments or a table."""

    table: pd.DataFrame
    best: str
    options: dict[str, Any] = field(default_factory=dict)
    refusal: str = ""
    advised: dict[str, Any] = field(default_factory=dict)
    mended: pd.DataFrame | None = None


BOTH = long(accuracy=(0.8, 0.02))
LOSS = long(wer=(10, -1))
METRICS = stacked(
    long(score_raw=(0.8, 0.02)).assign(metric_name="auc")[:9],
    long(score_raw=(30, -1)).assign(metric_name="rmse")[9:],
)
OPTIONS = stacked(BOTH.assign(depth="2"), long(accuracy=(0.5, 0.02)).assign(depth="9"))
STEPS = stacked(
    long(accuracy=(0.5, -0.02)).assign(step=1), long(accuracy=(0.8, 0.02)).assign(step=2)
)
TWO_LEVELS = long(auc=(0.8, 0.02), f1=(0.7, 0.02)).pivot(
    index="dataset", columns="model", values=["auc", "f1"]
)

OF_MODELS = long(acc=(0.8, 0.02), f1=(0.7, 0.02)).pivot(
    index="dataset", columns="model", values=["acc", "f1"]
)
OF_MODELS = OF_MODELS.set_axis([f"net {m}_{s}" for s, m in OF_MODELS], axis=1).reset_index()
"""A column for each model and measure."""

CASES = {
    # Read as they are.
    "titles": Case(BOTH.rename(columns={"dataset": "Data Set", "model": "Model Name"}), "c"),
    "plural titles": Case(BOTH.rename(columns={"dataset": "Tasks", "model": "Methods"}), "c"),
    "data": Case(BOTH.rename(columns={"dataset": "Data", "model": "Algorithm Name"}), "c"),
    "mark N/A": Case(with_cell(BOTH, "accuracy", "N/A"), "c"),
    "mark -": Case(with_cell(BOTH, "accuracy", "-"), "c"),
    "mark #N/A": Case(with_cell(BOTH, "accuracy", "#N/A"), "c"),
    "mark <NA>": Case(with_cell(wide(), "b", "<NA>"), "c", {"measures": ["auc"]}),
    "test of split": Case(
        stacked(BOTH.assign(split="test"), long(accuracy=(0.99, -0.03)).assign(split="train")), "c"
    ),
    "dev and test": Case(
        stacked(BOTH.assign(Phase="Test"), long(accuracy=(0.99, -0.03)).assign(Phase="dev")), "c"
    ),
    "two levels": Case(TWO_LEVELS, "c"),
    "two levels, one named": Case(TWO_LEVELS, "c", {"measures": ["auc"]}),
    "two levels swapped": Case(TWO_LEVELS.swaplevel(axis="columns"), "c"),
    "two levels, index as columns": Case(TWO_LEVELS.reset_index(), "c"),
    "two levels, data sets as columns": Case(TWO_LEVELS.stack("model").unstack("dataset"), "c"),
    "two levels, models in a column": Case(
        TWO_LEVELS.stack("model").unstack("dataset").reset_index(), "c"
    ),
    "runs of trec_eval": Case(
        long(map=(0.3, 0.02), recip_rank=(0.4, 0.02))
        .rename(columns={"dataset": "query", "model": "run"})
        .melt(["query", "run"], var_name="measure"),
        "c",
    ),
    "all of trec_eval": Case(
        stacked(
            long(map=(0.3, 0.02)),
            long(map=(0.3, 0.02))
            .groupby("model", as_index=False)["map"]
            .mean()
            .assign(dataset="all"),
        ),
        "c",
    ),
    "sizes beside data sets": Case(
        turned(10, -1).assign(**{"Model size (B)": [0.1, 9, 20], "RTFx": [0.5, 600, 900]}),
        "c",
        {"measures": ["wer"]},
    ),
    "dimensions": Case(
        turned().assign(**{"# Dimensions": [4096, 768, 51.176]}), "c", {"measures": ["auc"]}
    ),
    "an average without one": Case(
        turned().assign(**{"Avg (without set0)": lambda t: t[SETS[1:]].mean(axis=1)}),
        "c",
        {"measures": ["auc"]},
    ),
    "a failed run": Case(
        stacked(BOTH.assign(seed=1), pd.DataFrame({"dataset": ["set0"], "model": ["d"]})), "c"
    ),
    "data sets in columns": Case(
        pd.DataFrame(
            {
                "model": list("abc"),
                "adult_auc": [0.7, 0.8, 0.9],
                "bank_auc": [0.6, 0.7, 0.8],
                "adult_f1": [0.5, 0.6, 0.7],
                "bank_f1": [0.3, 0.4, 0.5],
            }
        ),
        "c",
    ),
    "error rates in columns": Case(
        pd.DataFrame(
            {
                "model": list("abc"),
                "AMI WER": [12, 11, 8.1],
                "LS Clean WER": [3, 2, 1.4],
                "Avg WER": [7.5, 6.5, 4.75],
            }
        ),
        "c",
    ),
    "measures in rows": Case(
        pd.DataFrame(
            {"what": ["accuracy", "f1", "auc"], "a": [0.5, 0.6, 0.7], "b": [0.6, 0.7, 0.8]}
        ),
        "b",
        {"measures": ["auc"]},
    ),
    "options of WEKA": Case(
        stacked(
            BOTH.assign(Key_Scheme_options="-C 1"),
            long(accuracy=(0.5, 0.02)).assign(Key_Scheme_options="-C 9"),
        ).rename(columns={"dataset": "Key_Dataset", "model": "Key_Scheme"}),
        "c -C 1",
    ),
    "workflow sets": Case(
        stacked(
            BOTH.assign(**{".config": "m1"}), long(accuracy=(0.5, 0)).assign(**{".config": "m2"})
        ),
        "c m1",
    ),
    # Refused, with advice.
    "-1 for no score": Case(
        with_cell(BOTH, "accuracy", -1),
        "c",
        refusal="model b, data set set0",
        mended=with_cell(BOTH, "accuracy", np.nan),
    ),
    "a turned sign": Case(
        LOSS.assign(wer=-LOSS["wer"]),
        "c",
        refusal="--higher-is-better wer",
        advised={"higher_is_better": {"wer": True}},
    ),
    "metrics of other data sets": Case(
        METRICS, "c", refusal="column metric_name.*--measures auc", advised={"measures": ["auc"]}
    ),
    "a score of two metrics": Case(
        METRICS,
        "c",
        {"higher_is_better": {"score_raw": True}},
        refusal="metric_name.*--measures auc",
        advised={"higher_is_better": None, "measures": ["auc"]},
    ),
    "an unknown score": Case(
        long(energy_score=(1, -0.1)),
        "c",
        refusal="--higher-is-better or --lower-is-better energy_score",
        advised={"higher_is_better": {"energy_score": False}},
    ),
    "a setting that is no column of options": Case(
        OPTIONS,
        "c 2",
        refusal="differ in the column depth.*into the column model",
        mended=OPTIONS.assign(model=OPTIONS["model"] + " " + OPTIONS["depth"]),
    ),
    "a curve": Case(
        STEPS, "c", refusal="column step.*last step", mended=STEPS[STEPS["step"] == 2]
    ),
    "train and validation": Case(
        stacked(BOTH.assign(split="valid"), long(accuracy=(0.99, 0)).assign(split="train")),
        "c",
        refusal="keep the rows of the one",
        mended=BOTH,
    ),
    "curves of models by a measure without a name": Case(
        pd.DataFrame({"step": range(4), "a": 0.1, "c": np.arange(4) / 9}),
        "c",
        refusal="column step.*last step of each run",
        mended=BOTH,
    ),
    "a chart of W&B": Case(
        pd.DataFrame(
            {
                "Step": range(4),
                **{
                    f"{m} - auc{end}": np.arange(4) / 9 + 0.1 * k
                    for k, m in enumerate("ac")
                    for end in ("", "__MIN", "__MAX")
                },
            }
        ),
        "c",
        {"measures": ["auc"]},
        refusal="column Step.*last step of each run",
        mended=BOTH.rename(columns={"accuracy": "auc"}),
    ),
    "two models in one column of values": Case(
        long(value=(0.8, 0.02)).rename(columns={"model": "net"}).assign(metric="auc"),
        "c",
        refusal="--columns model=net",
        advised={"columns": {"model": "net"}},
    ),
    "no column of models": Case(
        BOTH.rename(columns={"model": "net"}),
        "c",
        refusal="--columns model=net",
        advised={"columns": {"model": "net"}},
    ),
    "no number": Case(
        with_cell(BOTH, "accuracy", "0.8 ± 0.1"),
        "c",
        refusal="row 2 of the column accuracy: write one number",
        mended=with_cell(BOTH, "accuracy", 0.82),
    ),
    "percent beside fractions": Case(
        BOTH.assign(accuracy=BOTH["accuracy"].where(BOTH["model"] != "a", BOTH["accuracy"] * 100)),
        "c",
        refusal="percent beside fractions",
        mended=BOTH,
    ),
    "an empty fold": Case(
        with_cell(BOTH.assign(fold=1), "fold", None),
        "c",
        refusal="no fold in row 2",
        mended=BOTH.assign(fold=1),
    ),
    "a wrong column": Case(
        BOTH, "c", {"measures": ["acc"]}, "correct the name", {"measures": ["accuracy"]}
    ),
    "a wide table without a measure": Case(
        wide(),
        "c",
        refusal="--measures accuracy .in Python, measures=..accuracy...",
        advised={"measures": ["accuracy"]},
    ),
    "models in rows without a measure": Case(
        turned(),
        "c",
        refusal="--measures accuracy .in Python, measures=..accuracy...",
        advised={"measures": ["accuracy"]},
    ),
    "a long table of an unknown number": Case(
        long(it=(0.8, 0.02)),
        "c",
        refusal="of a measure, name it: --measures it ",
        advised={"measures": ["it"], "higher_is_better": {"it": True}},
    ),
    "models that are called as a measure": Case(
        wide().rename(columns={"a": "PPV a", "b": "PPV b"}),
        "c",
        refusal="if each column is a model, name the measure: --measures accuracy ",
        advised={"measures": ["accuracy"]},
    ),
    "columns of models and measures": Case(
        OF_MODELS,
        "c",
        {"measures": ["acc"]},
        refusal="several measures .net a_acc, net b_acc, .*, net c_f1., so they can't all be",
        advised={"measures": None},
        mended=long(acc=(0.8, 0.02), f1=(0.7, 0.02)),
    ),
    "columns of models and measures, of which those of one are kept": Case(
        OF_MODELS,
        "net c_acc",
        {"measures": ["acc"]},
        refusal="or keep the columns of one measure",
        mended=OF_MODELS[["dataset", "net a_acc", "net b_acc", "net c_acc"]],
    ),
    "folds of one model": Case(
        pd.DataFrame({"sen": [0.8, 0.7], "auc": [0.9, 0.8], "mcc": [0.5, 0.4]}),
        "c",
        refusal="no column of models: add a column model, or write the files of several models",
        mended=long(auc=(0.8, 0.02), mcc=(0.7, 0.02)),
    ),
    "folds of one model, whose measures are no models": Case(
        pd.DataFrame({"sen": [0.8, 0.7], "auc": [0.9, 0.8], "mcc": [0.5, 0.4]}),
        "c",
        {"measures": ["accuracy"]},
        refusal="named after several measures .auc, mcc.",
        mended=wide(),
    ),
    "kinds of models beside their names": Case(
        BOTH.rename(columns={"model": "net"}).assign(
            kind=BOTH["model"].map({"a": "tree", "b": "tree", "c": "line"})
        )[["dataset", "kind", "net", "accuracy"]],
        "c",
        refusal="give --columns model=net, or write",
        advised={"columns": {"model": "net"}},
    ),
    "models whose names end in their measure": Case(
        wide().rename(columns={"a": "LGBM AUC", "b": "RF AUC", "c": "SVM AUC"}),
        "SVM AUC",
        refusal="if each column is a model, name the measure: --measures AUC ",
        advised={"measures": ["AUC"]},
    ),
    "baselines of 0 and 1": Case(
        wide(0.5).assign(random=0.0, human=1.0),
        "human",
        refusal="has numbers .a, b, c, random, human., .*--measures accuracy ",
        advised={"measures": ["accuracy"]},
    ),
    "two columns of texts": Case(
        wide().assign(kind="tree", domain=["x", "y"] * 3).rename(columns={"dataset": "where"}),
        "c",
        {"measures": ["auc"]},
    ),
}


def best_of(table, options):
    """Return the models that are the best by any measure."""
    compared = prgbench.compare(table, settings=SETTINGS, progress=False, **options)
    return {best.model for best in compared.answer.best_models}


@pytest.mark.parametrize("name", CASES)
def test_advice_leads_to_the_right_answer(name):
    case = CASES[name]
    if not case.refusal:
        assert best_of(case.table, case.options) == {case.best}
        return
    with pytest.raises(PrgbenchError, match=case.refusal):
        best_of(case.table, case.options)
    table = case.table if case.mended is None else case.mended
    options = {key: value for key, value in {**case.options, **case.advised}.items() if value}
    assert best_of(table, options) == {case.best}


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if "two levels" not in name]
)
def test_a_file_is_read_as_the_table(name, tmp_path):
    case = CASES[name]
    case.table.to_csv(tmp_path / "scores.csv", index=False)
    path = tmp_path / "scores.csv"
    if case.refusal:
        with pytest.raises(PrgbenchError, match=case.refusal):
            best_of(path, case.options)
    else:
        assert best_of(path, case.options) == {case.best}
