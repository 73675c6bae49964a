import os

from filelock import FileLock

from prgbench.run.listener import Pace


def test_one_of_all_that_share_a_file_is_due_once_in_a_while(tmp_path):
    one, other = (Pace(tmp_path / "new" / "turn", 60) for _ in range(2))
    assert [one.due(), one.due(), other.due()] == [True, False, False]
    past = (tmp_path / "new" / "turn").stat().st_mtime - 61
    os.utime(tmp_path / "new" / "turn", (past, past))
    assert [other.due(), one.due()] == [True, False]


def test_nobody_waits_for_the_turn_of_another(tmp_path):
    pace = Pace(tmp_path / "turn", 0)
    with FileLock(tmp_path / "turn.lock"):
        assert not pace.due()
    assert pace.due()
