"""Rows and headers that are not ARFF are refused, with a sentence that quotes them."""

from pathlib import Path

import pytest

from made_up_predictions import HEADER
from prgbench.sources.interface import Predictions, Reason, RunUnusableError
from prgbench.sources.predictions.reader import read_predictions

ROW = "0,0,1,.5,.5,neg,neg"


def read(folder: Path, body: str | bytes) -> Predictions:
    path = folder / "predictions.arff"
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return read_predictions(path, ["neg", "pos"])


def refusal(folder: Path, body: str | bytes) -> str:
    with pytest.raises(RunUnusableError) as caught:
        read(folder, body)
    assert caught.value.reason is Reason.UNREADABLE
    assert caught.value.detail.isprintable()
    return caught.value.detail


SPARSE = {
    "cut behind a value": "{2 4,3 .75,4 .2",
    "cut behind an index": "{2 4,3 .75,4",
    "cut behind a comma": "{2 4,3 .75,",
    "two commas": "{2 4,,3 .75,4 .25}",
    "a comma at the end": "{2 4,3 .75,4 .25,}",
    "garbage between pairs": "{2 4,x,3 .75,4 .25}",
    "a semicolon": "{2 4;3 .75,4 .25}",
    "two values": "{2 4,3 .75 4,4 .25}",
    "no value": "{2 4,3 ,4 .25}",
    "a negative index": "{2 4,-3 .75,4 .25}",
    "an index with a point": "{2 4,3. .75,4 .25}",
    "an index in other digits": "{\u0662 4,3 .75,4 .25}",
    "an index of 5,000 digits": "{" + "9" * 5000 + " 4}",
    "text behind the brace": "{2 4,3 .75,4 .25} x",
    "a weight": "{2 4,3 .75,4 .25}, {5}",
    "two braces": "{2 4,3 .75,4 .25}}",
    "a brace inside": "{2 4,3 {.75},4 .25}",
    "a quote that is not closed": "{2 4,3 .75,5 'neg}",
    "a quote inside a value": "{2 4,3 .75,5 n'eg'}",
    "text behind a quote": "{2 4,3 .75,5 'ne'g}",
    "a brace alone": "{",
}


@pytest.mark.parametrize("case", SPARSE)
def test_sparse_rows_that_are_not_understood(tmp_path: Path, case: str) -> None:
    detail = refusal(tmp_path, f"{HEADER}{ROW}\n{SPARSE[case]}\n")
    assert f"braces: row '{SPARSE[case][:50]}" in detail or "braces in row" in detail


@pytest.mark.parametrize("index", ["7", "999999999"])
def test_sparse_rows_with_an_index_out_of_range(tmp_path: Path, index: str) -> None:
    detail = refusal(tmp_path, f"{HEADER}{{2 4,{index} 1}}\n")
    assert detail == f"no column {index} in row '{{2 4,{index} 1}}'"


def test_sparse_rows_with_an_index_twice(tmp_path: Path) -> None:
    detail = refusal(tmp_path, HEADER + "{2 4,3 .75,3 .5,4 .25}")
    assert detail == "twice the column 3 in row '{2 4,3 .75,3 .5,4 .25}'"


def test_sparse_rows_with_quotes_blanks_and_nothing_at_all(tmp_path: Path) -> None:
    rows = ["{ 2 4 , 3 .75,\t4 .25 , 6 'pos' } ", "{5 pos, 4 1}"]
    predictions = read(tmp_path, HEADER + "\n".join(rows))
    assert predictions.row_id.tolist() == [4, 0]
    assert predictions.confidences.tolist() == [[0.75, 0.0], [0.25, 1.0]]
    assert predictions.truth is not None
    assert predictions.truth.tolist() == [1, 0]
    only_zeros = read(tmp_path, HEADER + "{}")
    assert only_zeros.row_id.tolist() == [0]
    assert only_zeros.confidences.tolist() == [[1.0], [0.0]]


QUOTES = {
    "not closed": "0,0,4,.5,.5,neg,'pos",
    "not closed around a number": "0,0,4,'.5,.5,neg,pos",
    "not opened": "0,0,4,.5,.5,neg,pos'",
    "inside a label": "0,0,4,.5,.5,neg,po's",
    "closed too early": '0,0,4,.5,.5,neg,"po"s',
    "closed too early in a number": '0,0,"4"2,.5,.5,neg,pos',
    "doubled as in CSV": '0,0,4,.5,.5,neg,"po""s"',
    "closed by an escape": r"0,0,4,.5,.5,neg,'pos\'",
    "of the other kind": "0,0,4,.5,.5,neg,'pos\"",
}


@pytest.mark.parametrize("first", [ROW, ROW.replace("neg", '"neg"'), ROW.replace("neg", "'neg'")])
@pytest.mark.parametrize("case", QUOTES)
def test_quotes_that_are_not_in_pairs_around_values(tmp_path: Path, case: str, first: str) -> None:
    detail = refusal(tmp_path, f"{HEADER}{first}\n{QUOTES[case]}\n")
    assert "a quote that is not closed, or inside a value" in detail
    assert QUOTES[case][:8] in detail


ROWS = {
    "a value too few": ("0,0,4,.5,.5,neg", "6 values for 7 columns in row"),
    "a value too many": ("0,0,4,.5,.5,neg,pos,", "more than 7 values for 7 columns in row"),
    "no label": ("0,0,4,.5,.5,neg,", "a true class that the task does not have: ''"),
    "another label": ("0,0,4,.5,.5,neg,po", "a true class that the task does not have: 'po'"),
    "a comment behind": ("0,0,4,.5,.5,neg,pos % x", "the task does not have: 'pos % x'"),
    "NUL in a label": ("0,0,4,.5,.5,neg,pos\0", "the task does not have"),
    "NUL alone": ("\0", "1 values for 7 columns"),
    "NUL before": ("\0" "0,0,4,.5,.5,neg,pos", "no number as repeat"),
    "a byte order mark": ("\ufeff0,0,4,.5,.5,neg,pos", "no number as repeat"),
    "data again": ("@data", "1 values for 7 columns in row '@data'"),
    "an attribute": ("@attribute x numeric", "in row '@attribute x numeric'"),
    "other separators": ("0 0 4 .5 .5 neg pos", "1 values for 7 columns"),
}  # fmt: skip


@pytest.mark.parametrize("case", ROWS)
def test_rows_that_are_not_understood(tmp_path: Path, case: str) -> None:
    row, words = ROWS[case]
    assert words in refusal(tmp_path, f"{HEADER}{ROW}\n{row}\n0,0,9,.5,.5,neg,pos\n")


def test_a_byte_order_mark_at_the_beginning_of_the_data_is_no_part_of_a_number(
    tmp_path: Path,
) -> None:
    assert "no number as repeat" in refusal(tmp_path, f"{HEADER}\ufeff{ROW}\n")


def test_bytes_that_are_not_utf8_belong_to_no_class(tmp_path: Path) -> None:
    body = f"{HEADER}{ROW}\n0,0,4,.5,.5,neg,pos\n".encode()
    assert "the task does not have" in refusal(tmp_path, body.replace(b",pos\n", b",p\xffos\n"))
    predicted = read(tmp_path, body.replace(b",neg,pos", b",n\xffeg,pos")).predicted
    assert predicted is not None
    assert predicted.tolist() == [0, -1]


def test_a_carriage_return_alone_ends_a_line_in_header_and_rows(tmp_path: Path) -> None:
    rows = "0,0,1,.5,.5,neg,neg\n0,0,4,.25,.75,neg,pos\n"
    for body in (HEADER[:-1] + "\r" + rows, (HEADER + rows).replace("\n", "\r")):
        assert read(tmp_path, body).row_id.tolist() == [1, 4]


def test_escapes_in_quotes(tmp_path: Path) -> None:
    path = tmp_path / "predictions.arff"
    header = HEADER.replace("confidence.pos", r"'confidence.a\tb'").replace("pos", r"'a\tb'")
    path.write_text(header + r"0,0,4,.5,.5,neg,'a\tb'" + "\n")
    predictions = read_predictions(path, ["neg", "a\tb"])
    assert predictions.truth is not None
    assert predictions.truth.tolist() == [1]


HEADERS = {
    "another keyword": ("@data", "@database"),
    "more than the keyword": ("@data", "@data 0,0,4,.5,.5,neg,pos"),
    "an attribute without a type": ("fold numeric", "fold"),
    "an attribute without a blank": ("@attribute fold", "@attribute'fold'"),
    "an attribute without a name": ("@attribute fold", "@attribute"),
    "an attribute with an empty name": ("fold numeric", "'' numeric"),
    "another type": ("fold numeric", "fold number"),
    "letters that only look like a type": ("fold numeric", "fold \u017ftring"),
    "text behind a type": ("fold numeric", "fold numeric 3"),
    "a quote that is not closed": ("confidence.pos", "'confidence.pos"),
    "a quote inside a name": ("confidence.pos", "confidence.pos'"),
    "labels that are not closed": ("correct {neg,pos}", "correct {neg,po"),
    "labels with a quote that is not closed": ("correct {neg,pos}", "correct {'neg,pos}"),
    "text behind the labels": ("correct {neg,pos}", "correct {neg,pos} x"),
    "NUL": ("fold numeric", "fold numeric\0"),
    "a name twice": ("@data", "@attribute x numeric\n@attribute x numeric\n@data"),
    "a row": ("@data", "0,0,4,.5,.5,neg,pos\n@data"),
}


@pytest.mark.parametrize("case", HEADERS)
def test_headers_that_are_not_understood(tmp_path: Path, case: str) -> None:
    refusal(tmp_path, HEADER.replace(*HEADERS[case]) + ROW)


READ_AS_WELL = {
    "comments behind data and labels": HEADER.replace("@data", "@data % rows").replace(
        "{neg,pos}", "{neg,pos} % labels"
    ),
    "a name with blanks": HEADER.replace("relation p", "relation a b").replace(
        "@data", "@attribute a b  c  numeric\n@data"
    ),
    "a date": HEADER.replace("@data", '@attribute when date "yyyy-MM-dd HH:mm"\n@data'),
    "labels with marks": HEADER.replace("@data", "@attribute x { 'a}' , \"b,\" ,c}\n@data"),
    "labels left empty": HEADER.replace("@data", "@attribute x {}\n@data"),
}


@pytest.mark.parametrize("case", READ_AS_WELL)
def test_headers_that_are_read(tmp_path: Path, case: str) -> None:
    more = READ_AS_WELL[case].count("@attribute") - HEADER.count("@attribute")
    predictions = read(tmp_path, READ_AS_WELL[case] + ROW + ",c" * more)
    assert predictions.row_id.tolist() == [1]
    assert predictions.confidences.tolist() == [[0.5], [0.5]]


def test_more_columns_than_any_task_has(tmp_path: Path) -> None:
    more = "".join(f"@attribute a{number} numeric\n" for number in range(250))
    detail = refusal(tmp_path, HEADER.replace("@data", more + "@data") + ROW)
    assert detail == "257 columns"
