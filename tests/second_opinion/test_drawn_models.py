import pandas as pd
import pytest

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.second_opinion.verification import MOST_ROWS, draw_models

# One model of task 1, two of task 2, five of task 3.
FRAME = pd.DataFrame(
    {
        "task_id": [3, 1, 2, 3, 3, 2, 3, 3],
        "run_id": [35, 11, 22, 34, 33, 21, 32, 31],
        "n": 60,
    }
)
MODELS = Models(FRAME, ())


@pytest.mark.parametrize(
    ("count", "of_tasks"),
    [(3, [1, 2, 3]), (5, [1, 2, 2, 3, 3]), (6, [1, 2, 2, 3, 3, 3]), (8, [1, 2, 2, *[3] * 5])],
)
def test_tasks_take_turns_until_they_have_no_more_models(count, of_tasks):
    for seed in range(20):
        drawn = draw_models(MODELS, count, seed)
        assert drawn.task_id.tolist() == of_tasks
        assert drawn.run_id.is_unique


def test_the_draw_depends_on_the_seed_and_not_on_the_order_of_the_models():
    drawn = [draw_models(MODELS, 2, seed).run_id.tolist() for seed in range(20)]
    again = Models(FRAME.sample(frac=1, random_state=0), ())
    assert [draw_models(again, 2, seed).run_id.tolist() for seed in range(20)] == drawn
    assert len({tuple(runs) for runs in drawn}) > 5
    assert {run // 10 for runs in drawn for run in runs} == {1, 2, 3}


def test_no_more_than_there_are_and_none_of_a_long_file():
    assert len(draw_models(MODELS, 20, seed=0)) == 8
    long = with_columns(MODELS, n=MOST_ROWS + (MODELS.task_id == 3))
    assert draw_models(long, 20, seed=0).run_id.tolist() == [11, 21, 22]
