"""What the page explains beside the answer: measures, methods, checks, settings and files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from prgbench.data.models import Models
from prgbench.metrics import Measure
from prgbench.plotting.words import listing, measure_label
from prgbench.run.safe_text import plain, plain_lines
from prgbench.sources.store.agreed import AUROC_TOLERANCE
from prgbench.study.measures import is_column, load_measures

MEASURES = (
    "AUPR is the area under the precision-recall curve with Davis and Goadrich's interpolation, "
    "integrated exactly; AUPRG is the area under the precision-recall-gain curve."
)
IF_ALIKE = (
    "If the measures ordered the models alike: the number that this study would then find, with "
    "its own noise and spacings (mean and range of simulated studies)."
)
METHODS = (
    'the pages "The answer and how to read it", "Statistical methods" and "How the answer '
    'performs where the truth is known" of the documentation.'
)
PAPER = (
    'Flach and Kull, "Precision-Recall-Gain Curves: PR Analysis Done Right", NeurIPS 2015, '
    "section 4."
)
_FILES = {
    "answer.json": "the answer as numbers",
    "report.md": "the answer, the leaderboard and this list of files, as Markdown",
    "leaderboard.csv": "a row per model, the measures side by side",
    "leaderboard.md": "the leaderboard as Markdown",
    "leaderboard.tex": "the leaderboard in LaTeX; a star: it may be the best",
    "models.parquet": "a row per model with its provenance, areas and ranks at full precision",
    "tables/tasks.csv": "a row per task",
    "tables/macro.csv": "the means over the classes, or other tasks, of a data set",
    "tables/task_agreement.csv": "a row per task and pair of measures",
    "tables/agreement.csv": "a row per pair",
    "tables/replication/": "what the paper states and leaves open, next to this study",
    "tables/exclusions_listed.csv": "everything that was left out",
    "tables/verification.csv": "models read and evaluated again by independent code",
    "tables/answer/": "the tables of the answer's parts",
    "tables/robustness/": "the tables of the parts on robustness",
    "figures/": "the figures, each with its numbers as CSV",
    "plan/plan.json": "the plan, which anyone can run again (plan: in a study file)",
}


def auroc_check(models: Models) -> str:
    """Say how far the AUROC of the pooled predictions is from the stored one, "" if none is."""
    if models.stored_auroc is None or models.pooled_auroc is None:
        return ""
    # Runs without a stored AUROC say nothing about how theirs is computed.
    gaps = (models.pooled_auroc - models.stored_auroc).abs().dropna()
    return (
        f"The source stores an AUROC for {len(gaps):,} of {len(models):,} models; ours differs "
        f"from it by at most {gaps.max():.1e} (median {gaps.median():.1e}). Models with a "
        f"difference above {AUROC_TOLERANCE:g} are left out and counted above."
    )


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return all settings of a study as YAML, in the form of a study file.

    Of absolute paths only the names remain, as pages are published.
    """
    return plain_lines(
        yaml.safe_dump(_without_folders(settings), sort_keys=False, allow_unicode=True, width=99)
    )


def _without_folders(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_folders(of) for key, of in value.items()}
    if isinstance(value, list | tuple):
        return [_without_folders(of) for of in value]
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def measures_text(settings: Mapping[str, Any]) -> str:
    """Say what the measures are: of a table of scores, by which of them higher is better."""
    if not only_scores(settings):
        return MEASURES
    return directions(load_measures(settings["measures"]))


def files(settings: Mapping[str, Any], *, verified: bool) -> dict[str, str]:
    """Return what the files of a study with these settings are.

    ``verified`` says whether it has a second opinion.
    """
    has = {
        "tables/replication/": settings["replication"],
        "tables/robustness/": settings["robustness"],
        "tables/verification.csv": verified,
        "plan/plan.json": not only_scores(settings),
    }
    # Files that only some studies have are listed where they are.
    return {path: content for path, content in _FILES.items() if has.get(path, True)}


SAME_INSTANCES = (
    "the test instances are the same, so their noise does not show, whether measures differ "
    "beyond it is left open, and intervals are for new data sets."
)
NOISE: Mapping[str, str] = {
    "fold": "Noise is what varies between the {number} folds of {validations}: test instances "
    "and, in part, training sets. Measures are compared on the fitted models; variances of the "
    "models' means are corrected as by Nadeau & Bengio (2003).",
    "seed": f"The {{number}} seeds vary training: {SAME_INSTANCES}",
    "repeat": f"The {{number}} repeats vary training and the partition into folds: "
    f"{SAME_INSTANCES}",
    "resample": "The {number} resamples are random splits, whose test sets overlap: variances "
    "have the factor 1/J + n_test/n_train of Nadeau & Bengio (2003) where columns n_train and "
    "n_test give the sizes. Else it is 1/J + 1 for the comparison of measures, which is safe if "
    "no test set is larger than its training set, and intervals are for new data sets.",
}
NO_REPLICATES = (
    "Each model has one score on a {unit}: the noise is that of sampling the data sets, as for "
    "new data sets."
)
ONE_SCORE = "Each model has one score, so how much of it is noise is unknown."
ONLY_SCORES = (
    "Curves, confidence sets, expected F1 and equal rows need predictions: only scores were given."
)
NO_COST = (
    "What selecting by one measure costs under another is computed only if all scores lie between "
    "−1 and 1."
)


def noise_of(
    varies: str | None, sizes: Sequence[int], *, has_subsets: bool = False, n_repeats: int = 1
) -> str:
    """Say what is noise in a table of scores, and what is free of it.

    ``varies`` says what the replicates are, a key of `NOISE`, and ``sizes`` how many each data
    set has, or each of its subsets. Folds are those of ``n_repeats`` cross-validations.
    """
    fewest = min(sizes)
    most = max(sizes)
    # One replicate has no spread, whatever it is called.
    if varies is None or most == 1:
        unit = "subset" if has_subsets else "data set"
        return ONE_SCORE if len(sizes) == 1 else NO_REPLICATES.format(unit=unit)
    number = str(most) if fewest == most else f"{fewest} to {most}"
    validations = f"{n_repeats} cross-validations" if n_repeats > 1 else "a cross-validation"
    return NOISE[varies].format(number=number, validations=validations)


def noise_of_items(runs: tuple[int, int], cluster: str, clusters: int | None) -> str:
    """Say what is noise in results on items: ``runs`` are the fewest and the most of an item.

    ``cluster`` is the column of the clusters, and ``clusters`` their number.
    """
    number = " to ".join(dict.fromkeys(f"{n:,}" for n in runs))
    several = max(runs) > 1
    averaged = f"the {number} runs of a model on an item are averaged, and " if several else ""
    of = f"other items like these: {averaged}models are compared item by item."
    if clusters is not None:
        of = (
            f"other items like these, drawn {plain(cluster)} by {plain(cluster)} ({clusters:,} of "
            f"them): {averaged}models are compared on the same items."
        )
    return f"Intervals and tests are for {of}"


def only_scores(settings: Mapping[str, Any]) -> bool:
    """Say whether the settings are those of a table of scores."""
    return any(map(is_column, settings.get("measures", ())))


def directions(measures: Sequence[Measure]) -> str:
    """Say by which measures higher is better, and by which lower."""
    higher, lower = (
        listing([measure_label(m.name) for m in measures if m.higher_is_better is better])
        for better in (True, False)
    )
    if not (higher and lower):
        return f"{'Higher' if higher else 'Lower'} is better by {higher or lower}."
    return f"Higher is better by {higher}, lower by {lower}."
