"""Tables of scores of caret and tidymodels: their models, measures and resamples."""

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.table import read_scores

ROC = [0.7, 0.8, 0.75, 0.85]
REPEATED = ["Fold1.Rep1", "Fold2.Rep1", "Fold1.Rep2", "Fold2.Rep2"]


def of_caret(names):
    """Return `resamples(list(rf = ..., glm = ...))$values`."""
    return pd.DataFrame(
        {
            "Resample": names,
            "rf~ROC": ROC,
            "rf~Sens": [0.5, 0.6, 0.7, 0.8],
            "glm~ROC": [value - 0.1 for value in ROC],
            "glm~Sens": [0.4, 0.5, 0.6, 0.7],
        }
    )


def of_tidymodels(ids):
    """Return `collect_metrics(summarize = FALSE)` of two workflows of one kind."""
    rows = [
        {
            "wflow_id": workflow,
            ".config": "Preprocessor1_Model1",
            "preproc": "recipe",
            "model": "rand_forest",
            **row,
            ".metric": metric,
            ".estimator": "binary",
            ".estimate": value + better,
        }
        for workflow, better in (("plain_rf", 0), ("pca_rf", 0.1))
        for row, value in zip(ids, ROC, strict=True)
        for metric in ("roc_auc", "detection_prevalence")
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("names", "varies", "n_blocks"),
    [
        (["Fold1", "Fold2", "Fold3", "Fold4"], "fold", 1),
        (REPEATED, "fold", 2),
        (["Resample01", "Resample02", "Resample03", "Resample04"], "resample", 1),
        (["Rep1", "Rep2", "Rep3", "Rep4"], "repeat", 1),
        (["1", "2", "3", "4"], "resample", 1),
    ],
)
@pytest.mark.parametrize("index", [False, True])
def test_a_column_of_caret_has_a_measure_of_a_model(tmp_path, names, varies, n_blocks, index):
    of_caret(names).to_csv(tmp_path / "churn.csv", index=index)
    read = read_scores(tmp_path / "churn.csv")
    assert read.measures == {"ROC": True, "Sens": True}
    assert read.varies == varies
    assert read.scores["block"].nunique() == n_blocks
    assert read.scores["dataset"].unique().tolist() == ["churn"]
    scores = read.scores.groupby("model")["ROC"].apply(sorted)
    assert scores.to_dict() == {"rf": sorted(ROC), "glm": sorted(value - 0.1 for value in ROC)}


@pytest.mark.parametrize("name", ["ROC", "roc", "auc", "AUROC", "roc_auc"])
def test_a_measure_of_caret_has_the_names_of_the_auroc(name):
    read = read_scores(of_caret(REPEATED), measures=[name])
    assert read.measures == {name: True}
    assert sorted(read.scores[name]) == sorted([*ROC, *(value - 0.1 for value in ROC)])


def test_the_auc_of_caret_that_is_of_precision_and_recall_is_itself():
    table = of_caret(REPEATED).rename(columns=lambda name: name.replace("Sens", "AUC"))
    read = read_scores(table, measures=["AUC"])
    assert sorted(read.scores["AUC"]) == [0.4, 0.5, 0.5, 0.6, 0.6, 0.7, 0.7, 0.8]


def test_the_f_of_caret_is_a_measure_beside_those_of_the_same_summary():
    measures = ("AUC", "Precision", "Recall", "F")
    scores = {f"{model}~{name}": ROC for model in ("rf", "glm") for name in measures}
    read = read_scores(pd.DataFrame({"Resample": REPEATED, **scores}))
    assert read.measures == dict.fromkeys(measures, True)


def test_a_measure_that_caret_has_not_is_named():
    with pytest.raises(PrgbenchError, match=r"no measure column kappa; it has .*ROC, Sens"):
        read_scores(of_caret(REPEATED), measures=["kappa"])


@pytest.mark.parametrize(
    ("ids", "varies", "n_blocks"),
    [
        ([{"id": f"Fold{n}"} for n in range(4)], "fold", 1),
        ([{"id": f"Bootstrap0{n}"} for n in range(4)], "resample", 1),
        ([{"id": f"Repeat{r}", "id2": f"Fold{n}"} for r in (1, 2) for n in (1, 2)], "fold", 2),
    ],
)
def test_workflows_are_models_and_ids_of_tidymodels_replicates(ids, varies, n_blocks):
    read = read_scores(of_tidymodels(ids))
    assert read.measures == {"roc_auc": True}
    assert read.varies == varies
    assert read.scores["block"].nunique() == n_blocks
    scores = read.scores.groupby("model")["roc_auc"].apply(sorted)
    assert scores["plain_rf"] == sorted(ROC)
    assert scores["pca_rf"] == sorted(value + 0.1 for value in ROC)
    unused = "detection_prevalence, .config, preproc, model, .estimator"
    assert f"Not used: the columns {unused}." in read.notes


def test_scores_of_the_training_sample_are_left_out():
    ids = [{"id": name} for name in ("Bootstrap1", "Bootstrap2", "Bootstrap3", "Apparent")]
    read = read_scores(of_tidymodels(ids))
    assert read.varies == "resample"
    assert read.scores.groupby("model")["roc_auc"].max()["plain_rf"] == max(ROC[:3])
    assert (
        "Left out, as they were computed on the training sample: the rows Apparent." in read.notes
    )


def test_ids_that_may_be_anything_are_asked_for_and_the_advice_works():
    table = of_tidymodels([{"id": f"Slice{n}"} for n in range(4)])
    with pytest.raises(
        PrgbenchError, match=r"differ in the column id: .*--columns seed=id, or fo"
    ):
        read_scores(table)
    read = read_scores(table, columns={"fold": "id"})
    assert read.varies == "fold"
    assert len(read.scores) == 8


def test_what_says_how_classes_are_averaged_names_no_models():
    table = of_tidymodels([{"id": f"Fold{n}"} for n in range(4)])
    table = table[table["wflow_id"] == "pca_rf"].drop(columns=["wflow_id", "model", "preproc"])
    with pytest.raises(
        PrgbenchError, match=r"no column of models: give --columns model=\.config\."
    ):
        read_scores(table)


def test_the_settings_of_a_tuned_workflow_are_models():
    table = of_tidymodels([{"id": f"Fold{n}"} for n in range(4)])
    tuned = pd.concat([table, table.assign(**{".config": "Preprocessor1_Model2"})])
    read = read_scores(tuned)
    assert read.scores["model"].nunique() == 4
    assert "plain_rf Preprocessor1_Model2" in set(read.scores["model"])
