"""A file that was cut is refused, or its rows are those of the whole file."""

import pytest

from fuzz.prediction_layouts import layouts
from fuzz.strict_arff import Refused, judge
from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.reader import read_predictions

LAYOUTS = layouts()
HEAD = "@relation p\n@attribute row_id numeric\n"
SCORES = "@attribute confidence.neg numeric\n@attribute confidence.pos numeric\n"


def read(path, body, classes=("neg", "pos")):
    path.write_bytes(body.encode() if isinstance(body, str) else body)
    return read_predictions(path, classes)


def rows_of(found):
    """Return the rows as tuples that compare bit by bit."""
    columns = [found.repeat, found.fold, found.row_id, found.truth, found.predicted]
    known = [column.tolist() for column in columns if column is not None]
    return list(zip(*known, *found.confidences.tolist(), strict=True))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_cut_changes_a_row(tmp_path, layout):
    body, classes = LAYOUTS[layout]
    whole = rows_of(read(tmp_path / "p.arff", body, classes))
    last_rows = len(body) - 2 * len(body.rstrip(b"\0\r\n").rsplit(b"\n", 1)[1]) - 4
    n_read = 0
    for end in range(last_rows, len(body)):
        for filled in (b"", b"\0\0"):
            cut = body[:end] + filled
            try:
                found = rows_of(read(tmp_path / "p.arff", cut, classes))
            except RunUnusableError:
                with pytest.raises(Refused):
                    judge(cut, classes)
                continue
            n_read += 1
            assert found == whole[: len(found)], cut[-60:]
            assert len(found) >= len(whole) - 3
    assert n_read > 0


@pytest.mark.parametrize(
    ("rows", "is_read"),
    [
        ("0,0.25,0.75\n1,0.5,0.5", True),
        ("0,0.25,0.75\n1,0.75,0.2", False),
        ("0,0.2,0.8\n1,1,0", True),
        ("0,0.2,0.8\n1,0.25,0", False),
        ("0,0.2,0.8\n1,0.25,0 ", True),
        ("0,0.2,0.8\n1,0.25,0\n", True),
        ("0,0.2,0.8\n1,0.25,0\r", True),
        ("0,0.2,0.8\n1,0.25,0\0\0", False),
        ("0,0.2,0.8\n1,0.25,0\n% the en", True),
        ("0,0.125,0.750\n1,0.125,0.875", True),
        ("0,0.125,0.750\n1,0.125,0.87", False),
        ("0,1e-05,1.5e-05\n1,2e-05,1.5e-0", False),
        ("0,1e-05,1.5e-05\n1,2e-05,1.5e-04", True),
        ("0,1e-05,0.5\n1,1e-99999999,1e99999999", False),
        ("0,1,0\n1,0,1\n2,1,0", True),
        ("0,3,12\n1,4,1", False),
        ("0,0.5,0.5", False),
    ],
)
def test_a_number_at_the_end_is_read_if_it_can_have_lost_nothing(tmp_path, rows, is_read):
    body = f"{HEAD}{SCORES}@data\n{rows}"
    if is_read:
        assert len(read(tmp_path / "p.arff", body)) == rows.count("\n0") + rows.count("\n1") + (
            rows.count("\n2") + 1
        )
    else:
        with pytest.raises(RunUnusableError, match=r"the last row may be cut, .* no line end: '"):
            read(tmp_path / "p.arff", body)


@pytest.mark.parametrize(
    ("label", "classes", "is_read"),
    [
        ("10", ("1", "10"), True),
        ("1", ("1", "10"), False),
        ("'1'", ("1", "10"), True),
        ("1", ("1", "2"), True),
        ("neg", ("neg", "pos"), True),
        ("ne", ("neg", "pos"), False),
        ("NE", ("neg", "pos"), False),
        ("other", ("neg", "pos"), True),
        ("1", ("1.5", "2"), False),
    ],
)
def test_a_label_at_the_end_is_read_if_none_begins_so(tmp_path, label, classes, is_read):
    names = "".join(f"@attribute confidence.{name} numeric\n" for name in classes)
    body = f"{HEAD}{names}@attribute prediction string\n@data\n0,1,0,{label}"
    if is_read:
        assert len(read(tmp_path / "p.arff", body, classes)) == 1
    else:
        with pytest.raises(RunUnusableError, match="the last row may be cut"):
            read(tmp_path / "p.arff", body, classes)


def test_a_count_at_the_end_may_be_cut_and_what_is_not_read_may_not(tmp_path):
    body = f"{HEAD}{SCORES}@attribute fold numeric\n@data\n0,1,0,10\n1,1,0,1"
    with pytest.raises(RunUnusableError, match="the last row may be cut"):
        read(tmp_path / "p.arff", body)
    assert read(tmp_path / "p.arff", body.replace("fold", "seconds")).row_id.tolist() == [0, 1]
