import pytest

from made_up_tasks import make_setting, make_task_scores, models_of
from prgbench.comparison.regret import Options
from prgbench.comparison.regret.per_task import per_task


@pytest.mark.parametrize(
    ("splits", "names"), [(0, ["targets"]), (2, ["targets", "split_regrets", "split_changes"])]
)
def test_halves_are_judged_if_there_are_splits(splits, names):
    task = make_task_scores(n=60)
    tables = per_task(task, models_of([task]), make_setting(), Options(splits=splits))
    assert list(tables) == names
    assert all((table["task_id"] == task.task_id).all() for table in tables.values())
