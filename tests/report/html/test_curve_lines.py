import numpy as np
import pandas as pd
import pytest

from made_up_page import make_curves, make_models
from prgbench.report.html.payload import as_steps, lines, task_curves

LINE = {
    "roc": [[0, 250, 750], [0, 750, 250]],
    "pr": [[0, 1000], [1000, -500]],
    "prg": [[0, 500, None, 250, 250], [1000, -500, None, -250, -250]],
}


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        ([], []),
        ([0.0004, 0.0006, 1], [0, 1, 999]),
        ([0.2, np.nan, 0.1], [200, None, -100]),
    ],
)
def test_a_line_is_its_steps_in_thousandths(values, steps):
    assert as_steps(np.array(values, dtype=np.float32)) == steps


def test_the_tasks_of_all_tables_come_one_by_one(tmp_path):
    table = make_curves(make_models())
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet", tmp_path / "2.parquet"]
    table[table["task_id"] == 12].to_parquet(paths[0])
    table[table["task_id"] != 12].to_parquet(paths[1])
    pd.DataFrame().to_parquet(paths[2])
    found = dict(task_curves(paths))
    assert list(found) == [12, 11, 13]
    assert lines(found[13]) == {"run": [1300, 1301, 1302]} | {
        s: [line] * 3 for s, line in LINE.items()
    }
