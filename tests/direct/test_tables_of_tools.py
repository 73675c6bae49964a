"""Predictions as other tools write them: the right winner, or a refusal whose advice leads there.

Each tool's files are made as it names its columns; of the models, ``best`` is truly the best.
"""

import numpy as np
import pandas as pd
import pytest

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(7)
N_ROWS = 150
SKILL = {"poor": 0.6, "best": 3.0}
TRUTH = RNG.permutation(np.arange(N_ROWS) < 52).astype(int)
PROBABLE = {
    model: (1 / (1 + np.exp(-skill * (TRUTH - 0.5) - RNG.normal(size=N_ROWS)))).round(5)
    for model, skill in SKILL.items()
}
"""The probability of the class 1 by each model."""


def named(codes, names=("no", "yes")):
    return np.array(names)[np.asarray(codes, dtype=int)]


def a_file_for_each(folder, table_of, **options):
    """Write the table of each model's probabilities to a file of its name."""
    for model, probable in PROBABLE.items():
        table_of(probable).to_csv(folder / f"{model}.csv", **{"index": False, **options})
    return str(folder)


def best_of(data, **options):
    answer = prgbench.compare(data, settings={"comparison": FAST}, **options).answer
    [best] = {best.model for best in answer.best_models}
    return best


def test_a_file_without_a_header_asks_for_one(tmp_path):
    def of_sagemaker(probable):
        return pd.DataFrame({"y": TRUTH, "p": probable})

    folder = a_file_for_each(tmp_path, of_sagemaker, header=False)
    with pytest.raises(PrgbenchError, match=r"has no header, .* such as y_true,y_score") as raised:
        best_of(folder)
    assert "best.csv" in str(raised.value)
    for path in tmp_path.iterdir():
        path.write_text("y_true,y_score\n" + path.read_text())
    assert best_of(folder) == "best"


def of_fastai(probable):
    loss = -np.log(np.where(TRUTH == 1, probable, 1 - probable))
    return pd.DataFrame(
        {"pred_0": 1 - probable, "pred_1": probable, "target": TRUTH, "loss": loss.round(4)}
    )


def test_losses_of_instances_are_no_measure(tmp_path):
    folder = a_file_for_each(tmp_path, of_fastai)
    with pytest.raises(PrgbenchError, match=r"may have predictions, .*--columns y_true=target, "):
        best_of(folder)
    assert best_of(folder, columns={"y_true": "target"}) == "best"


def test_times_of_transactions_are_no_measure():
    fraud = pd.DataFrame({"Time": np.arange(N_ROWS) * 3.5, "Class": TRUTH, **PROBABLE})
    with pytest.raises(PrgbenchError, match=r"may have predictions, .*--columns y_true=Class, "):
        best_of(fraud)
    assert best_of(fraud, columns={"y_true": "Class"}) == "best"


OF_CLASSES = {
    "Vertex AI": ("churn_no_scores", "churn_yes_scores"),
    "RapidMiner": ("confidence(no)", "confidence(yes)"),
    "KNIME": ("P (churn=no)", "P (churn=yes)"),
    "DataRobot": ("churn_no_PREDICTION", "churn_yes_PREDICTION"),
    "spaCy": ("cats.no", "cats.yes"),
    "SAS": ("P_CHURNno", "P_CHURNyes"),
    "Evidently": ("no", "yes"),
}


@pytest.mark.parametrize("tool", OF_CLASSES)
@pytest.mark.parametrize("labels", [("no", "yes"), ("0", "1")])
def test_a_column_for_each_class_however_it_is_called(tmp_path, tool, labels):
    no, yes = (
        name.replace(old, new)
        for name, old, new in zip(OF_CLASSES[tool], ("no", "yes"), labels, strict=True)
    )
    if no == "0":
        no, yes = "p0", "p1"

    def of_tool(probable):
        return pd.DataFrame({"churn": named(TRUTH, labels), no: 1 - probable, yes: probable})

    folder = a_file_for_each(tmp_path, of_tool)
    assert best_of(folder, columns={"y_true": "churn"}) == "best"


def test_the_label_of_a_class_is_before_the_name_of_the_model():
    table = pd.DataFrame({"Churn": TRUTH})
    for model, probable in PROBABLE.items():
        table[f"P (Churn=0) ({model})"] = 1 - probable
        table[f"P (Churn=1) ({model})"] = probable
        table[f"Prediction (Churn) ({model})"] = (probable > 0.5).astype(int)
    assert best_of(table, columns={"y_true": "Churn"}) == "best"


def test_features_beside_the_classes_of_a_model_leave_its_scores_to_be_named(tmp_path):
    def of_vertex(probable):
        age = RNG.integers(18, 80, N_ROWS)
        return pd.DataFrame(
            {"Age": age, "y": TRUTH + 1, "y_1_scores": 1 - probable, "y_2_scores": probable}
        )

    folder = a_file_for_each(tmp_path, of_vertex)
    with pytest.raises(
        PrgbenchError, match=r"for Age: if no other .* --columns y_score=y_2_score"
    ):
        best_of(folder, columns={"y_true": "y"})
    assert best_of(folder, columns={"y_true": "y", "y_score": "y_2_scores"}) == "best"


@pytest.mark.parametrize("of", [lambda p: 1 - p, lambda p: -p])
def test_the_scores_of_both_classes_are_no_two_models(tmp_path, of):
    def of_transformers(probable):
        return pd.DataFrame({"label": TRUTH, "logits_a": of(probable), "logits_b": probable})

    folder = a_file_for_each(tmp_path, of_transformers)
    advice = "logits_a and logits_b, which sum to [01] in each row, .*y_score=logits_a or y_score="
    with pytest.raises(PrgbenchError, match=advice):
        best_of(folder, columns={"y_true": "label"})
    assert best_of(folder, columns={"y_true": "label", "y_score": "logits_b"}) == "best"


def of_azure(probable):
    scored = named(probable > 0.5)
    return pd.DataFrame(
        {"Scored Labels": scored, "Scored Probabilities": probable, "y": named(TRUTH)}
    )


def of_lightning(probable):
    batch = np.arange(N_ROWS) // 32
    return pd.DataFrame({"batch_idx": batch, "preds": probable, "y": TRUTH})


def of_mlflow(probable):
    return pd.DataFrame({"y": TRUTH, "prediction": probable > 0.5, "prediction_score": probable})


@pytest.mark.parametrize(
    ("of_tool", "score"),
    [
        (of_azure, "Scored Probabilities"),
        (of_lightning, "preds"),
        (of_mlflow, "prediction_score"),
    ],
)
def test_the_column_of_scores_is_offered_and_no_other(tmp_path, of_tool, score):
    folder = a_file_for_each(tmp_path, of_tool)
    columns = {"y_true": "y"}
    with pytest.raises(PrgbenchError, match=rf"give --columns '?y_score={score}['.,]"):
        best_of(folder, columns=columns)
    assert best_of(folder, columns=columns | {"y_score": score}) == "best"


def test_names_of_rows_and_predicted_classes_are_no_models():
    names = {"Drug_ID": [f"drug {n}" for n in range(N_ROWS)], "CHROM": "chr20"}
    names["date"] = pd.date_range("2024-01-01", periods=N_ROWS).astype(str)
    classes = {f"PGR_{m}": named(probable > 0.5) for m, probable in PROBABLE.items()}
    table = pd.DataFrame({"y": named(TRUTH), **names, **classes, **PROBABLE})
    compared = prgbench.compare(table, columns={"y_true": "y"}, settings={"comparison": FAST})
    unused = "Not used: the columns Drug_ID, CHROM, date, PGR_poor, PGR_best."
    assert unused in str(compared.answer)
    assert {best.model for best in compared.answer.best_models} == {"best"}


def test_dates_of_several_rows_may_be_data_sets():
    cutoffs = np.repeat(["2024-01-01", "2024-07-01"], N_ROWS // 2)
    table = pd.DataFrame({"cutoff": cutoffs, "y_true": TRUTH, **PROBABLE})
    with pytest.raises(PrgbenchError, match="names the data sets, add --columns dataset=cutoff"):
        best_of(table)
    assert best_of(table, columns={"dataset": "cutoff"}) == "best"


@pytest.mark.parametrize("write", ["[{:.4f}]".format, lambda p: [1 - p, p]])
def test_lists_in_cells_are_refused(tmp_path, write):
    path = str(tmp_path / "of_keras.parquet")
    lists = {model: [write(p) for p in probable] for model, probable in PROBABLE.items()}
    pd.DataFrame({"y_true": TRUTH, **lists}).to_parquet(path)
    with pytest.raises(PrgbenchError, match=r"lists in poor, best: write one number in each cell"):
        best_of(path)


def test_a_model_called_logit_has_probabilities():
    table = pd.DataFrame({"y_true": TRUTH, "Logit": PROBABLE["poor"], "Probit": PROBABLE["best"]})
    assert best_of(table) == "Probit"


def test_scores_of_the_predicted_label_of_transformers_are_refused(tmp_path):
    def of_pipeline(probable):
        label = named(probable > 0.5, ("NEGATIVE", "POSITIVE"))
        score = np.maximum(probable, 1 - probable)
        truth = named(TRUTH, ("NEGATIVE", "POSITIVE"))
        return pd.DataFrame({"gold": truth, "label": label, "score": score})

    folder = a_file_for_each(tmp_path, of_pipeline)
    with pytest.raises(PrgbenchError, match="such as 1 - score where label is NEGATIVE"):
        best_of(folder, columns={"y_true": "gold", "y_score": "score"})


def test_sheets_that_are_not_read_are_named(tmp_path):
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as book:
        for sheet in ("heart", "lung"):
            table = pd.DataFrame({"y_true": TRUTH, **PROBABLE})
            table.to_excel(book, sheet_name=sheet, index=False)
    answer = str(prgbench.compare(path, settings={"comparison": FAST}).answer)
    assert "Only the sheet heart is read, not the sheet lung." in answer


def test_true_classes_are_offered_and_no_predicted_ones(tmp_path):
    def of_azure_designer(probable):
        return of_azure(probable).rename(columns={"y": "income"})

    folder = a_file_for_each(tmp_path, of_azure_designer)
    with pytest.raises(PrgbenchError, match=r"true classes, --columns y_true=income\.$"):
        best_of(folder)


def test_three_classes_are_offered_by_the_columns_that_they_name(tmp_path):
    species = named(RNG.integers(0, 3, N_ROWS), ("setosa", "versicolor", "virginica"))
    for model, skill in SKILL.items():
        odds = {
            label: np.exp(skill * (species == label) + RNG.normal(size=N_ROWS))
            for label in sorted(set(species))
        }
        shares = pd.DataFrame(odds).pipe(lambda t: t.div(t.sum(axis=1), axis=0))
        shares.assign(species=species).to_csv(tmp_path / f"{model}.csv", index=False)
    with pytest.raises(PrgbenchError, match=r"true classes, --columns y_true=species\.$"):
        best_of(str(tmp_path))
    assert best_of(str(tmp_path), columns={"y_true": "species"}) == "best"


def test_what_is_called_true_is_offered_beside_a_label_that_may_be_predicted():
    table = pd.DataFrame({"true": named(TRUTH), "label": named(TRUTH), "score": PROBABLE["best"]})
    with pytest.raises(PrgbenchError, match="perhaps with --columns y_true=true or y_true=label"):
        best_of(table)


@pytest.mark.parametrize("model", ["estimator", "run_name"])
def test_models_are_asked_for_before_the_repeats_of_instances(model):
    table = pd.concat(
        pd.DataFrame({model: name, "rep": n, "id": range(N_ROWS), "y_true": TRUTH, "y_proba": p})
        for name, p in PROBABLE.items()
        for n in (0, 1)
    )
    columns = {}
    for role, column, question in (
        ("model", model, f"model={model} and y_score=y_proba"),
        ("y_score", "y_proba", "y_score=y_proba"),
        ("row_id", "id", "row_id=id repeat=rep"),
    ):
        with pytest.raises(PrgbenchError, match=f"--columns .*{question}"):
            best_of(table, columns=columns)
        columns[role] = column
    assert best_of(table, columns=columns | {"repeat": "rep"}) == "best"


def test_true_classes_that_h2o_does_not_write_are_asked_for():
    table = pd.DataFrame({"predict": TRUTH, "p0": 1 - PROBABLE["best"], "p1": PROBABLE["best"]})
    with pytest.raises(PrgbenchError, match="if none has the true class of each row, add one"):
        best_of(table)
