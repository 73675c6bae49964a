import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_tables, make_task_scores, resampling
from prgbench.answer.excess import excess_summary
from prgbench.stats.families import sign_flip_test

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
    assert row["p_value"] == 1 / 4
    assert row["verdict"] == "too_few_data_sets"


def test_p_values_are_one_sided_and_adjusted_for_the_pairs_at_the_same_parts():
    rng = np.random.default_rng(0)
    pairs = [("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc")]
    tables = [
        halves_of(rng.normal(mean, 0.2, 30), parts=parts, pair=pair)
        for parts in (2, 4)
        for pair, mean in zip(pairs, (0.2, 0.05, -0.1), strict=True)
    ]
    table = excess_summary(pd.concat(tables), resampling(500))
    assert table["parts"].tolist() == [2, 2, 2, 4, 4, 4]
    for row, own in zip(table.itertuples(), tables, strict=True):
        expected = sign_flip_test(own["excess"], own["dataset_id"], alternative="greater")
        assert row.p_value == expected
    for _, own in table.groupby("parts"):
        smallest = own["p_value"].min()
        assert own["p_value_adjusted"].min() == pytest.approx(3 * smallest)
        assert own["verdict"].iloc[0] == "more_than_noise"
        assert own["verdict"].iloc[2] == "not_shown"
        assert own["p_value"].iloc[2] > 0.9


def test_few_data_sets_have_no_verdict_however_large_the_excess():
    excesses = np.linspace(0.5, 1, 40)
    verdicts = [
        excess_summary(halves_of(own, tasks_per_dataset=each), resampling())["verdict"].item()
        for own, each in ((excesses, 1), (excesses[:20], 1), (excesses[:19], 1), (excesses, 3))
    ]
    few = "too_few_data_sets"
    assert verdicts == ["more_than_noise", "more_than_noise", few, few]


def test_data_sets_without_a_value_do_not_count():
    excesses = [*np.linspace(0.5, 1, 19), *[NAN] * 30]
    [row] = excess_summary(halves_of(excesses), resampling()).to_dict("records")
    assert (row["datasets"], row["undefined"]) == (19, 30)
    assert row["verdict"] == "too_few_data_sets"


def test_what_does_not_vary_is_not_shown():
    [row] = excess_summary(halves_of(np.zeros(40)), resampling()).to_dict("records")
    assert np.isnan(row["lower"])
    assert row["note"]
    assert (row["p_value"], row["verdict"]) == (1, "not_shown")


def test_nothing_defined_is_a_row_without_numbers():
    [row] = excess_summary(halves_of([NAN] * 3), resampling()).to_dict("records")
    assert (row["tasks"], row["undefined"], row["verdict"]) == (0, 3, "too_few_data_sets")
    assert np.isnan([row["excess"], row["lower"], row["p_value"], row["p_value_adjusted"]]).all()


def test_the_part_has_a_row_per_pair_and_size():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 7)]
    table = make_tables(["excess"], tasks, make_setting())["excess"]
    assert len(table) == 6
    assert (table["tasks"] == 6).all()
    assert (table["datasets"] == 3).all()
    np.testing.assert_allclose(table["excess"], table["two_measures"] - table["one_measure"])
