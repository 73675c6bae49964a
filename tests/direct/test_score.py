import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

import prgbench
from prgbench.metrics import aupr_score, auroc_score, confidence_interval, get_measure
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table, write_table

TABLE = long_table(2, 3)


def test_every_model_has_its_values_and_intervals():
    areas = prgbench.score(TABLE, n_resamples=50, confidence_level=0.9, seed=7)
    areas = areas.set_index(["dataset", "model"])
    assert len(areas) == 6
    # Every third of 80 rows, the first among them, is of a positive.
    shared = areas[["pos_label", "n", "prevalence"]].drop_duplicates()
    assert shared.to_numpy().tolist() == [["1", 80, 27 / 80]]
    for key, own in TABLE.groupby(["dataset", "model"]):
        for name in ("auroc", "aupr", "auprg"):
            interval = confidence_interval(
                own["y_true"],
                own["y_score"],
                get_measure(name),
                confidence_level=0.9,
                n_resamples=50,
                random_state=7,
            )
            found = areas.loc[key, [name, f"{name}_lower", f"{name}_upper"]].tolist()
            assert found == [interval.estimate, interval.low, interval.high]


def test_positives_in_the_majority_are_evaluated_as_scikit_learn_does(tmp_path):
    rng = np.random.default_rng(5)
    y_true = (np.arange(200) % 5 > 0).astype(int)
    table = pd.DataFrame({"y_true": y_true, "m": np.round(rng.random(200) / 2 + y_true / 4, 2)})
    expected = average_precision_score(y_true, table["m"], pos_label=1)
    arrays = y_true, {"m": table["m"]}
    for given in ((table,), (write_table(table, tmp_path / "m.csv"),), arrays):
        [row] = prgbench.score(*given, measures=["average_precision"]).to_dict("records")
        assert (row["pos_label"], row["prevalence"]) == ("1", 0.8)
        assert row["average_precision"] == pytest.approx(expected, abs=1e-12)
    [row] = prgbench.score(table, positive_label="minority").to_dict("records")
    assert (row["pos_label"], row["prevalence"]) == ("0", 0.2)
    assert row["aupr"] == pytest.approx(aupr_score(1 - y_true, -table["m"]), abs=1e-12)


def test_one_model_is_enough(tmp_path):
    own = TABLE[(TABLE["model"] == "model-1") & (TABLE["dataset"] == "data 0")]
    areas = prgbench.score(write_table(own, tmp_path / "mine.csv"), measures=["auroc"])
    assert areas[["model", "pos_label", "n"]].to_dict("records") == [
        {"model": "model-1", "pos_label": "1", "n": 80}
    ]
    area = auroc_score(own["y_true"], own["y_score"])
    assert areas["auroc"].item() == pytest.approx(area, rel=1e-14)


def test_rows_of_an_instance_in_several_repeats_belong_together():
    twice = pd.concat([TABLE.assign(repeat=repeat) for repeat in (0, 1)])
    once = prgbench.score(TABLE, measures=["auroc"])
    pooled = prgbench.score(twice, measures=["auroc"])
    width, pooled_width = (a["auroc_upper"] - a["auroc_lower"] for a in (once, pooled))
    assert pooled["auroc"].tolist() == pytest.approx(once["auroc"].tolist())
    assert pooled_width.tolist() == pytest.approx(width.tolist(), rel=0.02)


def test_rows_of_a_group_are_resampled_together():
    twice = pd.concat([TABLE, TABLE.assign(row_id=TABLE["row_id"] + 80)]).assign(
        group=lambda rows: rows["row_id"] % 80
    )
    once = prgbench.score(TABLE, measures=["auroc"])
    grouped = prgbench.score(twice, measures=["auroc"])
    width, grouped_width = (a["auroc_upper"] - a["auroc_lower"] for a in (once, grouped))
    assert grouped_width.tolist() == pytest.approx(width.tolist(), rel=0.02)


def test_processes_change_nothing():
    one, two = (prgbench.score(TABLE, n_resamples=50, n_jobs=n) for n in (1, 2))
    assert one.equals(two)


def test_what_is_wrong_is_one_sentence():
    with pytest.raises(PrgbenchError, match="'aruoc'"):
        prgbench.score(TABLE, measures=["aruoc"])
    with pytest.raises(ValueError, match=r"must lie inside \(0, 1\), not 95"):
        prgbench.score(TABLE, confidence_level=95)
    with pytest.raises(PrgbenchError, match=r"'ill', but the data set data 0"):
        prgbench.score(TABLE, positive_label="ill")
    with pytest.raises(PrgbenchError, match="measures: name at least one measure"):
        prgbench.score(TABLE, measures=[])
    with pytest.raises(TypeError, match="measures must be a list of names or functions, not int"):
        prgbench.score(TABLE, measures=3)
    with pytest.raises(PrgbenchError, match="seed must be at least 0, not -1"):
        prgbench.score(TABLE, seed=-1)
    with pytest.raises(PrgbenchError, match=r"n_jobs must be 1 or more, or -1 .* not 0"):
        prgbench.score(TABLE, n_jobs=0)


def test_without_binary_data_sets_there_is_nothing_to_evaluate(tmp_path):
    folder = tmp_path / "forest" / "predictions" / "iris" / "0"
    folder.mkdir(parents=True)
    table = pd.DataFrame(0.25, range(3), list("abc"))
    table.assign(predictions="a", truth=list("abc")).to_csv(
        folder / "predictions.csv", index=False
    )
    with pytest.raises(PrgbenchError, match="no data set with two classes"):
        prgbench.score(tmp_path)


def test_groups_beside_a_table_are_refused():
    with pytest.raises(TypeError, match="A table states its groups in a column group"):
        prgbench.score(TABLE, groups=TABLE["row_id"])


def test_scores_that_look_like_those_of_the_other_class_are_said_with_the_label_to_use(capsys):
    rng = np.random.default_rng(0)
    leaves = rng.random(400) < 0.2
    y_true = np.where(leaves, "leaves", "stays")  # stays sorts last
    scores = {"good": leaves + 0.5 * rng.normal(size=400), "poor": leaves + rng.normal(size=400)}
    taken = prgbench.score(y_true, scores, measures=["auroc"])
    said = capsys.readouterr().err
    assert said.startswith("On the data set data the scores look like those of the other class: ")
    assert "Give --positive-label leaves (in Python, positive_label='leaves')" in said
    assert (taken["auroc"] < 0.3).all()
    turned = prgbench.score(y_true, scores, measures=["auroc"], positive_label="leaves")
    assert "look like" not in capsys.readouterr().err
    np.testing.assert_allclose(turned["auroc"], 1 - taken["auroc"], rtol=1e-12)
