"""How the files of a table are opened, and what is said of those that can't be."""

import gzip
import time

import pandas as pd
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.found_tables import arrow_problem, open_files, open_memory
from prgbench.sources.table.part import Part
from tables_of_predictions import long_table, write_table

TABLE = long_table(1, 2, 9)
PACKED = gzip.compress(b"a,b\n1,2\n" * 9, mtime=0)


def rows(part, n_rows=1 << 17):
    return pa.Table.from_batches(part.rows(n_rows)).to_pandas()


def benchmark(folder, table, dataset="credit-g", fold=3, run="forest.test.1h8c.20260102T030405"):
    place = folder / run / "predictions" / dataset / str(fold) / "predictions.csv"
    return write_table(table, place)


RESULTS = pd.DataFrame(
    {"bad": [0.25], "good": [0.75], "predictions": ["good"], "truth": ["bad"], "repeat": [7]}
)


def test_parquet_keeps_types_and_csv_has_texts(tmp_path):
    (parquet,) = open_files([write_table(TABLE, tmp_path / "x.parquet")], {})
    pd.testing.assert_frame_equal(rows(parquet)[list(TABLE)], TABLE, check_dtype=False)
    (csv,) = open_files([write_table(TABLE, tmp_path / "x.csv")], {})
    assert rows(csv)["row_id"].tolist() == TABLE["row_id"].astype(str).tolist()
    assert (parquet.separator, csv.separator, parquet.benchmark) == ("", ",", False)


def test_rows_come_few_at_once_in_their_order(tmp_path):
    (part,) = open_files([write_table(TABLE, tmp_path / "x.parquet")], {})
    batches = list(part.batches(["row_id"], 4))
    assert max(map(len, batches)) <= 4
    assert [x for batch in batches for x in batch.column(0).to_pylist()] == list(TABLE["row_id"])


def test_names_with_line_breaks_and_commas_are_names(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('dataset,y_true,"my\nmodel, new"\na,0,0.5\n', encoding="utf-8")
    (part,) = open_files([path], {})
    assert list(part.layout.scores) == ["my\nmodel, new"]
    assert rows(part)["my\nmodel, new"].tolist() == ["0.5"]


def test_a_table_in_memory_is_a_part_too():
    (part,) = open_memory(pa.Table.from_pandas(TABLE, preserve_index=False), {})
    assert part.name == "The table"
    pd.testing.assert_frame_equal(rows(part, 4)[list(TABLE)], TABLE, check_dtype=False)


def test_results_of_the_automl_benchmark_say_by_their_place_what_they_are(tmp_path):
    (part,) = open_files([benchmark(tmp_path, RESULTS)], {})
    assert isinstance(part, Part)
    assert part.benchmark
    stated = {role: part.layout.text(role) for role in ("dataset", "model", "fold", "y_true")}
    assert stated == {
        "dataset": "credit-g", "model": "forest.test.1h8c", "fold": "3", "y_true": None
    }  # fmt: skip
    assert set(rows(part)["<model>"]) == {"forest.test.1h8c"}
    assert part.layout.scores == {"bad": "bad", "good": "good"}
    assert part.layout.roles["decision"] == "predictions"


def test_of_results_with_more_classes_only_the_data_set_is_said(tmp_path):
    more = RESULTS.assign(ugly=0.5)[["bad", "good", "ugly", "predictions", "truth"]]
    assert list(open_files([benchmark(tmp_path, more, "iris")], {})) == ["iris"]


def test_results_without_truth_are_refused(tmp_path):
    path = benchmark(tmp_path, RESULTS.drop(columns="truth"))
    with pytest.raises(PrgbenchError, match=r"lacks the column truth, which the AutoML Benchmark"):
        list(open_files([path], {}))


def test_a_path_that_is_no_file(tmp_path):
    with pytest.raises(PrgbenchError, match=r"x\.csv does not exist: correct the path"):
        list(open_files([tmp_path / "x.csv"], {}))
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(PrgbenchError, match=r"x\.csv is not a regular file: correct the path"):
        list(open_files([tmp_path / "x.csv"], {}))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.parquet", b"PAR1", r"x\.parquet can't be read as Parquet \("),
        ("x.csv.gz", PACKED[:20], r"x\.csv\.gz can't be read as CSV \("),
        ("x.csv.gz", b"no gzip", r"x\.csv\.gz can't be read as CSV \("),
        ("x.csv", b"dataset,\xe9\n", r"x\.csv is not in UTF-8 \(byte 8\): save it as UTF-8"),
        ("x.csv", b"a," + b"b" * 200_000, r"x\.csv can't be read as CSV \(field larger"),
    ],
)
def test_files_that_can_not_be_read(tmp_path, name, content, why):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PrgbenchError, match=why):
        list(open_files([tmp_path / name], {}))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Could not open Parquet input source 'a/b.pq': Invalid: broken.", "broken"),
        ("first line.\nsecond line", "first line"),
        ("", "ValueError"),
    ],
)
def test_what_arrow_says_is_told_without_the_path(said, told):
    assert arrow_problem(ValueError(said)) == told


@pytest.mark.parametrize("n_columns", [40_000, 1_000_000])
@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("y_true,", "columns of scores: use a long table."),
        ("y_true,model,y_score.a,c,", "the column c twice: keep one of them."),
        ("", "lacks the column y_true; it has 0, 1, 2,"),
    ],
)
def test_many_columns_take_as_long_as_their_number(tmp_path, n_columns, first, said):
    path = tmp_path / "x.csv"
    path.write_text(f"{first}{','.join(map(str, range(n_columns)))},c\n")
    start = time.process_time()
    with pytest.raises(PrgbenchError) as raised:
        list(open_files([path], {}))
    assert time.process_time() - start < 8
    assert said in str(raised.value)
    assert len(str(raised.value)) < 400


def test_a_header_may_be_longer_than_a_cell(tmp_path):
    others = ",".join(f"feature_{n}" for n in range(20_000))
    path = tmp_path / "x.csv"
    path.write_text(f"y_true,model,y_score,{others}\n")
    (part,) = open_files([path], {})
    assert part.separator == ","
    assert part.layout.columns == ["model", "y_true", "<dataset>", "y_score"]


@pytest.mark.parametrize("name", ["x.feather", "x.arrow", "x.json", "x.jsonl"])
def test_what_pandas_reads_is_written_as_csv_as_advised(name, tmp_path):
    path = tmp_path / name
    table = long_table(1, 2, 12)
    if name.startswith("x.json"):
        lines = name.endswith("l")
        table.to_json(path, orient="records", lines=lines)
    else:
        table.to_feather(path)
    with pytest.raises(PrgbenchError) as raised:
        open_files([path], {})
    _, _, advice = str(raised.value).removesuffix(".").partition("; write it as CSV: ")
    eval(advice, {"pandas": pd})
    (part,) = open_files([tmp_path / "x.csv"], {})
    assert part.layout.roles["model"] == "model"
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "x.csv"), table, check_dtype=False)


def test_a_first_line_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.table.found_tables.LONGEST_HEADER", 1000)
    path = tmp_path / "x.csv"
    path.write_text("a," * 600)
    with pytest.raises(PrgbenchError, match=r"its first line has 1,000 characters or more\)"):
        list(open_files([path], {}))
