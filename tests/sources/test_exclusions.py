"""Reasons follow a number or stand alone, and are read in the words of earlier versions, too."""

import pytest

from folder_archives import make_task
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.exclusions import EARLIER_WORDS, TASKS_FOR_NOW, Exclusion, Reason
from prgbench.sources.store.fetched import write_fetched
from prgbench.study.missing_files import n_missing
from prgbench.study.plan import Plan, PlannedTask, lacks_tasks

BEGINNINGS = ("with ", "without ", "of ", "from ", "by ", "not ", "named ", "left ", "uploaded ")


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_follows_the_number_of_what_is_left_out(reason):
    assert reason.startswith(BEGINNINGS)


def test_a_plan_of_an_earlier_version_is_read(tmp_path):
    path = tmp_path / "plan.json"
    tasks = [PlannedTask.of(make_task(1), 2, [])]
    for words, reason in EARLIER_WORDS.items():
        plan = Plan("a", "b", "", 2, tasks, [Exclusion(9, None, reason)], {reason: 4})
        plan.write(path)
        path.write_text(path.read_text("utf-8").replace(f'"{reason}"', f'"{words}"'), "utf-8")
        assert f'"{words}":4' in path.read_text("utf-8")
        assert Plan.read(path) == plan
        assert lacks_tasks(path) == (reason in TASKS_FOR_NOW)


def test_files_missing_by_the_record_of_an_earlier_version_are_requested_again(tmp_path):
    path = tmp_path / "000.json"
    of_task = [ChosenModels(make_task(1), [], [Exclusion(1, 2, Reason.NOT_FOUND)])]
    write_fetched(path, of_task)
    earlier = path.read_text("utf-8").replace(
        Reason.NOT_FOUND, "prediction file not found for now"
    )
    path.write_text(earlier, "utf-8")
    assert n_missing([path]) == 1
