import pandas as pd

from prgbench.study.agreement import by_pair


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
