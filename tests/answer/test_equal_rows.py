from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import make_tables, make_task_scores
from worlds.made import draw_task, world_named


def test_dependent_rows_are_counted_for_each_task():
    one = make_task_scores(1, n=60, ties=False)
    stated = replace(one, task_id=2, run_ids=one.run_ids + 100, stated_groups=np.arange(60) // 4)
    [table] = make_tables(["equal_rows"], [one, stated]).values()
    assert table["task_id"].tolist() == [1, 2]
    assert table["dataset_name"].tolist() == ["data-0", "data-0"]
    assert table["instances"].tolist() == [60, 60]
    assert table["groups"].tolist() == [60, 15]
    assert table["equal"].tolist() == [0, 0]
    assert table["stated"].tolist() == pytest.approx([0, 0.75])


def test_half_of_the_rows_are_equal_where_every_row_is_there_twice():
    task = draw_task(world_named("null, every row twice").common, 1, seed=0)
    [table] = make_tables(["equal_rows"], [task]).values()
    assert table[["groups", "equal", "stated"]].to_numpy().tolist() == [[300, 0.5, 0]]
