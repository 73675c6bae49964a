"""Writes the table of docs/conformance.md; `--check` only compares."""

import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import numpy as np
from conformance_check import differences
from scipy.stats import mannwhitneyu
from sklearn import metrics as sklearn
from tabulate import tabulate
from written import write_or_check

PAGE = Path(__file__).with_name("conformance.md")


def auc_of_curve(y_true, y_score, sample_weight=None):
    """Return the area under straight lines between scikit-learn's PR points."""
    precision, recall, _ = sklearn.precision_recall_curve(
        y_true, y_score, sample_weight=sample_weight
    )
    return sklearn.auc(recall, precision)


def up_to_a_tenth(y_true, y_score, sample_weight=None):
    """Return scikit-learn's partial area."""
    return sklearn.roc_auc_score(y_true, y_score, sample_weight=sample_weight, max_fpr=0.1)


def mann_whitney(y_true, y_score):
    """Return SciPy's statistic over the number of pairs."""
    positive = y_true == 1
    won = mannwhitneyu(y_score[positive], y_score[~positive]).statistic
    return won / (positive.sum() * (~positive).sum())


def implementations() -> Iterator[tuple[str, str, Callable[..., float]]]:
    """Yield the label of each implementation, the definition it is compared with, the function."""
    yield "`roc_auc_score`", "auroc", sklearn.roc_auc_score
    yield "`roc_auc_score(max_fpr=.1)`", "partial_auroc", up_to_a_tenth
    yield "`average_precision_score`", "average_precision", sklearn.average_precision_score
    yield "`auc` of `precision_recall_curve`", "trapezoid_aupr_one", auc_of_curve
    yield "the same, taken for AUPR", "aupr", auc_of_curve
    yield "`average_precision_score`, taken for AUPR", "aupr", sklearn.average_precision_score
    yield "SciPy's `mannwhitneyu` / (P N)", "auroc", mann_whitney


def results() -> str:
    """Return the table of the installed implementations."""
    rows = []
    for label, definition, area in implementations():
        errors = dict(differences(area, definition))
        differing = [name for name, error in errors.items() if error > 1e-12]
        cases = ", ".join(differing) if len(differing) <= 3 else f"{len(differing)} cases"
        largest = max(error for error in errors.values() if np.isfinite(error))
        agreeing = f"{len(errors) - len(differing)} of {len(errors)}"
        rows.append(
            (label, definition, agreeing, cases, f"{largest:.2f}" if largest > 1e-12 else "")
        )
    heads = ("function", "as", "within 1e-12", "differs in", "by up to")
    return tabulate(rows, heads, tablefmt="github", disable_numparse=True)


def page() -> str:
    """Return the page with its table."""
    packages = " and ".join(f"{name} {version(name)}" for name in ("scikit-learn", "scipy"))
    before, rest = PAGE.read_text(encoding="utf-8").split("<!-- results -->\n")
    after = rest.split("<!-- end of results -->")[1]
    inside = f"With {packages}:\n\n{results()}"
    return f"{before}<!-- results -->\n\n{inside}\n\n<!-- end of results -->{after}"


if __name__ == "__main__":
    # Cases of one class are undefined: some functions say so, the table too.
    warnings.simplefilter("ignore")
    write_or_check({PAGE: page()}, "the conformance vectors")
