import numpy as np
import pandas as pd
import pytest

from made_up_models import with_columns
from made_up_tasks import MEASURES, make_task_scores, models_of, resampling
from prgbench.data.models import Models
from prgbench.robustness.breakdown import cut, disagreement_breakdown
from prgbench.stats.shares import difference_of_shares
from prgbench.study.agreement import task_agreement


@pytest.fixture(scope="module")
def study():
    rng = np.random.default_rng(0)
    tasks = [
        make_task_scores(t, n=int(rng.integers(40, 900)), prevalence=rng.uniform(0.05, 0.5))
        for t in range(1, 25)
    ]
    models = models_of(tasks)
    return models, task_agreement(models, MEASURES)


def test_bins_include_their_upper_edge():
    bins = cut(pd.Series([0.01, 0.0100001, 0.5, 0.7]), (0.01, 0.5)).astype(str)
    assert bins.tolist() == ["(-inf, 0.01]", "(0.01, 0.5]", "(0.01, 0.5]", "(0.5, inf]"]


def test_the_bins_of_a_property_hold_all_tasks_and_disagreements(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, resampling(100))
    for (a, b, by), bins in table.groupby(["measure_a", "measure_b", "by"]):
        own = agreement[(agreement["measure_a"] == a) & (agreement["measure_b"] == b)]
        assert bins["tasks"].sum() == 24, by
        total = (bins["tasks"] * bins["best_differs"]).sum()
        assert total == pytest.approx(own["best_differs"].sum())
    assert table["by"].nunique() == 7


def test_one_bin_by_hand(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, resampling(100))
    prevalence = models.by_task["prevalence"].first()
    chosen = prevalence[(prevalence > 0.2) & (prevalence <= 0.3)].index
    own = agreement[agreement["task_id"].isin(chosen)]
    own = own[(own["measure_a"] == "aupr") & (own["measure_b"] == "auroc")]
    row = table[
        (table["measure_a"] == "aupr")
        & (table["measure_b"] == "auroc")
        & (table["by"] == "prevalence")
        & (table["bin"] == "(0.2, 0.3]")
    ].iloc[0]
    assert (row["tasks"], row["datasets"]) == (len(own), own["dataset_id"].nunique())
    assert row["best_differs"] == own["best_differs"].mean()
    assert row["lower"] <= row["best_differs"] <= row["upper"]


def test_differences_are_those_to_all_other_tasks(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, resampling(100))
    row = table[table["by"].eq("instances") & table["measure_b"].eq("auroc")].iloc[1]
    n = models.by_task["n"].first()
    inside = n.index[(n > 300) & (n <= 1000)]
    own = agreement[agreement["measure_a"].eq(row["measure_a"])]
    own = own[own["measure_b"].eq("auroc")]
    members = own["task_id"].isin(inside)
    assert row["others"] == own.loc[~members, "best_differs"].mean()
    assert row["difference"] == pytest.approx(row["best_differs"] - row["others"])
    bootstrap = resampling(100).of(own["dataset_id"])
    shares = [bootstrap.interval_of_share(own["best_differs"], m) for m in (members, ~members)]
    assert (row["difference_lower"], row["difference_upper"]) == difference_of_shares(*shares)


def by_size(differs, datasets):
    """Return a study in which half of the tasks are small; the measures differ as given."""
    n_tasks = len(differs)
    tasks = [make_task_scores(t, n=200 + 200 * (t % 2), n_models=3) for t in (1, 2)]
    two = models_of(tasks)
    models = Models.concat(with_columns(two.of_task(1 + t % 2), task_id=t) for t in range(n_tasks))
    return models, pd.DataFrame(
        {
            "task_id": range(n_tasks),
            "dataset_id": datasets,
            "measure_a": "aupr",
            "measure_b": "auroc",
            "best_differs": differs,
        }
    )


def test_a_bin_in_which_measures_always_differ_is_found():
    models, agreement = by_size([t % 2 == 0 for t in range(40)], range(40))
    table = disagreement_breakdown(models, agreement, resampling(50))
    large, small = (
        table[table["by"].eq("instances") & table["bin"].eq(name)].iloc[0]
        for name in ("(300.0, 1000.0]", "(-inf, 300.0]")
    )
    assert (large["difference"], small["difference"]) == (1, -1)
    assert large["difference_lower"] == pytest.approx(1 - np.sqrt(2) * (1 - 0.025 ** (1 / 20)))
    assert large["difference_upper"] == 1
    tested = table["p_value"].notna().sum()
    assert large["p_value"] == pytest.approx(2e-4)
    assert large["p_value_adjusted"] == pytest.approx(tested * 2e-4)
    assert table.loc[table["tasks"] == 40, "p_value"].isna().all()


def test_fewer_than_20_data_sets_are_not_tested():
    models, agreement = by_size([t % 2 == 0 for t in range(40)], [t % 19 for t in range(40)])
    table = disagreement_breakdown(models, agreement, resampling(50))
    assert table[["p_value", "p_value_adjusted"]].isna().all(axis=None)
    assert table["difference_lower"].notna().any()


def test_best_models_are_those_by_the_first_measure(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, resampling(20))
    own = table.query("measure_a == 'auprg' and by == 'flow_family'").set_index("bin")["tasks"]
    best = models[models.by_task["auprg"].idxmax()].flow_family
    assert own.to_dict() == best.value_counts().to_dict()


def test_bins_of_one_data_set_have_no_interval(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement.assign(dataset_id=1), resampling(20))
    assert table["best_differs"].notna().all()
    assert table["lower"].isna().all()
    assert (table["note"] != "").all()


def test_what_is_no_date_is_an_unknown_year(study):
    models, agreement = study
    dates = ["", "=1+1", "2014-04-06 23:30:40"]
    changed = with_columns(models, upload_time=np.resize(dates, len(models)))
    table = disagreement_breakdown(changed, agreement, resampling(100))
    assert set(table.loc[table["by"] == "upload_year", "bin"]) == {"2014", "unknown"}


def test_sizes_are_of_instances_not_of_rows(study):
    models, agreement = study
    repeated = with_columns(models, n=10 * models.n)
    pd.testing.assert_frame_equal(
        disagreement_breakdown(repeated, agreement, resampling(20)).query(
            "by != 'distinct_scores'"
        ),
        disagreement_breakdown(models, agreement, resampling(20)).query("by != 'distinct_scores'"),
    )
