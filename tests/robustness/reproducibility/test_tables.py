import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_tables, make_task_scores, resampling
from prgbench.robustness.reproducibility import (
    reproducibility_comparison,
    reproducibility_summary,
)

NAN = float("nan")


def own_agreement(agreements, parts=2, prevalences=None, tasks_per_dataset=1):
    """Return the agreements of measures with themselves, a list of tasks for each measure."""
    tables = []
    for measure, values in agreements.items():
        tasks = np.arange(len(values))
        tables.append(
            pd.DataFrame(
                {
                    "task_id": tasks,
                    "dataset_id": tasks // tasks_per_dataset,
                    "prevalence": 0.25 if prevalences is None else prevalences,
                    "measure": measure,
                    "parts": parts,
                    "agreement": values,
                }
            )
        )
    return pd.concat(tables, ignore_index=True)


def rows_of(rows, **where):
    """Return the rows with these values."""
    return [row for row in rows if all(getattr(row, key) == v for key, v in where.items())]


def test_means_intervals_and_counts():
    own = own_agreement({"aupr": [1.0, 0.5, NAN, 0.0, 0.5]}, tasks_per_dataset=2)
    [row] = rows_of(reproducibility_summary(own, resampling()), prevalence="all")
    assert (row.measure, row.parts, row.agreement) == ("aupr", 2, 0.5)
    assert (row.tasks, row.datasets, row.undefined) == (4, 3, 1)
    assert row.lower < 0.5 < row.upper


def test_perfect_agreement_has_an_exact_bound():
    own = own_agreement({"aupr": [1.0] * 40})
    [row] = rows_of(reproducibility_summary(own, resampling()), prevalence="all")
    assert row.lower == pytest.approx(0.025 ** (1 / 40))
    assert row.upper == 1


def test_bins_include_their_upper_edge_and_empty_ones_are_left_out():
    own = own_agreement({"aupr": [0.1, 0.2, 0.3, 0.4]}, prevalences=[0.005, 0.05, 0.051, 0.9])
    found = {row.prevalence: row.agreement for row in reproducibility_summary(own, resampling())}
    assert list(found.items())[2:] == [
        ("(-inf, 0.01]", 0.1),
        ("(0.01, 0.05]", 0.2),
        ("(0.05, 0.1]", 0.3),
        ("(0.5, inf]", 0.4),
    ]


def test_sizes_are_compared_on_the_tasks_with_a_value_at_every_size():
    own = pd.concat(
        [
            own_agreement({"aupr": [0.8, 0.2], "auroc": [0.6, 0.4]}, parts=2),
            own_agreement({"aupr": [0.7, NAN], "auroc": [0.5, 0.1]}, parts=4),
        ]
    )
    table = list(reproducibility_summary(own, resampling()))
    for parts, aupr, auroc in ((2, 0.8, 0.6), (4, 0.7, 0.5)):
        every = rows_of(table, prevalence="all_at_every_size", parts=parts)
        assert [row.agreement for row in every] == [aupr, auroc]
        assert [(row.tasks, row.undefined) for row in every] == [(1, 1), (1, 1)]
    [row] = rows_of(table, prevalence="all", parts=2, measure="aupr")
    assert row.agreement == 0.5


def test_measures_are_compared_task_by_task():
    own = own_agreement({"a": [0.9, 0.8, 0.7, NAN], "b": [0.5, 0.7, 0.1, 0.2], "c": [0.9] * 4})
    table = reproducibility_comparison(own, resampling(200))
    [row] = rows_of(table, measure_a="a", measure_b="b")
    assert row.difference == pytest.approx((0.4 + 0.1 + 0.6) / 3)
    assert (row.tasks, row.datasets, row.undefined) == (3, 3, 1)
    assert row.p_value == 2 / 8
    [row] = rows_of(table, measure_a="b", measure_b="c")
    assert row.p_value == 2 / 16
    assert row.p_value_adjusted == pytest.approx(3 * 2 / 16)
    assert len(table) == 3


def test_nothing_defined_is_a_row_without_numbers():
    own = own_agreement({"aupr": [NAN, NAN], "auroc": [NAN, NAN]})
    [row] = rows_of(reproducibility_summary(own, resampling()), prevalence="all", measure="aupr")
    assert (row.tasks, row.datasets, row.undefined) == (0, 0, 2)
    assert np.isnan([row.agreement, row.lower]).all()
    [pair] = reproducibility_comparison(own, resampling())
    assert (pair.tasks, pair.undefined) == (0, 2)
    assert np.isnan([pair.difference, pair.p_value, pair.p_value_adjusted]).all()


def test_the_part_has_all_sizes_and_pairs():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 5)]
    tables = make_tables(["reproducibility"], tasks)
    everywhere = rows_of(tables["reproducibility"].itertuples(), prevalence="all")
    assert [row.parts for row in everywhere] == [2] * 3 + [4] * 3 + [8] * 3
    assert len(tables["reproducibility_pairs"]) == 3
    halves = {row.measure: row.agreement for row in everywhere if row.parts == 2}
    for row in tables["reproducibility_pairs"].itertuples():
        expected = halves[row.measure_a] - halves[row.measure_b]
        assert row.difference == pytest.approx(expected)
