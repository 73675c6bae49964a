"""Tables of all kinds: what was read of them, or the one sentence that refuses them.

A table is a data frame, or a function of a folder that returns what `prgbench.compare` takes; one
more is an entry of `READ` or `REFUSED`.
"""

import bz2
import gzip
import sys

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from prgbench.data.models import Models
from prgbench.data.stores import read_tasks
from prgbench.direct.arrays import study_of_table
from prgbench.run.errors import PrgbenchError
from prgbench.study.make_plan import make_plan
from prgbench.study.measures import load_measures
from prgbench.study.scoring import score_task
from prgbench.study.what_was_read import what_was_read

RNG = np.random.default_rng(0)
N = 12
LONG = pd.DataFrame(
    {
        "dataset": np.repeat(["heart", "liver"], 2 * N),
        "model": np.tile(np.repeat(["lr", "rf"], N), 2),
        "row_id": np.tile(np.arange(N), 4),
        "y_true": np.tile((np.arange(N) % 3 == 0).astype(int), 4),
        "y_score": np.round(RNG.uniform(0.01, 0.99, 4 * N), 3),
    }
)
ONE = LONG[LONG["dataset"] == "heart"].drop(columns="dataset")
WIDE = LONG.pivot(
    index=["dataset", "row_id", "y_true"], columns="model", values="y_score"
).reset_index()
WIDE.columns.name = None
SICK = LONG.assign(y_true=np.where(LONG["y_true"] == 1, "sick", "healthy"))

SPECIES = ("setosa", "versicolor", "virginica")
IRIS = ONE.assign(dataset="iris", y_true=np.tile(np.repeat(SPECIES, 4), 2)).drop(columns="y_score")
for _species in SPECIES:
    IRIS[f"y_score.{_species}"] = np.round(RNG.uniform(0.01, 0.99, len(IRIS)), 3)
DIGITS = pd.concat(
    [IRIS, LONG.assign(**{f"y_score.{label}": LONG["y_score"] for label in (0, 1)})]
).drop(columns="y_score")


def arff(folder):
    """Write a table as ARFF."""
    names = "".join(f"@ATTRIBUTE {name} STRING\n" for name in ONE)
    rows = ONE.to_csv(index=False, header=False)
    path = folder / "predictions.arff"
    path.write_text(f"% A table\n@RELATION 'of runs'\n{names}@DATA\n{rows}%\n")
    return path


def csv(table, name="predictions.csv", encoding="utf-8", pack=None, **options):
    """Return the function that writes a table as CSV."""

    def write(folder):
        content = table.to_csv(index=False, **options).encode(encoding)
        (folder / name).write_bytes(pack(content) if pack else content)
        return folder / name

    return write


def zstandard(content):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(content)
    return sink.getvalue().to_pybytes()


def text(content, name="predictions.csv"):
    def write(folder):
        (folder / name).write_text(content, encoding="utf-8")
        return folder / name

    return write


def parquet(table, name="predictions.parquet"):
    def write(folder):
        table.to_parquet(folder / name)
        return folder / name

    return write


def excel(table, name="predictions.xlsx"):
    def write(folder):
        table.to_excel(folder / name, index=False)
        return folder / name

    return write


def files(*writers):
    """Return the function that writes several files, and returns their paths."""
    return lambda folder: [write(folder) for write in writers]


def folder_of(*writers):
    def write(folder):
        place = folder / "tables"
        place.mkdir()
        for writer in writers:
            writer(place)
        return place

    return write


def partitioned(by, table=LONG):
    def write(folder):
        pq.write_to_dataset(pa.table(table), folder / "runs", partition_cols=by)
        return folder / "runs"

    return write


def repeated(table, n=10, **columns):
    """Return a table with repeats, each with other scores."""
    parts = [table.assign(repeat=repeat, **columns) for repeat in range(n)]
    return pd.concat(parts, ignore_index=True)


TWO = (
    "2 data sets (heart, liver), 2 models (lr, rf), positive class 1 (33.3% of the rows), "
    "24 instances"
)
PREDICTIONS = (
    "1 data set (predictions), 2 models (lr, rf), positive class 1 (33.3% of the rows), "
    "12 instances"
)
MEMORY = PREDICTIONS.replace("predictions", "data")
SPECIES_READ = (
    "1 data set (iris), 2 models (lr, rf), 3 classes, each against the rest, 12 instances"
)
BY_NAME = {"dataset": "problem", "model": "learner", "y_true": "truth", "y_score": "prob"}
LABELS = TWO.replace("class 1", "class sick")
SUPPOSED = (
    ". The scores are read as those of sick, which sorts last: set `positive_label` to change "
    "this."
)
MAJORITY = TWO.replace("33.3% of the rows", "66.7% of the rows, the majority")

READ = {
    # layouts
    "long": (LONG, TWO),
    "wide, without row_id": (WIDE.drop(columns="row_id"), TWO),
    "other columns, too": (
        LONG.assign(note="good", seed=7),
        f"{TWO}. Not used: the columns note, seed.",
    ),
    "data sets in a column of another name": (
        LONG.rename(columns={"dataset": "problem"}).drop(columns="row_id"),
        f"{MEMORY.replace('12', '24')}. Not used: the column problem.",
    ),
    "names of columns by role": (LONG.rename(columns=BY_NAME), TWO, {"columns": BY_NAME}),
    "columns of classes by a prefix": (
        LONG.rename(columns={"y_score": "proba_1"}),
        TWO,
        {"columns": {"y_score": "proba_"}},
    ),
    "decisions": (LONG.assign(decision=(LONG["y_score"] > 0.5).astype(int)), TWO),
    "groups": (LONG.assign(group=LONG["row_id"] // 2), TWO),
    "folds": (LONG.assign(fold=LONG["row_id"] % 4), TWO),
    "a model that one data set lacks": (
        pd.concat([LONG, LONG.iloc[:N].assign(model="gb")]),
        TWO.replace("2 models (", "3 models (gb, "),
    ),
    "a column that is empty in one data set": (
        WIDE.assign(gb=WIDE["lr"].where(WIDE["dataset"] == "heart")),
        TWO.replace("2 models (", "3 models (gb, "),
    ),
    # one data set without a name
    "no column of data sets": (ONE, MEMORY),
    "files without a column of data sets": (
        files(csv(ONE, "heart.csv"), csv(ONE, "liver.csv")),
        TWO,
    ),
    "files of the same name in other folders": (
        lambda folder: files(
            *[lambda _, place=folder / name: (place.mkdir(), csv(ONE)(place))[1] for name in "ab"]
        )(folder),
        TWO.replace("heart, liver", "a, b"),
    ),
    # repeats
    "repeats": (repeated(LONG), TWO.replace("24 instances", "24 instances in 240 rows")),
    "repeats with folds": (
        repeated(LONG.assign(fold=LONG["row_id"] % 3), 2),
        TWO.replace("24 instances", "24 instances in 48 rows"),
    ),
    "repeats without row_id": (
        repeated(LONG.drop(columns="row_id"), 2),
        TWO.replace("24 instances", "24 instances in 48 rows")
        + ". Repeats have no row_id: their rows were taken as the same instances in the same "
        "order.",
    ),
    # labels
    "texts as labels": (SICK, LABELS + SUPPOSED),
    "labels by data set": (
        LONG.assign(
            y_true=[f"{a[0]}{b}" for a, b in zip(LONG["dataset"], LONG["y_true"], strict=True)]
        )
        .drop(columns="y_score")
        .assign(
            **{
                "y_score.h1": LONG["y_score"].where(LONG["dataset"] == "heart"),
                "y_score.l1": LONG["y_score"].where(LONG["dataset"] == "liver"),
            }
        ),
        TWO.replace(
            "positive class 1 (", "positive class: the minority of each data set (h1, l1; "
        ),
    ),
    "a positive label": (
        SICK,
        MAJORITY.replace("class 1", "class healthy"),
        {"positive_label": "healthy"},
    ),
    "a positive label of one data set": (
        SICK,
        TWO.replace(
            "class 1 (33.3% of the rows)",
            "classes healthy, sick (33.3% to 66.7% of the rows, the majority in 1 of 2 data sets)",
        )
        + SUPPOSED.replace("The scores", "Other scores"),
        {"positive_label": {"heart": "healthy"}},
    ),
    "positives in the majority": (LONG.assign(y_true=1 - LONG["y_true"]), MAJORITY),
    "positives in the majority, but the minority asked for": (
        LONG.assign(y_true=1 - LONG["y_true"]),
        TWO.replace("class 1", "class 0"),
        {"positive_label": "minority"},
    ),
    "classes of equal size": (
        LONG.assign(y_true=LONG["row_id"] % 2),
        TWO.replace("33.3%", "50.0%"),
    ),
    # several classes
    "several classes": (IRIS, SPECIES_READ),
    "several classes, one of them positive": (
        IRIS,
        SPECIES_READ.replace(
            "3 classes, each against the rest", "positive class setosa (33.3% of the rows)"
        ),
        {"positive_label": "setosa"},
    ),
    "two classes here, three there": (
        DIGITS,
        "3 data sets (heart, iris, liver), 2 models (lr, rf), positive class 1 (33.3% of the "
        "rows), 3 classes, each against the rest, 36 instances",
    ),
    "several classes, scores of two": (
        IRIS.drop(columns="y_score.setosa"),
        SPECIES_READ.replace("3 classes", "2 classes"),
    ),
    "a class without rows": (IRIS.assign(**{"y_score.other": 0.25}), SPECIES_READ),
    # scores
    "scores that are no probabilities": (LONG.assign(y_score=LONG["y_score"] * 100 - 50), TWO),
    "a column of whole numbers": (
        WIDE.assign(visits=WIDE["row_id"]),
        TWO.replace("2 models (lr, rf)", "3 models (lr, rf, visits)")
        + ". Taken as models although they contain only whole numbers: visits. "
        "Drop those that are not models, or assign their roles with `columns`.",
    ),
    "a column that numbers the rows": (
        WIDE.drop(columns="row_id").assign(row=range(len(WIDE))),
        TWO + ". Not used: the column row.",
    ),
    # CSV files
    "CSV with a byte order mark": (csv(LONG, encoding="utf-8-sig"), TWO),
    "CSV of Windows": (csv(LONG, lineterminator="\r\n"), TWO),
    "CSV, all quoted": (csv(LONG, quoting=1), TWO),
    "CSV with an index": (lambda folder: csv(LONG.reset_index(names=""))(folder), TWO),
    "CSV with semicolons": (csv(LONG, sep=";"), TWO),
    "CSV with semicolons and decimal commas": (csv(LONG, sep=";", decimal=","), TWO),
    "wide CSV with semicolons and decimal commas": (csv(WIDE, sep=";", decimal=","), TWO),
    "CSV with tabs": (csv(LONG, sep="\t"), TWO),
    "TSV with decimal commas": (csv(LONG, "predictions.tsv", sep="\t", decimal=","), TWO),
    "ARFF": (arff, PREDICTIONS),
    "TXT with tabs": (csv(ONE, "predictions.txt", sep="\t"), PREDICTIONS),
    "CSV with bars": (csv(LONG, sep="|"), TWO),
    "CSV, gzip": (csv(ONE, "predictions.csv.gz", pack=gzip.compress), PREDICTIONS),
    "CSV, bzip2": (csv(LONG, "predictions.csv.bz2", pack=bz2.compress), TWO),
    "CSV, Zstandard": (csv(LONG, "predictions.csv.zst", pack=zstandard), TWO),
    "a name in capitals": (
        csv(ONE, "PREDICTIONS.CSV"),
        PREDICTIONS.replace("predictions", "PREDICTIONS"),
    ),
    "names with commas and quotes": (
        csv(LONG.replace({"lr": 'a, "b"', "rf": "c;d"})),
        TWO.replace("lr, rf", 'a, "b", c;d'),
    ),
    "names in other alphabets": (
        csv(LONG.replace({"lr": "модель", "rf": "模型"})),
        TWO.replace("lr, rf", "модель, 模型"),
    ),
    "missing-value names are names": (
        csv(LONG.replace({"lr": "NA"})),
        TWO.replace("lr, rf", "NA, rf"),
    ),
    # other files
    "Parquet with an index": (parquet(LONG.iloc[::-1]), TWO),
    "Excel": (excel(LONG), TWO),
    "Excel with labels as texts": (excel(SICK), LABELS + SUPPOSED),
    "a folder of files": (
        folder_of(csv(LONG[: 2 * N], "a.csv"), parquet(LONG[2 * N :], "b.parquet")),
        TWO,
    ),
    "long and wide files": (
        files(csv(LONG[: 2 * N], "a.csv"), excel(WIDE[WIDE["dataset"] == "liver"], "b.xlsx")),
        TWO,
    ),
    "Parquet by data set": (partitioned(["dataset"]), TWO),
    "Parquet by data set and model": (partitioned(["dataset", "model"]), TWO),
    "Parquet by model, one data set": (
        partitioned(["model"], ONE),
        PREDICTIONS.replace("predictions", "runs"),
    ),
    # data frames
    "pandas with an index of instances": (LONG.set_index("row_id"), TWO),
    "pandas with an index of data sets and instances": (
        LONG.set_index(["dataset", "row_id"]),
        TWO,
    ),
    "pandas with nullable types": (LONG.convert_dtypes(), TWO),
    "pandas with types of Arrow": (LONG.convert_dtypes(dtype_backend="pyarrow"), TWO),
    "pandas with categories": (
        LONG.astype({"dataset": "category", "model": "category", "y_true": "category"}),
        TWO,
    ),
    "pandas with float32": (LONG.astype({"y_score": "float32"}), TWO),
    "pandas with columns that are numbers": (
        WIDE.rename(columns={"lr": 0, "rf": 1}),
        TWO.replace("lr, rf", "0, 1"),
    ),
    "polars": (lambda _: polars.DataFrame(LONG), TWO),
    "polars, lazy": (lambda _: polars.DataFrame(LONG).lazy(), TWO),
    "Arrow": (lambda _: pa.table(LONG), TWO),
    "DuckDB": (lambda _: pytest.importorskip("duckdb").from_df(LONG), TWO),
}


def said_of(table, folder, positive_label=None, columns=None):
    """Return the first line that a comparison of the table has."""
    archive = table(folder) if callable(table) else table
    arguments = {"title": "t", "positive_label": positive_label, "columns": dict(columns or {})}
    study, source = study_of_table(archive, arguments, {})
    plan = make_plan(source, "t", study.selection)
    tasks = [(planned.task, planned.candidates) for planned in plan.tasks]
    read, store = read_tasks(source, tasks)
    scored = Models.concat(
        score_task(task, store.load(task.task.task_id), load_measures(["auroc"])) for task in read
    )
    return ". ".join([what_was_read(scored), *plan.notes])


@pytest.mark.parametrize("name", READ)
def test_a_table_is_read(tmp_path, name):
    table, said, *options = READ[name]
    assert said_of(table, tmp_path, **dict(*options)) == said


REFUSED = {
    "no scores": (LONG[["dataset", "y_true"]], "The table has no scores but dataset, y_true"),
    "no truth": (
        csv(LONG.drop(columns="y_true")),
        "{file} lacks the column y_true; it has dataset, model, row_id, y_score",
    ),
    "classes by another prefix": (
        csv(LONG.rename(columns={"y_score": "proba_1"})),
        "{file} lacks the column y_score; it has dataset, model, row_id, y_true",
    ),
    "one model": (
        ONE[ONE["model"] == "lr"],
        "The table has only one model (lr): at least two are needed; `prgbench.score` evaluates",
    ),
    "a file for each model": (
        files(csv(ONE[:N], "lr.csv"), csv(ONE[N:], "rf.csv")),
        "The table lr.csv and 1 more has only one model in each data set",
    ),
    "one class": (
        LONG.assign(y_true=1),
        "2 data sets have rows of only one class, '1' (heart, liver): keep rows of both classes, ",
    ),
    "several classes with one score": (
        IRIS.drop(columns=["y_score.setosa", "y_score.versicolor", "y_score.virginica"]).assign(
            y_score=0.5
        ),
        "The table, row 9: the data set iris has the label 'virginica' beside",
    ),
    "several classes, wide": (
        WIDE.assign(y_true=WIDE["row_id"] % 3),
        "The table, row 3: the data set heart has the label '2' beside '0' and",
    ),
    "several classes, some with one score": (
        files(
            csv(IRIS, "a.csv"),
            csv(
                ONE.assign(dataset="iris", model="gb", y_true=np.tile(np.repeat(SPECIES, 4), 2))[
                    :N
                ],
                "b.csv",
            ),
        ),
        "The model gb on the data set iris has one score for 3 classes",
    ),
    "several classes, with holes": (
        IRIS.assign(**{"y_score.setosa": IRIS["y_score.setosa"].where(IRIS.index > 0)}),
        "The model lr on the data set iris has a score of the class 'setosa' in",
    ),
    "several classes, but another label is positive": (
        IRIS,
        "`positive_label` is 'sick', but the data set iris has the classes",
        {"positive_label": "sick"},
    ),
    "another label is positive": (
        ONE,
        "`positive_label` is 'sick', but the data set data has the",
        {"positive_label": "sick"},
    ),
    "an infinite score": (
        WIDE.assign(rf=WIDE["rf"].where(WIDE.index != 9, np.inf)),
        "The table, row 10: rf is inf: scores have to be finite.",
    ),
    "a text in a wide table": (
        excel(WIDE.assign(site=np.resize(["Bonn", "Ulm"], len(WIDE)))),
        "{file} has text in site (Bonn, Ulm), so these are not scores of a model: if it names the "
        "models, add --columns model=site and y_score=lr or y_score=rf; else leave it out.",
    ),
    "rows twice": (
        pd.concat([ONE, ONE.tail(1)]),
        "The model rf on the data set data has row_id 11 more than once",
    ),
    "data sets in a column of another name": (
        LONG.rename(columns={"dataset": "problem"}),
        "The model lr on the data set data has row_id 0 more than once",
    ),
    "a row that one model lacks": (
        ONE.drop(index=3),
        "The model lr on the data set data has 11 rows, model rf has 12",
    ),
    "repeats in another order, without row_id": (
        pd.concat([ONE.assign(repeat=0), ONE[::-1].assign(repeat=1)]).drop(columns="row_id"),
        "The model lr on the data set data has repeats with different rows, or with rows in",
    ),
    "two columns of one name": (
        text("model,y_true,y_score,y_score\n"),
        "{file} has the column y_score twice: keep one of them.",
    ),
    "two kinds of scores": (
        csv(LONG.assign(**{"y_score.1": 0.5})),
        "{file} has the columns y_score and y_score.1",
    ),
    "scores of no class": (
        ONE.rename(columns={"y_score": "y_score.sick"}).assign(**{"y_score.healthy": 0.5}),
        "The model lr on the data set data has no scores of the classes '0' and '1'",
    ),
    "another truth by order": (
        LONG.drop(columns="row_id").assign(y_true=LONG["y_true"].where(LONG.index != N + 1, 1)),
        "The model rf on the data set heart has a different true class than model lr",
    ),
    "a row that is too long": (
        text("dataset,model,y_true,y_score\na,b,1,0.5,7\n"),
        "{file} can't be read beyond row 0: its header has 4 columns, but a row has 5 "
        "(a,b,1,0.5,7): delete",
    ),
    "a column that is named and not there": (
        csv(LONG),
        "{file} lacks the column learner, which `columns` maps to model; it has",
        {"columns": {"model": "learner"}},
    ),
    "nothing": (text(""), "{file} is empty: write a table, or leave it out."),
    "no rows": (csv(LONG.head(0)), "{file} has no rows: fill it, or leave it out."),
    "another encoding": (
        csv(LONG.replace({"heart": "Köln"}), encoding="latin-1"),
        "{file} is not in UTF-8 (byte 37): save it as UTF-8.",
    ),
    "UTF-16": (
        csv(LONG, encoding="utf-16"),
        "{file} is not in UTF-8 (byte 0): save it as UTF-8.",
    ),
    "no workbook": (
        text("model,y_true", "predictions.xlsx"),
        "{file} can't be read as Excel (File is not a zip file): write it again.",
    ),
    "another kind of file": (
        text("{}", "predictions.json"),
        "{file} is not a table: it should end in .parquet, .pq, .csv, .tsv",
    ),
    "results of lm-eval": (
        text('{"results": {"arc": {"acc": 0.5}}}', "results.json"),
        "{file} is not a table: it should end in .parquet, .pq, .csv, .tsv (packed: .csv.gz, "
        ".csv.bz2, .csv.zst), .xlsx or .arff; its values are nested: write the scores of the "
        "models (for lm-eval, those under its key results) as a table",
    ),
    "columns in JSON": (
        text('{"y_true": {"0": 1}, "rf": {"0": 0.5}}', "predictions.json"),
        "{file} is not a table: it should end in .parquet, .pq, .csv, .tsv (packed: .csv.gz, "
        ".csv.bz2, .csv.zst), .xlsx or .arff; write it as CSV: pandas.read_json('{file}')",
    ),
    "lines of JSON": (
        text("{}", "predictions.jsonl"),
        "{file} is not a table: it should end in .parquet, .pq, .csv, .tsv (packed: .csv.gz, "
        ".csv.bz2, .csv.zst), .xlsx or .arff; write it as CSV: pandas.read_json('{file}', "
        "lines=True).to_csv('",
    ),
    "a folder of JSON": (
        folder_of(text("{}", "a.jsonl")),
        "{file} has no table: its files should end in .parquet, .pq, .csv, .tsv (packed: "
        ".csv.gz, .csv.bz2, .csv.zst), .xlsx or .arff; write it as CSV: "
        "pandas.read_json('{file}/a.jsonl', lines=True).to_csv('{file}/a.csv', index=False).",
    ),
    "a file that is not there": (
        lambda folder: folder / "none.csv",
        "{file} does not exist: correct the path.",
    ),
    "files by a pattern, and there are none": (
        lambda folder: folder / "*.parquet",
        "{file} has no table: its files should end in .parquet",
    ),
    "row_id in one of two files": (
        folder_of(csv(LONG, "a.csv"), csv(LONG.drop(columns="row_id"), "b.csv")),
        "The model lr on the data set heart has rows with and without row_id",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_is_refused_in_a_sentence(tmp_path, name):
    table, said, *options = REFUSED[name]
    archive = table(tmp_path) if callable(table) else table
    with pytest.raises(PrgbenchError) as raised:
        said_of(archive, tmp_path, **dict(*options))
    facts = {"file": archive, "folder": tmp_path}
    assert str(raised.value).startswith(said.format(**facts))
    assert str(raised.value).endswith(".")


def test_workbooks_need_an_extra(tmp_path, monkeypatch):
    file = excel(LONG)(tmp_path)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(PrgbenchError) as raised:
        said_of(file, tmp_path)
    assert str(raised.value).endswith('needs openpyxl: pip install "prgbench[excel]".')
