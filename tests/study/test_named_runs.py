"""The file in which a study names its runs."""

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.study.named_runs import read_run_ids
from prgbench.study.selection import Selection


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "runs.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_run_ids(path)

    return read_text


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("145651\n267741\n", (145651, 267741)),
        ("\ufeff145651\r\n\r\n# the others\r\n267741  # J48\r\n145651", (145651, 267741)),
        ("run_id\n5\n7\n", (5, 7)),
        ('dataset,run_id,flow\n"a, b",7,x\nc,5,y\nc,7,z\n', (7, 5)),
        ("007\n", (7,)),
    ],
)
def test_ids_are_read_once_each_in_the_order_of_the_file(read, text, ids):
    assert read(text) == ids


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names no run"),
        ("# none\n", "names no run"),
        ("run_id\n", "names no run"),
        ("5\nseven\n", "line 2: 'seven' is not the id of a run"),
        ("5 7\n", "line 1: '5 7' is not the id of a run"),
        ("5\n0\n", "line 2: '0' is not the id of a run"),
        ("-5\n", "line 1: '-5' is not"),
        ("٥\n", "line 1: '٥' is not"),
        ("9" * 5000, "line 1: '999"),
        ("a,run_id\nx,5\ny,\n", "line 3: '' is not the id of a run"),
        ("id\n5\n", "line 1: 'id' is not the id of a run"),
        (b"5\n\xff\n", "is not in UTF-8"),
    ],
)
def test_anything_else_is_a_sentence_with_its_line(read, text, problem):
    with pytest.raises(PrgbenchError, match=rf"runs\.txt,? .*{problem}"):
        read(text)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(PrgbenchError, match=r"runs\.txt does not exist: correct its path"):
        read_run_ids(tmp_path / "runs.txt")


@pytest.mark.parametrize(
    "other", [{"tasks": [3]}, {"suite": 99}, {"tags": ["a"]}, {"uploaded_until": "2015-06-30"}]
)
def test_what_needs_lists_does_not_go_with_named_runs(other):
    with pytest.raises(PrgbenchError, match=rf"runs: `{next(iter(other))}` can't select among"):
        check_settings({"runs": "runs.txt", **other}, "study.yaml", Selection)
