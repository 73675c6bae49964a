import pytest

from made_up_rates import made_up, set_rates
from prgbench.study.cost import cost_text

SMALL, MIDDLE, LARGE = (
    made_up(task_id, n_instances, n_repeats, n_models=120)
    for task_id, n_instances, n_repeats in ((1, 1000, 1), (2, 100_000, 1), (3, 1_000_000, 10))
)


@pytest.fixture(autouse=True)
def _rates(monkeypatch):
    set_rates(monkeypatch)


def test_the_sentences_on_a_large_study():
    head, *lines, warning = cost_text([SMALL, MIDDLE, LARGE], 5).splitlines()
    assert head == ("For a store that has nothing of it yet, with all parts of the comparison:")
    assert lines == [
        "- to download: about 55 GB; 2 minutes at 5 requests a second, or longer if the "
        "connection brings less than 3,030 Mbit/s;",
        "- on the disk: about 9.7 GB in the end, and up to 22 GB more for each task that is being "
        "fetched;",
        "- processors: about 2.1 hours, divided by the cores;",
        "- memory: about 12 GB for the job with the largest task.",
    ]
    assert warning == (
        "Warning: more than 50 GB would be downloaded. 99% of it is for 1 task (3) with more than "
        "100,000 instances: set `selection.instances.max` (100000: 2 tasks, 546 MB, "
        "10000: 1 task, 5.6 MB)."
    )


def test_no_limit_helps_where_the_smallest_tasks_are_too_large():
    assert cost_text([LARGE], 5).splitlines()[-1] == (
        "Warning: more than 50 GB would be downloaded. "
        "Set fewer `selection.models`, or other `selection.tasks`."
    )


@pytest.mark.parametrize(("n_large", "named"), [(3, "3, 4, 5"), (5, "3, 4, 5, ...")])
def test_many_large_tasks_are_counted(n_large, named):
    large = [made_up(3 + number, 1_000_000, 10, n_models=120) for number in range(n_large)]
    text = cost_text([SMALL, *large], 5)
    assert f"100% of it is for {n_large} tasks ({named}) with more than 1,000 instances" in text
    assert "set `selection.instances.max` (1000: 1 task, 5.6 MB)." in text


def test_fifty_gigabytes_are_not_too_many():
    # 25 files with 45 bytes for each row and descriptions of 2,000 bytes.
    assert 25 * (45 * 44_444_400 + 2000) == 50e9
    assert "Warning" not in cost_text([made_up(1, 44_444_400, 1, n_models=25)], 5)
    assert "Warning" in cost_text([made_up(1, 44_444_401, 1, n_models=25)], 5)


def test_of_a_server_on_this_machine_no_time_is_said():
    assert cost_text([SMALL], 51).splitlines()[1] == (
        "- to download: about 5.6 MB, as fast as the server on this machine sends it;"
    )


def test_where_nobody_is_asked_there_is_nothing_to_download():
    text = cost_text([LARGE], None)
    assert "download" not in text
    assert "on the disk: about 9.6 GB in the end" in text
