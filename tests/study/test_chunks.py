"""How a plan is cut into chunks."""

from itertools import pairwise

import pytest

from prgbench.study.chunks import MOST_CHUNKS, chunk_of, chunks_with_tasks, n_chunks_of


def test_chunks_have_work_and_more_tasks_never_have_fewer_chunks():
    numbers = [n_chunks_of(n_tasks) for n_tasks in range(1, 2000)]
    assert numbers[:3] == [1, 2, 2]
    assert [numbers[n - 1] for n in (12, 16, 17, 20, 61, 128, 129)] == [2, 2, 4, 4, 8, 16, 32]
    assert numbers[-1] == MOST_CHUNKS
    assert all(later >= earlier for earlier, later in pairwise(numbers))


def test_where_chunks_double_each_is_cut_in_two():
    for task_id in range(1000):
        assert chunk_of(task_id, 16) % 8 == chunk_of(task_id, 8)


@pytest.mark.parametrize("n_tasks", [0, 2])
def test_chunks_without_a_task_have_no_jobs(tmp_path, n_tasks):
    plan = tmp_path / "004.json"
    task = '{"task_id":1,"candidates":[\n]}'
    plan.write_text(f'{{"study":"candidates","tasks":[{",".join([task] * n_tasks)}]}}')
    assert chunks_with_tasks([plan]) == (["004"] if n_tasks else [])
