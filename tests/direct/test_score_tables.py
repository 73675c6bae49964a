"""The comparison of tables of scores, from the call to the page."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy.special import logit
from scipy.stats import t as student

import prgbench
from fast_settings import FAST
from prgbench.command_line import main
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table
from tables_of_scores import score_table, wide_scores

SETTINGS = {"comparison": FAST, "figures": {"formats": ["png"]}}
TABLE = score_table()


def compared(table, **options):
    return prgbench.compare(table, settings=SETTINGS, **options)


@pytest.fixture(scope="module")
def of_folds():
    return compared(TABLE)


def test_a_file_that_is_not_there_is_the_error_whatever_the_measure(tmp_path):
    for name, message in (("none.csv", "does not exist"), ("*.csv", "has no table")):
        with pytest.raises(PrgbenchError, match=message):
            prgbench.compare(tmp_path / name, measures=["my_measure"])


def test_means_ranks_and_the_best_model_are_those_of_the_table(of_folds):
    models = of_folds.models.set_index(["dataset_name", "flow_name"]).sort_index()
    means = TABLE.groupby(["dataset", "model"])[["accuracy", "log_loss"]].mean()
    assert models["accuracy"].tolist() == pytest.approx(means["accuracy"].tolist())
    best = means["log_loss"].groupby("dataset").idxmin().tolist()
    assert models.index[models["rank_log_loss"] == 1].tolist() == best
    assert [one.model for one in of_folds.answer.best_models] == ["model-0", "model-0"]
    assert [one.mean for one in of_folds.answer.best_models] == pytest.approx(
        means.xs("model-0", level="model").mean()[["accuracy", "log_loss"]].tolist()
    )
    assert of_folds.answer.pairs[0].ranks.found == 1


def test_what_needs_predictions_is_left_out_and_said(of_folds):
    parts = {"standings", "if_alike", "verdicts", "model_pairs", "choosing", "intervals"}
    assert parts <= set(of_folds.tables)
    assert not {"certain", "expected_f1", "equal_rows"} & set(of_folds.tables)
    assert of_folds.answer.notes[0] == "Higher is better by accuracy, lower by log-loss."
    assert of_folds.answer.notes[3].startswith("Curves, confidence sets, expected F1")
    assert {"answer", "choosing", "standings"} <= set(of_folds.figures)
    assert not {"rank_heatmap", "model_curves"} & set(of_folds.figures)
    with pytest.raises(
        PrgbenchError, match="There is no figure 'rank_heatmap'; the figures are answer"
    ):
        of_folds.figure("rank_heatmap")


def test_intervals_of_folds_are_those_of_nadeau_and_bengio(of_folds):
    table = of_folds.tables["first_models"].set_index("measure")
    one = score_table(1, 2)
    assert table.loc["accuracy", "lower"] < table.loc["accuracy", "mean"]
    first = compared(one).tables["first_models"].set_index("measure").loc["accuracy"]
    gaps = one.pivot(index="fold", columns="model", values="accuracy").diff(axis=1).iloc[:, -1]
    t = abs(gaps.mean()) / np.sqrt(gaps.var() * (1 / 4 + 1 / 3))
    assert first["p_value"] == pytest.approx(student.sf(t, 3), abs=0.0008)
    assert first["difference"] == pytest.approx(abs(gaps.mean()))


def test_seeds_tell_no_difference_and_no_interval_for_these_data_sets():
    found = compared(score_table(replicates=("seed", 4)))
    assert "winners" not in found.tables
    assert "choosing" not in found.tables
    best = found.answer.best_models[0]
    assert best.interval is None
    assert best.interval_new is not None
    assert found.answer.notes[2].startswith("The 4 seeds vary training: the test instances are")


def test_without_replicates_only_what_is_found_is_reported():
    found = compared(score_table(replicates=None))
    assert "rankings" not in found.tables
    assert found.answer.pairs[0].ranks is None
    assert found.answer.pairs[0].disagree.tasks == 9
    assert found.answer.best_models[0].interval_new is not None
    assert found.answer.notes[2].startswith("Each model has one score on a data set")


def test_what_choosing_costs_is_computed_on_a_scale_of_shares_only():
    found = compared(TABLE.assign(rmse=100 * TABLE["log_loss"]))
    assert "choosing" not in found.tables
    assert found.answer.notes[-1].startswith("What selecting by one measure costs")


def test_values_in_percent_are_warned_of_below_the_answer_in_short():
    found = compared(TABLE.assign(accuracy=100 * TABLE["accuracy"]))
    [warning] = found.answer.warnings
    assert warning.kind == "outside the range"
    assert found.answer.first_screen.splitlines()[-1].startswith(
        "Warning: accuracy has the value 8"
    )


@pytest.mark.parametrize("scale", [1, 100])
def test_bounds_keep_to_the_range_of_a_measure_with_a_known_name(scale):
    """Student's bounds of 0.99, 0.62, 0.98 and 0.97 are 0.603 and 1.177: no AUROC is above 1."""
    of_model = {"a": (0.99, 0.62, 0.98, 0.97), "b": (0.95, 0.60, 0.90, 0.96)}
    rows = [
        {"dataset": dataset, "model": model, "auc": scale * value}
        for model, values in of_model.items()
        for dataset, value in zip("wxyz", values, strict=True)
    ]
    row = compared(pd.DataFrame(rows)).tables["standings"].set_index("model").loc["a"]
    lower, mean, upper = row[["lower_new", "mean", "upper_new"]].astype(float) / scale
    assert upper == pytest.approx(0.9934, abs=1e-4)
    # Symmetric on the logit scale, with the half-width of Student's interval at the mean and what
    # two decimals add to it.
    half_width = student.ppf(0.975, 3) * np.std(of_model["a"], ddof=1) / 2 / (mean * (1 - mean))
    assert logit(upper) - logit(mean) == pytest.approx(half_width, rel=1e-3)
    assert logit(upper) + logit(lower) == pytest.approx(2 * logit(mean))


def test_a_leader_that_has_scores_on_few_tasks_is_warned_of():
    """A detector whose precision is undefined where it finds nothing leads under precision."""
    rows = [
        (f"data {d}", f"signal {s}", model, 0.4 + level + 0.01 * ((d * 7 + s * 3) % 5))
        for d in range(8)
        for s in range(5)
        for model, level in (("careful", 0.3), ("usual", 0.1), ("other", 0.0))
        if model != "careful" or s == d % 5
    ]
    table = pd.DataFrame(rows, columns=["dataset", "subset", "model", "precision"])
    [warning] = compared(table).answer.warnings
    assert warning.kind == "leader lacks scores"
    assert warning.text == (
        "careful leads under precision with scores on 8 of 40 tasks: where it failed on the "
        "others, give it the worst score there."
    )
    failed = table[table["model"] == "usual"].assign(model="careful", precision=0.0)
    keys = ["dataset", "subset", "model"]
    assert compared(pd.concat([table, failed]).drop_duplicates(keys)).answer.warnings == []


def test_one_measure_has_a_winner_and_no_pairs():
    found = compared(wide_scores(TABLE), measures=["accuracy"])
    assert found.answer.pairs == []
    assert [one.model for one in found.answer.best_models] == ["model-0"]


def test_a_stated_direction_turns_the_ranks():
    table = score_table(3, 3).rename(columns={"accuracy": "mine"})[
        ["dataset", "model", "fold", "mine"]
    ]
    for higher, best in ((True, "model-0"), (False, "model-2")):
        found = compared(table, higher_is_better={"mine": higher})
        assert found.answer.best_models[0].model == best


def test_a_loss_with_its_sign_reversed_is_not_called_as_the_loss():
    table = TABLE.assign(neg_log_loss=-TABLE["log_loss"]).drop(columns=["accuracy", "log_loss"])
    answer = compared(table).answer
    assert "Higher is better by neg_log_loss." in str(answer)
    assert "log-loss" not in str(answer)
    assert [best.model for best in answer.best_models] == ["model-0"]


def test_the_report_has_page_tables_and_figures(of_folds, tmp_path):
    html = of_folds.report(tmp_path / "report").read_text()
    text = (tmp_path / "report" / "report.md").read_text()
    assert "table of scores · planned " in text
    assert "plan/plan.json" not in text
    assert "Higher is better by accuracy, lower by log-loss." in html
    assert "halves of 2 folds (median)" in html
    assert "<div hidden>\n      <h4>Curves of two models</h4>" in html
    assert "half of a task&#39;s folds" in html or "half of a task's folds" in html
    assert "{units}" not in html
    # The same again, but nothing in the place of another comparison.
    (tmp_path / "report" / "report.md").write_text("")
    of_folds.report(tmp_path / "report")
    assert (tmp_path / "report" / "report.md").read_text() == text
    other = compared(TABLE, measures=["accuracy"])
    with pytest.raises(PrgbenchError, match="report has the report of another comparison: remove"):
        other.report(tmp_path / "report")


def test_where_nothing_tells_models_apart_no_caption_speaks_of_intervals(tmp_path):
    """One score for each model: there is no interval, no test and no name in bold."""
    table = pd.DataFrame({"model": ["rf", "svm", "knn"], "accuracy": [0.91, 0.89, 0.85]})
    html = compared(table).report(tmp_path / "report").read_text()
    captions = re.findall(r"<(?:figcaption|p)\b[^>]*>(.*?)</(?:figcaption|p)>", html, re.DOTALL)
    said = " ".join(captions)
    untold = "How much of a difference is noise is unknown"
    assert said.count(f"{untold}: each rank is possible.") == 2
    assert said.count(f"{untold}: the bar joins all.") == 1
    assert f"values on one data set. {untold}." in said
    for word in ("95% interval", "Open marks", "indistinguishable", "Bold:", "in bold"):
        assert word not in said


@pytest.mark.parametrize(
    ("table", "options", "sentence"),
    [
        (
            TABLE[TABLE["model"] == TABLE["model"].iloc[0]],
            {},
            f"has one model, {TABLE['model'].iloc[0]}, and a comparison needs two: add",
        ),
        (TABLE, {"positive_label": "sick"}, "`positive_label` needs predictions"),
        (TABLE, {"measures": ["f1"], "higher_is_better": None}, "no measure column f1"),
        (
            long_table(2, 2),
            {"higher_is_better": {"y_score": True}},
            r"`higher_is_better` \(--higher-is-better, --lower-is-better\) is for a table"
            " of scores, .* this one has dataset, model",
        ),
        (long_table(2, 2).drop(columns="y_true"), {}, "lacks the column y_true"),
        (
            long_table(2, 2).rename(columns={"y_true": "label", "y_score": "score"}),
            {},
            "lacks the columns y_true and y_score",
        ),
    ],
    ids=["one model", "label", "measure", "predictions", "no truth", "other names"],
)
def test_a_mistake_is_one_sentence(table, options, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        compared(table, **options)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"robustness": "all"}, "robustness needs predictions: leave it out"),
        ({"title": "Mine"}, "`settings` has the key title: give it as an argument"),
        ({"comparison": {"repeats": 3}}, "unknown key 'repeats'"),
    ],
)
def test_a_setting_that_is_wrong_is_named(settings, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        prgbench.compare(TABLE, settings=settings)


def test_the_command_reads_scores(tmp_path, capsys):
    path, settings = tmp_path / "scores.csv", tmp_path / "settings.yaml"
    table = score_table(3, 3).rename(columns={"log_loss": "penalty"})
    table.to_csv(path, index=False)
    settings.write_text(json.dumps(SETTINGS))
    command = ["compare", str(path), "--settings", str(settings), "--jobs", "1", "--out"]
    assert main([*command, str(tmp_path / "report")]) == 1
    assert "higher is better is unknown for penalty" in capsys.readouterr().err
    stated = [str(tmp_path / "report"), "--lower-is-better", "penalty"]
    assert main([*command, *stated]) == 0
    answer = json.loads((tmp_path / "report" / "answer.json").read_text())
    assert [pair["measures"] for pair in answer["pairs"]] == [["accuracy", "penalty"]]
    assert answer["units"] == "folds"


def test_models_that_lack_scores_are_listed():
    table = TABLE.copy()
    table.loc[0, "accuracy"] = np.nan
    listed = compared(table).tables["exclusions_listed"]
    assert listed[["dataset", "model"]].values.tolist() == [["data 0", "model-0"]]


def related(n_families, of_each, n_models=5):
    """Return scores of equal models that differ between families of related data sets."""
    rng = np.random.default_rng(1)
    rows = [
        {"dataset": f"d{family}-{place}", "family": f"f{family}", "model": f"m{model}",
         "accuracy": 0.7 + effect + rng.normal(0, 0.01)}
        for family in range(n_families)
        for model, effect in enumerate(rng.normal(0, 0.05, n_models))
        for place in range(of_each)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_equal_models_on_related_data_sets_have_no_sure_winner(tmp_path, capsys):
    table = related(10, 30)
    [best] = compared(table).answer.best_models
    assert len(best.tied_new) == len(best.tied_by_rank) == 4
    # Of 300 data sets without families it seems sure.
    [sure] = compared(table.drop(columns="family")).answer.best_models
    assert (sure.model, sure.tied_new) == (best.model, ())
    assert sure.mean == best.mean
    told = str(compared(table).answer)
    assert "Any of the 5 models may be the best: 10 families of data sets can't tell" in told
    path = tmp_path / "scores.csv"
    table.rename(columns={"family": "domain"}).to_csv(path, index=False)
    assert main(["compare", str(path), "--out", str(tmp_path / "out"), "--family", "domain"]) == 0
    assert ": 10 for 300 data sets" in capsys.readouterr().out


def test_intervals_of_resamples_take_their_sizes():
    table = score_table(1, 2, ("resample", 6))
    assert compared(table).answer.best_models[0].p_value is None
    first = compared(table.assign(n_train=70, n_test=30)).tables["first_models"].iloc[0]
    gaps = (
        table.pivot(index="resample", columns="model", values="accuracy").diff(axis=1).iloc[:, -1]
    )
    t = abs(gaps.mean()) / np.sqrt(gaps.var() * (1 / 6 + 30 / 70))
    assert first["p_value"] == pytest.approx(student.sf(t, 5), abs=0.0008)


def table_of(values, measure):
    """Return a table of scores (data sets, models) by one measure."""
    rows = [
        (f"d{d}", m, v) for d, own in enumerate(values) for m, v in zip("abc", own, strict=True)
    ]
    return pd.DataFrame(rows, columns=["dataset", "model", measure])


@pytest.mark.parametrize(
    ("measure", "scale", "last"),
    [("rmse", 1, [30_000, 20_000, 25_000]), ("main_score", -1, [20, 80_000, 100]),
     ("r2", -1, [-900, 0.5, 0.4])],
)  # fmt: skip
def test_of_values_without_a_common_range_the_mean_rank_decides(measure, scale, last):
    # a is the best on 12 of 13 data sets, and the last one has other units.
    values = [
        [scale * 0.1 + d / 100, scale * 0.2 + d / 100, scale * 0.3 + d / 100] for d in range(12)
    ]
    found = compared(table_of([*values, last], measure))
    [best] = found.answer.best_models
    assert (best.model, best.by_rank, best.mean_rank) == ("a", True, pytest.approx(15 / 13))
    assert (best.runner_up, best.difference) == ("b", pytest.approx(10 / 13))
    assert (best.tied, best.tied_new, best.interval) == (None, (), None)
    rows = found.tables["standings"].set_index("model")
    assert rows.loc["a", "mean"] == pytest.approx(np.mean([own[0] for own in [*values, last]]))
    assert measure in found.answer.notes[1]
    # Somebody may want the means.
    means = {"comparison": {**FAST, "standings": {"by_rank": []}}}
    [best] = prgbench.compare(
        table_of([*values, last], measure), settings=means
    ).answer.best_models
    assert (best.model, best.by_rank) == ("b", False)
    means["comparison"]["standings"]["by_rank"] = ["auroc"]
    with pytest.raises(PrgbenchError, match=f"'auroc' is none of .* measures are {measure}"):
        prgbench.compare(table_of([*values, last], measure), settings=means)


@pytest.mark.parametrize(("n", "told"), [(5, False), (8, True)])
def test_few_data_sets_may_have_the_same_ranks_by_chance(n, told):
    [best] = compared(table_of([[1, 2, 3]] * n, "rmse")).answer.best_models
    assert best.tied_new == (() if told else ("b", "c"))
    assert (best.interval_new is not None) == told


def test_the_data_set_that_makes_most_of_a_difference_is_named():
    values = [[0.80, 0.79 + d / 1000, 0.5] for d in range(9)]
    outlier = [0.5, 0.9, 0.5]
    found = compared(table_of([*values, outlier], "accuracy"))
    [best] = found.answer.best_models
    assert (best.model, best.influential) == ("b", "d9")
    assert "more than half of that on d9" in str(found.answer)
    [best] = compared(table_of(values, "accuracy")).answer.best_models
    assert (best.model, best.influential) == ("a", "")


@pytest.mark.parametrize("index", ["dataset", "model", ["dataset", "model"]])
@pytest.mark.parametrize("drop", [False, True])
def test_an_index_may_be_called_as_a_column_is(index, drop, of_folds):
    """As `groupby` leaves it, or ``set_index`` that keeps the columns."""
    found = compared(TABLE.set_index(index, drop=drop))
    assert found.answer.best_models == of_folds.answer.best_models


@pytest.mark.parametrize("cell", [{"C": 1}, ["a", "b"], np.array([1, 2])])
def test_settings_of_models_in_cells_are_a_column_that_is_not_used(cell, of_folds):
    found = compared(TABLE.assign(params=[cell] * len(TABLE)))
    assert found.answer.best_models == of_folds.answer.best_models
    assert "Not used: the column params." in str(found)


def test_one_measure_is_a_list_of_one():
    found = compared(TABLE, measures="accuracy")
    assert found.answer.best_models == compared(TABLE, measures=["accuracy"]).answer.best_models
    table = long_table(1, 2, 40)
    scored = prgbench.score(table, measures="auroc")
    pd.testing.assert_frame_equal(scored, prgbench.score(table, measures=["auroc"]))


def test_the_only_subset_of_each_data_set_is_the_data_set():
    table = pd.DataFrame(
        [
            (m, f"d{d}", "default", 0.1 * k + 0.01 * d)
            for k, m in enumerate("abc")
            for d in range(6)
        ],
        columns=["model", "dataset", "subset", "accuracy"],
    )
    parts = pd.concat([table, table.assign(subset="other")])
    one, several = (str(prgbench.compare(t, progress=False).answer) for t in (table, parts))
    assert "Each model has one score on a data set: " in one
    assert "Each model has one score on a subset: " in several


def test_values_of_several_metrics_have_no_mean_over_data_sets():
    """As the ``result`` of the AutoML Benchmark: AUROC of some tasks, log loss of others."""
    rows = [
        {"task": f"t{task}", "framework": model, "metric": metric, "result": value - place / 100}
        for task in range(8)
        for metric, value in [("auc", 0.9) if task % 2 else ("neg_logloss", -0.4)]
        for place, model in enumerate(("AutoGluon", "TPOT", "forest"))
    ]
    compared = prgbench.compare(
        pd.DataFrame(rows), measures=["result"], higher_is_better={"result": True}
    )
    notes = " ".join(compared.answer.notes)
    assert "result has the values of several metrics: auc, neg_logloss (column metric)." in notes
    assert "Ordered by mean rank" in notes
    assert "What selecting by one measure costs" not in notes
    [best] = compared.answer.best_models
    assert (best.model, best.by_rank, best.mean_rank) == ("AutoGluon", True, 1.0)
    of_one = pd.DataFrame(rows).query("metric == 'auc'")
    same = prgbench.compare(of_one, measures=["result"], higher_is_better={"result": True})
    assert same.answer.best_models[0].by_rank is False
