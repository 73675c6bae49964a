import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_agreement import agreement_of
from made_up_tasks import make_tables, make_task_scores
from prgbench.answer.answer import Answer, EqualRows, collect_answer
from prgbench.report.first_screen import equal_rows_sentence
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


def test_the_answer_has_the_mean_share_and_the_tasks_above_5_percent():
    shares = [0.462, 0.05, 0.0, 0.0]
    tables = {"equal_rows": pd.DataFrame({"equal": shares})}
    summary = agreement_of([("aupr", "auroc")]).assign(datasets=4)
    answer = collect_answer("made", "test archive", 0.95, summary, tables)
    found = json.loads(answer.to_json())["equal_rows"]
    assert found == {"share": pytest.approx(0.128), "tasks_above": 1}
    assert collect_answer("made", "test archive", 0.95, summary, {}).equal_rows is None


def test_equal_rows_are_said_where_a_task_has_many():
    answer = Answer(
        study="made", archive="", tasks=17, datasets=9, models=30, confidence_level=0.95, pairs=[]
    )
    assert equal_rows_sentence(answer) == ""
    few, many = (EqualRows(share=0.128, tasks_above=number) for number in (0, 1))
    assert equal_rows_sentence(answer.model_copy(update={"equal_rows": few})) == ""
    assert equal_rows_sentence(answer.model_copy(update={"equal_rows": many})) == (
        "In 1 of 17 tasks more than 5% of the rows have the label and the scores of an earlier "
        "row (12.8% on average over all tasks): such rows stay together in halves and replicates."
    )
