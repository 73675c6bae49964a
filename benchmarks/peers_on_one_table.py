"""The same predictions given to prgbench and its peers, and what each says about them.

Prints what the installed ones say; with ``--write``, it goes to ``peers/``, a file for each tool.
The table is made from what scikit-learn ships and from its generator, so nothing is downloaded.
Run by ``make bench-peers``.
"""

import argparse
import contextlib
import io
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn import datasets as shipped
from sklearn.base import BaseEstimator
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

import prgbench
from prgbench.direct.compare import ComparedModels
from prgbench.direct.measure_names import MEASURES
from prgbench.plotting.words import measure_label
from prgbench.report.best_models import best_model_paragraphs
from prgbench.run.safe_text import plain

OUTPUTS = Path(__file__).with_name("peers")
WIDTH = 100
PRACTICAL = 0.01
"""Differences of a measure below it are practically none, to baycomp."""
ONE_DATASET = "diabetes"
"""Skore sees one data set; of the shipped ones it is the hardest."""

FINDINGS = re.compile(r"We (failed to )?reject the null hypothesis \(p=[\d.]+\) of the .*", re.S)
PROBABILITY = "predict_proba"
SHOWN = ("accuracy", "precision", "recall", "roc_auc", "log_loss", "brier_score")
"""Of what skore has found; the times differ from run to run."""

Labelled = tuple[np.ndarray, np.ndarray]


def models() -> dict[str, BaseEstimator]:
    """Return the five models."""
    return {
        "boosting": HistGradientBoostingClassifier(max_iter=40, max_leaf_nodes=8, random_state=0),
        "forest": RandomForestClassifier(60, random_state=0),
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "naive Bayes": GaussianNB(),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
    }


def labelled() -> dict[str, Labelled]:
    """Return ten data sets of two classes by their names, five shipped and five made up."""
    diabetes = shipped.load_diabetes(return_X_y=True)
    found = {
        "breast cancer": _binary(shipped.load_breast_cancer(return_X_y=True), 0),
        "diabetes": (diabetes[0], diabetes[1] > np.quantile(diabetes[1], 0.75)),
        "digit 8": _binary(shipped.load_digits(return_X_y=True), 8),
        "virginica": _binary(shipped.load_iris(return_X_y=True), 2),
        "wine 1": _binary(shipped.load_wine(return_X_y=True), 1),
    }
    for seed in range(5):
        features, classes = shipped.make_classification(
            n_samples=(400, 600, 800, 1000, 1200)[seed],
            n_features=12,
            n_informative=5,
            n_clusters_per_class=1 + seed % 3,
            weights=[(0.5, 0.7, 0.8, 0.9, 0.95)[seed]],
            class_sep=0.8,
            flip_y=0.05,
            random_state=seed,
        )
        found[f"made {seed}"] = (features, classes == 1)
    return found


def _binary(whole: Labelled, positive: int) -> Labelled:
    features, classes = whole
    return features, classes == positive


def folds() -> StratifiedKFold:
    """Return the folds that all models share."""
    return StratifiedKFold(5, shuffle=True, random_state=0)


def predictions() -> pd.DataFrame:
    """Return the out-of-fold probabilities of each model, one column each, and the folds."""
    with threadpool_limits(1):
        frames = [_out_of_fold(name, *known) for name, known in labelled().items()]
    return pd.concat(frames, ignore_index=True)


def _out_of_fold(name: str, features: np.ndarray, positive: np.ndarray) -> pd.DataFrame:
    fold = np.empty(len(positive), dtype=int)
    for number, (_, test) in enumerate(folds().split(features, positive)):
        fold[test] = number
    columns = {"dataset": name, "y_true": positive.astype(int), "fold": fold}
    for model, estimator in models().items():
        scores = cross_val_predict(estimator, features, positive, cv=folds(), method=PROBABILITY)
        columns[model] = scores[:, 1].round(6)
    return pd.DataFrame(columns)


def compare(table: pd.DataFrame) -> ComparedModels:
    """Compare the models of the table; label 1 is positive in all data sets."""
    return prgbench.compare(table, positive_label=1, progress=False)


def scores_of(compared: ComparedModels, measure: str) -> pd.DataFrame:
    """Return a measure's values, data sets x models: what the other tools get."""
    return compared.models.pivot(index="dataset_name", columns="flow_name", values=measure)


def by_prgbench(compared: ComparedModels) -> Iterator[str]:
    """Say which model is best."""
    for heading, text in best_model_paragraphs(compared.answer, plain):
        yield from textwrap.wrap(f"{heading} {text}", WIDTH)


def by_autorank(compared: ComparedModels) -> Iterator[str]:
    """Give the end of the report on each measure's values: its findings."""
    from autorank import autorank, create_report

    for measure in MEASURES:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            create_report(autorank(scores_of(compared, measure)))
        yield from _wrapped(measure, FINDINGS.search(said.getvalue()).group())


def by_baycomp(compared: ComparedModels) -> Iterator[str]:
    """Say the probabilities of the first model, of practical equality and of the second."""
    from baycomp import two_on_multiple

    for measure in MEASURES:
        scores = scores_of(compared, measure)
        first, second = scores.mean().sort_values(ascending=False).index[:2]
        shares = two_on_multiple(scores[first], scores[second], rope=PRACTICAL, random_state=0)
        text = (
            f"{first}, equal, {second}: ({', '.join(f'{share:.3f}' for share in shares)}) "
            f"= two_on_multiple(..., rope={PRACTICAL})"
        )
        yield from _wrapped(measure, text)


def by_bencheval(compared: ComparedModels) -> Iterator[str]:
    """Say the Elo ratings, and how far their intervals reach down and up."""
    from bencheval.evaluator import BenchmarkEvaluator

    for measure in MEASURES:
        errors = (1 - scores_of(compared, measure)).stack().rename("metric_error").reset_index()
        errors.columns = ["task", "method", "metric_error"]
        board = BenchmarkEvaluator(columns_to_agg_extra=None).leaderboard(errors)
        ratings = (
            f"{model} {elo:.0f} (-{below:.0f}, +{above:.0f})"
            for model, elo, above, below in board[["elo", "elo+", "elo-"]].itertuples()
        )
        yield from _wrapped(measure, f"elo: {', '.join(ratings)}")


def by_critdd(compared: ComparedModels) -> Iterator[str]:
    """Say the average ranks and which models are not told apart."""
    from critdd import Diagram

    for measure in MEASURES:
        scores = scores_of(compared, measure)
        diagram = Diagram(
            scores.to_numpy(), treatment_names=list(scores.columns), maximize_outcome=True
        )
        ranks = sorted(zip(diagram.average_ranks, scores.columns, strict=True))
        # With names asked for, it says numbers where it finds a single group.
        groups = [[scores.columns[model] for model in own] for own in diagram.get_groups()]
        text = (
            f"average_ranks: {', '.join(f'{model} {rank:.2f}' for rank, model in ranks)}; "
            f"get_groups: {groups}"
        )
        yield from _wrapped(measure, text)


def by_skore(_: ComparedModels) -> Iterator[str]:
    """Evaluate the models on one data set."""
    import skore

    features, positive = labelled()[ONE_DATASET]
    own = {"splitter": folds(), "pos_label": 1}
    with contextlib.redirect_stdout(io.StringIO()):
        report = skore.evaluate(models(), features, positive.astype(int), **own)
        found = report.metrics.summarize().frame()
    shown = found.loc[list(SHOWN)].T.rename_axis(columns=None)
    yield f"{ONE_DATASET}: evaluate(...).metrics.summarize().frame()"
    yield from shown.round(3).to_string().splitlines()


def _wrapped(measure: str, text: str) -> Iterator[str]:
    yield from textwrap.wrap(f"{measure_label(measure)}: {' '.join(text.split())}", WIDTH)


TOOLS: dict[str, Callable[[ComparedModels], Iterator[str]]] = {
    "prgbench": by_prgbench,
    "autorank": by_autorank,
    "baycomp": by_baycomp,
    "bencheval": by_bencheval,
    "critdd": by_critdd,
    "skore": by_skore,
}


def main() -> None:
    """Print, and write if asked, what each tool says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write it to benchmarks/peers")
    options = parser.parse_args()
    compared = compare(predictions())
    for tool, say in TOOLS.items():
        try:
            title = f"{tool} {version(tool)}"
        except PackageNotFoundError:
            print(f"{tool} is not installed.\n")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = "\n".join([title, "", *say(compared)])
        print(f"{text}\n")
        if options.write:
            (OUTPUTS / f"{tool}.txt").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
