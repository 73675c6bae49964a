"""Score tables in files: what their names tell, results of MTEB, workbooks, decimal commas."""

import json
import re
from zipfile import ZipFile

import numpy as np
import openpyxl
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.complete_models import MISSING
from prgbench.sources.scores.headers import column_names
from prgbench.sources.scores.table import read_scores
from tables_of_scores import score_table, wide_scores

TABLE = score_table(3, 3)
PLAIN = score_table(3, 3, None)


@pytest.mark.parametrize("name", ["{}.csv", "merged_{}_log_level 2.csv", "{0}/table_{0}.csv"])
def test_wide_files_are_measures_if_their_names_have_these(tmp_path, name):
    for measure in ("accuracy", "log_loss"):
        (tmp_path / name.format(measure)).parent.mkdir(exist_ok=True)
        wide_scores(TABLE, measure).to_csv(tmp_path / name.format(measure), index=False)
    read = read_scores(tmp_path, measures=["log_loss", "accuracy"])
    keys = ["dataset", "model", "replicate"]
    found, expected = (table.scores.set_index(keys) for table in (read, read_scores(TABLE)))
    assert read.measures == {"accuracy": True, "log_loss": False}
    for measure in ("accuracy", "log_loss"):
        assert found[measure].to_dict() == pytest.approx(expected[measure].to_dict())


def test_names_of_wide_files_tell_known_measures_and_data_sets(tmp_path):
    keys = ["dataset", "model", "replicate"]
    for measure in ("accuracy", "log_loss"):
        for name, of_dataset in wide_scores(TABLE, measure).groupby("dataset"):
            rows = of_dataset.drop(columns="dataset").assign(ratio=0.25)
            rows.to_csv(tmp_path / f"{name}_{measure}.csv", index=False)
    read = read_scores(tmp_path)
    expected = read_scores(TABLE).scores.set_index(keys)
    assert read.scores.set_index(keys)["log_loss"].to_dict() == pytest.approx(
        expected["log_loss"].to_dict()
    )
    # What is the same by both measures describes the data sets.
    assert read.notes == ["Not used: the column ratio."]


def test_columns_of_a_file_for_each_model_are_resamples(tmp_path):
    for model, of_model in TABLE.groupby("model"):
        for measure in ("accuracy", "log_loss"):
            wide = of_model.pivot(index="dataset", columns="fold", values=measure)
            wide.rename_axis("Resamples:").to_csv(tmp_path / f"{model}_{measure}.csv")
    read, keys = read_scores(tmp_path), ["dataset", "model", "replicate"]
    expected = read_scores(TABLE.rename(columns={"fold": "resample"}))
    assert (read.varies, read.measures) == ("resample", expected.measures)
    for measure in ("accuracy", "log_loss"):
        found, values = (r.scores.set_index(keys)[measure].to_dict() for r in (read, expected))
        assert found == pytest.approx(values)
    one = tmp_path / "model-0_accuracy.csv"
    with pytest.raises(PrgbenchError, match=r"columns 0, 1, 2, 3: .* a file for each model, or a"):
        read_scores(one, measures=["accuracy"])


def test_two_measures_with_the_same_values_are_no_descriptions(tmp_path):
    for measure in ("accuracy", "f1_micro"):
        wide_scores(PLAIN).to_csv(tmp_path / f"{measure}.csv", index=False)
    assert len(read_scores(tmp_path).scores) == len(PLAIN)


def test_long_files_with_other_measures_are_beside_each_other(tmp_path):
    for measure in ("accuracy", "log_loss"):
        rows = PLAIN[["dataset", "model", measure]]
        names = "".join(f"@ATTRIBUTE {name} STRING\n" for name in rows)
        cells = rows.to_csv(index=False, header=False)
        (tmp_path / f"{measure}.arff").write_text(f"@RELATION runs\n{names}@DATA\n{cells}%\n")
    read = read_scores([tmp_path / "accuracy.arff", tmp_path / "log_loss.arff"])
    assert read.scores.equals(read_scores(PLAIN).scores)


def test_files_are_one_table(tmp_path):
    first, rest = TABLE[TABLE["dataset"] == "data 0"], TABLE[TABLE["dataset"] != "data 0"]
    first.to_csv(tmp_path / "first.csv", index=False)
    rest.to_parquet(tmp_path / "rest.parquet")
    read = read_scores([tmp_path / "first.csv", tmp_path / "rest.parquet"])
    assert read.label == "table of scores first.csv and 1 more"
    assert read.scores["accuracy"].tolist() == TABLE["accuracy"].tolist()
    rest.drop(columns="log_loss").to_parquet(tmp_path / "rest.parquet")
    with pytest.raises(
        PrgbenchError, match=r"rest.parquet lacks the column log_loss of the first"
    ):
        read_scores(tmp_path)


def test_semicolons_and_decimal_commas(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("model;fold;rmse\na;0;0,5\nb;0;0,25\n")
    read = read_scores(path)
    assert read.scores["dataset"].unique().tolist() == ["scores"]
    assert read.scores["rmse"].tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("model,fold,rmse\na,0\n", "its header has 3 columns, but a row has 2 (a,0): "),
        (
            "# mine\nmodel,fold,rmse\na,0,1\n",
            "its header has 1 column, but a row has 3 (model,fold,rmse): ",
        ),
        (
            "model,fold,rmse\na,0,1,000\n",
            "its header has 3 columns, but a row has 4 (a,0,1,000): ",
        ),
    ],
)
def test_rows_that_are_not_as_long_as_the_header_are_told(text, sentence, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    with pytest.raises(PrgbenchError) as raised:
        read_scores(path)
    assert str(raised.value) == (
        f"{path} can't be read: {sentence}delete lines above the header, complete the row, or "
        "quote the cells that have separators in them."
    )


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_edges_without_a_name_and_a_cell_are_not_read(ending, tmp_path):
    wide = wide_scores(PLAIN)
    path = tmp_path / f"accuracy.{ending}"
    if ending == "csv":
        lines = wide.to_csv(index=False).splitlines()
        path.write_text("".join(f"{line},,\n" for line in [*lines, ",,,", " ,,,"]))
    else:
        wide.to_excel(path, index=False)
        book = openpyxl.load_workbook(path)
        book.active.cell(9, 9).value = " "
        book.save(path)
    read = read_scores(path, measures=["accuracy"])
    expected = read_scores(wide, measures=["accuracy"])
    keys = ["dataset", "model"]
    assert read.notes == expected.notes == []
    assert read.scores.set_index(keys)["accuracy"].to_dict() == pytest.approx(
        expected.scores.set_index(keys)["accuracy"].to_dict()
    )
    if ending == "csv":
        # As pandas reads it, the columns are called "Unnamed: 4" and "Unnamed: 5".
        assert read_scores(pd.read_csv(path), measures=["accuracy"]).notes == []


def test_a_row_without_a_cell_between_others_is_left_out_and_said(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("dataset,model,rmse\nd,a,1\n,,\nd,b,2\ne,a,1\ne,b,2\n")
    assert "Left out for lack of scores: 1 row." in read_scores(path).notes


def mteb_result(folder, model, task, scores):
    path = folder / model / "revision" / f"{task}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"task_name": task, "mteb_version": "2.0.0", "scores": scores}))
    (path.parent / "model_meta.json").write_text("{}")
    return path


def test_results_of_mteb_are_a_table(tmp_path):
    for model, value in (("org__small", 0.5), ("org__big", 0.75)):
        for task in ("Reddit", "SciFact"):
            own = [
                {"main_score": value, "ndcg_at_10": value, "hf_subset": "de", "languages": []},
                {"main_score": 0.25, "ndcg_at_10": 0.5, "hf_subset": "en", "languages": []},
            ]
            mteb_result(tmp_path, model, task, {"test": own})
    read = read_scores(tmp_path, measures=["main_score", "ndcg_at_10"])
    found = read.scores.set_index(["dataset", "subset", "model"])
    assert found.loc[("SciFact", "test/de", "org/big"), "ndcg_at_10"] == 0.75
    assert len(found) == 8
    assert read.varies is None
    assert list(read_scores(tmp_path).measures) == ["main_score"]
    bad = mteb_result(tmp_path, "org__small", "Reddit", [])
    assert read_scores(tmp_path).notes == [
        "Left out where a score is missing: the model org/small (on 2 tasks).",
        "Left out: the tasks Reddit (test/de) (fewer than two models with all scores), Reddit "
        "(test/en) (fewer than two models with all scores).",
        f"Left out because they are not MTEB results: {bad}.",
    ]
    bad = mteb_result(tmp_path / "old", "org__small", "Reddit", [])
    with pytest.raises(PrgbenchError, match=r"Reddit.json is not a result of MTEB"):
        read_scores(bad.parents[2])


def test_models_with_other_subsets_are_compared_on_those_that_they_share(tmp_path):
    # By their plain means "easy" is the first, and with "hard" it has no subset in common.
    subsets = {"a": {"en": 0.9, "th": 0.5}, "b": {"en": 0.8, "th": 0.4}, "easy": {"en": 0.85}}
    subsets |= {"hard": {"th": 0.45}}
    for number in range(8):
        for model, values in subsets.items():
            parts = [
                {"hf_subset": s, "main_score": v + number / 1000, "x": None}
                for s, v in values.items()
            ]
            mteb_result(tmp_path, f"o__{model}", f"T{number}", {"test": parts})
    read = read_scores(tmp_path)
    assert len(read.scores) == 8 * 6
    assert read.notes == [
        "Models are compared on the subsets that they share; models with fewer: o/easy (on 8 data "
        "sets), o/hard (on 8 data sets)."
    ]
    answer = prgbench.compare(tmp_path, settings={"comparison": FAST}).answer
    [best] = answer.best_models
    assert answer.first_line.startswith(
        "16 tasks on 8 data sets (T0, T1, T2, T3, T4, T5 and 2 more), 4 models"
    )
    assert (best.model, best.mean) == ("o/a", pytest.approx(0.7 + 0.0035))
    assert best.difference == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1,024", "2,048", "3.5", "4"], [1024, 2048, 3.5, 4]),
        (["1,024.5", "2,048", "1,000,000", "4"], [1024.5, 2048, 1e6, 4]),
        (["1,024", "2,048", "3,5", "4"], [1.024, 2.048, 3.5, 4]),
        (["1.024,5", "2.048,25", "3,5", "4"], [1024.5, 2048.25, 3.5, 4]),
        (["0,912", "1,024", "+0,5", "1"], [0.912, 1.024, 0.5, 1]),
        (["1,024", "2,048", "3,512", "4"], "whose comma may group digits or be decimal"),
        (["1,024.5", "0,5", "3,5", "4"], "write one number"),
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_commas_are_what_the_whole_file_tells(tmp_path, cells, values, separator):
    table = pd.DataFrame({"dataset": list("ccdd"), "model": list("abab"), "rmse": cells})
    table.to_csv(tmp_path / "scores.csv", index=False, sep=separator)
    if isinstance(values, str):
        with pytest.raises(PrgbenchError, match=values):
            read_scores(tmp_path / "scores.csv", stated={"rmse": False})
    else:
        assert read_scores(tmp_path / "scores.csv").scores["rmse"].tolist() == values


DECIMAL_COMMAS = """dataset;A;B;C
d1;0,71;0,81;{}
d2;0,62;0,73;0,95
d3;0,61;0,70;0,97
"""


def wide_with_commas(tmp_path, cell):
    path = tmp_path / "scores.csv"
    path.write_text(DECIMAL_COMMAS.format(cell))
    return path


@pytest.mark.parametrize("mark", ["", "NA", "-", "NaN", " n/a ", "?"])
def test_a_missing_score_among_decimal_commas_is_one_among_points(tmp_path, mark):
    read = read_scores(wide_with_commas(tmp_path, mark), measures=["accuracy"])
    assert read.left_out == [("d1", "C", MISSING)]
    found = read.scores.pivot(index="model", columns="dataset", values="accuracy")
    assert found.loc["C", ["d2", "d3"]].tolist() == [0.95, 0.97]
    assert found.loc["A"].tolist() == [0.71, 0.62, 0.61]
    long = tmp_path / "long.csv"
    long.write_text(f"dataset;model;accuracy\nd1;A;0,71\nd1;B;{mark}\nd2;A;0,5\nd2;B;0,25\n")
    assert read_scores(long).scores["accuracy"].tolist() == [0.5, 0.25]


@pytest.mark.parametrize("number", ["0,5", "0.5"])
def test_a_word_of_failure_is_named_with_commas_as_with_points(tmp_path, number):
    path = wide_with_commas(tmp_path, "OOM")
    if number == "0.5":
        path.write_text(path.read_text().replace(",", "."))
    sentence = "scores.csv has 'OOM' in row 1 of the column C: write one number, leave the cell"
    with pytest.raises(PrgbenchError, match=sentence):
        read_scores(path, measures=["accuracy"])


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("0.93", r"'0,95' and '0.93' in the column C: write all its numbers with a decimal point"),
        ("1,024.5", r"'0,71' in row 1 of the column A: write one number"),
    ],
)
def test_numbers_with_commas_and_points_are_no_column_that_is_not_used(tmp_path, cell, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        read_scores(wide_with_commas(tmp_path, cell), measures=["accuracy"])


def test_exponents_and_names_stand_beside_decimal_commas(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(
        "dataset;model;layers;rmse\nd1; a ;64,32,16;1,5e-1\nd1;b;8;2,5E+2\n"
        "d2; a ;64,32,16;0,5\nd2;b;8;1\n"
    )
    read = read_scores(path)
    assert read.scores["rmse"].tolist() == [0.15, 250, 0.5, 1]
    assert read.notes == ["Not used: the column layers."]


def changed_book(folder, change):
    """Write a workbook whose parts are changed, and return its path."""
    PLAIN.to_excel(folder / "whole.xlsx", index=False)
    path = folder / "scores.xlsx"
    with ZipFile(folder / "whole.xlsx") as whole, ZipFile(path, "w") as book:
        for name in whole.namelist():
            book.writestr(name, change(name, whole.read(name)))
    return path


def test_the_range_that_a_workbook_states_hides_nothing(tmp_path):
    def narrowed(_, part):
        return re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:C4"', part)

    read = read_scores(changed_book(tmp_path, narrowed))
    assert len(read.scores) == len(PLAIN)
    assert set(read.measures) == {"accuracy", "log_loss"}


def test_a_damaged_workbook_is_one_sentence(tmp_path):
    rng = np.random.default_rng(0)

    def damaged(_, part):
        start = rng.integers(len(part))
        return part if rng.random() < 0.7 else part[:start] + part[start + 9 :]

    sentences = 0
    for _ in range(60):
        try:
            read_scores(changed_book(tmp_path, damaged))
        except PrgbenchError:
            sentences += 1
    assert 20 < sentences < 60
    far = changed_book(tmp_path, lambda _, p: p.replace(b'<row r="9"', b'<row r="99999999"'))
    with pytest.raises(PrgbenchError, match="more than 1,048,576 rows"):
        read_scores(far)


@pytest.mark.parametrize("place", ["", "*.csv"])
def test_hidden_files_are_no_tables(tmp_path, place):
    table = PLAIN.to_csv(index=False)
    (tmp_path / ".checkpoints").mkdir()
    for name in ("a.csv", "._a.csv", ".checkpoints/a.csv"):
        (tmp_path / name).write_text(table if name == "a.csv" else "\0")
    assert len(read_scores(str(tmp_path / place)).scores) == len(PLAIN)


def test_a_file_without_rows_says_so(tmp_path):
    (tmp_path / "scores.csv").write_text("dataset,model,accuracy\n")
    with pytest.raises(PrgbenchError, match=r"scores.csv has no rows: write the scores of the mo"):
        read_scores(tmp_path / "scores.csv")


def test_columns_that_blanks_separate_are_asked_to_be_separated_otherwise(tmp_path):
    """The header of WMT's scores of metrics would be one column with a long name."""
    path = tmp_path / "wmt.csv"
    path.write_text("LP SYSTEM HUMAN BLEU\nde-en JHU.6809 0.086 0.35\n")
    with pytest.raises(PrgbenchError) as raised:
        read_scores(path)
    assert str(raised.value) == (
        f"{path} has columns (LP, SYSTEM, HUMAN, BLEU) separated by blanks, which may also "
        "occur in names: separate them by commas or tabs."
    )
    # A title of several words above a single column, whose cells have others, is a name.
    path.write_text("the error rate\n0.5\n")
    assert column_names(path) == ["the error rate"]


def test_an_index_in_a_workbook_is_read_as_in_a_csv_file(tmp_path):
    """An index without a name is the first column without a name, as pandas writes it."""
    table = wide_scores(TABLE, "accuracy").drop_duplicates("dataset")
    table = table.set_index("dataset").rename_axis(index=None)
    table.to_csv(tmp_path / "scores.csv")
    table.to_excel(tmp_path / "scores.xlsx")
    of_csv, of_book = (
        read_scores(tmp_path / name, measures=["accuracy"])
        for name in ("scores.csv", "scores.xlsx")
    )
    assert sorted(of_book.scores["dataset"].unique()) == sorted(table.index)
    pd.testing.assert_frame_equal(of_book.scores, of_csv.scores)


def test_a_header_of_two_rows_is_read_as_the_error_says(tmp_path):
    levels = pd.MultiIndex.from_product([["Precision", "Recall"], ["net", "reader"]])
    table = pd.DataFrame([[0.9, 0.8, 0.7, 0.6], [0.8, 0.7, 0.9, 0.8]], ["x", "y"], levels)
    table.to_csv(tmp_path / "scores.csv")
    with pytest.raises(PrgbenchError, match=re.escape("header=[0, 1], index_col=0)`")):
        read_scores(tmp_path / "scores.csv")
    with pytest.raises(PrgbenchError, match=re.escape("read it as the index (`index_col=0`)")):
        read_scores(pd.read_csv(tmp_path / "scores.csv", header=[0, 1]))
    read = read_scores(pd.read_csv(tmp_path / "scores.csv", header=[0, 1], index_col=0))
    assert read.scores.groupby("model")["Precision"].mean().to_dict() == pytest.approx(
        {"net": 0.85, "reader": 0.75}
    )


def test_two_columns_without_a_name_are_called_so():
    table = pd.DataFrame([[0, "x", 0.5]], columns=["", "", "auc"])
    with pytest.raises(PrgbenchError, match="has two unnamed columns: name one of them or leave"):
        read_scores(table)
