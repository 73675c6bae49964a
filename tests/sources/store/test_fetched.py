"""The record of what was fetched is read as it was written, or refused with its name."""

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Exclusion, Reason, Run, Task
from prgbench.sources.store.fetched import FetchedTask, read_fetched, write_fetched
from prgbench.sources.store.layout import Model

TASK = Task(7, 40, "white-clover", "class", ("N", "P"), 63, 1, 1, 10)
RUN = Run(9, 7, 12, "weka.J48", 11, 5, "2015-01-01 00:00:00", 0.75, (0.5, 0.75))
FETCHED = [
    FetchedTask(TASK, [Model(RUN, 99, "0" * 64, 0.7500001)], []),
    FetchedTask(
        TASK,
        [],
        [
            Exclusion(7, 9, Reason.TRUTH_DIFFERS, "in 2 rows"),
            Exclusion(7, None, Reason.FEW_MODELS),
        ],
    ),
]


def test_the_record_comes_back_as_it_was_with_a_line_per_task(tmp_path):
    path = tmp_path / "fetched.json"
    write_fetched(path, FETCHED)
    assert read_fetched(path) == FETCHED
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2 + len(FETCHED)


def test_no_task_is_a_record_too(tmp_path):
    write_fetched(tmp_path / "fetched.json", [])
    assert read_fetched(tmp_path / "fetched.json") == []


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"task": 1}]', "\x00"])
def test_what_is_no_record_is_refused_with_its_name(tmp_path, content):
    path = tmp_path / "fetched.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(
        PrgbenchError, match=r"fetched.json is not a list of fetched models \(.*dele"
    ):
        read_fetched(path)


def test_a_record_that_is_not_there_is_refused_too(tmp_path):
    with pytest.raises(PrgbenchError, match=r"fetched.json is not a list of fetched models"):
        read_fetched(tmp_path / "fetched.json")
