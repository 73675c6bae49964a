"""Verdicts from end to end, in small worlds at fixed seeds and at the edges of their levels."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import prgbench
from golden_files import check_golden
from made_up_tasks import make_setting, resampling
from prgbench.answer import standings
from prgbench.answer.choosing import choosing
from prgbench.answer.interface import Study
from prgbench.answer.verdicts import ChoiceVerdict, RankingVerdict, WinnerVerdict
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.families import sign_flip_test

DATASETS = 12


def study_of(per_task, models=None, names=("aupr", "auroc"), level=0.95):
    """Return a study of tasks on as many data sets; its setting has this confidence level."""
    if models is None:
        models = pd.DataFrame({"task_id": range(DATASETS), "dataset_id": range(DATASETS)})
    setting = make_setting(names, confidence_level=level, replicates=41)
    return Study(Models(models, names), pd.DataFrame(), per_task, setting, resampling())


@pytest.mark.parametrize(
    ("p_value", "apart"), [(0.12, False), (0.07, False), (0.04, False), (0.02, True)]
)
def test_orders_are_apart_if_the_sets_of_both_measures_hold_together(p_value, apart):
    rng = np.random.default_rng(1)
    noise = rng.normal(size=DATASETS)
    noise = (noise - noise.mean()) / stats.sem(noise)
    gap = 0.01 * (noise + stats.t(DATASETS - 1).isf(p_value / 2))
    models = pd.DataFrame(
        {
            "task_id": np.tile(np.arange(DATASETS), 2),
            "dataset_id": np.tile(np.arange(DATASETS), 2),
            "run_id": range(2 * DATASETS),
            "flow_id": np.repeat([0, 1], DATASETS),
            "flow_name": np.repeat(["m0", "m1"], DATASETS),
            "dataset_name": "d",
            "aupr": np.concatenate([0.6 + gap, np.full(DATASETS, 0.6)]),
            "auroc": np.concatenate([np.full(DATASETS, 0.7), 0.7 + gap]),
        }
    )
    tables = standings.tables(study_of({}, models), standings.Options())
    assert tables["first_models"]["model"].tolist() == ["m0", "m1"]
    # By simulation. Two equal models must not be told apart either way round: two-sided.
    np.testing.assert_allclose(tables["first_models"]["p_value_new"], p_value, atol=0.006)
    may_be_best = tables["standings"].set_index(["measure", "model"])["may_be_best_new"]
    assert may_be_best["aupr"].tolist() == may_be_best["auroc"].tolist() == [True, p_value > 0.05]
    [pair] = tables["order_pairs"].itertuples()
    assert (pair.same_first, pair.apart_new) == (False, apart)


@pytest.mark.parametrize(
    ("level", "of_measures", "of_others"),
    [
        (0.95, ChoiceVerdict.NOT_RESOLVED, ChoiceVerdict.COSTS),
        (0.9, ChoiceVerdict.COSTS, ChoiceVerdict.COSTS),
        (0.97, ChoiceVerdict.NOT_RESOLVED, ChoiceVerdict.NOT_RESOLVED),
    ],
)
def test_losses_are_tested_at_the_level_in_the_family_of_their_target(
    level, of_measures, of_others
):
    rng = np.random.default_rng(2)
    noise = rng.normal(size=DATASETS)
    noise = (noise - noise.mean()) / stats.sem(noise)
    shown, unclear = 0.02 * (noise + 2.42), 0.02 * (noise + 0.5)
    losses = {
        ("auroc", "aupr"): shown, ("aupr", "auroc"): unclear, ("aupr", "expected_f1"): shown,
    }  # fmt: skip
    table = pd.concat(
        pd.DataFrame(
            {
                "half": 150.0, "by": by, "target": target, "difference": values,
                "own_gain": np.nan, "pick_gain": np.nan, "dataset_id": range(DATASETS),
            }
        )
        for (by, target), values in losses.items()
    )  # fmt: skip
    resampled = Resampling(2000, confidence_level=level, seed=0)
    rows = choosing(table, ["aupr", "auroc"], resampled).set_index("target")
    p_value = sign_flip_test(shown, range(DATASETS))
    assert p_value == pytest.approx(0.034, abs=0.002)
    assert rows.loc["aupr", "p_adjusted"] == 2 * p_value
    assert rows.loc["expected_f1", "p_adjusted"] == p_value
    verdicts = rows.loc[["aupr", "expected_f1", "auroc"], "verdict"].tolist()
    assert verdicts == [of_measures, of_others, ChoiceVerdict.NOT_RESOLVED]


@pytest.mark.parametrize(
    ("difference", "gap", "verdict"),
    [
        (0.1, 0.1, ChoiceVerdict.COSTS),
        (-0.1, -0.1, ChoiceVerdict.GAINS),
        (0.1, 0.0, ChoiceVerdict.NOT_RESOLVED),
        (-0.1, 0.0, ChoiceVerdict.NOT_RESOLVED),
    ],
)
def test_a_loss_is_shown_by_its_test_and_by_its_interval(difference, gap, verdict):
    # Of F-scores the arithmetic mean is tested, and the interval is of the mean by way of F-gain.
    rng = np.random.default_rng(3)
    noise = rng.normal(scale=0.2, size=DATASETS)
    table = pd.DataFrame(
        {
            "half": 150.0, "by": "aupr", "target": "honest_f1", "dataset_id": range(DATASETS),
            "difference": difference * (1 + np.arange(DATASETS) / 10), "prevalence": 0.3,
            "own_gain": 0.5 + 5 * gap, "pick_gain": 0.5 + noise - noise.mean(),
        }
    )  # fmt: skip
    [row] = choosing(table, ["aupr"], resampling(500)).itertuples()
    assert row.p_adjusted == 2 / 2**DATASETS
    assert row.verdict == verdict


def world(last_is_best_at_the_top):
    """Return predictions of six models on nine data sets, each better than the one before it.

    The last one may give two thirds of the positives the highest scores, and know nothing of the
    rest: it is the best by AUPR then, and not by AUROC.
    """
    n = 180
    row_id = np.arange(n)
    y_true = row_id % 5 == 0
    parts = []
    for dataset in range(9):
        rng = np.random.default_rng([45, dataset])
        shared = 0.5 * rng.normal(size=n)
        for model in range(6):
            scores = shared + 0.8 * rng.normal(size=n)
            if model == 5 and last_is_best_at_the_top:
                scores += 5 * (y_true & (row_id % 15 > 0))
            else:
                scores += (0.3 + 0.33 * model) * y_true
            predictions = {
                "dataset": f"data {dataset}", "model": f"m{model}", "row_id": row_id,
                "fold": row_id // 5 % 4, "y_true": y_true.astype(int),
                "y_score": 1 / (1 + np.exp(-scores)),
            }  # fmt: skip
            parts.append(pd.DataFrame(predictions))
    return pd.concat(parts, ignore_index=True)


FAST = {
    "comparison": {
        "replicates": 101, "splits": 4, "resamples": 200,
    }
}  # fmt: skip
TABLES = (
    "if_alike", "verdicts", "model_pairs", "choosing", "certain", "standings", "first_models",
    "order_pairs", "intervals", "expected_f1",
)  # fmt: skip
NOT_RESOLVED = (RankingVerdict.NOT_RESOLVED, WinnerVerdict.NOT_RESOLVED, False)
APART = (RankingVerdict.NOT_RESOLVED, WinnerVerdict.DIFFER, True)


@pytest.mark.parametrize(
    ("name", "measures", "verdicts"),
    [
        ("alike", ["aupr", "auprg", "auroc"], NOT_RESOLVED),
        ("apart", ["aupr", "auroc"], APART),
    ],
)
def test_the_verdicts_and_numbers_of_a_world(name, measures, verdicts):
    compared = prgbench.compare(world(name == "apart"), measures=measures, settings=FAST)
    answer = compared.answer
    pairs = dict(zip([pair.measures for pair in answer.pairs], answer.pairs, strict=True))
    orders = {pair.measures: pair.apart for pair in answer.orders}
    areas = ("aupr", "auroc")
    found = pairs[areas].ranks.verdict, pairs[areas].winners.verdict, orders[areas]
    texts = []
    for table in TABLES:
        rows = compared.tables[table].drop(columns="model_id", errors="ignore")
        rows = rows[rows["tasks"] > 0] if "tasks" in rows else rows
        texts.append(f"{table}\n{rows.to_csv(sep='|', index=False, float_format='%.4g')}")
    check_golden(f"small_world_{name}", "\n".join(texts))
    assert found == verdicts


@pytest.mark.slow
def test_the_names_of_data_sets_and_models_change_no_verdict_and_no_number_of_it():
    table = world(last_is_best_at_the_top=True)
    names = {f"data {n}": f"{7 * n % 9}" for n in range(9)} | {
        f"m{n}": f"x{5 - n}" for n in range(6)
    }
    renamed = table.replace({"dataset": names, "model": names})
    first, second = (
        prgbench.compare(own, measures=["aupr", "auroc"], settings=FAST).answer.pairs[0]
        for own in (table, renamed)
    )
    assert second.winners == first.winners
    assert second.pairs_of_models == first.pairs_of_models
    for name in ("found", "if_alike", "if_alike_lower", "p_value", "reversed_upper"):
        assert getattr(second.ranks, name) == pytest.approx(getattr(first.ranks, name), abs=1e-9)
