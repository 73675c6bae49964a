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


def file_of(folder, model, /, **others):
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
        "instances. Each file is taken as the predictions of the model it is named after, and "
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


def test_a_column_called_as_models_is_asked_about_where_their_rows_differ_in_number():
    """As not all rows were predicted by each."""
    both = [
        pd.DataFrame({"algo_used": m, "y_true": TRUE, "y_score": s}) for m, s in SCORES.items()
    ]
    table = pd.concat(both, ignore_index=True).iloc[:-3]
    with pytest.raises(PrgbenchError, match="if these are models, give --columns model=algo_used"):
        auroc_of(table)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("patient", [f"P{n}" for n in range(N)]),
        ("image", [f"{n}.png" for n in range(N)]),
        ("y_pred", np.where(SCORES["rf"] > 0, "ill", "well")),
        ("sex", ["f", "m", "m"] * (N // 3)),
    ],
)
def test_texts_of_instances_are_no_names_of_models(tmp_path, name, values):
    """Models of a data set have the same rows, so equally many of each class."""
    files = [file_of(tmp_path, model, **{name: values}) for model in SCORES]
    assert auroc_of(files) == {("data", model): AUROC[model] for model in SCORES}


def test_ids_of_another_name_are_offered(tmp_path):
    ids = {"patient_id": [f"P{n}" for n in range(N)]}
    file_of(tmp_path, "rf", **ids)
    path = file_of(tmp_path, "glm", **ids)
    pd.read_csv(path).iloc[::-1].to_csv(path, index=False)
    with pytest.raises(PrgbenchError, match=r"or give --columns row_id=patient_id if their order"):
        auroc_of(tmp_path)
    columns = {"row_id": "patient_id"}
    assert auroc_of(tmp_path, columns=columns) == {("data", m): AUROC[m] for m in SCORES}


def test_ids_of_repeats_in_another_order_are_offered():
    """As in out-of-fold files with the columns repeat and row_index."""
    first = pd.DataFrame({"repeat": 0, "row_index": range(N), "y_true": TRUE, **SCORES})
    table = pd.concat([first, first.iloc[::-1].assign(repeat=1)], ignore_index=True)
    with pytest.raises(
        PrgbenchError, match=r"in a different order: give --columns row_id=row_index"
    ):
        auroc_of(table)
    assert len(auroc_of(table, columns={"row_id": "row_index"})) == len(SCORES)


def test_files_of_several_data_sets_are_moved_to_folders(tmp_path):
    """As the errors advise, whether the data sets have equally many rows or not."""
    for name in SCORES:
        file_of(tmp_path / "heart", name)
        path = file_of(tmp_path / "lung", name)
        pd.read_csv(path).assign(y_true=1 - TRUE).to_csv(path, index=False)
    with pytest.raises(PrgbenchError, match=r"if there are several, move .* as dataset=heart\)"):
        first_line(tmp_path)
    for path in (tmp_path / "lung").iterdir():
        pd.read_csv(path).iloc[1:].to_csv(path, index=False)
    with pytest.raises(PrgbenchError, match=r"is a data set: move .* such as dataset=heart\.$"):
        first_line(tmp_path)
    for name in ("heart", "lung"):
        (tmp_path / name).rename(tmp_path / f"dataset={name}")
    assert set(auroc_of(tmp_path)) == {(d, name) for d in ("heart", "lung") for name in SCORES}


def test_parquet_files_in_a_folder_of_a_data_set_are_models(tmp_path):
    for name in SCORES:
        path = file_of(tmp_path / "dataset=heart", name)
        pd.read_csv(path).to_parquet(path.with_suffix(".parquet"))
        path.unlink()
    assert auroc_of(tmp_path) == {("heart", name): AUROC[name] for name in SCORES}


def test_a_column_of_one_model_in_each_file(tmp_path):
    for name in SCORES:
        file_of(tmp_path / "runs", name, model=name.upper())
    with pytest.raises(PrgbenchError, match=r"is a data set: move the files .* dataset=heart\.$"):
        first_line(tmp_path)
    (tmp_path / "runs").rename(tmp_path / "dataset=heart")
    assert auroc_of(tmp_path) == {("heart", name.upper()): AUROC[name] for name in SCORES}


def test_names_of_models_in_some_files_only(tmp_path):
    files = [file_of(tmp_path, "rf", model="forest"), file_of(tmp_path, "glm")]
    with pytest.raises(
        PrgbenchError, match=r"rf\.csv has a column model, .*glm\.csv has none: nam"
    ):
        first_line(files)


def test_ids_in_some_files_only(tmp_path):
    files = [file_of(tmp_path, "rf", row_id=range(N)), file_of(tmp_path, "glm")]
    with pytest.raises(PrgbenchError, match=r"do not both have row_id: give it in all files or"):
        first_line(files)
