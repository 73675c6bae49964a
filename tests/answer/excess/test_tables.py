import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_tables, make_task_scores, resampling
from prgbench.answer.excess import excess_summary

NAN = float("nan")


def halves_of(excesses, *, parts=2, pair=("aupr", "auroc"), tasks_per_dataset=1):
    """Return what is known of each task; one measure differs from itself in half the splits."""
    excesses = np.asarray(excesses, dtype=float)
    return pd.DataFrame(
        {
            "task_id": np.arange(len(excesses)),
            "dataset_id": np.arange(len(excesses)) // tasks_per_dataset,
            "parts": parts,
            "measure_a": pair[0],
            "measure_b": pair[1],
            "two_measures": excesses + 0.5,
            "one_measure": np.where(np.isnan(excesses), NAN, 0.5),
            "excess": excesses,
            "replicated": excesses / 2,
        }
    )


def test_means_intervals_and_counts():
    excesses = [0.5, 0.25, 0.0, NAN, 0.25, NAN]
    table = excess_summary(halves_of(excesses, tasks_per_dataset=2), resampling(200))
    [row] = table.to_dict("records")
    assert row["excess"] == pytest.approx(0.25)
    assert row["two_measures"] == pytest.approx(0.75)
    assert row["one_measure"] == 0.5
    assert row["replicated"] == pytest.approx(0.125)
    assert (row["tasks"], row["datasets"], row["undefined"]) == (4, 3, 2)
    assert 0 <= row["lower"] < 0.25 < row["upper"]
    assert row["replicated_upper"] == pytest.approx(row["upper"] / 2)


def test_data_sets_without_a_value_do_not_count():
    excesses = [*np.linspace(0.5, 1, 19), *[NAN] * 30]
    [row] = excess_summary(halves_of(excesses), resampling()).to_dict("records")
    assert (row["datasets"], row["undefined"]) == (19, 30)


def test_what_does_not_vary_has_no_interval():
    [row] = excess_summary(halves_of(np.zeros(40)), resampling()).to_dict("records")
    assert np.isnan(row["lower"])
    assert row["note"]


def test_nothing_defined_is_a_row_without_numbers():
    [row] = excess_summary(halves_of([NAN] * 3), resampling()).to_dict("records")
    assert (row["tasks"], row["undefined"]) == (0, 3)
    assert np.isnan([row["excess"], row["lower"]]).all()


def test_the_part_has_a_row_per_pair_and_size():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 7)]
    table = make_tables(["excess"], tasks, make_setting())["excess"]
    assert len(table) == 6
    assert (table["tasks"] == 6).all()
    assert (table["datasets"] == 3).all()
    np.testing.assert_allclose(table["excess"], table["two_measures"] - table["one_measure"])
