"""The same questions asked of the demo's tasks and of one of its models."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from prgbench import metrics
from prgbench.metrics import bootstrap_areas
from prgbench.metrics.theory import min_aupr, normalize_aupr
from prgbench.plotting.words import LONGEST
from prgbench.run.foreign_text import as_markdown, shortened
from prgtheory.boyd.model import Downsampling
from prgtheory.populations import (
    AREA_NAMES,
    DiscreteScores,
    Population,
    SamplingSummary,
    band_coverage,
    pr_band,
    simulate_areas,
    summarise,
)

Floats = npt.NDArray[np.float64]
Predictions = Callable[[int, int], tuple[npt.NDArray[np.int8], Floats, npt.NDArray[np.int16]]]

ABSENT = "The demo has not been run: `make demo`, then this target again, adds its part."
RATIOS = (1, 2, 3, 4, 5, 8)
RECALL = np.arange(1, 10) / 10


@dataclass(frozen=True)
class RealModel:
    """Truth, scores and folds of one model of the demo.

    Examples
    --------
    >>> model = RealModel("a", np.array([1, 0, 0]), np.array([0.9, 0.2, 0.4]), np.zeros(3))
    >>> model.as_population().positive.values.tolist(), round(float(model.y_true.mean()), 4)
    ([0.9], 0.3333)
    """

    name: str
    y_true: npt.NDArray[np.int8]
    y_score: Floats
    fold: npt.NDArray[np.int16]

    def as_population(self) -> Population:
        """Return the population whose score distributions are those observed."""
        # The empirical distributions as discrete scores: a population that is known exactly.
        groups = (self.y_score[self.y_true == label] for label in (1, 0))
        positive, negative = (DiscreteScores(*np.unique(g, return_counts=True)) for g in groups)
        return Population(positive, negative, float(self.y_true.mean()))


@dataclass(frozen=True)
class Demo:
    """What the demo offers here: its scored models, and one of them with its scores.

    Examples
    --------
    >>> model = RealModel("a", np.array([1, 0]), np.array([0.9, 0.2]), np.zeros(2))
    >>> demo = Demo(pd.DataFrame({"task_id": [1], "aupr": [1.0]}), model)
    >>> demo.models["aupr"].tolist(), demo.model.name
    ([1.0], 'a')
    """

    models: pd.DataFrame
    model: RealModel


def read_demo(models: Path, predictions: Predictions) -> Demo | None:
    """Return the demo with its `example_model`, or None if it has not been run.

    Examples
    --------
    >>> print(read_demo(Path("nowhere") / "models.parquet", lambda task, run: None))
    None
    """
    if not models.exists():
        return None
    table = pd.read_parquet(models)
    chosen = example_model(table)
    dataset = as_markdown(shortened(chosen["dataset_name"], LONGEST))
    name = f"run {chosen['run_id']}, task {chosen['task_id']} ({dataset})"
    arrays = predictions(int(chosen["task_id"]), int(chosen["run_id"]))
    return Demo(table, RealModel(name, *arrays))


def example_model(models: pd.DataFrame) -> pd.Series:
    """Return the model of median AUPR among those of the largest tasks.

    Tasks from which negatives can be left out down to all of `RATIOS` come first, and models whose
    scores are distinct for half of the rows or more.

    Examples
    --------
    >>> models = pd.DataFrame({"run_id": [1, 2, 3], "aupr": [0.9, 0.3, 0.5], "n": 100})
    >>> int(example_model(models.assign(n_distinct=80, prevalence=0.1))["run_id"])
    3
    """
    rare = models[(1 + max(RATIOS)) * models["prevalence"] <= 1]
    eligible = models if rare.empty else rare
    largest = eligible[eligible["n"] == eligible["n"].max()]
    fine = largest[largest["n_distinct"] >= largest["n"] / 2]
    candidates = (largest if fine.empty else fine).sort_values(["aupr", "run_id"])
    middle: pd.Series = candidates.iloc[len(candidates) // 2]
    return middle


def task_averages(models: pd.DataFrame) -> pd.DataFrame:
    """Return for each task its prevalence, minimum area and mean AUPR and AUCNPR.

    Examples
    --------
    >>> models = pd.DataFrame({"task_id": [1, 1], "prevalence": 0.5, "aupr": [0.6, 0.8]})
    >>> round(float(task_averages(models)["aupr"].iloc[0]), 6)
    0.7
    """
    return (
        _with_aucnpr(models)
        .groupby("task_id", as_index=False)[["prevalence", "minimum", "aupr", "aucnpr"]]
        .mean()
    )


def flow_averages(models: pd.DataFrame, share: float = 0.5) -> pd.DataFrame:
    """Return mean AUPR and AUCNPR, ranked, of flows with a model in `share` of the tasks or more.

    Each mean is over the tasks that the flow has a model in.

    Examples
    --------
    >>> models = pd.DataFrame(
    ...     {"task_id": 1, "flow_id": [7, 8], "prevalence": 0.5, "aupr": [0.6, 0.8]}
    ... )
    >>> flow_averages(models)["flow_id"].tolist()
    [8, 7]
    """
    scored = _with_aucnpr(models)
    least = share * scored["task_id"].nunique()
    flows = scored.groupby("flow_id").filter(lambda group: group["task_id"].nunique() >= least)
    means = flows.groupby("flow_id", as_index=False)[["aupr", "aucnpr"]].mean()
    for name in ("aupr", "aucnpr"):
        means[f"rank_{name}"] = means[name].rank(ascending=False)
    return means.sort_values("rank_aupr", ignore_index=True)


def _with_aucnpr(models: pd.DataFrame) -> pd.DataFrame:
    pi = models["prevalence"].to_numpy(dtype=np.float64)
    normal = normalize_aupr(models["aupr"].to_numpy(dtype=np.float64), pi)
    return models.assign(minimum=min_aupr(pi), aucnpr=normal)


def fold_averages(model: RealModel) -> pd.DataFrame:
    """Return AUPR and AUCNPR of each fold with its prevalence; folds of one class are left out.

    Examples
    --------
    >>> folds = np.repeat([0, 1], 2)
    >>> model = RealModel("a", np.array([1, 0, 1, 0]), np.array([4, 3, 1, 2]), folds)
    >>> fold_averages(model)["aupr"].round(4).tolist()
    [1.0, 0.3069]
    """
    lines = []
    for fold in np.unique(model.fold):
        labels, scores = model.y_true[model.fold == fold], model.y_score[model.fold == fold]
        if labels.any() and not labels.all():
            area, pi = metrics.aupr_score(labels, scores), float(labels.mean())
            normal = float(normalize_aupr(area, pi))
            lines.append({"fold": int(fold), "prevalence": pi, "aupr": area, "aucnpr": normal})
    return pd.DataFrame(lines)


def downsampled(model: RealModel, ratios: tuple[int, ...] = RATIOS) -> Downsampling:
    """Return the areas expected where `ratios` negatives are kept for each positive.

    Negatives are weighted instead of drawn, which is down-sampling without its noise.

    Examples
    --------
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> downsampled(model, (1, 8)).aupr.round(4).tolist()
    [0.5156, 0.1177]
    """
    n_pos = int(model.y_true.sum())
    n_neg = model.y_true.size - n_pos
    prevalence = 1 / (1 + np.array(ratios, dtype=np.float64))
    # Every negative counts ratio P / N: the expectation of drawing ratio P of them.
    weights = [np.where(model.y_true == 1, 1.0, ratio * n_pos / n_neg) for ratio in ratios]
    area = np.array(
        [metrics.aupr_score(model.y_true, model.y_score, sample_weight=w) for w in weights]
    )
    return Downsampling(prevalence, area, normalize_aupr(area, prevalence))


class AreaErrors(NamedTuple):
    """Standard errors of the three areas of a real model: bootstrap, and simulated as truth.

    Examples
    --------
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> errors = standard_errors(model, replicates=50)
    >>> errors.simulated.standard_error.shape
    (3,)
    """

    bootstrap: SamplingSummary
    simulated: SamplingSummary


def standard_errors(model: RealModel, *, replicates: int = 1000, seed: int = 3) -> AreaErrors:
    """Return bootstrap and simulated sampling distributions of the model's areas.

    The simulation draws samples of the same size from the observed score distributions.

    Examples
    --------
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> errors = standard_errors(model, replicates=200)
    >>> [kind.standard_error.round(2).tolist() for kind in errors]
    [[0.08, 0.08, 0.23], [0.08, 0.1, 0.25]]
    """
    rng = np.random.default_rng(seed)
    resampled = bootstrap_areas(
        model.y_true, model.y_score, n_resamples=replicates, random_state=rng
    )[:, 0]
    drawn = simulate_areas(
        model.as_population(), model.y_true.size, replicates=replicates, rng=rng
    )
    return AreaErrors(summarise(resampled), summarise(drawn))


def coverage(model: RealModel, *, n: int = 1000, replicates: int = 300, seed: int = 5) -> Floats:
    """Return how often 95% bands of samples from the observed scores cover, by recall.

    Examples
    --------
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> coverage(model, n=200, replicates=20).tolist()
    [1.0, 0.85, 1.0, 0.9, 0.9, 1.0, 0.9, 1.0, 1.0]
    """
    rng = np.random.default_rng(seed)
    population = model.as_population()
    return band_coverage(population, n, RECALL, replicates=replicates, scale="logit", rng=rng)


def notes_of_band(model: RealModel) -> tuple[str, ...]:
    """Return what the band of the model's own curve says against itself, by recall.

    Examples
    --------
    >>> model = RealModel("a", np.tile([1, 0, 0], 20), np.arange(60) % 7, np.arange(60) % 2)
    >>> notes_of_band(model)[0].partition(",")[0]
    'discrete scores: 3 of 20 positives share this threshold'
    """
    return pr_band(model.y_true, model.y_score, RECALL, scale="logit").notes


def summary(demo: Demo | None) -> str:
    """Return what the demo shows, as Markdown.

    Examples
    --------
    >>> print(summary(None), end="")
    The demo has not been run: `make demo`, then this target again, adds its part.
    """
    if demo is None:
        return f"{ABSENT}\n"
    flows, folds = flow_averages(demo.models), fold_averages(demo.model)
    moved = int((flows["rank_aupr"] != flows["rank_aucnpr"]).sum())
    tasks = demo.models["task_id"].nunique()
    down, errors = downsampled(demo.model), standard_errors(demo.model)
    aupr, aucnpr = (values[0] - values[-1] for values in (down.aupr, down.aucnpr))
    lines = [
        f"- Of the {len(flows)} flows with a model in half of the demo's {tasks} tasks or more, "
        f"{moved} change their rank by the mean over tasks when AUCNPR takes AUPR's place.",
        f"- {demo.model.name}: over {len(folds)} folds the mean AUPR is "
        f"{folds['aupr'].mean():.4f} and the mean AUCNPR {folds['aucnpr'].mean():.4f}; the folds' "
        f"prevalences run from {folds['prevalence'].min():.4f} to "
        f"{folds['prevalence'].max():.4f}.",
        f"- Its AUPR is {aupr:.4f} higher where {RATIOS[0]} negative instead of {RATIOS[-1]} is "
        f"kept for each positive, its AUCNPR {aucnpr:.4f}.",
        *(
            f"- Standard error of its {name}: bootstrap "
            f"{errors.bootstrap.standard_error[i]:.4f}, simulated from its own scores "
            f"{errors.simulated.standard_error[i]:.4f}."
            for i, name in enumerate(AREA_NAMES)
        ),
    ]
    return "\n".join(lines) + "\n"
