"""What was answered without a word, or refused in no clear words, is refused in one sentence."""

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from prgbench import metrics as m

Y, S = [0, 1, 0, 1], [0.1, 0.4, 0.2, 0.3]
ROC, PR, COSTS = m.roc_convex_hull(Y, S), m.precision_recall_curve(Y, S), m.cost_curve(Y, S)
FITTED = m.AccuracyCalibrator().fit(S, Y)
masked = np.ma.masked_array
MASKED = masked(S, [0, 1, 0, 0])
DATES = np.array(["2020", "NaT", "2020", "2021"], "M8[Y]")

REFUSED = [
    (lambda: PR.interpolate(2.5), "n_points must be a whole number, not 2.5."),
    (lambda: PR.precision_at("a"), "recall must contain numbers, not strings."),
    (lambda: ROC.threshold_for("a"), "c must be a number, not 'a'."),
    (lambda: m.prg_convex_hull(Y, S).threshold_for([1, 2]), "beta must be a number, not [1, 2]."),
    (lambda: COSTS.threshold_for([0.1, 0.2]), "c must be a number, not [0.1, 0.2]."),
    (lambda: COSTS.mean_over("a", 1), "low must be a number, not 'a'."),
    (
        lambda: m.expected_cost_score(Y, S, cost_ratio=[1, 2]),
        "cost_ratio must be a number, not [1, 2].",
    ),
    (lambda: m.aupr_score(Y, S, average="x"), "average must be 'macro', "),
    (lambda: m.auprg_score(Y, S, average="x"), "average must be 'macro', "),
    (lambda: m.auroc_score(Y, S, average="x"), "average must be 'macro', "),
    (lambda: m.average_precision_score(Y, S, average="x"), "average must be 'macro', "),
    (lambda: m.auroc_score(Y, S, multi_class="x"), "multi_class must be 'raise', 'ovr' or 'ovo'"),
    (lambda: m.evaluate(Y, S, None), "A measure must be a name, a Measure or a function, not No"),
    (lambda: m.evaluate(Y, S, "auroc", average="x"), "'weighted', 'micro', not 'x'."),
    (lambda: m.get_scorer("auroc", average="x"), "'weighted', 'micro', not 'x'."),
    (lambda: m.get_scorer("auroc", multi_class="x"), "multi_class must be 'ovr' or 'ovo', not "),
    (
        lambda: m.get_scorer("auroc", multi_class="ovo", average="micro"),
        "average must be one of 'macro', 'weighted' for 'ovo', not 'micro'.",
    ),
    (lambda: m.bootstrap_areas(Y, [S], measures=[]), "measures must name at least one measure."),
    (
        lambda: m.CostCurveDisplay.from_predictions(Y, S, prevalence=0),
        "prevalence must be a number inside (0, 1), not 0.",
    ),
    (
        lambda: m.CostCurveDisplay.from_predictions(Y, S, prevalence="a"),
        "prevalence must be a number inside (0, 1), not 'a'.",
    ),
    (
        lambda: m.RocCurveDisplay.from_predictions(Y, S, band="a"),
        "confidence_level must be a number, not 'a'.",
    ),
    (lambda: m.theory.gain(2, 0.5), "value must lie in [0, 1], not 2.0."),
    (lambda: m.theory.gain([0.5, 2, 3], 0.5), "value must lie in [0, 1], not 2.0."),
    (lambda: m.theory.gain(0.5, "a"), "prevalence must contain numbers, not strings."),
    (lambda: m.theory.ungain(2, 0.5), "value must lie in (-inf, 1], not 2.0."),
    (lambda: m.theory.precision_gain(1, 0, "a", 1), "n_pos must be a number, not 'a'."),
    (lambda: m.theory.recall_gain(1, 1, "a"), "n_neg must be a number, not 'a'."),
    (lambda: m.theory.fbeta_isometric("a", 0.5), "f must be a number, not 'a'."),
    (lambda: m.theory.fbeta_gain_isometric("a", 0.5), "fg must be a number, not 'a'."),
    (lambda: m.theory.always_positive_fbeta([0.5]), "prevalence must be a number, not [0.5]."),
    (lambda: m.theory.minimum_precision(0.5, [0.5]), "prevalence must be a number, not [0.5]."),
    (lambda: m.theory.min_aupr("a"), "prevalence must contain numbers, not strings."),
    (lambda: m.theory.min_average_precision("a", 2), "n_pos must be a number, not 'a'."),
    (lambda: m.theory.expected_aupr(2.5, 1), "n_pos must be a whole number, not 2.5."),
    (lambda: m.theory.interpolation_weight(1, 1, 2), "share in [0, 1], not 1, 1 and 2."),
    (lambda: m.theory.interpolation_weight("a", 1, 0), "tp_1 must be a number, not 'a'."),
    (lambda: m.theory.indifferent_beta2(1, 1, "a", 1), "precision_2 must be a number, not 'a'."),
    (lambda: m.AccuracyCalibrator().fit(MASKED, Y), "X[1] is masked"),
    (lambda: m.FBetaCalibrator().fit(MASKED[:, None], Y), "X[1, 0] is masked"),
    (
        lambda: m.AccuracyCalibrator().fit(np.c_[S, S], Y),
        "X has two columns: pass that of the positive class",
    ),
    (lambda: m.FBetaCalibrator().fit(S[:3], Y), "y_true has 4 labels but X has 3 scores"),
    (lambda: FITTED.transform(MASKED), "X[1] is masked"),
    (lambda: m.mean_fbeta(masked([0.5, 0.9], [0, 1]), 0.5), "f_scores[1] is masked"),
    (lambda: m.mean_fbeta([0.5, 0.9], masked([0.5, 0.2], [0, 1])), "prevalence[1] is masked"),
    (lambda: m.theory.gain(MASKED, 0.5), "value[1] is masked"),
    (lambda: m.mean_fbeta(["a"], 0.5), "f_scores must contain numbers"),
    (
        lambda: m.auroc_score(DATES, S, pos_label=np.datetime64("2021")),
        "y_true[1] is missing (NaN, NaT or None).",
    ),
    (
        lambda: m.auroc_score(Y, np.array([b"1", b"2", b"3", b"4"], object)),
        "y_score must contain numbers, not bytes.",
    ),
    (lambda: m.auroc_score(Y, [b"1"] * 4), "numbers, not bytes."),
    (lambda: m.auroc_score(Y, S, max_fpr=0), "max_fpr must be a number in (0, 1], not 0."),
    (lambda: m.auroc_score(Y, S, max_fpr="a"), "max_fpr must be a number in (0, 1], not 'a'."),
    (lambda: m.areas(Y, np.c_[S, S]), "with one row per model): pass np.transpose(y_scores)."),
    (lambda: m.evaluate(Y, np.c_[S, S], "auroc"), "one row per model): pass np.transpose("),
    (lambda: m.auroc_score(None, S), "y_true must be a list or an array, not NoneType."),
    (lambda: m.auprg_score(Y, None), "y_score must be a list or an array, not NoneType."),
    (lambda: m.auprg_score(Y, iter(S)), "y_score must be a list or an array, not list_iterator."),
    (
        lambda: m.auprg_score(Y, csr_array([S])),
        "y_score must be a list or an array, not csr_array.",
    ),
    (lambda: m.auroc_score(1, 0.5), "y_true must be one-dimensional, its shape is ()."),
    (
        lambda: m.auroc_score(Y, bytearray(b"abcd")),
        "y_score must be a list or an array, not bytes.",
    ),
    (
        lambda: m.auroc_score(Y, [2**53 + 1, 2**53, 1.5, 2.0]),
        "y_score contains integers beyond 2**53",
    ),
    (
        lambda: m.auroc_score(Y, [1, "2", 3.0, 4]),
        "y_score mixes strings with other values: make them all of one type.",
    ),
    (
        lambda: m.auroc_score([0, "1", 0, 1], S, pos_label="1"),
        "y_true mixes strings with other values",
    ),
    (lambda: m.auroc_score(Y, [[1], [1, 2], 3, 4]), "y_score is ragged"),
    (lambda: m.theory.expected_accuracy(2, 0.5), "auroc must lie in [0, 1], not 2.0."),
    (lambda: m.theory.expected_fg1(2, 0.5, 1), "auprg must lie in (-inf, 1], not 2.0."),
    (lambda: m.theory.normalize_aupr(2, 0.5), "aupr must lie in [0, 1]"),
    (
        lambda: m.max_fbeta_score(Y, S, beta=np.inf),
        "beta must be a number from 0 to 1e150, not inf.",
    ),
    (lambda: m.max_fbeta_score(Y, S, beta=1e200), "beta must be a number from 0 to 1e150"),
    (lambda: m.max_fbeta_score(Y, S, beta="a"), "1e150, not 'a'."),
    (lambda: m.theory.fbeta_isometric(0.5, 0.5, -1), "1e150, not -1."),
    (lambda: m.theory.fbeta_gain(1, 1, np.inf), "1e150, not inf."),
    (lambda: m.theory.always_positive_fbeta(0.5, np.inf), "1e150, not inf."),
    (
        lambda: m.h_measure_score(Y, S, severity_ratio="a"),
        "severity_ratio must be a finite number > 0, not 'a'.",
    ),
    (
        lambda: m.h_measure_score(Y, S, severity_ratio=np.inf),
        "severity_ratio must be a finite number > 0, not inf.",
    ),
    (lambda: m.h_measure_score(Y, S, beta=1), "beta must be two finite numbers > 0, not 1."),
    (
        lambda: m.partial_auroc_score(Y, S, fpr_range=(0.0, "a")),
        "fpr_range must be two numbers (a, b), not (0.0, 'a').",
    ),
    (
        lambda: m.mean_over_folds(Y, [S], [1, 1, np.nan, np.nan]),
        "folds[2] is missing (NaN, NaT or None).",
    ),
    (lambda: m.mean_over_folds(Y, [S], ["a", "a", None, None]), "folds[2] is missing"),
    (
        lambda: m.mean_over_folds(Y, [S], np.array([1, 1, "a", "a"], object)),
        "folds must be of one type, such as all strings.",
    ),
    (
        lambda: m.evaluate([0.0, 1, np.nan], np.eye(3), "auroc", multi_class="ovr"),
        "y_true[2] is missing",
    ),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_it_is_refused_in_one_sentence(call, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)) as refused:
        call()
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_numbers_of_python_are_taken_where_doubles_keep_their_order():
    assert m.auroc_score(Y, [Fraction(1, 3), Decimal("0.5"), 0, 1]) == 1
    assert m.auroc_score([Decimal(own) for own in Y], S) == 1
    assert m.mean_fbeta([Decimal("0.5"), 0.5], 0.5) == 0.5
