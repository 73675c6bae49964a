"""Any measures, one or several, with AUPR and AUPRG among them or not."""

from functools import partial, wraps

import pandas as pd
import pytest
from sklearn import metrics as sk

import prgbench
from fast_settings import FAST
from prgbench.metrics import expected_cost_score
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table

TABLE = long_table(3, 4)
SETTINGS = {"comparison": FAST, "figures": {"formats": ["png"]}, "robustness": "all"}


def test_measures_without_aupr_and_auprg(tmp_path):
    compared = prgbench.compare(TABLE, measures=["auroc", "accuracy"], settings=SETTINGS)
    assert [pair.measures for pair in compared.answer.pairs] == [("auroc", "accuracy")]
    assert not {"rank_heatmap", "area_scatter"} & set(compared.figures)
    models = compared.models.set_index(["dataset_name", "flow_name"])
    for key, own in TABLE.groupby(["dataset", "model"]):
        expected = sk.accuracy_score(own["y_true"], own["y_score"] > 0.5)
        assert models.loc[key, "accuracy"] == pytest.approx(expected, rel=1e-12)
    compared.report(tmp_path / "report")


def test_one_measure_has_no_pairs(tmp_path):
    compared = prgbench.compare(TABLE, measures=["brier"], settings=SETTINGS)
    answer = compared.answer
    assert (answer.pairs, answer.tasks, answer.datasets, answer.models) == ([], 3, 3, 12)
    assert compared.tables["agreement"].empty
    best = compared.models.query("rank_brier == 1").set_index("dataset_name")["brier"]
    assert best.to_dict() == compared.models.groupby("dataset_name")["brier"].min().to_dict()
    with pytest.raises(PrgbenchError, match="answer is not drawn"):
        compared.figure("answer")
    page = compared.report(tmp_path / "report").read_text(encoding="utf-8")
    assert "Brier score" in page
    assert "All pairs of measures" not in page


def test_one_measure_of_many_data_sets_has_a_page(tmp_path):
    table = long_table(9, 3)
    compared = prgbench.compare(table, measures=["auroc"], settings=SETTINGS)
    assert compared.report(tmp_path / "report").is_file()
    assert "confidence_sets" not in compared.figures


@pytest.mark.parametrize("n_probabilities", [1, 2])
def test_a_measure_that_the_best_models_lack_comes_first(tmp_path, n_probabilities):
    """Nothing is lost of a Brier score that no pick has, and the page says the rest."""
    table = long_table(9, 3, 180)
    first = sorted(table["model"].unique())[:n_probabilities]
    raw = table["y_score"].where(table["model"].isin(first), 4 * table["y_score"] + 1)
    # The models with raw scores are far better by AUROC and AUPR.
    better = raw.where(table["model"].isin(first), raw + 9 * table["y_true"])
    measures = ["brier", "auroc", "aupr"]
    compared = prgbench.compare(
        table.assign(y_score=better), measures=measures, settings=SETTINGS, progress=False
    )
    choosing = compared.tables["choosing"].set_index(["target", "by"])["tasks"]
    assert choosing["brier", "auroc"] == 0 < choosing["auroc", "aupr"]
    # That the best models have no Brier score is no matter of the measure.
    shown = compared.answer.short()
    assert shown.headline in ("model-1.", "model-2.", "model-1 or model-2.")
    have = f"as only {n_probabilities} of 3 models have it; "
    assert f"Brier score is set aside, {have}model-0 leads under it." in shown.text
    assert not any(orders.apart for orders in compared.answer.orders)
    assert "from noise" not in compared.answer.details
    page = compared.report(tmp_path / "report").read_text(encoding="utf-8")
    assert "of models in 9 tasks. In each task, all orders" in page
    assert "A row is the loss of a measure" in page


@pytest.fixture(scope="module")
def brier_of_some():
    """Return a study of which the model that is by far the best by AUROC has no Brier score."""
    table = long_table(9, 6, 120)
    has_probabilities = table["model"].isin(["model-0", "model-3", "model-5"])
    raw = 4 * table["y_score"] + 1 + 9 * table["y_true"] * (table["model"] == "model-2")
    return prgbench.compare(
        table.assign(y_score=table["y_score"].where(has_probabilities, raw)),
        measures=["brier", "auroc"],
        settings=SETTINGS,
        progress=False,
    )


def test_a_model_that_a_measure_does_not_rank_shows_no_disagreement(brier_of_some):
    """Nothing excludes that a model is the best by a measure that it lacks."""
    answer = brier_of_some.answer
    by_brier, by_auroc = answer.best_models
    assert by_brier.not_ranked == ("model-2", "model-1", "model-4")
    assert by_auroc.not_ranked == ()
    assert (by_brier.model, by_auroc.model) == ("model-0", "model-2")
    assert (by_brier.tied, by_auroc.tied) == ((), ())
    [orders] = answer.orders
    assert not orders.apart
    assert not orders.apart_new
    said = str(answer)
    assert "model-2 is not ranked under Brier score" in said
    assert "beyond sampling noise" not in said.split("Does the choice")[0]
    assert "needs probabilities in [0, 1]: model-2 (on 9 data sets)" in said


def test_what_noise_gives_is_not_said_beside_a_count_of_other_models(brier_of_some):
    """A common order is of three models, and the winners that differ are among all six."""
    [pair] = brier_of_some.answer.pairs
    assert (pair.disagree.count, pair.disagree.tasks) == (9, 9)
    assert pair.disagree.if_alike is None
    assert "Brier score and AUROC 9 of 9." in str(brier_of_some.answer.details)


def test_the_best_mean_rank_is_among_the_models_with_all_measures(brier_of_some):
    leaders = "Among the 3 models with all scores, the best mean rank over 9 data sets: model-0"
    assert leaders in str(brier_of_some.answer.details)


def test_pairs_of_models_that_lack_a_measure_are_counted_apart(brier_of_some):
    """Of six models on 9 data sets three have both measures: 3 of their 15 pairs."""
    [pair] = brier_of_some.answer.pairs
    models = pair.pairs_of_models
    assert (models.pairs, models.lacking, models.noise_unknown) == (27, 108, 0)
    assert models.same + models.reversed + models.open == 27
    at_costs = brier_of_some.answer.pairs_at_all_costs
    assert (at_costs.pairs, at_costs.lacking) == (135, 108)
    assert at_costs.alike <= 27
    details = str(brier_of_some.answer.details)
    assert "Of 27 pairs of models within tasks, Brier score and AUROC certainly" in details
    assert "(108 more lack a measure). The rest are unresolved." in details
    assert "Of 135 pairs of models within 9 tasks, 108 lack a measure. Of the others" in details
    by_pair = brier_of_some.tables["model_pairs"].iloc[0]
    of_ranks = brier_of_some.tables["if_alike"]
    assert {by_pair["tasks"]} == set(of_ranks["tasks"]) == {9}
    assert (set(of_ranks["few_models"]), set(of_ranks["undefined"])) == ({0}, {0})


def test_no_number_of_the_page_lies_outside_its_interval(brier_of_some, tmp_path):
    page = brier_of_some.report(tmp_path / "report").read_text(encoding="utf-8")
    tables = brier_of_some.tables
    keys = ["measure_a", "measure_b", "statistic"]
    beside = tables["if_alike"].merge(tables["intervals"], on=keys).set_index("statistic")
    share = beside.loc["best_differs"]
    assert share["found"] < share["lower"]
    assert "because some models lack a measure is of the other models" in page
    # Rules of aggregation rank all models that a measure has.
    assert "Winners among" not in page
    assert "(3 models on 9 data sets)" in page
    assert "(6 models on 9 data sets)" in page


def test_the_only_model_of_a_measure_is_ahead_of_none():
    table = long_table(8, 3, 90)
    raw = table["y_score"].where(table["model"] == "model-0", 4 * table["y_score"] + 1)
    answer = prgbench.compare(
        table.assign(y_score=raw),
        measures=["brier", "auroc"],
        settings=SETTINGS,
        progress=False,
    ).answer
    details = str(answer.details)
    assert "): model-0, the only model that is ranked." in details
    assert "Under Brier score, model-0 stays ahead" not in details
    # Three pairs of models on each of 8 data sets, and none has both measures.
    [pair] = answer.pairs
    assert pair.ranks.verdict == pair.winners.verdict == "too few models in common"
    assert (pair.pairs_of_models.pairs, pair.pairs_of_models.lacking) == (0, 24)
    assert [warning.kind for warning in answer.warnings] == []
    assert "Too few models have both measures to tell whether Brier score and AUROC" in details
    assert "No two models of a task have both Brier score and AUROC" in details
    assert "Of 24 pairs of models within 8 tasks, each lacks a measure" in details
    assert " of 0" not in details


def test_the_expected_cost_is_a_measure_that_is_lower_for_better_models():
    name = "expected_cost@cost_ratio=5"
    compared = prgbench.compare(TABLE, measures=["auroc", name], settings={"comparison": FAST})
    assert [pair.measures for pair in compared.answer.pairs] == [("auroc", name)]
    models = compared.models.set_index(["dataset_name", "flow_name"])
    for key, own in TABLE.groupby(["dataset", "model"]):
        cost = expected_cost_score(own["y_true"], own["y_score"], cost_ratio=5)
        assert models.loc[key, name] == pytest.approx(cost, rel=1e-12)
    first = models.sort_values(f"rank_{name}").groupby("dataset_name")[name].first()
    least = models.groupby("dataset_name")[name].min()
    assert first.to_dict() == pytest.approx(least.to_dict(), abs=1e-12)
    one = TABLE[(TABLE["dataset"] == "data 0") & (TABLE["model"] == "model-0")]
    [row] = prgbench.score(one, measures=[name], n_resamples=50).to_dict("records")
    cost = expected_cost_score(one["y_true"], one["y_score"], cost_ratio=5)
    assert row[name] == pytest.approx(cost, rel=1e-12)


def test_scores_that_are_no_probabilities_have_neither_brier_score_nor_f1():
    table = TABLE.assign(y_score=5 * TABLE["y_score"])
    for name, label in {"brier": "Brier score", "f1": "F1"}.items():
        with pytest.raises(PrgbenchError, match=f"^{label} is undefined for all 12 models: it"):
            prgbench.compare(table, measures=["auroc", name], settings=SETTINGS)
    mixed = pd.concat([TABLE[TABLE["model"] > "model-0"], table[table["model"] == "model-0"]])
    compared = prgbench.compare(mixed, measures=["f1"], settings={"comparison": FAST})
    ranks = compared.models.groupby("flow_name")["rank_f1"].unique()
    assert ranks["model-0"].tolist() == [4]
    assert (
        "Without F1, which needs probabilities in [0, 1]: model-0 (on 3 data sets)."
    ) in compared.answer.first_line


def top_share(y_true, y_score):
    return float(y_true[y_score.argmax()])


@wraps(sk.roc_auc_score)
def wrapped(y_true, y_score):
    return 1 - sk.roc_auc_score(y_true, y_score)


@pytest.mark.parametrize("measure", [partial(sk.fbeta_score, beta=2), lambda _, s: s[0], wrapped])
def test_a_measure_that_would_be_imported_as_another_is_refused(measure):
    for evaluate in (prgbench.score, prgbench.compare):
        with pytest.raises(PrgbenchError, match="can't be imported from its module"):
            evaluate(TABLE, measures=[measure])


@pytest.mark.parametrize("measure", [sk.log_loss, "sklearn.metrics:brier_score_loss"])
def test_a_loss_is_not_taken_as_higher_is_better(measure):
    with pytest.raises(PrgbenchError, match=r"Lower is better for sklearn.metrics.*_loss,"):
        prgbench.score(TABLE, measures=[measure])


@pytest.mark.filterwarnings("ignore:.*top_share is the same in all resamples:UserWarning")
def test_a_function_of_a_module_is_evaluated():
    found = prgbench.score(TABLE, measures=[top_share, sk.average_precision_score], n_resamples=9)
    own = next(own for _, own in TABLE.groupby(["dataset", "model"]))
    expected = sk.average_precision_score(own["y_true"], own["y_score"])
    assert found.filter(like="average_precision_score").iloc[0, 0] == pytest.approx(expected)
    assert set(found.filter(regex="top_share$").iloc[:, 0]) <= {0.0, 1.0}
