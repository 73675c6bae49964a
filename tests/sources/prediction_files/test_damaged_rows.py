"""Rows and headers that are not ARFF are refused, with a sentence that quotes them."""

import pytest

from made_up_predictions import HEADER
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.prediction_files.reader import read_predictions

ROW = "0,0,1,.5,.5,neg,neg"


def read(folder, body):
    path = folder / "predictions.arff"
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return read_predictions(path, ["neg", "pos"])


def refusal(folder, body):
    with pytest.raises(RunUnusableError) as caught:
        read(folder, body)
    assert caught.value.reason is Reason.UNREADABLE
    assert caught.value.detail.isprintable()
    return caught.value.detail


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
def test_quotes_that_are_not_in_pairs_around_values(tmp_path, case, first):
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
    "NUL before": ("\0" "0,0,4,.5,.5,neg,pos", "not a number as repeat"),
    "a byte order mark": ("\ufeff0,0,4,.5,.5,neg,pos", "not a number as repeat"),
    "data again": ("@data", "1 values for 7 columns in row '@data'"),
    "an attribute": ("@attribute x numeric", "in row '@attribute x numeric'"),
    "other separators": ("0 0 4 .5 .5 neg pos", "1 values for 7 columns"),
}  # fmt: skip


@pytest.mark.parametrize("case", ROWS)
def test_rows_that_are_not_understood(tmp_path, case):
    row, words = ROWS[case]
    assert words in refusal(tmp_path, f"{HEADER}{ROW}\n{row}\n0,0,9,.5,.5,neg,pos\n")


def test_a_byte_order_mark_at_the_beginning_of_the_data_is_no_part_of_a_number(tmp_path):
    assert "not a number as repeat" in refusal(tmp_path, f"{HEADER}\ufeff{ROW}\n")


def test_bytes_that_are_not_utf8_belong_to_no_class(tmp_path):
    body = f"{HEADER}{ROW}\n0,0,4,.5,.5,neg,pos\n".encode()
    assert "the task does not have" in refusal(tmp_path, body.replace(b",pos\n", b",p\xffos\n"))
    predicted = read(tmp_path, body.replace(b",neg,pos", b",n\xffeg,pos")).predicted
    assert predicted.tolist() == [0, -1]


def test_a_carriage_return_alone_ends_a_line_in_header_and_rows(tmp_path):
    rows = "0,0,1,.5,.5,neg,neg\n0,0,4,.25,.75,neg,pos\n"
    for body in (HEADER[:-1] + "\r" + rows, (HEADER + rows).replace("\n", "\r")):
        assert read(tmp_path, body).row_id.tolist() == [1, 4]
