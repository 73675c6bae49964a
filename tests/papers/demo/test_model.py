"""The demo's part, on a small made-up demo."""

import numpy as np
import pandas as pd
import pytest

from prgbench import metrics
from prgbench.metrics import min_aupr
from prgbench.papers.chapters import chapter_named
from prgbench.papers.demo.model import (
    ABSENT,
    RATIOS,
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
from prgbench.papers.theory_figures import draw_figures
from prgbench.pipeline.errors import PrgbenchError


@pytest.fixture
def demo():
    rng = np.random.default_rng(0)
    y_true = (rng.random(400) < 0.1).astype(np.int8)
    model = RealModel("run 1", y_true, rng.normal(y_true, 1.0), np.arange(400, dtype=np.int16) % 4)
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
    assert read_demo(tmp_path / "models.parquet", tmp_path) is None
    assert summary(None) == f"{ABSENT}\n"


def test_missing_scores_are_one_sentence(demo, tmp_path):
    models = demo.models.assign(n=400, n_distinct=400, run_id=1, dataset_name="d")
    models.to_parquet(tmp_path / "models.parquet")
    with pytest.raises(PrgbenchError):
        read_demo(tmp_path / "models.parquet", tmp_path)


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


def test_flows_with_few_tasks_are_left_out(demo):
    models = pd.concat([demo.models, demo.models.iloc[:1].assign(flow_id=3, task_id=3)])
    assert set(flow_averages(models)["flow_id"]) == {1, 2}


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


def test_summary_and_figures_of_a_demo(demo, tmp_path):
    text = summary(demo)
    assert "2 change their rank" in text
    assert text.count("Standard error") == 3
    chapter = chapter_named("demo")
    for name in chapter.figures:
        figure, caption = chapter.load("figures", f"figure_{name}")(demo)
        assert len(figure.axes) == 2
        assert caption.endswith(".")
    draw_figures(chapter, tmp_path, ["png"], demo)
    assert {path.stem for path in tmp_path.iterdir()} == {"demo_averages", "demo_model"}
