import errno

import pytest

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.job import job


def test_a_users_mistake_is_one_sentence_and_status_1(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop, job(tmp_path / "log", "Working"):
        raise PrgbenchError("The file x is missing.")
    assert stop.value.code == 1
    assert capsys.readouterr().err == "Working\nprgbench: The file x is missing.\n"
    assert "stopped: The file x is missing." in (tmp_path / "log").read_text()


def test_a_defect_keeps_its_traceback(tmp_path):
    with pytest.raises(ZeroDivisionError), job(tmp_path / "log"):
        1 / 0  # noqa: B018
    assert "ZeroDivisionError" in (tmp_path / "log").read_text()


def test_begin_and_end_are_logged(tmp_path):
    with job(tmp_path / "deep" / "log"):
        pass
    lines = (tmp_path / "deep" / "log").read_text().splitlines()
    assert [line.split()[-1] for line in lines] == ["begin", "end"]


def test_a_full_disk_is_one_sentence(tmp_path, capsys):
    with pytest.raises(SystemExit), job(tmp_path / "log"):
        raise OSError(errno.ENOSPC, "No space left on device", "results/x.parquet")
    said = capsys.readouterr().err
    assert said.startswith("prgbench: The disk is full ([Errno 28]")
    assert "results/x.parquet" in said


def test_another_failure_of_a_file_is_raised(tmp_path):
    with pytest.raises(PermissionError), job(tmp_path / "log"):
        raise PermissionError(errno.EACCES, "Permission denied", "x")
    assert "PermissionError" in (tmp_path / "log").read_text()
