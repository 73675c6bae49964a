"""The demo's part, on a small made-up demo."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from prgbench import metrics
from prgbench.metrics.theory import min_aupr
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import BundleStore
from prgtheory.chapters import chapter_named
from prgtheory.demo import model as demo_model
from prgtheory.demo.model import (
    ABSENT,
    RATIOS,
    AreaErrors,
    Demo,
    RealModel,
    downsampled,
    example_model,
    flow_averages,
    fold_averages,
    read_demo,
    standard_errors,
    summary,
    task_averages,
)
from prgtheory.panels import draw_figures
from theory_page_of_docs import PAGE, without_numbers
from theory_page_of_docs import caption as caption_in_docs


@pytest.fixture
def demo():
    rng = np.random.default_rng(0)
    y_true = (rng.random(400) < 0.1).astype(np.int8)
    model = RealModel(
        "run 1, task 2 (randhie)",
        y_true,
        rng.normal(y_true, 1.0),
        np.arange(400, dtype=np.int16) % 4,
    )
    models = pd.DataFrame(
        {
            "task_id": [1, 1, 2, 2],
            "flow_id": [1, 2, 1, 2],
            "prevalence": [0.1, 0.1, 0.5, 0.5],
            "aupr": [0.5, 0.45, 0.8, 0.84],
        }
    )
    return Demo(models, model)


def test_absent_demo_is_said(tmp_path):
    assert read_demo(tmp_path / "models.parquet", BundleStore(tmp_path).predictions) is None
    assert summary(None) == f"{ABSENT}\n"


def test_missing_scores_are_one_sentence(demo, tmp_path):
    models = demo.models.assign(n=400, n_distinct=400, run_id=1, dataset_name="d")
    models.to_parquet(tmp_path / "models.parquet")
    with pytest.raises(PrgbenchError):
        read_demo(tmp_path / "models.parquet", BundleStore(tmp_path).predictions)


def test_the_example_is_of_median_area_in_a_large_task_with_enough_negatives():
    columns = ["task_id", "run_id", "n", "n_distinct", "prevalence", "aupr"]
    rows = [
        (1, 10, 900, 900, 0.3, 0.5),
        (2, 20, 400, 400, 1 / 9, 0.7),
        (2, 21, 400, 200, 1 / 9, 0.5),
        (2, 22, 400, 300, 1 / 9, 0.6),
        (2, 23, 400, 2, 1 / 9, 0.4),
        (3, 30, 100, 100, 0.1, 0.6),
    ]
    models = pd.DataFrame(rows, columns=columns)
    assert example_model(models)["run_id"] == 22
    assert example_model(models[models["prevalence"] > 0.2])["run_id"] == 10
    assert example_model(models[models["run_id"] == 23])["run_id"] == 23


def test_averages_over_tasks_and_flows(demo):
    tasks = task_averages(demo.models)
    assert tasks["aupr"].tolist() == pytest.approx([0.475, 0.82])
    low = float(min_aupr(0.5))
    assert tasks["aucnpr"][1] == pytest.approx((0.82 - low) / (1 - low))
    flows = flow_averages(demo.models).set_index("flow_id")
    assert flows["aupr"].to_dict() == pytest.approx({1: 0.65, 2: 0.645})
    # On the task of prevalence 1/2 the minimum is subtracted and the rest stretched more.
    assert flows["rank_aupr"].to_dict() == {1: 1.0, 2: 2.0}
    assert flows["rank_aucnpr"].to_dict() == {1: 2.0, 2: 1.0}
    assert flows.index.tolist() == [1, 2]


def test_flows_with_few_tasks_are_left_out(demo):
    models = pd.concat([demo.models, demo.models.iloc[:1].assign(flow_id=3, task_id=3)])
    # Of three tasks a flow needs two; of four as well, and all of them if asked.
    assert set(flow_averages(models)["flow_id"]) == {1, 2}
    models = pd.concat([models, demo.models.iloc[:1].assign(flow_id=3, task_id=4)])
    assert set(flow_averages(models)["flow_id"]) == {1, 2, 3}
    assert flow_averages(models, share=0.75).empty


def test_folds_of_one_class_are_left_out(demo):
    model = demo.model
    folds = fold_averages(model)
    assert len(folds) == 4
    expected = metrics.aupr_score(model.y_true[model.fold == 2], model.y_score[model.fold == 2])
    assert folds["aupr"][2] == pytest.approx(expected)
    alone = RealModel("x", model.y_true, model.y_score, np.where(model.y_true, 0, 1).astype("i2"))
    assert fold_averages(alone).empty


def test_downsampling_by_weights_is_what_repetition_gives(demo):
    model = demo.model
    found = downsampled(model, (RATIOS[0], 5))
    n_pos, n_neg = int(model.y_true.sum()), int((model.y_true == 0).sum())
    # Weights n_pos 5 / n_neg on negatives are positives repeated n_neg, negatives 5 n_pos times.
    labels = np.concatenate(
        (np.repeat(model.y_true[model.y_true == 1], n_neg), np.repeat(0, n_neg * 5 * n_pos))
    )
    scores = np.concatenate(
        (
            np.repeat(model.y_score[model.y_true == 1], n_neg),
            np.repeat(model.y_score[model.y_true == 0], 5 * n_pos),
        )
    )
    assert found.aupr[1] == pytest.approx(metrics.aupr_score(labels, scores), abs=1e-12)
    assert found.prevalence.tolist() == [1 / 2, 1 / 6]


def test_population_of_a_model_has_its_curve(demo):
    population = demo.model.as_population()
    assert population.prevalence == demo.model.y_true.mean()
    errors = standard_errors(demo.model, replicates=200)
    np.testing.assert_allclose(
        errors.bootstrap.standard_error, errors.simulated.standard_error, rtol=0.35
    )


def test_the_summary_has_the_numbers_of_the_demo(monkeypatch, demo):
    # In fold 0 the positive comes first; in fold 1 after one of two negatives.
    model = RealModel(
        "run 1", np.array([1, 0, 0, 1, 0]), np.array([5.0, 1, 4, 3, 2]), np.array([0, 0, 1, 1, 1])
    )
    found = [SimpleNamespace(standard_error=[k, k / 10, k / 100]) for k in (0.25, 0.5)]
    monkeypatch.setattr(demo_model, "standard_errors", lambda _: AreaErrors(*found))
    # Fold 1: precision t/(t + 1) at recall t has area 1 - log 2; the least is 1 + 2 log(2/3).
    area, least = 1 - np.log(2), 1 + 2 * np.log(2 / 3)
    normal = (area - least) / (1 - least)
    # All five in order, 1 0 1 0 0, the negatives of weight 2 r/3 at r of them for each positive.
    plain, scaled = [], []
    for ratio in (1, 8):
        before, pi = 2 * ratio / 3, 1 / (1 + ratio)
        plain.append(1 / 2 + (1 - before * np.log((2 + before) / (1 + before))) / 2)
        lowest = 1 + (1 - pi) * np.log(1 - pi) / pi
        scaled.append((plain[-1] - lowest) / (1 - lowest))
    assert summary(Demo(demo.models, model)) == (
        "- Of the 2 flows with a model in half of the demo's 2 tasks or more, 2 change their rank "
        "by the mean over tasks when AUCNPR takes AUPR's place.\n"
        f"- run 1: over 2 folds the mean AUPR is {(1 + area) / 2:.4f} and the mean AUCNPR "
        f"{(1 + normal) / 2:.4f}; the folds' prevalences run from 0.3333 to 0.5000.\n"
        f"- Its AUPR is {plain[0] - plain[1]:.4f} higher where 1 negative instead of 8 is kept "
        f"for each positive, its AUCNPR {scaled[0] - scaled[1]:.4f}.\n"
        "- Standard error of its AUROC: bootstrap 0.2500, simulated from its own scores 0.5000.\n"
        "- Standard error of its AUPR: bootstrap 0.0250, simulated from its own scores 0.0500.\n"
        "- Standard error of its AUPRG: bootstrap 0.0025, simulated from its own scores 0.0050.\n"
    )


def test_summary_and_figures_of_a_demo(demo, tmp_path):
    text = summary(demo)
    assert without_numbers(text) in without_numbers(PAGE)
    assert "2 change their rank" in text
    assert text.count("Standard error") == 3
    chapter = chapter_named("demo")
    for name in chapter.figures:
        figure, caption = chapter.load("figures", f"figure_{name}")(demo)
        assert len(figure.axes) == 2
        assert caption.endswith(".")
        assert without_numbers(caption) == without_numbers(caption_in_docs(f"demo_{name}"))
    draw_figures(chapter, tmp_path, ["png"], demo)
    assert {path.stem for path in tmp_path.iterdir()} == {"demo_averages", "demo_model"}
