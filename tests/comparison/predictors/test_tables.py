import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy.stats import t
from statsmodels.stats.outliers_influence import variance_inflation_factor

from made_up_tasks import MEASURES, make_task_scores, models_of, resampling
from prgbench.comparison.predictors.names import PREDICTORS, SMALLEST_GAP
from prgbench.comparison.predictors.tables import (
    disagreement_model,
    gap_curve,
    task_predictors,
    variance_inflation,
)
from prgbench.replication.agreement import task_agreement
from prgbench.stats.families import holm


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
    assert gap["p_value_adjusted"] == pytest.approx(4 * gap["p_value"])
    others = table.drop("log_gap")
    assert (others["coefficient"].abs() < 0.3).all()
    assert set(table["note"]) == {""}
    assert table["datasets"].iloc[0] == 400


def test_the_model_is_a_logistic_regression_with_clustered_errors():
    """With one task per data set and one predictor: the errors of Mancl and DeRouen by hand."""
    predictors = make_predictors(n=300, per_dataset=1).assign(
        prevalence=0.3, log_minority=2.0, tied_scores=0.0
    )
    table = disagreement_model(predictors, confidence_level=0.9).set_index("predictor")
    x = (predictors["log_gap"] - predictors["log_gap"].mean()) / predictors["log_gap"].std()
    design, y = np.column_stack([np.ones(300), x]), predictors["best_differs"].to_numpy(float)
    fitted = sm.Logit(y, design).fit(disp=0)
    chance = fitted.predict(design)
    weight = chance * (1 - chance)
    bread = np.linalg.inv(design.T @ (weight[:, None] * design))
    leverage = weight * np.einsum("ij,jk,ik->i", design, bread, design)
    scores = design * ((y - chance) / (1 - leverage))[:, None]
    error = np.sqrt((bread @ scores.T @ scores @ bread)[1, 1])
    gap = table.loc["log_gap"]
    assert gap["coefficient"] == pytest.approx(fitted.params[1], rel=1e-5)
    assert gap["standard_error"] == pytest.approx(error, rel=1e-5)
    half = t.ppf(0.95, 298) * error
    assert gap["upper"] - gap["lower"] == pytest.approx(2 * half, rel=1e-5)
    assert gap["p_value"] == pytest.approx(2 * t.sf(-gap["coefficient"] / error, 298), rel=1e-3)


def test_coefficients_of_all_pairs_are_one_family():
    two = [make_predictors(seed=s).assign(measure_b=f"b{s}") for s in (0, 1)]
    table = disagreement_model(pd.concat(two), confidence_level=0.95)
    np.testing.assert_allclose(table["p_value_adjusted"], holm(table["p_value"]))
    assert table["p_value_adjusted"].min() == pytest.approx(8 * table["p_value"].min())


def test_predictors_of_tasks_as_they_are_are_not_collinear():
    """Sizes and prevalences as in archives; with the instances, too, they would be."""
    rng = np.random.default_rng(4)
    n = 10 ** rng.normal(2.9, 0.5, size=800)
    prevalence = 0.5 * rng.beta(1.5, 1.5, size=800)
    minority = np.log10(np.maximum(n * prevalence, 1))
    gap = -1 - 0.5 * minority + 0.6 * rng.normal(size=800)
    tied = 1 / (1 + np.exp(-rng.normal(size=800) + np.log10(n) - 3))
    columns = pd.DataFrame(
        {"prevalence": prevalence, "log_minority": minority, "log_gap": gap, "tied_scores": tied}
    )
    assert list(columns) == list(PREDICTORS)
    factors = variance_inflation(columns)
    expected = [
        variance_inflation_factor(sm.add_constant(columns).to_numpy(), place)
        for place in range(1, 5)
    ]
    assert list(factors.values()) == pytest.approx(expected)
    assert max(factors.values()) < 5
    assert max(variance_inflation(columns.assign(log_n=np.log10(n))).values()) > 5


def test_too_few_tasks_have_no_model_and_say_so():
    table = disagreement_model(make_predictors(n=60), confidence_level=0.95)
    assert table["coefficient"].isna().all()
    assert table["note"].str.startswith("too few").all()
    assert table["p_value_adjusted"].isna().all()


def test_fewer_than_20_data_sets_have_no_p_values():
    predictors = make_predictors().assign(dataset_id=np.arange(1200) % 19)
    table = disagreement_model(predictors, confidence_level=0.95)
    assert table[["p_value", "p_value_adjusted", "coefficient"]].isna().all(axis=None)
    assert table["note"].str.endswith("19, not 40").all()


def test_a_predictor_that_does_not_vary_is_left_out():
    predictors = make_predictors().assign(prevalence=0.3)
    table = disagreement_model(predictors, confidence_level=0.95).set_index("predictor")
    assert np.isnan(table.at["prevalence", "coefficient"])
    assert table.at["prevalence", "note"] == "does not vary"
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
    table = gap_curve(predictors, resampling(50), bins=10)
    assert table["tasks"].tolist() == [120] * 10
    assert (table["gap_from"].to_numpy()[1:] > table["gap_to"].to_numpy()[:-1]).all()
    assert table["best_differs"].iloc[0] > 0.8 > 0.2 > table["best_differs"].iloc[-1]


def test_few_tasks_make_fewer_bins():
    table = gap_curve(make_predictors(n=30), resampling(20), bins=10)
    assert table["tasks"].tolist() == [10, 10, 10]
    assert len(gap_curve(make_predictors(n=9), resampling(20))) == 1
