import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, bootstrap, make_task_scores, models_of
from prgbench.comparison.predictors.names import PREDICTORS, SMALLEST_GAP
from prgbench.comparison.predictors.tables import disagreement_model, gap_curve, task_predictors
from prgbench.replication.agreement import task_agreement


def test_predictors_by_hand():
    tasks = [make_task_scores(t, n=50 + 10 * t) for t in range(1, 7)]
    models = models_of(tasks)
    table = task_predictors(models, task_agreement(models, MEASURES))
    row = table.query("task_id == 3 and measure_a == 'auprg'").iloc[0]
    own = models[models["task_id"] == 3]
    best = own["auprg"].nlargest(2).to_numpy()
    first = own.loc[own["auprg"].idxmax()]
    minority = min(own["prevalence"].iloc[0], 1 - own["prevalence"].iloc[0]) * 80
    assert row["gap"] == pytest.approx(best[0] - best[1])
    assert row["log_gap"] == pytest.approx(np.log10(max(row["gap"], SMALLEST_GAP)))
    assert row["log_n"] == pytest.approx(np.log10(80))
    assert row["log_minority"] == pytest.approx(np.log10(minority))
    assert row["tied_scores"] == pytest.approx(1 - first["n_distinct"] / 80)
    assert len(table) == 18


def make_predictors(n=1200, per_dataset=3, seed=0):
    """Return tasks whose log-odds of a disagreement are -1.5 per standard deviation of log_gap."""
    rng = np.random.default_rng(seed)
    values = {name: rng.normal(size=n) for name in PREDICTORS}
    standard = (values["log_gap"] - values["log_gap"].mean()) / values["log_gap"].std()
    odds = -0.3 - 1.5 * standard + 0.5 * np.repeat(rng.normal(size=n // per_dataset), per_dataset)
    return pd.DataFrame(
        {
            "task_id": range(n),
            "dataset_id": np.repeat(range(n // per_dataset), per_dataset),
            "measure_a": "a",
            "measure_b": "b",
            "best_differs": rng.random(n) < 1 / (1 + np.exp(-odds)),
            "gap": 10 ** values["log_gap"],
            **values,
        }
    )


def test_the_model_finds_what_made_the_disagreements():
    table = disagreement_model(make_predictors(), confidence_level=0.95).set_index("predictor")
    gap = table.loc["log_gap"]
    assert gap["coefficient"] == pytest.approx(-1.5, abs=0.3)
    assert gap["lower"] < gap["coefficient"] < gap["upper"] < 0
    assert gap["p_value"] < 1e-6
    others = table.drop("log_gap")
    assert (others["coefficient"].abs() < 0.3).all()
    assert set(table["note"]) == {""}
    assert table["datasets"].iloc[0] == 400


def test_too_few_tasks_have_no_model_and_say_so():
    table = disagreement_model(make_predictors(n=60), confidence_level=0.95)
    assert table["coefficient"].isna().all()
    assert table["note"].str.startswith("too few").all()


def test_a_predictor_that_does_not_vary_is_left_out():
    predictors = make_predictors().assign(log_n=3.0)
    table = disagreement_model(predictors, confidence_level=0.95).set_index("predictor")
    assert np.isnan(table.at["log_n", "coefficient"])
    assert table.at["log_n", "note"] == "does not vary"
    assert table.at["log_gap", "coefficient"] < -1


def test_a_disagreement_that_is_a_step_of_a_predictor_has_no_model():
    predictors = make_predictors()
    table = disagreement_model(
        predictors.assign(best_differs=predictors["log_gap"] < 0), confidence_level=0.95
    )
    assert table["coefficient"].isna().all()
    assert table["note"].str.startswith("the fit failed").all()


def test_tasks_without_a_predictor_are_counted():
    predictors = make_predictors()
    predictors.loc[:9, "log_gap"] = np.nan
    assert set(disagreement_model(predictors, confidence_level=0.95)["left_out"]) == {10}


def test_the_curve_falls_with_the_gap_and_holds_all_tasks():
    predictors = make_predictors()
    table = gap_curve(predictors, bins=10, **bootstrap(50))
    assert table["tasks"].tolist() == [120] * 10
    assert (table["gap_from"].to_numpy()[1:] > table["gap_to"].to_numpy()[:-1]).all()
    assert table["best_differs"].iloc[0] > 0.8 > 0.2 > table["best_differs"].iloc[-1]


def test_few_tasks_make_fewer_bins():
    table = gap_curve(make_predictors(n=30), bins=10, **bootstrap(20))
    assert table["tasks"].tolist() == [10, 10, 10]
    assert len(gap_curve(make_predictors(n=9), **bootstrap(20))) == 1
