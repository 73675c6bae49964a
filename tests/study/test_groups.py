import pandas as pd

from prgbench.study.agreement import by_pair, sort_models, task_slices

MODELS = pd.DataFrame(
    {
        "task_id": [5, 2, 5, 2, 9],
        "run_id": [8, 4, 7, 3, 1],
        "dataset_id": [20, 30, 20, 30, 20],
    }
)


def test_models_are_sorted_by_task_and_run():
    ordered = sort_models(MODELS)
    assert ordered["task_id"].tolist() == [2, 2, 5, 5, 9]
    assert ordered["run_id"].tolist() == [3, 4, 7, 8, 1]
    assert ordered.index.tolist() == [0, 1, 2, 3, 4]


def test_each_task_has_its_rows():
    found = dict(task_slices(sort_models(MODELS)))
    assert found == {2: slice(0, 2), 5: slice(2, 4), 9: slice(4, 5)}
    assert list(task_slices(MODELS.iloc[:0])) == []


def test_pairs_keep_the_order_of_the_table():
    table = pd.DataFrame(
        {
            "measure_a": ["b", "a", "b", "a"],
            "measure_b": ["c", "c", "c", "b"],
            "value": [1, 2, 3, 4],
        }
    )
    found = [(a, b, rows["value"].tolist()) for a, b, rows in by_pair(table)]
    assert found == [("b", "c", [1, 3]), ("a", "c", [2]), ("a", "b", [4])]
