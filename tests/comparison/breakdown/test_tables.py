import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, bootstrap, make_task_scores, models_of
from prgbench.comparison.breakdown.tables import cut, disagreement_breakdown
from prgbench.replication.agreement import task_agreement


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
    values = pd.Series([0.01, 0.0100001, 0.5, 0.7])
    assert cut(values, (0.01, 0.5)).tolist() == ["≤ 0.01", "0.01 – 0.5", "0.01 – 0.5", "> 0.5"]


def test_the_bins_of_a_property_hold_all_tasks_and_disagreements(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, **bootstrap(100))
    for (a, b, by), bins in table.groupby(["measure_a", "measure_b", "by"]):
        own = agreement[(agreement["measure_a"] == a) & (agreement["measure_b"] == b)]
        assert bins["tasks"].sum() == 24, by
        total = (bins["tasks"] * bins["best_differs"]).sum()
        assert total == pytest.approx(own["best_differs"].sum())
    assert table["by"].nunique() == 7


def test_one_bin_by_hand(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, **bootstrap(100))
    prevalence = models.groupby("task_id")["prevalence"].first()
    chosen = prevalence[(prevalence > 0.2) & (prevalence <= 0.3)].index
    own = agreement[agreement["task_id"].isin(chosen)]
    own = own[(own["measure_a"] == "aupr") & (own["measure_b"] == "auroc")]
    row = table[
        (table["measure_a"] == "aupr")
        & (table["measure_b"] == "auroc")
        & (table["by"] == "prevalence")
        & (table["bin"] == "0.2 – 0.3")
    ].iloc[0]
    assert (row["tasks"], row["datasets"]) == (len(own), own["dataset_id"].nunique())
    assert row["best_differs"] == own["best_differs"].mean()
    assert row["lower"] <= row["best_differs"] <= row["upper"]


def test_best_models_are_those_by_the_first_measure(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement, **bootstrap(20))
    own = table.query("measure_a == 'auprg' and by == 'flow family'").set_index("bin")["tasks"]
    best = models.loc[models.groupby("task_id")["auprg"].idxmax(), "flow_family"]
    assert own.to_dict() == best.value_counts().to_dict()


def test_bins_of_one_data_set_have_no_interval(study):
    models, agreement = study
    table = disagreement_breakdown(models, agreement.assign(dataset_id=1), **bootstrap(20))
    assert table["best_differs"].notna().all()
    assert table["lower"].isna().all()
    assert (table["note"] != "").all()
