from dataclasses import astuple

import numpy as np
import pytest

from made_up_rates import made_up, set_rates
from prgbench.sources.sent_predictions import Predictions, SentPredictions
from prgbench.sources.store.staging import Staging
from prgbench.study import cost
from prgbench.study.cost import Cost, cost_text, study_cost, task_cost


@pytest.fixture(autouse=True)
def _rates(monkeypatch, request):
    if "shipped" not in request.node.name:
        set_rates(monkeypatch)


def test_what_a_task_takes():
    found = task_cost(made_up(7, 1000, 10, n_models=4))
    assert (found.n_tasks, found.n_files) == (1, 4)
    assert found.wire_bytes == 4 * (1000 + 100 * 100 + 10_000 * 45)
    assert found.kept_bytes == 10_000 * (4 + 4 * 8) + 4 * 1000
    assert found.staged_bytes == 10_000 * (19 + 4 * 17) + 4 * 450_000
    assert found.cpu_seconds == pytest.approx((1 + 4 * 0.5 + 0.04 * 2) + (2 + 4 * 0.25 + 0.04 * 4))
    assert found.memory_bytes == 200e6 + 10_000 * 4 * 10
    assert found.request_seconds(4) == 2


def test_the_first_repeat_alone_saves_processors_and_memory_but_no_bytes():
    work = made_up(7, 1000, 10, n_models=4)
    pooled, first = task_cost(work), task_cost(work, first_repeat=True)
    assert first.wire_bytes == pooled.wire_bytes
    assert first.kept_bytes == pooled.kept_bytes
    assert pooled.cpu_seconds - first.cpu_seconds == pytest.approx(4 * (0.04 - 0.004))
    assert first.memory_bytes == 200e6 + 1000 * 4 * 10


def test_the_tasks_of_a_study_add_up_and_the_largest_counts():
    small, large = made_up(1, 100, 1, n_models=2), made_up(2, 1000, 10, n_models=4)
    both = study_cost([small, large])
    one, other = task_cost(small), task_cost(large)
    assert (both.n_tasks, both.n_files) == (2, 6)
    assert both.wire_bytes == one.wire_bytes + other.wire_bytes
    assert both.kept_bytes == one.kept_bytes + other.kept_bytes
    assert both.cpu_seconds == 50 + one.cpu_seconds + other.cpu_seconds
    assert (both.staged_bytes, both.memory_bytes) == (other.staged_bytes, other.memory_bytes)
    assert astuple(Cost()) == (0,) * 7
    assert astuple(study_cost([])) == (0, 0, 0, 0, 0, 50, 0)


def test_the_shipped_rates():
    # 200,000 rows of 30 models are 6 million scores; each file has 200,000 rows of 45 bytes.
    found = study_cost([made_up(1, 100_000, 2, n_models=30)])
    assert found.wire_bytes == 30 * (7_400 + 3_000 * 20 + 9_000_000)
    assert found.kept_bytes == 200_000 * 4 + 6_000_000 * 8 + 30 * 8_200
    assert found.staged_bytes == 200_000 * 19 + 6_000_000 * 17 + 30 * 9_000_000
    fetching, scoring, curves = 30 * 0.009 + 6 * 0.6, 0.006 + 6 * 0.2, 0.02 + 6 * 0.24
    answer, robustness = 0.09 + 3.3 * 6**1.4, 0.11 + 4.6 * 6**1.3
    assert found.cpu_seconds == pytest.approx(
        90 + fetching + scoring + curves + answer + robustness
    )


def test_beyond_what_was_measured_shipped_rates_are_in_proportion_to_the_scores():
    answer = next(stage for stage in cost.READING if stage.name == "answer")
    millions = [answer.cpu_seconds(n, 30) - answer.task_seconds for n in (10**6, 3 * 10**6)]
    assert millions[1] == pytest.approx(3 * millions[0])
    assert millions[0] == pytest.approx(3.3 * 30**1.4)


@pytest.mark.parametrize(
    ("n_instances", "n_repeats", "n_models", "megabytes"),
    [
        (1_000, 1, 2, 770 + 0.001 * (100 + 24 * 2)),  # the answer
        (10_000_000, 1, 30, 770 + 10 * (100 + 24 * 30)),
        (10_000_000, 1, 2, 290 + 10 * 210),  # curves
        (1_000_000, 10, 2, 230 + 10 * 130),  # fetching, the only one with all repeats
    ],
)
def test_the_job_that_needs_most_memory_by_shipped_rates(
    n_instances, n_repeats, n_models, megabytes
):
    work = made_up(1, n_instances, n_repeats, n_models)
    assert task_cost(work, first_repeat=True).memory_bytes == pytest.approx(1e6 * megabytes)


def test_staged_models_have_the_bytes_that_are_assumed(tmp_path):
    n_rows = 1000
    predictions = Predictions(
        repeat=np.zeros(n_rows, dtype=np.int16),
        fold=np.zeros(n_rows, dtype=np.int16),
        row_id=np.arange(n_rows),
        truth=np.arange(n_rows, dtype=np.int8) % 2,
        predicted=np.zeros(n_rows, dtype=np.int8),
        confidences=np.zeros((2, n_rows)),
    )
    staging = Staging(tmp_path / "staged")
    for run_id in (1, 2, 3):
        sent = SentPredictions(run_id, run_id, "0" * 64, 1)
        staging.add(sent, predictions, np.ones(n_rows, dtype=bool))
    arrays = [path.stat().st_size for path in (tmp_path / "staged").glob("*.bin")]
    per_row = cost.STAGED_BYTES_PER_ROW + 3 * cost.STAGED_BYTES_PER_SCORE
    assert sum(arrays) == n_rows * per_row


SMALL, MIDDLE, LARGE = (
    made_up(task_id, n_instances, n_repeats, n_models=120)
    for task_id, n_instances, n_repeats in ((1, 1000, 1), (2, 100_000, 1), (3, 1_000_000, 10))
)


def test_the_sentences_on_a_large_study():
    head, *lines, warning = cost_text([SMALL, MIDDLE, LARGE], 5).splitlines()
    assert head == ("If none of it is stored yet, with all parts of the comparison:")
    assert lines == [
        "- to download: about 55 GB; at least 2 minutes at 5 requests a second;",
        "- disk: about 9.7 GB at the end, and up to 75 GB more for each task that is being "
        "fetched;",
        "- processors: about 2.1 hours, divided by the number of cores;",
        "- memory: about 12 GB for the job with the largest task.",
    ]
    assert warning == (
        "Warning: more than 50 GB would be downloaded. Set `selection.instances.max` "
        "(1000000: 3 tasks, 55 GB, 100000: 2 tasks, 546 MB, 10000: 1 task, 5.6 MB), or choose "
        "fewer `selection.models`."
    )


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
    assert "disk: about 9.6 GB at the end" in text
