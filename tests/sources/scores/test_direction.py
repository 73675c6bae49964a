import pytest

from prgbench.metrics import get_measure, measures
from prgbench.sources.scores.layout import higher_is_better, is_measure

# fmt: off
HIGHER = [
    "accuracy", "balanced_accuracy", "BalancedAccuracy", "f1_macro", "macroF1", "F1-score",
    "roc_auc", "AUC-PR", "auroc", "r2", "R²", "mcc", "cohen_kappa", "ndcg@10",
    "ndcg_at_10", "map", "MAP@5", "mean_average_precision", "mrr", "recall@k", "hits@10",
    "spearman", "exact_match", "explained_variance", "neg_log_loss",
    "neg_root_mean_squared_error", "main_score", "test_accuracy", "accuracy_test", "mIoU",
    "log_likelihood", "acc",
]
# fmt: on
# fmt: off
LOWER = [
    "error", "metric_error", "error_rate", "loss", "log_loss", "LogLoss",
    "cross_entropy_loss", "rmse", "RMSE", "mse", "mae", "MAPE", "mean_absolute_error",
    "root_mean_squared_error", "brier", "brier_score", "perplexity", "time_train_s", "wer",
    "nll", "negative_log_likelihood", "zero_one_loss", "hinge_loss",
]
# fmt: on


@pytest.mark.parametrize("name", HIGHER)
def test_higher_is_better(name):
    assert higher_is_better(name) is True


@pytest.mark.parametrize("name", LOWER)
def test_lower_is_better(name):
    assert higher_is_better(name) is False


@pytest.mark.parametrize("name", ["quality", "score", "x", "", "my_metric", "true_negative_rate"])
def test_other_names_have_to_be_stated(name):
    assert higher_is_better(name) is None


@pytest.mark.parametrize("name", ["accuracy_std", "rmse_ci_lower", "fit_time", "f1_se"])
def test_spreads_and_times_are_no_measures(name):
    assert not is_measure(name)


def test_names_of_the_registry_are_never_taken_the_wrong_way_round():
    known = {name: higher_is_better(name) for name in measures()}
    wrong = [
        name
        for name, better in known.items()
        if better is not None and better != get_measure(name).higher_is_better
    ]
    assert wrong == []
