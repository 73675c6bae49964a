"""Made-up standings of models by the measures AUPR, AUPRG and AUROC."""

from itertools import permutations

import pandas as pd

MEASURES = ("aupr", "auprg", "auroc")
NAN = float("nan")


def make_standings(models, datasets=3, complete=1.0):
    """Return the tables of the part `standings`: each model .1 below the one before it.

    On these data sets the first two can't be told apart, on new ones none. One data set says
    nothing about new ones.
    """
    new = datasets > 1
    standings = [
        {
            "measure": measure, "model_id": place, "model": model, "datasets": datasets,
            "mean": 0.9 - place / 10, "lower": 0.85 - place / 10, "upper": 0.95 - place / 10,
            "lower_new": 0.6 - place / 10 if new else NAN, "upper_new": 0.99 if new else NAN,
            "rank": place + 1,
            "rank_lower": 1 if place < 2 else place + 1, "rank_upper": max(2, place + 1),
            "rank_lower_new": 1, "rank_upper_new": len(models),
            "may_be_best": place < 2, "may_be_best_new": True,
            "difference": -place / 10,
            "difference_lower": -place / 10 - 0.05 * (place > 0),
            "difference_upper": -place / 10 + 0.05 * (place > 0),
            "difference_lower_new": -place / 10 - 0.3 if new else NAN,
            "difference_upper_new": -place / 10 + 0.3 if new else NAN,
            "practically_equal": place == 0, "practically_equal_new": False,
            "best": 1 / len(models), "best_lower": 0.1 if new else NAN,
            "best_upper": 0.6 if new else NAN,
            "mean_rank": place + 1.2, "may_be_best_by_rank": place < 2, "by_rank": False,
        }
        for measure in MEASURES
        for place, model in enumerate(models)
    ]  # fmt: skip
    first_models = [
        {
            "measure": measure, "model_id": 0, "model": models[0], "datasets": datasets,
            "models": len(models), "left_out": 0, "complete": complete, "mean": 0.9,
            "lower": 0.85, "upper": 0.95, "lower_new": 0.6 if new else NAN,
            "upper_new": 0.99 if new else NAN, "runner_up": models[1], "difference": 0.1,
            "difference_lower": 0.05, "difference_upper": 0.15,
            "difference_lower_new": -0.2 if new else NAN,
            "difference_upper_new": 0.4 if new else NAN,
            "p_value": 0.2, "p_value_new": 0.4 if new else NAN, "influential": "",
        }
        for measure in MEASURES
    ]  # fmt: skip
    pairs = [
        {
            "measure": measure, "model": models[a], "other": models[b],
            "better": a < b and b > 1, "better_new": False,
            "better_on": (1 if a < b else 0) if datasets == 1 else (0.7 if a < b else 0.3),
            "better_on_lower": (0.4 if a < b else 0.1) if new else NAN,
            "better_on_upper": (0.9 if a < b else 0.6) if new else NAN,
        }
        for measure in MEASURES
        for a, b in permutations(range(len(models)), 2)
    ]  # fmt: skip
    return {
        "standings": pd.DataFrame(standings),
        "first_models": pd.DataFrame(first_models),
        "pairs_of_models": pd.DataFrame(pairs),
    }
