"""Readers of published predictions, on made-up clones of the same layouts."""

import json
import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import published_predictions
import pytest
from published import kover, mhc_ii, nab
from sklearn.metrics import confusion_matrix

SPECIES, ANTIBIOTIC, GENOMES = "made up", "cillin", 23
PARTS = ("train", "test")


def in_order(resistant):
    """Return the names of the genomes as Kover sorts them, and their truth."""
    order = np.argsort(np.array(resistant, dtype=np.uint8), kind="quicksort")
    return np.array([f"genome {number}".replace(" ", "_") for number in order]), resistant[order]


def parts_of(repeat):
    positions = np.arange(GENOMES)
    np.random.RandomState(repeat).shuffle(positions)
    return np.split(positions, [math.ceil(0.8 * GENOMES)])


@pytest.fixture
def clone_of_kover(tmp_path):
    rng = np.random.default_rng(0)
    resistant = rng.permutation(np.arange(GENOMES) < 9)
    data = tmp_path / "data" / SPECIES / ANTIBIOTIC
    data.mkdir(parents=True)
    lines = [
        f"genome_{number}\t{'resistant' if truth else 'susceptible'}\n"
        for number, truth in enumerate(resistant)
    ]
    (data / "metadata.tsv").write_text("".join(lines))
    names, truth = in_order(resistant)
    for model in kover.MODELS:
        for repeat in range(kover.REPEATS):
            score = np.where(rng.random(GENOMES) < 0.8, truth, ~truth) * 0.5 + 0.2
            decided = score > 0.5
            positions = dict(zip(PARTS, parts_of(repeat), strict=True))
            result = {"metrics": {}}
            for part, at in positions.items():
                tn, fp, fn, tp = confusion_matrix(truth[at], decided[at], labels=[0, 1]).ravel()
                cells = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
                result["metrics"][part] = {name: [int(n)] for name, n in cells.items()}
            if model.startswith(("cart", "scm")):
                right = decided == truth
                result["classifications"] = {
                    f"{part}_{kind}": names[at][right[at] == (kind == "correct")].tolist()
                    for part, at in positions.items()
                    for kind in ("correct", "errors")
                }
            elif model == "majority":
                result["predictions"] = decided.astype(int).tolist()
            else:
                binary = decided.astype(int).tolist()
                result["predictions"] = {"binary": binary, "proba": score.tolist()}
            folder = tmp_path / "results" / model / SPECIES / ANTIBIOTIC / f"repeat_{repeat + 1}"
            folder.mkdir(parents=True)
            (folder / "results.json").write_text(json.dumps(result))
    return tmp_path


def test_kover_has_the_truth_of_each_genome_and_the_scores_of_the_test_sets(clone_of_kover):
    table = kover.predictions(clone_of_kover)
    resistant = np.random.default_rng(0).permutation(np.arange(GENOMES) < 9)
    _, truth = in_order(resistant)
    assert len(table) == 9 * 10 * (GENOMES - math.ceil(0.8 * GENOMES))
    assert (table["y_true"].to_numpy() == truth[table["row_id"]]).all()
    graded = table["model"].isin(kover.GRADED)
    assert set(table[graded]["y_score"]) == {0.2, 0.7}
    assert set(table[~graded]["y_score"]) == {0.0, 1.0}
    assert set(table["dataset"]) == {"made up/cillin"}


@pytest.mark.parametrize(
    ("model", "change", "said"),
    [
        ("poly_svm", lambda result: result["metrics"]["test"].update(tp=[99]), "tp of the test"),
        (
            "cart_cv",
            lambda result: result["classifications"]["train_correct"].append("genome_x"),
            "the train set has other genomes",
        ),
    ],
)
def test_kover_stops_where_the_authors_have_other_numbers(clone_of_kover, model, change, said):
    folder = clone_of_kover / "results" / model / SPECIES / ANTIBIOTIC / "repeat_3"
    result = json.loads((folder / "results.json").read_text())
    change(result)
    (folder / "results.json").write_text(json.dumps(result))
    with pytest.raises(ValueError, match=rf"repeat_3.*{said}"):
        kover.predictions(clone_of_kover)


def put_series(clone, detector, name, labels):
    folder = clone / "results" / detector / "real"
    folder.mkdir(parents=True, exist_ok=True)
    frame = pd.DataFrame({"timestamp": range(len(labels)), "value": 1.0, "label": labels})
    frame["anomaly_score"] = frame["label"] * 0.5 + 0.25
    frame.to_csv(folder / f"{detector}_{name}.csv", index=False)


def test_nab_leaves_out_what_it_cannot_match(tmp_path, capsys):
    labels = [0] * 120 + [1] * 4 + [0] * 60
    for detector in ("good", "null", "other"):
        put_series(tmp_path, detector, "with", labels)
        put_series(tmp_path, detector, "without", [0] * 10)
    put_series(tmp_path, "other", "with", labels[1:])
    table = nab.predictions(tmp_path)
    assert set(table["model"]) == {"good"}
    assert set(table["dataset"]) == {"real/with"}
    assert "real/with: left out of other, which has other labels" in capsys.readouterr().out
    # Stretches of 50 rows: 50, 50 and 20, the window, 50 and 10.
    assert np.bincount(table["group"]).tolist() == [50, 50, 20, 4, 50, 10]


def test_windows_of_anomalies_are_groups_whatever_comes_first():
    assert nab.windows(np.array([1, 1, 0, 0, 1])).tolist() == [0, 0, 1, 1, 2]
    long = nab.windows(np.repeat([0, 1, 0], [100, 70, 140]))
    assert np.bincount(long).tolist() == [70, 30, 70, 70, 70]


OUTPUTS = {
    "MHCnuggets": "Building model\npeptide,ic50\nAAAAAAAAAAA,10.5\nCCCCCCCCCCC,30000.0\n",
    "MixMHC2pred": "# Output\nPeptide\tContext\tBestAllele\t%Rank_best\nAAAAAAAAAAA\t\tD\t0.5\n"
    "CCCCCCCCCCC\t\tD\t40\nDDDDDDDDDDD\t\tD\tNA\n",
    "NetMHCIIpan-3.2": "  Seq Allele Peptide Identity Pos Core Core_Rel 1-log50k(aff)\n"
    "  1 D AAAAAAAAAAA Sequence 3 AAAAAAAAA 0.5 0.9 268 12\n"
    "  2 D CCCCCCCCCCC Sequence 3 CCCCCCCCC 0.5 0.1 268 12 <=WB\n",
    "NetMHCIIpan-4.0": " Pos MHC Peptide Of Core Core_Rel Identity Score_EL %Rank_EL Exp_Bind\n"
    "  1 D AAAAAAAAAAA 3 AAAAAAAAA 1.0 Sequence 0.98 0.00 NA <=SB\n"
    "  2 D CCCCCCCCCCC 3 CCCCCCCCC 1.0 Sequence 0.01 40.86 NA\n",
}
OUTPUTS["NetMHCIIpan-4.1"] = OUTPUTS["NetMHCIIpan-4.0"]


def test_peptides_have_a_score_of_every_predictor_and_high_is_presented(monkeypatch, tmp_path):
    def files(archive):
        lines = OUTPUTS[archive.stem].splitlines(keepends=True)
        presented = [line for line in lines if "CCC" not in line]
        others = [line for line in lines if "AAAAAAAAAAA" not in line and "DDD" not in line]
        name = "11_HLA-DRB1_04_01"
        yield archive.parent / "positive" / name, "".join(presented)
        yield archive.parent / "negative" / f"{name}.txt", "".join(others)
        yield archive.parent / "positive" / "run12.sh", "echo"

    monkeypatch.setattr(mhc_ii, "_files", files)
    table = mhc_ii.predictions(tmp_path)
    assert len(table) == 5 * 2
    assert table.groupby("row_id")["y_true"].first().to_dict() == {"A" * 11: 1, "C" * 11: 0}
    by_peptide = table.pivot(index="model", columns="row_id", values="y_score")
    assert (by_peptide["A" * 11] > by_peptide["C" * 11]).all()
    assert by_peptide.loc["MHCnuggets", "A" * 11] == -10.5
    assert by_peptide.loc["NetMHCIIpan-3.2", "C" * 11] == 0.1
    assert by_peptide.loc["NetMHCIIpan-4.1", "C" * 11] == -40.86


def test_the_command_writes_some_models_without_a_column(monkeypatch, tmp_path, capsys):
    rows = pd.DataFrame(
        {"dataset": "a", "model": ["x", "y"], "group": 1, "y_true": 1, "y_score": 0.5}
    )
    module = SimpleNamespace(predictions=lambda _: rows)
    monkeypatch.setattr(published_predictions, "import_module", lambda _: module)
    target = tmp_path / "new" / "table.parquet"
    arguments = ["nab", str(tmp_path), str(target), "--models", "y", "--without", "group"]
    published_predictions.main(arguments)
    written = pd.read_parquet(target)
    assert written.columns.tolist() == ["dataset", "model", "y_true", "y_score"]
    assert written["model"].tolist() == ["y"]
    assert "1 rows, 1 data sets, 1 models" in capsys.readouterr().out
