"""Values of other implementations: those they made for the golden cases, those they publish."""

import json

import numpy as np
import pytest

from places import SHARED
from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts

CHECKS = SHARED / "checks"
pytestmark = pytest.mark.skipif(not CHECKS.exists(), reason=f"no reference values at {CHECKS}")


def files(folder):
    return [path for path in sorted((CHECKS / folder).glob("*.json")) if path.stem != "index"]


def cases(folder, key=None):
    """Name the files of a folder (which hold `key`), one parameter each."""
    for path in files(folder):
        if key is None or key in json.loads(path.read_text()):
            yield pytest.param(path, id=path.stem)


def labels_and_scores(path, case):
    if "labels" in case:
        return np.array(case["labels"]), np.array([float(s) for s in case["scores"]])
    with np.load(path.with_suffix(".npz")) as arrays:
        return arrays["labels"], arrays["scores"]


@pytest.mark.parametrize("path", list(cases("golden")))
def test_golden_areas(path, compare):
    case = json.loads(path.read_text())
    y, s = labels_and_scores(path, case)
    prevalence = float(np.mean(y == 1))
    n_pos = int(np.sum(y == 1))
    batch = m.areas(y, s)[0]
    ours = {
        "auroc": [m.auroc_score(y, s), batch[0]],
        "aupr": [m.aupr_score(y, s), batch[1]],
        "auprg": [m.auprg_score(y, s), batch[2]],
        "ap": m.average_precision_score(y, s),
        "aupr_min": m.theory.min_aupr(prevalence),
        "ap_min": m.theory.min_average_precision(n_pos, len(y) - n_pos),
        "aucnpr": m.aucnpr_score(y, s),
        "aupr_recall_0.5_1": m.aupr_score(y, s, recall_range=(0.5, 1)),
        "aupr_recall_0.2_0.8": m.aupr_score(y, s, recall_range=(0.2, 0.8)),
        "aupr_min_recall_0.5_1": m.theory.min_aupr(prevalence, (0.5, 1)),
    }
    assert set(ours) == set(case["expected"])
    for name, expected in case["expected"].items():
        value = expected["value"]
        scale = max(1.0, abs(value)) if name == "auprg" else 1.0
        size = np.size(ours[name])
        compare(ours[name], [value] * size, expected["tol_abs"] * scale, f"{path.stem} {name}")


@pytest.mark.parametrize("path", list(cases("golden")))
def test_golden_variants_of_the_area_under_pr(path, compare):
    case = json.loads(path.read_text())
    y, s = labels_and_scores(path, case)
    ours = {
        "aupr_PRROC_dg": m.evaluate(y, s, "unit_step_aupr"),
        "aupr_trapezoid_sklearn": m.evaluate(y, s, "trapezoid_aupr_one"),
    }
    for name, value in ours.items():
        reference = case["references"].get(name, {})
        if isinstance(reference.get("value"), float):
            compare(value, reference["value"], 1e-12, f"{path.stem} {name}")


@pytest.mark.parametrize("path", list(cases("golden", "prg_curve")))
def test_golden_prg_curve_and_hull(path, compare):
    case = json.loads(path.read_text())
    y, s = labels_and_scores(path, case)
    curve = m.precision_recall_gain_curve(y, s)
    ours = {
        "TP": curve.tp,
        "FP": curve.fp,
        "precision_gain": curve.precision_gain,
        "recall_gain": curve.recall_gain,
        "is_crossing": curve.is_crossing,
        "in_unit_square": curve.in_unit_square,
    }
    for name, values in ours.items():
        compare(values, case["prg_curve"][name], 1e-12, f"{path.stem} {name}")
    if "prg_hull_exact" in case:
        hull = m.prg_convex_hull(y, s)
        ours = {
            "recall_gain": hull.recall_gain,
            "precision_gain": hull.precision_gain,
            "beta2": hull.beta2,
            "f_calibrated": hull.calibrated,
        }
        for name, values in ours.items():
            compare(values, case["prg_hull_exact"][name], 1e-14, f"{path.stem} hull {name}")


EDGE = {
    "all_neg": (np.nan, np.nan, np.nan),
    "all_pos": (np.nan, 1.0, 0.0),
    "n1_neg": (np.nan, np.nan, np.nan),
    "n1_pos": (np.nan, 1.0, 0.0),
    "labels_pm1": ("auroc_sklearn", "aupr_PRROC_integral", None),
}


@pytest.mark.filterwarnings("ignore:Only one class", "ignore:No positive class")
@pytest.mark.parametrize("path", list(cases("golden_edge")))
def test_undefined_input(path, compare):
    case = json.loads(path.read_text())
    y, s = labels_and_scores(path, case)
    if path.stem == "nan_score":
        with pytest.raises(ValueError, match=r"y_score\[1\] is NaN"):
            m.auprg_score(y, s)
        return
    expected = [
        case["references"][value]["value"] if isinstance(value, str) else value
        for value in EDGE[path.stem]
    ]
    if path.stem == "labels_pm1":  # some peers sum the labels before they recode them
        expected[2] = m.auprg_score(y == 1, s)
    compare(
        [m.auroc_score(y, s), m.aupr_score(y, s), m.auprg_score(y, s)], expected, 1e-12, "edge"
    )


def at_threshold(y, s, threshold):
    counts = threshold_counts(y, s)
    i = np.flatnonzero(counts.thresholds >= threshold)[-1]
    return counts.tp[i], counts.fp[i], counts.n_pos, counts.n_neg


def f1_at(y, s, threshold):
    tp, fp, n_pos, _ = at_threshold(y, s, threshold)
    return 2 * tp / (tp + fp + n_pos)


def gains(case):
    table = case["confusion"]
    tp, fp, fn = table["tp"], table["fp"], table["fn"]
    pi = case["pi"]
    return m.theory.gain(tp / (tp + fp), pi), m.theory.gain(tp / (tp + fn), pi)


def precision_of_rates(case):
    """Weigh two instances of each class so that they have the rates of the case."""
    tpr, fpr, pi = case["tpr"], case["fpr"], case["pi"]
    weights = [pi * tpr, (1 - pi) * fpr, pi * (1 - tpr), (1 - pi) * (1 - fpr)]
    return m.precision_recall_curve([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=weights).precision[1]


def mcc_of(case):
    table = case["confusion"]
    labels = np.repeat([1, 0, 1, 0], [table["tp"], table["fp"], table["fn"], table["tn"]])
    return m.evaluate(labels, np.repeat([1, 1, 0, 0], list(map(table.get, CELLS))), "max_mcc")


CELLS = ("tp", "fp", "fn", "tn")


def from_counts(case):
    """Rebuild labels and scores from cumulative counts."""
    d_tp, d_fp = np.diff(case["counts_tp"]), np.diff(case["counts_fp"])
    labels = np.concatenate([[1] * p + [0] * n for p, n in zip(d_tp, d_fp, strict=True)])
    return labels, np.repeat(-np.arange(d_tp.size), d_tp + d_fp)


def interpolated(case):
    """Rebuild the segment of a worked example and ask for its middle."""
    positives = case["positives"]
    tp, fp = [0, case["tp_a"], case["tp_b"]], [0, case["fp_a"], case["fp_b"]]
    rest = positives - case["tp_b"]
    labels, scores = from_counts(
        {"counts_tp": [*tp, tp[-1] + rest], "counts_fp": [*fp, fp[-1] + 1]}
    )
    recall = (tp[1] + case["x"] * (tp[2] - tp[1])) / positives
    return m.precision_recall_curve(labels, scores).precision_at(recall)


def mean_over_folds(y, s, case):
    fold = np.array(case["fold"])
    return np.mean([m.auroc_score(y[fold == k], s[fold == k]) for k in np.unique(fold)])


def part_of_roc(y, s, low, high):
    return m.partial_auroc_score(y, s, fpr_range=(low, high), correct=False)


BY_SCORES = {
    "auroc": lambda y, s, _: m.auroc_score(y, s),
    "mann_whitney_u": lambda y, s, _: m.auroc_score(y, s) * sum(y == 1) * sum(y != 1),
    "auroc_mean_of_folds": mean_over_folds,
    "aupr_integral": lambda y, s, _: m.aupr_score(y, s),
    "aupr_dg_discrete": lambda y, s, _: m.evaluate(y, s, "unit_step_aupr"),
    "aupr_trapezoid_first_point_1": lambda y, s, _: m.evaluate(y, s, "trapezoid_aupr_one"),
    "average_precision": lambda y, s, _: m.average_precision_score(y, s),
    "auprg_signed": lambda y, s, _: m.auprg_score(y, s),
    "max_f1_over_thresholds": lambda y, s, _: m.max_fbeta_score(y, s),
    "brier": lambda y, s, _: m.evaluate(y, s, "brier"),
    "log_loss": lambda y, s, _: m.evaluate(y, s, "log_loss"),
    "partial_auroc_fpr_0_0.25": lambda y, s, _: part_of_roc(y, s, 0, 0.25),
    "partial_auroc_fpr_0_0.25_divided_by_0.25": lambda y, s, _: part_of_roc(y, s, 0, 0.25) / 0.25,
    "partial_auroc_spec_1_0.9": lambda y, s, _: part_of_roc(y, s, 0, 0.1),
    "partial_auroc_spec_0.9_0.8": lambda y, s, _: part_of_roc(y, s, 0.1, 0.2),
    "h_measure": lambda y, s, _: m.h_measure_score(y, s),
    "h_measure_sr_0.7": lambda y, s, _: m.h_measure_score(y, s, severity_ratio=0.7),
    "h_measure_sr_0.1": lambda y, s, _: m.h_measure_score(y, s, severity_ratio=0.1),
    "h_measure_sr_0.5": lambda y, s, _: m.h_measure_score(y, s, severity_ratio=0.5),
    "h_measure_sr_-0.7_beta(pi1+1,pi0+1)": lambda y, s, _: m.h_measure_score(
        y, s, beta=(np.mean(y) + 1, 2 - np.mean(y))
    ),
    "error_rate_at_0.5": lambda y, s, _: np.mean((s >= 0.5) != y),
    "f1_at_0.5": lambda y, s, _: f1_at(y, s, 0.5),
    "sensitivity_at_0.3": lambda y, s, _: at_threshold(y, s, 0.3)[0] / sum(y),
    "specificity_at_0.3": lambda y, s, _: 1 - at_threshold(y, s, 0.3)[1] / sum(1 - y),
    "tp_at_0.3": lambda y, s, _: at_threshold(y, s, 0.3)[0],
    "fp_at_0.3": lambda y, s, _: at_threshold(y, s, 0.3)[1],
    "mcc_of_predicted_labels": lambda y, _, case: m.evaluate(
        y, case["predicted_labels"], "max_mcc"
    ),
    "f1_of_predicted_labels": lambda y, _, case: m.max_fbeta_score(y, case["predicted_labels"]),
}
BY_CASE = {
    "aucnpr": lambda case: m.theory.normalize_aupr(case["aucpr"], case["pi"]),
    "aucpr_min": lambda case: m.theory.min_aupr(case["pi"]),
    "precision_gain": lambda case: gains(case)[0],
    "recall_gain": lambda case: gains(case)[1],
    "f1_gain": lambda case: m.theory.fbeta_gain(*gains(case)),
    "mcc": mcc_of,
    "precision": precision_of_rates,
    "aupr_integral": lambda case: m.aupr_score(*from_counts(case)),
    "precision_nonlinear": interpolated,
}
# Other rooms' values (intervals, tests, rank agreement), plain arithmetic of the page itself, and
# areas that the named library is known to define in its own way. (A single MCC of given labels
# may be negative, which the highest over thresholds is not.)
NOT_OURS = (
    "delong", "ci95", "influence_curve", "kendall", "weighted_tau", "spearman",
    "average_overlap", "friedman", "iman_davenport", "nemenyi", "area", "recall",
    "precision_linear", "beta2_of", "min_score", "max_score", "aupr_rocr_upper",
    "aupr_pycm_variant", "auprg_keras_variant", "mcc_of_predicted_labels",
)  # fmt: skip


def is_ours(name, case):
    table = BY_SCORES if "labels" in case else BY_CASE
    return name in table and not (name == "mcc_of_predicted_labels" and "scores" not in case)


def published(wanted):
    """List the cases of all sources for which `wanted` holds."""
    for path in files("external"):
        for case in json.loads(path.read_text())["cases"]:
            if wanted(case):
                yield pytest.param(case, id=f"{path.stem}: {case['case']}")


def test_every_published_value_is_computed_or_listed_as_not_ours():
    for path in files("external"):
        for case in json.loads(path.read_text())["cases"]:
            for name in case["expected"]:
                assert is_ours(name, case) or name.startswith(NOT_OURS), f"{path.stem}: {name}"


@pytest.mark.parametrize(
    "case", list(published(lambda case: any(is_ours(name, case) for name in case["expected"])))
)
def test_published_values(case, compare):
    y, s = np.array(case.get("labels", [])), np.array(case.get("scores", []), dtype=float)
    for name, expected in case["expected"].items():
        if is_ours(name, case):
            value = BY_SCORES[name](y, s, case) if "labels" in case else BY_CASE[name](case)
            compare(value, expected["value"], expected["tolerance"], name)


def has_points(case):
    return any(key.startswith("expected_") for key in case)


def curves_of(case):
    y, s = case["labels"], case["scores"]
    return m.roc_curve(y, s), m.precision_recall_curve(y, s)


@pytest.mark.parametrize("case", list(published(has_points)))
def test_published_points(case, compare):
    roc, pr = curves_of(case)
    if "expected_roc_points" in case:
        points = case["expected_roc_points"]
        compare(roc.fpr, points["fpr"], points["tolerance"], "fpr")
        compare(roc.tpr, points["tpr"], points["tolerance"], "tpr")
    if "expected_pr_points" in case:  # from high recall to low, then the anchor (0, 1)
        points = case["expected_pr_points"]
        compare(pr.recall[:0:-1], points["recall"][:-1], points["tolerance"], "recall")
        compare(pr.precision[:0:-1], points["precision"][:-1], points["tolerance"], "precision")
    if "expected_roc_convex_hull" in case:
        points = case["expected_roc_convex_hull"]
        hull = m.roc_convex_hull(case["labels"], case["scores"])
        compare(hull.fpr, points["fpr"], points["tolerance"], "hull fpr")
        compare(hull.tpr, points["tpr"], points["tolerance"], "hull tpr")
    if "expected_by_threshold" in case:
        check_by_threshold(case, roc, pr, compare)
    if "expected_curve" in case:
        check_curve(case, pr, compare)


def check_by_threshold(case, roc, pr, compare):
    expected = case["expected_by_threshold"]
    tolerance = expected["tolerance"]
    if "tpr" in expected:
        compare(roc.tpr, expected["tpr"], tolerance, "tpr")
        compare(roc.fpr, expected["fpr"], tolerance, "fpr")
        compare(pr.precision[1:], expected["precision"][1:], tolerance, "precision")
    else:
        y, s = case["labels"], case["scores"]
        compare(m.max_fbeta_score(y, s), max(expected["f1"]), tolerance, "F1")
        best = max(value for value in expected["mcc"] if value is not None)
        compare(m.evaluate(y, s, "max_mcc"), best, tolerance, "MCC")


def check_curve(case, pr, compare):
    expected = case["expected_curve"]
    tolerance = expected["tolerance"]
    if "columns" in expected:
        curve = m.precision_recall_gain_curve(case["labels"], case["scores"])
        rows = np.array(expected["rows"], dtype=float)[1:]
        ours = (curve.tp, curve.fp, curve.precision_gain, curve.recall_gain, curve.is_crossing)
        for column, values in enumerate(ours):
            compare(values[1:], rows[:, column], tolerance, expected["columns"][column])
    elif expected["x_bins"]:
        recall, precision = pr.interpolate(expected["x_bins"] + 1)
        compare(recall[1:], expected["recall"], tolerance, "recall")
        compare(precision[1:], expected["precision"], tolerance, "precision")
    else:
        compare(pr.recall, expected["recall"], tolerance, "recall")
        compare(pr.precision, expected["precision"], tolerance, "precision")
