"""Kinds of score tables: those that are read, and those that are refused in one sentence."""

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.complete_models import ABSENT, ALONE, MISSING
from prgbench.sources.scores.table import read_scores
from tables_of_scores import score_table, wide_scores

TABLE = score_table(3, 3)
PLAIN = score_table(3, 3, None)
SEEDS = score_table(3, 3, ("seed", 4))


def renamed(**names):
    return TABLE.rename(columns=names)


def repeated():
    parts = [score_table(3, 3, seed=seed).assign(repeat=seed) for seed in range(2)]
    return pd.concat(parts, ignore_index=True)


def seeds_in_folds():
    parts = [TABLE.assign(seed=0), TABLE.assign(seed=1)]
    return pd.concat(parts, ignore_index=True)


def bencheval():
    """Return a table as in the README of bencheval 0.1.0."""
    return pd.DataFrame(
        {
            "method": ["A", "B", "A", "B"],
            "task": ["t1", "t1", "t2", "t2"],
            "seed": [0, 0, 0, 0],
            "metric_error": [0.10, 0.12, 0.30, 0.25],
            "time_train_s": [1.0, 2.0, 1.5, 2.5],
            "time_infer_s": [0.1, 0.2, 0.1, 0.2],
        }
    )


def tabrepo():
    """Return a table with the columns that TabRepo and TabArena write."""
    table = bencheval().rename(columns={"method": "framework", "task": "dataset", "seed": "fold"})
    texts = {"metric": "roc_auc", "problem_type": "binary", "tid": 7}
    return table.assign(metric_error_val=[0.1, 0.2, 0.2, 0.3], **texts)


def texts(table):
    return table.astype(str)


FOLD = ("fold", ["accuracy", "log_loss"])
READ = {
    "long": (TABLE, {}, *FOLD),
    "polars": (polars.from_pandas(TABLE), {}, *FOLD),
    "arrow": (pa.Table.from_pandas(TABLE), {}, *FOLD),
    "all cells are texts": (texts(TABLE), {}, *FOLD),
    "other names": (renamed(model="Method", dataset="Task", fold="cv_fold"), {}, *FOLD),
    "mapped names": (
        renamed(model="who", fold="part"),
        {"columns": {"model": "who", "fold": "part"}},
        *FOLD,
    ),
    "no replicates": (PLAIN, {}, None, ["accuracy", "log_loss"]),
    "seeds": (SEEDS, {}, "seed", ["accuracy", "log_loss"]),
    "repeats": (renamed(fold="repeat"), {}, "repeat", ["accuracy", "log_loss"]),
    "repeated folds": (repeated(), {}, *FOLD),
    "seeds in folds": (seeds_in_folds(), {}, *FOLD),
    "one data set without its column": (
        TABLE[TABLE["dataset"] == "data 0"].drop(columns="dataset"),
        {},
        *FOLD,
    ),
    "a chosen measure": (TABLE, {"measures": ["log_loss"]}, "fold", ["log_loss"]),
    "a stated direction": (
        renamed(accuracy="quality"),
        {"stated": {"quality": True}},
        "fold",
        ["quality", "log_loss"],
    ),
    "times, spreads and counts are no measures": (
        TABLE.assign(time_train_s=1.0, accuracy_std=0.1, n_train=90, metric="accuracy"),
        {},
        *FOLD,
    ),
    "a time that is named": (
        TABLE.assign(time_s=np.arange(len(TABLE))),
        {"measures": ["accuracy", "time_s"]},
        "fold",
        ["accuracy", "time_s"],
    ),
    "regression": (
        renamed(accuracy="R²", log_loss="x").assign(neg_mse=-TABLE["log_loss"]).drop(columns="x"),
        {},
        "fold",
        ["R²", "neg_mse"],
    ),
    "retrieval": (renamed(accuracy="nDCG@10", log_loss="recall@5"), {}, "fold", None),
    "wide": (wide_scores(TABLE), {"measures": ["accuracy"]}, "fold", ["accuracy"]),
    "wide, lower is better": (
        wide_scores(TABLE, "log_loss"),
        {"stated": {"cost": False}},
        "fold",
        ["cost"],
    ),
    "autorank: rows are data sets, columns are models": (
        pd.DataFrame({"a": [0.8, 0.9], "b": [0.7, 0.6]}),
        {"measures": ["accuracy"]},
        None,
        ["accuracy"],
    ),
    "an index of data sets": (
        wide_scores(PLAIN).set_index("dataset"),
        {"measures": ["accuracy"]},
        None,
        ["accuracy"],
    ),
    "bencheval": (bencheval(), {}, "seed", ["metric_error"]),
    "TabRepo": (tabrepo(), {}, "fold", ["metric_error", "metric_error_val"]),
}


@pytest.mark.parametrize(("table", "options", "varies", "measures"), READ.values(), ids=READ)
def test_tables_that_are_read(table, options, varies, measures):
    read = read_scores(table, **options)
    assert read.varies == varies
    assert measures is None or list(read.measures) == measures
    models = read.scores.groupby("dataset")["model"].nunique()
    assert (models >= 2).all()
    assert not read.left_out


REFUSED = {
    "an unknown measure": (
        renamed(accuracy="quality"),
        {},
        r"is unknown for quality: .* --higher-is-better quality .`higher_is_better={'qua",
    ),
    "a measure that is not there": (
        TABLE,
        {"measures": ["f1"]},
        r"no measure column f1; it has accuracy, log_loss: correct the name",
    ),
    "a statement on no column": (TABLE, {"stated": {"f1": True}}, "no measure column f1"),
    "a role that is none": (TABLE, {"columns": {"y_true": "x"}}, "'y_true' is not allowed"),
    "a mapped column that is not there": (
        TABLE,
        {"columns": {"model": "learner"}},
        "lacks the column learner, which `columns` maps to model",
    ),
    "rows twice without replicates": (
        pd.concat([PLAIN, PLAIN]),
        {},
        "model-0 has several rows on the data set data 0: add a column fold, repeat or seed",
    ),
    "rows twice": (
        pd.concat([TABLE, TABLE]),
        {},
        "model-0 has several rows on the data set data 0, fold 0: keep one",
    ),
    "a mean with its spread": (
        texts(PLAIN).assign(accuracy="0.91 ± 0.02"),
        {},
        "'0.91 ± 0.02' in row 1 of the column accuracy: write one number",
    ),
    "percent signs": (texts(PLAIN).assign(accuracy="91%"), {}, "'91%' in row 1 of the column"),
    "no name": (TABLE.assign(model=None), {}, "no model in row 1 .column model.: fill it"),
    "no rows": (TABLE.head(0), {}, "no rows: write a table"),
    "a column twice": (
        pd.concat([TABLE, TABLE["fold"]], axis=1),
        {},
        "the column fold twice: keep one of them",
    ),
    "no measure": (
        TABLE[["dataset", "model", "fold"]],
        {},
        "no measure column; it has : add one, or name",
    ),
    "wide without a name": (wide_scores(TABLE), {}, "a column for each model: name its measure"),
    "wide with two columns of texts": (
        wide_scores(PLAIN).rename(columns={"dataset": "assay"}).assign(kind=["x", "y", "z"]),
        {"measures": ["accuracy"]},
        "text columns assay, kind: .* give --columns dataset=assay or dataset=kind, or if",
    ),
    "wide without models": (
        TABLE[["dataset", "fold"]],
        {"measures": ["accuracy"]},
        "no column of a model",
    ),
    "a measure that each data set lacks": (
        PLAIN.assign(accuracy=PLAIN["accuracy"].where(PLAIN["dataset"] == "data 1")).assign(
            log_loss=PLAIN["log_loss"].where(PLAIN["dataset"] != "data 1")
        ),
        {},
        r"no data set with two models .*data 0 .no value of accuracy., data 1 .no value of log_l",
    ),
    "several values of a metric": (
        pd.concat([TABLE.melt(["dataset", "model", "fold"], var_name="metric")] * 2),
        {},
        "several values of a metric for one dataset and model and fold: keep one",
    ),
    "one model": (
        PLAIN[PLAIN["model"] == "model-0"],
        {},
        "has one model, model-0, and a comparison needs two",
    ),
    "more measures than can be compared": (
        pd.concat([PLAIN, pd.DataFrame(1.0, PLAIN.index, [f"f1_{n}" for n in range(99)])], axis=1),
        {},
        r"has 101 measure columns \(accuracy, log_loss, f1_0, .*\), more than 100: name those",
    ),
}


@pytest.mark.parametrize(("table", "options", "sentence"), REFUSED.values(), ids=REFUSED)
def test_tables_that_are_refused_in_one_sentence(table, options, sentence):
    with pytest.raises(PrgbenchError, match=sentence) as raised:
        read_scores(table, **options)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


def test_values_are_those_of_the_table():
    read = read_scores(TABLE.sample(frac=1, random_state=0))
    keys = ["dataset", "model"]
    found = read.scores.sort_values([*keys, "replicate"])[["accuracy", "log_loss"]]
    expected = TABLE.sort_values([*keys, "fold"])[["accuracy", "log_loss"]]
    assert np.array_equal(found.to_numpy(), expected.to_numpy())


def test_wide_and_long_are_the_same():
    wide = read_scores(wide_scores(TABLE), measures=["accuracy"]).scores
    long = read_scores(TABLE, measures=["accuracy"]).scores
    keys = ["dataset", "model", "replicate"]
    assert (
        wide.sort_values(keys)["accuracy"].tolist() == long.sort_values(keys)["accuracy"].tolist()
    )


def test_folds_of_a_repeat_are_a_block():
    scores = read_scores(repeated()).scores
    blocks = scores.groupby("block")["replicate"].unique().map(set)
    assert len(blocks) == 2
    assert blocks[0].isdisjoint(blocks[1])
    assert scores.groupby(["dataset", "model"]).size().eq(8).all()


def test_seeds_within_folds_are_averaged():
    other = TABLE.assign(seed=1, accuracy=TABLE["accuracy"] + 0.1)
    scores = read_scores(pd.concat([TABLE.assign(seed=0), other])).scores
    expected = read_scores(TABLE).scores
    assert scores["accuracy"].tolist() == pytest.approx(expected["accuracy"] + 0.05)


def test_what_lacks_scores_is_left_out_and_listed():
    table = TABLE.copy()
    table.loc[0, "accuracy"] = np.nan
    table.loc[table["dataset"] == "data 1", "log_loss"] = [0.5] * 4 + [np.inf] * 8
    table = table[~((table["dataset"] == "data 2") & (table["model"] == "model-2")).to_numpy()]
    read = read_scores(table)
    assert read.left_out == [
        ("data 0", "model-0", MISSING),
        ("data 1", "model-1", MISSING),
        ("data 1", "model-2", MISSING),
        ("data 1", None, ALONE),
        ("data 2", "model-2", ABSENT),
    ]
    assert read.notes[:2] == [
        "Left out where a score is missing, such as accuracy or log_loss: the models model-2 (on "
        "2 data sets), model-0 (on 1 data set), model-1 (on 1 data set).",
        "Left out: the data set data 1 (fewer than two models with all scores).",
    ]
    kept = read.scores.groupby("dataset")["model"].unique().map(list).to_dict()
    assert kept == {"data 0": ["model-1", "model-2"], "data 2": ["model-0", "model-1"]}


def test_rows_that_are_not_there_are_named_as_empty_cells_are():
    """A model with 2 of 20 data sets is named first, in a table of either layout."""
    rows = [(f"d{d}", m, 0.5 + d / 100) for d in range(20) for m in "abcz" if m != "z" or d < 2]
    long = pd.DataFrame(rows, columns=["dataset", "model", "accuracy"])
    wide = long.pivot(index="dataset", columns="model", values="accuracy").reset_index()
    named = ["Left out where a score is missing: the model z (on 18 data sets)."]
    assert read_scores(long).notes == named
    assert read_scores(wide, measures=["accuracy"]).notes == named


def test_the_measure_is_named_whose_missing_values_leave_models_out():
    """An F1 that is undefined leaves a model out, and of one data set no number is said."""
    rows = [(d, m, 0.5, 0.6 + i / 10) for d in "xyz" for i, m in enumerate("abcd")]
    table = pd.DataFrame(rows, columns=["dataset", "model", "f1", "recall"])
    undefined = (table["model"] == "c") & (table["dataset"] != "x")
    table["f1"] = table["f1"].mask(undefined)
    note = "Left out where f1 is missing: the model c (on 2 data sets)."
    assert read_scores(table).notes == [note]
    one = table[table["dataset"] == "y"]
    assert read_scores(one).notes == ["Left out, as f1 is missing: the model c."]
    # A model without any score lacks no single one.
    failed = (table["model"] == "b") & (table["dataset"] == "y")
    assert read_scores(table[~failed]).notes == [
        "Left out where a score is missing, such as f1: the models c (on 2 data sets), b (on 1 "
        "data set)."
    ]


def with_rows(table, **rows):
    """Return a table with a copy of the rows of the first data set or fold under another name."""
    [(column, names)] = rows.items()
    first = table[table[column] == table[column].iloc[0]]
    copies = [first.assign(**{column: name}) for name in names]
    return pd.concat([table.astype({column: object}), *copies], ignore_index=True)


@pytest.mark.parametrize(
    ("table", "note"),
    [
        (with_rows(TABLE, dataset=["Average", "Avg. rank"]), "data sets Average, Avg. rank"),
        (with_rows(TABLE, fold=["mean", "std", "OOF", "FINAL"]), "folds mean, std, OOF, FINAL"),
        (with_rows(SEEDS, seed=["mean"]), "seed mean"),
    ],
)
def test_aggregates_are_left_out_and_named(table, note):
    read = read_scores(table)
    assert read.notes == [f"Left out as aggregates: the {note}."]
    assert len(read.scores) == len(TABLE)


@pytest.mark.parametrize("name", ["mean", "Average", "Overall"])
def test_a_model_is_an_aggregate_only_if_its_scores_are_those_of_the_others(name):
    wide = wide_scores(PLAIN)
    models = ["model-0", "model-1", "model-2"]
    read = read_scores(wide.assign(**{name: wide[models].mean(axis=1)}), measures=["accuracy"])
    assert sorted(read.scores["model"].unique()) == models
    assert read.notes == [f"Not used: the column {name}."]
    for scale, other in (
        (1, 0.5),
        (0.01, wide["model-0"] + 0.02),
        (1, wide[models].mean(axis=1) + 0.004),
    ):
        scaled = wide.assign(**{name: other})
        scaled[[*models, name]] *= scale
        read = read_scores(scaled, measures=["accuracy"])
        assert sorted(read.scores["model"].unique()) == sorted([name, *models])
    rounded = wide.assign(**{name: wide[models].mean(axis=1)}).round(2)
    assert len(read_scores(rounded, measures=["accuracy"]).scores["model"].unique()) == 3


def test_counts_are_told_from_models_by_their_values():
    wide = wide_scores(PLAIN).assign(n_gram=[0.5, 0.75, 0.25], n_train=[90, 900, 9], ts_len=96)
    read = read_scores(wide, measures=["accuracy"])
    assert "n_gram" in set(read.scores["model"])
    assert read.notes == ["Not used: the columns n_train, ts_len."]
    long = TABLE.assign(n_gain=TABLE["accuracy"], n_train=90, kind="tree")
    assert list(read_scores(long, stated={"n_gain": True}).measures) == [
        "accuracy", "log_loss", "n_gain",
    ]  # fmt: skip
    read = read_scores(TABLE.assign(n_train=90, kind="tree"))
    assert read.notes == ["Not used: the columns n_train, kind."]


@pytest.mark.parametrize("name", ["n_rows", "ts_len"])
def test_an_average_over_a_count_too_is_no_model(name):
    wide = wide_scores(PLAIN).set_index("dataset").assign(**{name: [4909, 8525, 4854]})
    wide["Average"] = wide.mean(axis=1)
    read = read_scores(wide, measures=["quality"], stated={"quality": True})
    assert sorted(read.scores["model"].unique()) == ["model-0", "model-1", "model-2"]
    assert read.notes == [f"Not used: the columns {name}, Average."]


def test_a_wide_table_of_folds_is_of_one_data_set():
    wide = wide_scores(score_table(1, 3)).drop(columns="dataset")
    read = read_scores(wide, measures=["accuracy"])
    assert read.varies == "fold"
    assert read.scores["dataset"].unique().tolist() == ["data"]


@pytest.mark.parametrize("name", ["data_name", "DMS_id", ""])
def test_the_texts_of_a_wide_table_name_the_data_sets(tmp_path, name):
    wide = wide_scores(PLAIN).rename(columns={"dataset": name})
    wide.to_csv(tmp_path / "auc.csv", index=False)
    for table in (wide, wide.set_index(name), tmp_path / "auc.csv"):
        read = read_scores(table, measures=["accuracy"])
        assert set(read.scores["dataset"]) == {"data 0", "data 1", "data 2"}


def test_a_seed_is_a_replicate_in_any_case():
    table = SEEDS.rename(columns={"seed": "Seed", "accuracy": "Accuracy"})
    assert read_scores(table).varies == "seed"
    wide = wide_scores(SEEDS).rename(columns={"seed": "Seed"})
    assert read_scores(wide, measures=["accuracy"]).varies == "seed"


def test_data_sets_without_a_measure_are_left_out_and_named():
    accuracy = PLAIN["accuracy"].where(PLAIN["dataset"] != "data 1")
    read = read_scores(PLAIN.assign(accuracy=accuracy))
    assert set(read.scores["dataset"]) == {"data 0", "data 2"}
    assert read.left_out == [("data 1", None, "no value of accuracy")]
    assert read.notes == ["Left out: the data set data 1 (no value of accuracy)."]


def test_the_measure_that_a_data_set_lacks_is_named_where_seeds_are_averaged():
    """A benchmark has a seed for each fold, and no AUC where there are several classes."""
    table = TABLE.assign(seed=TABLE["fold"].astype(int) + 100)
    lacking = table.assign(log_loss=table["log_loss"].where(table["dataset"] != "data 1"))
    assert read_scores(lacking).left_out == [("data 1", None, "no value of log_loss")]


def test_the_seeds_that_all_models_have_are_compared():
    failed = (SEEDS["model"] == "model-0") & (SEEDS["seed"] == 3) & (SEEDS["dataset"] == "data 1")
    read = read_scores(SEEDS[~failed])
    counts = read.scores.groupby(["dataset", "model"]).size()
    assert (counts.loc["data 1"] == 3).all()
    assert (counts.loc["data 0"] == 4).all()
    assert read.notes == [
        "Only the seeds that all models have are used; models with fewer: model-0 (on 1 data set)."
    ]
    alone = (SEEDS["model"] == "model-0") & (SEEDS["seed"] > 0)
    assert read_scores(SEEDS[~alone]).notes == [
        "Left out where a score is missing: the model model-0 (on 3 data sets)."
    ]


def test_a_row_for_each_metric_is_read_as_a_column_for_each():
    tidy = TABLE.melt(["dataset", "model", "fold"], var_name="metric_name")
    read, expected = (read_scores(table) for table in (tidy, TABLE))
    keys = ["dataset", "model", "replicate"]
    assert read.measures == expected.measures
    assert read.scores.set_index(keys)["log_loss"].to_dict() == (
        expected.scores.set_index(keys)["log_loss"].to_dict()
    )


def test_the_text_that_differs_in_each_row_of_a_wide_table_names_the_data_set():
    wide = wide_scores(PLAIN).rename(columns={"dataset": "assay"}).assign(kind="tree")
    assert set(read_scores(wide, measures=["accuracy"]).scores["dataset"]) == set(wide["assay"])


def test_a_family_is_that_of_data_sets_and_not_of_models():
    table = PLAIN.assign(family=PLAIN["dataset"].map({"data 0": "a", "data 1": "a"}))
    read = read_scores(table)
    assert read.families == {"data 0": "a", "data 1": "a", "data 2": "data 2"}
    assert ": 2 for 3 data sets" in read.notes[0]
    of_models = PLAIN.assign(family=PLAIN["model"])
    assert "Not used: the column family" in read_scores(of_models).notes[0]
    with pytest.raises(PrgbenchError, match="data 0 has several values of family"):
        read_scores(of_models, columns={"family": "family"})


def test_a_text_column_is_proposed_as_family_only_if_it_may_be_one():
    domains = {"data 0": "a", "data 1": "a", "data 2": "b"}
    of_sets = PLAIN["dataset"].map(domains)
    told = "Not used: the column domain; if domain groups the data sets, give --family domain."
    assert read_scores(PLAIN.assign(domain=of_sets)).notes == [told]
    wide = wide_scores(PLAIN).assign(domain=list(domains.values()))
    assert read_scores(wide, measures=["accuracy"]).notes == [told]
    for texts in ("x", PLAIN["dataset"] + "!", PLAIN["model"]):
        assert read_scores(PLAIN.assign(domain=texts)).notes == ["Not used: the column domain."]


def test_resamples_have_the_ratio_of_their_sizes():
    table = score_table(2, 3, ("resample", 5)).assign(n_train=[80, 60] * 15, n_test=[20, 20] * 15)
    read = read_scores(table)
    assert (read.varies, set(read.measures)) == ("resample", {"accuracy", "log_loss"})
    assert read.ratios == pytest.approx(dict.fromkeys(["data 0", "data 1"], 7 / 24), abs=0.01)


def test_seeds_of_their_own_are_not_paired():
    # Each model has four seeds that no other one has; one of model-1 failed on a data set.
    places = SEEDS["model"].str[-1].astype(int)
    own = SEEDS.assign(seed=SEEDS["seed"] + 10 * places)
    failed = (own["model"] == "model-1") & (own["dataset"] == "data 2") & (own["seed"] == 10)
    read = read_scores(own[~failed])
    counts = read.scores.groupby(["dataset", "model"]).size()
    assert (counts.loc[["data 0", "data 1"]] == 4).all()
    assert (counts.loc["data 2"] == 3).all()
    assert read.left_out == []
    assert read.notes[0].startswith("On 3 data sets, the models share no seed")
    means = own[~failed].groupby(["dataset", "model"])["accuracy"].mean()
    found = read.scores.groupby(["dataset", "model"])["accuracy"].mean()
    assert found[("data 2", "model-1")] == pytest.approx(means[("data 2", "model-1")])
    single = own.groupby(["dataset", "model"]).head(1)
    assert (read_scores(single).scores.groupby("dataset").size() == 3).all()


def test_iterations_are_folds_beside_a_resampling_of_mlr3_and_else_asked_for():
    table = renamed(fold="iteration")
    wanted = "a column iteration, which may number cross-validation folds or runs with different"
    with pytest.raises(PrgbenchError, match=wanted) as raised:
        read_scores(table)
    for role in ("fold", "seed"):
        assert f"--columns {role}=iteration" in str(raised.value)
        assert read_scores(table, columns={role: "iteration"}).varies == role
    assert read_scores(table.assign(resampling_id="cv")).varies == "fold"
    assert read_scores(seeds_in_folds().rename(columns={"fold": "iteration"})).varies == "fold"


def test_a_category_that_is_the_same_in_all_rows_is_read():
    one = PLAIN[PLAIN["dataset"] == "data 0"]
    categories = one.assign(dataset=one["dataset"].astype("category"))
    read = read_scores(categories).scores
    assert read["accuracy"].tolist() == one["accuracy"].tolist()
    assert set(read["dataset"]) == {"data 0"}
