"""Directions and ranges of measures by their names, and values that contradict them."""

import pandas as pd
import pytest
from sklearn.metrics import get_scorer_names

from prgbench.metrics import get_measure, measures
from prgbench.run.errors import PrgbenchError
from prgbench.sources.scores.directions import guessed_direction, is_measure, known_measure
from prgbench.sources.scores.table import read_scores

# fmt: off
HIGHER = [
    "accuracy", "balanced_accuracy", "BalancedAccuracy", "f1_macro", "macroF1", "F1-score",
    "F1Macro", "roc_auc", "AUC-PR", "auroc", "r2", "R²", "mcc", "cohen_kappa", "ndcg@10",
    "ndcg_at_10", "map", "MAP@5", "mAP@0.5:0.95", "mean_average_precision", "mrr", "recall@k",
    "hits@10", "spearman", "exact_match", "explained_variance", "main_score", "test_accuracy",
    "accuracy_test", "mIoU", "log_likelihood", "acc", "Top-1 accuracy", "top5_acc", "accuracy (%)",
    "brier_skill_score", "area_under_roc_curve", "f_measure", "predictive_accuracy",
    "bal_accuracy", "f_meas", "gain_capture", "j_index", "kap", "sens", "spec", "Sens", "rsq",
    "rpd", "roc_aunu", "roc_auc_survival", "Mean_Neg_Pred_Value", "classif.mauc_aunp", "regr.ktau",
    "MulticlassAUROC", "split0_test_roc_auc", "true_negative_rate", "Recall_macro",
    "acc,none", "acc_norm,none", "Prec.", "metrics.training_roc_auc", "classif.mauc_mu",
    "surv.cindex", "surv.uno_auc", "surv.nagelk_r2", "P@10", "R@100", "RR@10", "ERR@20", "R@1 ↑",
    "Rprec", "infAP", "F0.5", "TM-score", "BERTScore", "PSNR ↑",
]
LOWER = [
    "error", "metric_error", "error_rate", "loss", "val_loss", "log_loss", "LogLoss",
    "cross_entropy_loss", "rmse", "RMSE", "mse", "mae", "MAPE", "mean_absolute_error",
    "root_mean_squared_error", "brier", "brier_score", "perplexity", "time_train_s", "wer",
    "nll", "negative_log_likelihood", "zero_one_loss", "hinge_loss", "negative_likelihood_ratio",
    "root_relative_squared_error", "mean_fit_time", "usercpu_time_millis",
    "mn_log_loss", "brier_class", "brier_survival", "classification_cost", "equalized_odds",
    "wis", "WIS", "mean_interval_score", "ECE (10-bin)", "classif.ce", "classif.fomr",
    "regr.pinball", "surv.graf", "surv.logloss", "surv.rcll", "surv.dcalib", "err", "HD95",
    "AbsRel", "RMSE log", "minDCF", "bits_per_byte", "AbsRel ↓", r"FID $\downarrow$",
    "MAE (lower is better)",
]
UNKNOWN = {
    "1-AUC": False, "TPR@FPR=0.01": True, "accuracy_drop": False, "auc_rank": False, "score": None,
    "energy_score": None, "AMI WER": False,
    "avg_rank": False, "quality": True, "x": None, "": None, "my_metric": True, "my_cost": False,
    # A share of predicted positives, and errors of which 0 is best.
    "detection_prevalence": None, "mpe": None, "msd": None,
    "accuracy_gain": True, "neg_accuracy": False,
    # Of the slope and the intercept of a calibration, 1 and 0 are best.
    "surv.calib_alpha": None, "F": None,
    # Without a rank, P is a p-value and R a correlation; an arrow says the opposite of the name.
    "P": None, "R": None, "accuracy ↓": False, "loss ↑": True, "↑↓": None,
    "δ1 ↑": True, "TrueSkill (Lower is better)": False,
}
# fmt: on


@pytest.mark.parametrize("name", HIGHER)
def test_higher_is_better(name):
    assert known_measure(name).higher_is_better is True


@pytest.mark.parametrize("name", LOWER)
def test_lower_is_better(name):
    assert known_measure(name).higher_is_better is False


@pytest.mark.parametrize(("name", "guess"), UNKNOWN.items())
def test_other_names_have_to_be_stated(name, guess):
    assert known_measure(name) is None
    assert guessed_direction(name) is guess


@pytest.mark.parametrize("prefix", ["", "test_", "train_", "mean_test_", "val_"])
def test_higher_is_better_by_every_scorer_of_scikit_learn(prefix):
    known = {name: known_measure(f"{prefix}{name}") for name in get_scorer_names()}
    assert [name for name, measure in known.items() if not measure.higher_is_better] == []
    assert known["neg_log_loss"].upper == 0
    assert known["d2_log_loss_score"].upper == 1


@pytest.mark.parametrize(
    "name",
    [
        *("accuracy_std", "rmse_ci_lower", "fit_time", "f1_se", "standard_error"),
        *("lc_standard_error", "Standard Deviation of F1"),
    ],
)
def test_spreads_and_times_are_no_measures(name):
    assert not is_measure(name)


def test_names_of_the_registry_are_known_with_their_direction_and_within_their_range():
    for name in measures():
        known, measure = known_measure(name), get_measure(name)
        assert known.higher_is_better == measure.higher_is_better
        assert known.lower <= measure.lower
        assert known.upper >= measure.upper


def test_a_name_with_an_arrow_has_the_range_of_its_measure():
    assert known_measure("R@1 ↑") == known_measure("recall") == (True, 0, 1)
    assert known_measure("PSNR ↑") == known_measure("PSNR")


def scores(**columns):
    keys = {"dataset": ["d0", "d0", "d1", "d1"], "model": ["a", "b"] * 2}
    return pd.DataFrame({**keys, **columns})


def test_the_classification_error_of_mlr3_is_a_share_and_no_cross_entropy():
    assert known_measure("classif.ce") == (False, 0, 1)
    assert known_measure("ce") == (False, 0, float("inf"))


def test_all_unknown_measures_are_asked_for_at_once_with_what_their_names_suggest():
    with pytest.raises(PrgbenchError) as raised:
        read_scores(
            scores(auc_rank=[1, 2, 3, 4], yield_=[1, 2, 3, 4], accuracy=0.5),
            measures=["auc_rank", "yield_", "accuracy"],
        )
    assert "is unknown for auc_rank, yield_:" in str(raised.value)
    assert "give --lower-is-better auc_rank (`higher_is_better={'auc_rank': False}`)" in str(
        raised.value
    )
    assert "and --higher-is-better or --lower-is-better yield_ (" in str(raised.value)
    # A column without any word of a measure beside one that is known is a setting.
    read = read_scores(scores(yield_=[1, 2, 3, 4], accuracy=0.5))
    assert read.notes == ["Not used: the column yield_."]
    with pytest.raises(
        PrgbenchError, match=r"give --higher-is-better or --lower-is-better ARC yield_ .`high"
    ):
        read_scores(scores(ARC=[1, 2, 3, 4], yield_=[1, 2, 3, 4]))


def test_columns_with_arrows_are_measures_unless_they_describe_the_models():
    values = {
        "AbsRel ↓": [0.1, 0.2, 0.1, 0.3],
        "warp ↑": [3.5, 4, 2, 1],
        "Params (M) ↓": [3, 5, 3, 5],
    }
    read = read_scores(scores(**values))
    assert read.measures == {"AbsRel ↓": False, "warp ↑": True}
    assert read.notes == ["Not used: the column Params (M) ↓."]
    with pytest.raises(PrgbenchError, match="give --lower-is-better 'accuracy ↓'"):
        read_scores(scores(**{"accuracy ↓": [0.1, 0.2, 0.1, 0.3]}))
    stated = read_scores(scores(**values), stated={"Params (M) ↓": False})
    assert "Params (M) ↓" in stated.measures


def test_arrows_of_one_direction_may_be_those_of_data_sets():
    one = pd.DataFrame({"model": ["a", "b"], "ETTh1 ↓": [0.1, 0.2], "Traffic ↓": [0.3, 0.2]})
    with pytest.raises(PrgbenchError, match="if they are data sets, name their measure"):
        read_scores(one)
    assert read_scores(one, measures=["mse"]).measures == {"mse": False}
    assert list(read_scores(one, stated={"ETTh1 ↓": False}).measures) == ["ETTh1 ↓", "Traffic ↓"]
    both = one.rename(columns={"Traffic ↓": "δ1 ↑"})
    assert read_scores(both).measures == {"ETTh1 ↓": False, "δ1 ↑": True}


@pytest.mark.parametrize(
    ("name", "values", "named"),
    [
        (
            "log_loss",
            [-0.5, -0.4, -0.5, -0.3],
            "the value -0.5, .*--higher-is-better",
        ),
        ("log_loss", [0.5, -0.4, 0.5, 0.3], "log_loss has the value -0.4"),
        ("neg_rmse", [0.5, 0.4, 0.5, 0.3], "neg_rmse has the value 0.5, .* --lower-is-better"),
        ("auc", [81.5, 0.8, 70, 0.6], r"auc has the value 81.5, .*percent beside fractions .b."),
        ("auc", [81.5, 80, 0.7, 0.6], r"percent beside fractions .d1."),
    ],
)
def test_values_that_contradict_a_direction_or_a_scale_are_a_question(name, values, named):
    with pytest.raises(PrgbenchError, match=named):
        read_scores(scores(**{name: values}))
    stated = read_scores(scores(**{name: values}), stated={name: True})
    assert stated.measures == {name: True}


@pytest.mark.parametrize(
    ("name", "values", "ending"),
    [
        ("auc", [81.5, 80, 70, 60], "has the value 81.5, outside its range [0, 1]: percent."),
        (
            "mcc",
            [-0.5, -0.25, -0.5, -0.1],
            "has only values below 0, as if its sign were reversed.",
        ),
        ("r2", [1.5, 0.8, 0.7, 300], "has the value 300, outside its range [-inf, 1]."),
    ],
)
def test_values_outside_the_range_are_a_warning(name, values, ending):
    [warning] = read_scores(scores(**{name: values})).warnings
    assert warning == f"{name} {ending}"


@pytest.mark.parametrize(("name", "values"), [("auc", [0, 1, 0.5, 1]), ("rmse", [0, 9, 1, 800])])
def test_values_within_the_range_are_no_warning(name, values):
    assert not read_scores(scores(**{name: values})).warnings


CLIP = pd.DataFrame(
    {
        "model": ["vitH", "vitL", "vitB", "rn50"],
        "params (M)": [986, 428, 150, 102],
        "Average": [0.56, 0.536, 0.474, 0.386],
        "ImageNet": [0.84, 0.79, 0.70, 0.60],
        "CIFAR-10": [0.99, 0.98, 0.95, 0.80],
        "CLEVR Counts": [0.36, 0.31, 0.25, 0.20],
        "CLEVR Distance": [0.21, 0.24, 0.19, 0.16],
        "KITTI Vehicle Distance": [0.40, 0.36, 0.28, 0.17],
    }
)


def test_a_word_of_a_measure_in_few_names_asks_whether_all_are_data_sets():
    """Its advice was --lower-is-better, by which the worst of these accuracies won."""
    with pytest.raises(PrgbenchError) as raised:
        read_scores(CLIP)
    assert str(raised.value) == (
        "The table has columns of numbers not named like measures (ImageNet, CIFAR-10, "
        "CLEVR Counts): if they are data sets, name their measure, such as --measures accuracy "
        "(`measures=['accuracy']`); to compare by CLEVR Distance, KITTI Vehicle Distance instead, "
        "give --lower-is-better 'CLEVR Distance' 'KITTI Vehicle Distance' "
        "(`higher_is_better={'CLEVR Distance': False, 'KITTI Vehicle Distance': False}`) as the "
        "name suggests."
    )
    read = read_scores(CLIP, measures=["accuracy"])
    assert set(read.scores["dataset"]) == {*CLIP.columns[3:]}
    assert read.measures == {"accuracy": True}
    stated = {"CLEVR Distance": False, "KITTI Vehicle Distance": False}
    assert read_scores(CLIP, stated=stated).measures == stated


def test_a_word_of_a_measure_in_most_names_or_beside_data_sets_is_one():
    few = CLIP[["model", "ImageNet", "CLEVR Distance", "KITTI Vehicle Distance"]]
    for table in (few, CLIP.assign(dataset="d")):
        with pytest.raises(PrgbenchError, match="is unknown for CLEVR Distance, KITTI Vehicle"):
            read_scores(table)


def test_a_data_set_that_is_called_as_a_measure_is_one_by_the_measure_that_is_named():
    table = pd.DataFrame(
        {"model": [*"abc"], "AMI": [16.2, 15.3, 25.3], "LS": [2.1, 2.6, 4.6], "F1": [3.5, 4.1, 6]}
    )
    read = read_scores(table[["model", "AMI", "LS"]], measures=["wer"])
    assert set(read.scores["dataset"]) == {"AMI", "LS"}
    assert read.notes == ["Taken as data sets with wer, although named like measures: AMI."]
    # Where most columns are called as measures, the name is a wrong one.
    with pytest.raises(PrgbenchError, match="no measure column wer; it has AMI, LS, F1"):
        read_scores(table, measures=["wer"])


def test_aucs_of_subgroups_are_measures_of_parts_of_the_data():
    """They are no data sets called subgroup, bpsn and bnsp with the measure auc."""
    scores = {f"{name}_auc": [0.9, 0.8, 0.7, 0.6] for name in ("subgroup", "bpsn", "bnsp")}
    names = {"model": ["a", "a", "b", "b"], "subgroup": ["x", "y"] * 2, "subgroup_size": range(4)}
    table = read_scores(pd.DataFrame(names | scores))
    assert list(table.measures) == list(scores)
    assert sorted(set(table.scores["subset"])) == ["x", "y"]
