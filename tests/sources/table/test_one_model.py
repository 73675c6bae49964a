"""Files of one model each, which no column names."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import prgbench
from fast_settings import FAST
from prgbench.run.errors import PrgbenchError

RNG = np.random.default_rng(5)
N = 60
TRUE = RNG.integers(0, 2, N)
SCORES = {name: (TRUE * s + RNG.normal(0, 1, N)).round(3) for name, s in (("rf", 2), ("glm", 0))}
AUROC = {name: roc_auc_score(TRUE, scores) for name, scores in SCORES.items()}


def file_of(folder, model, **others):
    table = pd.DataFrame({**others, "y_true": TRUE, "y_score": SCORES[model]})
    folder.mkdir(exist_ok=True)
    table.to_csv(folder / f"{model}.csv", index=False)
    return folder / f"{model}.csv"


def auroc_of(table, **options):
    scores = prgbench.score(table, measures=["auroc"], progress=False, **options)
    return {
        (row.dataset, row.model): pytest.approx(row.auroc)
        for row in scores.itertuples(index=False)
    }


def first_line(table, **options):
    compared = prgbench.compare(table, settings={"comparison": FAST}, progress=False, **options)
    return str(compared.answer).partition("\n")[0]


def test_each_model_is_called_as_its_file(tmp_path):
    files = [file_of(tmp_path, name) for name in SCORES]
    assert auroc_of(files) == {("data", name): AUROC[name] for name in SCORES}
    assert (
        "1 data set (data), 2 models (glm, rf), positive class 1 (46.7% of the rows), 60 "
        "instances. Each file is taken as the predictions of the model that it is called as, and "
        "its rows as the same instances in the same order."
    ) in first_line(files)


def test_rows_are_matched_by_their_ids(tmp_path):
    """Of files in another order, only these tell which rows are of one instance."""
    file_of(tmp_path, "rf", row_id=range(N))
    path = file_of(tmp_path, "glm", row_id=range(N))
    pd.read_csv(path).iloc[::-1].to_csv(path, index=False)
    assert auroc_of(tmp_path) == {("data", name): AUROC[name] for name in SCORES}
    assert "in the same order" not in first_line(tmp_path)


def test_other_names_and_columns_that_are_not_used(tmp_path):
    files = [file_of(tmp_path, name, patient_no=range(N)) for name in SCORES]
    for path in files:
        pd.read_csv(path).rename(columns={"y_true": "ill", "y_score": "risk"}).to_csv(path)
    options = {"columns": {"y_true": "ill", "y_score": "risk"}}
    assert auroc_of(files, **options) == {("data", name): AUROC[name] for name in SCORES}
    assert "Not used: the column patient_no." in first_line(files, **options)


def test_data_sets_in_each_file(tmp_path):
    datasets = ["a", "b"] * (N // 2)
    files = [file_of(tmp_path, name, dataset=datasets) for name in SCORES]
    assert set(auroc_of(files)) == {(d, name) for d in "ab" for name in SCORES}


def test_probabilities_of_each_class(tmp_path):
    for name, scores in SCORES.items():
        p = 1 / (1 + np.exp(-scores))
        labels = np.where(TRUE, "yes", "no")
        pd.DataFrame({"y_true": labels, "no": 1 - p, "yes": p}).to_csv(
            tmp_path / f"{name}.csv", index=False
        )
    assert auroc_of(tmp_path) == {("data", name): AUROC[name] for name in SCORES}


def test_files_of_other_lengths_are_data_sets_of_one_model(tmp_path):
    files = [file_of(tmp_path, name) for name in SCORES]
    pd.read_csv(files[0]).iloc[1:].to_csv(files[0], index=False)
    assert set(auroc_of(files)) == {("rf", "model"), ("glm", "model")}
    with pytest.raises(PrgbenchError, match=r"The table rf\.csv and 1 more has only one model"):
        first_line(files)


def test_one_file_has_one_model(tmp_path):
    path = file_of(tmp_path, "rf")
    assert auroc_of(path) == {("rf", "model"): AUROC["rf"]}
    assert auroc_of(pd.read_csv(path)) == {("data", "model"): AUROC["rf"]}
    with pytest.raises(PrgbenchError, match=r"one model \(model\).*; add a column model, or give"):
        first_line(path)


@pytest.mark.parametrize("name", ["learner", "what it is"])
def test_several_models_in_a_file_are_asked_for(name):
    """Else their rows would be those of one model, with an AUROC of none of them."""
    both = [pd.DataFrame({name: m, "y_true": TRUE, "y_score": s}) for m, s in SCORES.items()]
    table = pd.concat(both, ignore_index=True)
    with pytest.raises(PrgbenchError, match=rf"{name} has several values \(rf, glm\): if these"):
        auroc_of(table)
    expected = {("data", model): AUROC[model] for model in SCORES}
    assert auroc_of(table, columns={"model": name}) == expected


def test_numbers_of_models_are_asked_for():
    both = [
        pd.DataFrame({"learner": n, "y_true": TRUE, "y_score": s})
        for n, s in enumerate(SCORES.values())
    ]
    with pytest.raises(PrgbenchError, match=r"learner has several values \(0, 1\)"):
        auroc_of(pd.concat(both, ignore_index=True))
