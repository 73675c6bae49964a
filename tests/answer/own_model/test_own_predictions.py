import re

import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import repeated
from prgbench.answer.own_model import models_of_task, read_scores
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import BundleStore


def predictions_of(task, scores):
    return pd.DataFrame(
        {
            "row_id": 10 * task.instances,
            "fold": task.folds,
            "repeat": task.repeats,
            "score": scores,
        }
    )


def write(tmp_path, table):
    path = tmp_path / "mine.csv"
    table.to_csv(path, index=False)
    return path


def test_rows_may_stand_in_any_order(task, bundle, tmp_path):
    scores = np.random.default_rng(0).random(60)
    table = predictions_of(task, scores).sample(frac=1, random_state=1).drop(columns="repeat")
    np.testing.assert_array_equal(read_scores(write(tmp_path, table), bundle), scores)


def test_parquet_and_the_name_of_a_table_of_predictions_are_read(task, bundle, tmp_path):
    scores = np.random.default_rng(0).random(60)
    table = predictions_of(task, scores).rename(columns={"score": "y_score"})
    np.testing.assert_array_equal(read_scores(write(tmp_path, table), bundle), scores)
    file = tmp_path / "mine.parquet"
    table.to_parquet(file)
    np.testing.assert_array_equal(read_scores(file, bundle), scores)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda t: t.drop(columns="score"),
            "mine.parquet lacks the column score; it needs row_id, fold, score",
        ),
        (
            lambda t: t.assign(score=t["score"].where(t.index != 4)),
            r"mine.parquet, row 5: score is empty, not a number: predict every row",
        ),
        (lambda t: t.assign(row_id=t["row_id"] + 0.5), r"mine.parquet, row 1: row_id is 0.5"),
        (lambda t: t.assign(score=[[1.0]] * len(t)), "can't be read as Parquet"),
    ],
)
def test_what_is_wrong_in_parquet_names_the_row(task, bundle, tmp_path, edit, message):
    file = tmp_path / "mine.parquet"
    edit(predictions_of(task, np.linspace(0, 1, 60))).to_parquet(file)
    with pytest.raises(PrgbenchError, match=message):
        read_scores(file, bundle)


def test_repeats_are_told_apart(task, tmp_path):
    several = repeated(task, 3)
    store = BundleStore(tmp_path)
    write_task(store, several)
    scores = np.random.default_rng(0).random(180)
    table = predictions_of(several, scores).sample(frac=1, random_state=1)
    np.testing.assert_array_equal(read_scores(write(tmp_path, table), store.open(1)), scores)
    with pytest.raises(PrgbenchError, match="lacks the column repeat"):
        read_scores(write(tmp_path, table.drop(columns="repeat")), store.open(1))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda t: t.drop(columns="score"),
            "lacks the column score; it needs row_id, fold, score",
        ),
        (lambda t: t.iloc[2:], r"lacks row_id 0 of task 1 \(2 of 60 rows are missing\)"),
        (lambda t: pd.concat([t, t.iloc[:1]]), "has row_id 0 more than once"),
        (lambda t: t.assign(row_id=t["row_id"] + 10), "has row_id 600, which is not in task 1"),
        (lambda t: t.assign(fold=(t["fold"] + 1) % 10), "row_id 0 in fold 1, the task has it in"),
        (
            lambda t: t.assign(score=t["score"].where(t.index != 4)),
            "line 6: score is empty, not a number: predict every row",
        ),
        (
            lambda t: t.assign(row_id=t["row_id"] + 0.5),
            "line 2: row_id is 0.5, not a whole number",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_explained(task, bundle, tmp_path, edit, message):
    table = edit(predictions_of(task, np.linspace(0, 1, 60)))
    with pytest.raises(PrgbenchError, match=message):
        read_scores(write(tmp_path, table), bundle)


def test_what_is_no_csv_is_explained(bundle, tmp_path):
    (tmp_path / "mine.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PrgbenchError, match=r"mine\.csv is not in UTF-8 \(byte 0\): save it in"):
        read_scores(tmp_path / "mine.csv", bundle)
    with pytest.raises(PrgbenchError, match=r"none\.csv does not exist: correct its path"):
        read_scores(tmp_path / "none.csv", bundle)
    with pytest.raises(PrgbenchError, match=r"is not a regular file: correct its path"):
        read_scores(tmp_path, bundle)


@pytest.fixture
def lines(task):
    table = predictions_of(task, np.linspace(0, 1, 60)).drop(columns="repeat")
    return table.to_csv(index=False).splitlines()


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("abc", "score is abc, not a number: write one"),
        ("NA", "score is NA, not a number: predict every row"),
        ("inf", "score is inf, not a number: every finite score is a threshold of the curves, an"),
        ("-Infinity", "score is -Infinity, not a number: every finite score is a threshold"),
        ("1e999", "score is 1e999, not a number: it is beyond the largest number of 64 bits"),
        ("True", "score is True, not a number: write the score of the positive class, not the"),
        ('"0,5"', "score is 0,5, not a number: write a point for the comma"),
        ("0,5", "4 cells under 3 columns; decimals need points, and cells with commas need quo"),
        ("1_0", "score is 1_0, not a number"),
        ("\u0661", "score is \u0661, not a number"),
        ("0x10", "score is 0x10, not a number"),
        ("\x1b[31m", r"score is \[31m, not a number"),
        ("x" * 1000, r"score is x{57}\.\.\., not a number"),
    ],
)
def test_a_score_that_is_no_number_is_explained(lines, bundle, tmp_path, cell, message):
    row_id, fold, _ = lines[3].split(",")
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([*lines[:3], f"{row_id},{fold},{cell}", *lines[4:]]))
    with pytest.raises(PrgbenchError, match=rf"mine\.csv, line 4: {message}") as raised:
        read_scores(path, bundle)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda _: "", r"lacks the column row_id, fold, score; it needs .* and has none\.$"),
        (
            lambda text: text.splitlines()[0],
            r"lacks row_id 0 of task 1 \(60 of 60 rows are missing",
        ),
        (lambda text: text.replace(",", ";"), "separates its columns by semicolons: write commas"),
        (lambda text: text.replace(",", "\t"), "separates its columns by tabs: write comm"),
        (lambda text: text.replace("fold", "score", 1), "has the column score twice"),
        (lambda text: text.replace("\n", ",1\n").replace("score,1", "score,score"), "score twice"),
        (lambda text: f'{text}"', r"line 62 is not CSV \(unexpected end of data\): correct it"),
        (lambda text: f"{text}\0", r"mine\.csv is not text: byte \d+ is 0; is it the right file"),
        (
            lambda text: text + "9007199254740993,0,0.5\n",
            "row_id 9007199254740993, which is not in",
        ),
        (lambda text: text + "9" * 30 + ",0,0.5\n", "line 62: row_id is 9+, not a whole number"),
        (lambda text: text + "5.5,0,0.5\n", r"line 62: row_id is 5\.5, not a whole number; write"),
        (
            lambda text: text.replace("\n", "," * 5000 + "\n", 1),
            "line 2: 3 cells under 5003 columns",
        ),
        (
            lambda _: ",".join(f"column{n}" for n in range(5000)),
            r"needs row_id, fold, score and has column0, .*, column19, \.\.\.\.$",
        ),
    ],
)
def test_a_table_that_is_none_is_explained(lines, bundle, tmp_path, edit, message):
    path = tmp_path / "mine.csv"
    path.write_text(edit("\n".join([*lines, ""])))
    with pytest.raises(PrgbenchError, match=message) as raised:
        read_scores(path, bundle)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace(",", " , "),
        lambda text: "".join(f"{line},{'x' * 9}\n" for line in text.splitlines()),
        lambda text: "".join(f'"{c}"\n' for c in text.replace(",", '","').splitlines()),
        lambda text: re.sub(r"\n(\d+),(\d+)", r"\n\1.0,\2.", text),
        lambda text: text + "\n\n",
    ],
)
def test_ways_to_write_the_same_table(lines, bundle, tmp_path, edit):
    path = tmp_path / "mine.csv"
    path.write_text(edit("\n".join([*lines, ""])), newline="")
    np.testing.assert_array_equal(read_scores(path, bundle), np.linspace(0, 1, 60))


def test_scores_are_the_nearest_numbers(lines, bundle, tmp_path):
    cells = [
        "0.1000000000000000055511151231257827021",
        "9007199254740993",
        "+.5",
        "-2.",
        "4.9e-324",
    ]
    path = tmp_path / "mine.csv"
    changed = [
        f"{line.rpartition(',')[0]},{cell}" for line, cell in zip(lines[1:6], cells, strict=True)
    ]
    path.write_text("\n".join([lines[0], *changed, *lines[6:]]))
    found = read_scores(path, bundle)[:5].tolist()
    assert found == [0.1, 2.0**53, 0.5, -2.0, 5e-324]


def test_a_task_that_the_study_does_not_have_is_named():
    models = pd.DataFrame({"task_id": [3, 3, *range(5, 40)]})
    assert models_of_task(models, 3, "demo").index.tolist() == [0, 1]
    with pytest.raises(
        PrgbenchError, match=r"^Task 4 is not in study demo; .* tasks 3, 5.*, \.\.\.\.$"
    ):
        models_of_task(models, 4, "demo")
    with pytest.raises(PrgbenchError, match=r"it has the tasks 3\.$"):
        models_of_task(models.head(2), 4, "demo")


def test_a_task_may_be_named_by_its_data_set():
    models = pd.DataFrame({"task_id": [1, 1, 2, 3], "dataset_name": ["a", "a", "b", "b"]})
    assert models_of_task(models, "a", "mine")["task_id"].tolist() == [1, 1]
    with pytest.raises(
        PrgbenchError, match=r"several tasks of the data set b: name one of 2 and 3"
    ):
        models_of_task(models, "b", "mine")
    with pytest.raises(PrgbenchError, match=r"Task c is not in study mine"):
        models_of_task(models, "c", "mine")
