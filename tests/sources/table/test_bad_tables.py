"""What is said of tables that can't be used: the file, the row, and what to do."""

import gzip

import numpy as np
import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import TaskQuery
from prgbench.sources.table.source import TableSource
from tables_of_predictions import long_table, wide_table, write_table

TABLE = long_table(2, 3, 6)


def changed(column, row, value, table=TABLE):
    other = table.copy()
    other[column] = other[column].astype(object)
    other.loc[row, column] = value
    return other


def without(table, **where):
    left_out = np.ones(len(table), dtype=bool)
    for column, value in where.items():
        left_out &= (table[column] == value).to_numpy()
    return table[~left_out]


def ordered(table=TABLE):
    return table.drop(columns=["row_id", "fold"])


def per_class(**scores):
    table = TABLE.drop(columns="y_score")
    return table.assign(**{f"y_score.{label}": value for label, value in scores.items()})


TABLES = {
    "no column of models": (
        TABLE.drop(columns="model"),
        "{file} lacks the column model; it has dataset, row_id, fold, y_true, y_score: rename "
        "one, or say by `columns` which it is.",
    ),
    "no truth": (
        TABLE.drop(columns="y_true"),
        "{file} lacks the column y_true; it has dataset, model, row_id, fold, y_score: rename "
        "one, or say by `columns` which it is.",
    ),
    "no scores": (
        TABLE[["dataset", "y_true"]],
        "{file} has no scores but dataset, y_true: add the columns model and y_score, or a "
        "column of scores for each model.",
    ),
    "one class": (
        TABLE[(TABLE["dataset"] == "data 1") | (TABLE["y_true"] == 1)],
        "The data set data 0 has one class, '1': keep rows of both classes, or leave the data "
        "set out.",
    ),
    "three labels": (
        changed("y_true", 22, "maybe"),
        "{file}, row 23: the data set data 1 has the label 'maybe' beside '1' and '0': keep two "
        "classes, or write a long table with a column of scores for each, as y_score.maybe.",
    ),
    "a true class that is missing": (
        changed("y_true", 4, None),
        "{file}, row 5: y_true is empty: fill it or leave out the row.",
    ),
    "a data set without a name": (
        changed("dataset", 4, ""),
        "{file}, row 5: dataset is empty: fill it or leave out the row.",
    ),
    "a score that is missing": (
        changed("y_score", 9, np.nan),
        "{file}, row 10: y_score is empty: every row needs a finite score.",
    ),
    "an infinite score": (
        changed("y_score", 9, np.inf),
        "{file}, row 10: y_score is 'inf': every row needs a finite score.",
    ),
    "a score that is no number": (
        changed("y_score", 0, "0,5"),
        "{file}, row 1: y_score is '0,5', which is not a number: write a decimal with a point.",
    ),
    "rows twice": (
        pd.concat([TABLE, TABLE.tail(1)]),
        "The model model-2 of the data set data 1 has row_id 5 more than once: keep one of the "
        "rows, or state repeats in a column repeat.",
    ),
    "another truth": (
        changed("y_true", 7, 1),
        "The model model-1 of the data set data 0 has another true class than model model-0 in 1 "
        "of 6 rows, the first at row_id 1: correct y_true.",
    ),
    "another truth by order": (
        changed("y_true", 7, 1, ordered()),
        "The model model-1 of the data set data 0 has another true class than model model-0 in 1 "
        "of 6 rows, the first at row 2 of the data set: correct y_true, or add a column row_id if "
        "their order differs.",
    ),
    "fewer rows": (
        without(TABLE, dataset="data 1", model="model-1", row_id=3),
        "The model model-1 of the data set data 1 has 5 rows, model model-0 has 6: all models of "
        "a data set need the same rows; leave out the model or complete it.",
    ),
    "other instances": (
        changed("row_id", 7, 9),
        "The model model-1 of the data set data 0 has row_id 2 where model model-0 has 1: all "
        "models of a data set need the same rows, repeats and folds.",
    ),
    "other folds": (
        changed("fold", 7, 3),
        "The model model-1 of the data set data 0 has fold 3 where model model-0 has 1: all "
        "models of a data set need the same rows, repeats and folds.",
    ),
    "a fold that is no number": (
        changed("fold", 7, 1.5),
        "{file}, row 8: fold is '1.5': it should be a whole number from 0 to 30000.",
    ),
    "a row_id below 0": (
        changed("row_id", 7, -1),
        "{file}, row 8: row_id is '-1': it should be a whole number from 0 or a text.",
    ),
    "an instance without a name": (
        changed("row_id", 7, None),
        "{file}, row 8: row_id is empty: name the instance.",
    ),
    "repeats in another order without instances": (
        ordered().assign(repeat=np.tile([0, 1], 18)),
        "The model model-0 of the data set data 0 has repeats with other rows, or rows in another "
        "order: add a column row_id.",
    ),
    "one model": (
        TABLE[TABLE["model"] == "model-1"],
        "The table {file} has only one model, model-1: at least two are needed.",
    ),
    "no rows": (TABLE.head(0), "{file} has no rows: fill it, or leave it out."),
    "scores of no class": (
        per_class(sick=0.5, healthy=0.5),
        "The model model-0 of the data set data 0 has no scores of the classes '0' and '1': name "
        "the columns of scores so.",
    ),
    "scores of a class that are missing": (
        per_class(**{"0": 0.5, "1": np.r_[np.nan, np.full(35, 0.5)]}),
        "The model model-0 of the data set data 0 has a score of the class '1' in only 5 of 6 "
        "rows: every row needs a finite one.",
    ),
    "two kinds of scores": (
        TABLE.assign(**{"y_score.1": 0.5}),
        "{file} has the columns y_score and y_score.1: keep either one column of scores or one "
        "for each class.",
    ),
    "a text in a wide table": (
        wide_table(TABLE).assign(note="good"),
        "{file}, row 1: note is 'good', which is not a number: write a decimal with a point.",
    ),
    "a hole in a wide table": (
        changed("model-1", 2, np.nan, wide_table(TABLE)),
        "The model model-1 of the data set data 0 has 5 rows, model model-0 has 6: all models of "
        "a data set need the same rows; leave out the model or complete it.",
    ),
}  # fmt: skip


def sentence_on(file, columns=None):
    source = TableSource(str(file), file.parent / "resources", columns)
    with pytest.raises(PrgbenchError) as raised:
        source.tasks(TaskQuery())
    assert str(raised.value).isprintable()
    return str(raised.value)


@pytest.mark.parametrize("name", TABLES)
def test_a_bad_table_gets_one_sentence(tmp_path, name):
    table, sentence = TABLES[name]
    file = write_table(table, tmp_path / "predictions.csv")
    assert sentence_on(file) == sentence.format(file=file)


CONTENTS = {
    "nothing": (b"", "{file} is empty: write a table, or leave it out."),
    "a column twice": (
        b"dataset,model,y_true,y_score,model\n",
        "{file} has the column model twice: keep one of them.",
    ),
    "another encoding": (
        "dataset,model,y_true,y_score\nZ\u00fcrich,b,1,0.5\n".encode("latin-1"),
        "{file} is not in UTF-8 (byte 30): save it in this encoding.",
    ),
    "a row that is too long": (
        b"dataset,model,y_true,y_score\na,b,1,0.5,7\n",
        "{file} can't be read beyond row 0 (CSV parse error: Expected 4 columns, got 5: "
        "a,b,1,0.5,7): write it again.",
    ),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_a_bad_file_gets_one_sentence(tmp_path, name):
    content, sentence = CONTENTS[name]
    file = tmp_path / "predictions.csv"
    file.write_bytes(content)
    assert sentence_on(file) == sentence.format(file=file)


def test_a_parquet_file_that_is_none_gets_one_sentence(tmp_path):
    file = tmp_path / "predictions.parquet"
    file.write_bytes(b"dataset,model\n")
    assert sentence_on(file) == (
        f"{file} can't be read as Parquet (Parquet magic bytes not found in footer. Either the "
        "file is corrupted or this is not a parquet file): write it again."
    )


def test_a_parquet_file_that_was_cut_gets_one_sentence(tmp_path):
    file = write_table(TABLE, tmp_path / "predictions.parquet")
    file.write_bytes(file.read_bytes()[:-100])
    assert sentence_on(file).startswith(f"{file} can't be read as Parquet (")


def test_a_packed_file_that_is_none_gets_one_sentence(tmp_path):
    file = tmp_path / "predictions.csv.gz"
    file.write_bytes(b"dataset,model\n")
    assert sentence_on(file).startswith(f"{file} can't be read as CSV (")
    file.write_bytes(gzip.compress(TABLE.to_csv(index=False).encode())[:-50])
    assert sentence_on(file).startswith(f"{file} can't be read ")


def test_a_column_that_the_study_names_must_be_there(tmp_path):
    file = write_table(TABLE, tmp_path / "predictions.csv")
    assert sentence_on(file, {"model": "learner"}) == (
        f"{file} lacks the column learner, which `columns` takes as model; it "
        "has dataset, model, row_id, fold, y_true, y_score: correct one of them."
    )


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert sentence_on(tmp_path / "nowhere.csv") == (
        f"{tmp_path / 'nowhere.csv'} does not exist: correct the path."
    )
    pattern = tmp_path / "*.parquet"
    assert sentence_on(pattern) == (
        f"{pattern} has no table: its files should end in .parquet, .pq, .csv, .tsv (packed: "
        ".csv.gz, .csv.bz2, .csv.zst) or .xlsx."
    )


def test_rows_with_and_without_an_id_do_not_mix(tmp_path):
    write_table(TABLE, tmp_path / "a.csv")
    write_table(ordered(), tmp_path / "b.csv")
    assert sentence_on(tmp_path) == (
        "The model model-0 of the data set data 0 has rows with and without row_id: state it in "
        "all files or in none."
    )
