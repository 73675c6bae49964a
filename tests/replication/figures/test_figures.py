from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.metrics import areas, get_measure
from prgbench.pipeline.errors import PrgbenchError
from prgbench.plotting.style import save, style
from prgbench.replication.examples import ExampleChoice
from prgbench.replication.figures.area_scatter import area_scatter
from prgbench.replication.figures.model_curves import model_curves
from prgbench.replication.figures.rank_heatmap import rank_heatmap

FACTS = make_facts("test")
CHOICE = ExampleChoice((1, 2), "nearest the quartiles", 2, (21, 20), "the clearest disagreement")


@pytest.fixture(autouse=True)
def _look(pytestconfig):
    with style(pytestconfig.rootpath / "config" / "figures.mplstyle"):
        yield
    plt.close("all")


def scores_of(run_id):
    rng = np.random.default_rng(run_id)
    y_true = np.arange(200) % 4 == 0
    return y_true, y_true + rng.normal(size=200)


@pytest.fixture
def models():
    rows = []
    for task_id in (1, 2):
        for number in range(3):
            run_id = 10 * task_id + number
            auroc, aupr, auprg = areas(*scores_of(run_id))[0] if run_id != 12 else (0.4, 0.1, -0.5)
            rows.append(
                {
                    "task_id": task_id, "run_id": run_id, "dataset_name": f"data-{task_id}",
                    "flow_name": f"weka.Flow{number}(1)", "dataset_id": task_id,
                    "prevalence": 0.25, "auroc": auroc, "aupr": aupr, "auprg": auprg,
                    "rank_aupr": 1.0 + number, "rank_auprg": [1.5, 1.5, 3][number],
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.fixture
def pairs():
    return pd.DataFrame(
        {"measure_a": "aupr", "measure_b": "auprg", "task_id": [1, 2], "spearman": [0.5, 0.875]}
    )


def test_heatmap_counts_every_model_in_its_cell(models):
    drawn = rank_heatmap(models, get_measure("aupr"), get_measure("auprg"), FACTS)
    [mesh] = drawn.figure.axes[0].collections
    counts = mesh.get_array().filled(0)
    assert counts.tolist() == [[0, 0, 0], [2, 2, 0], [0, 0, 2]]
    assert drawn.figure.axes[0].get_xlabel() == "Rank by AUPR"
    assert "6 models of 2 tasks on 2 data sets (test)" in drawn.caption
    assert drawn.data.to_dict("list") == {
        "rank_aupr": [1, 2, 3],
        "rank_auprg": [2, 2, 3],
        "models": [2, 2, 2],
    }
    assert drawn.alt.endswith("0 models are first by both, 4 of 6 have the same rank by both.")


def test_scatter_leaves_out_and_counts_models_below_zero(models, pairs):
    drawn = area_scatter(models, pairs, CHOICE, FACTS)
    first, second, ring = drawn.figure.axes[0].lines
    assert drawn.data["encircled"].sum() == 2
    assert (len(first.get_xdata()), len(second.get_xdata()), len(ring.get_xdata())) == (2, 3, 2)
    assert "1 of 3 models of data-1, 0 of 3 models of data-2" in drawn.caption
    labels = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    assert labels[1] == "data-2 (task 2), rank correlation 0.875"


def test_curves_end_where_the_spaces_say(models):
    scores = pd.concat(
        [
            pd.DataFrame({"run_id": run_id, "y_true": y.astype(np.int8), "y_score": s})
            for run_id in (20, 21)
            for y, s in [scores_of(run_id)]
        ]
    )
    drawn = model_curves(models, scores, CHOICE, FACTS)
    roc, pr, prg = drawn.figure.axes
    assert roc.lines[1].get_xydata()[-1].tolist() == [1, 1]
    assert pr.lines[1].get_xydata()[-1].tolist() == [1, 0.25]
    assert prg.lines[-1].get_xydata()[-1].tolist() == [1, 0]
    by_run = models.set_index("run_id")
    assert roc.get_title() == f"AUROC {by_run['auroc'][21]:.3f} | {by_run['auroc'][20]:.3f}"
    assert "task 2 (data-2, 200 instances, test), the clearest disagreement" in drawn.caption
    assert set(drawn.data["panel"]) == {"roc", "pr", "prg"}
    assert set(drawn.data["run_id"]) == {20, 21}


# Labels best first: the first pair has AUPR .54 and .63, AUPRG .50 and -.21.
ORDERS = {
    "the two areas order them the other way round": ([0, 1, 1, 1, 0, 0], [1, 0, 0, 1, 0, 1]),
    "the two areas order them alike": ([1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1]),
    "one area ties them": ([1, 0, 1, 0, 1, 0], [1, 0, 1, 0, 1, 0]),
}


@pytest.mark.parametrize("said", ORDERS)
def test_the_caption_looks_whether_the_areas_order_two_models_alike(models, said):
    labels = dict(zip((21, 20), ORDERS[said], strict=True))
    scores = pd.concat(
        pd.DataFrame({"run_id": run_id, "y_true": y_true, "y_score": -np.arange(6.0)})
        for run_id, y_true in labels.items()
    )
    assert (
        f"(dashed), so that {said}. Dotted" in model_curves(models, scores, CHOICE, FACTS).caption
    )


def test_without_a_disagreement_there_is_a_sentence_and_no_ring(models, pairs):
    nothing = replace(CHOICE, curve_task=None, curve_runs=None)
    drawn = model_curves(models, pd.DataFrame(), nothing, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "In no task do AUPR and AUPRG disagree about the second place."
    scatter = area_scatter(models, pairs, nothing, FACTS)
    assert len(scatter.figure.axes[0].lines) == 2
    assert "encircled" not in scatter.caption


def test_title_and_caption_have_the_digits_that_tell_two_areas_apart(models):
    y_true = np.arange(4000) % 4 == 0
    score = y_true + np.random.default_rng(0).normal(size=4000)
    order = np.argsort(score)
    place = 3000 + np.flatnonzero(np.diff(y_true[order[3000:]].astype(int)))[0]
    swapped = order[[place, place + 1]]
    other = score.copy()
    other[swapped] = score[swapped[::-1]]
    scores = pd.concat(
        [
            pd.DataFrame({"run_id": run_id, "y_true": y_true.astype(np.int8), "y_score": s})
            for run_id, s in ((20, score), (21, other))
        ]
    )
    drawn = model_curves(models, scores, CHOICE, FACTS)
    one, two = (areas(y_true, s)[0][2] for s in (other, score))
    assert f"{one:.3f}" == f"{two:.3f}"
    title = drawn.figure.axes[2].get_title().removeprefix("AUPRG ").split(" | ")
    assert title[0] != title[1]
    assert [float(text) for text in title] == pytest.approx([one, two], abs=1e-4)
    assert f"{title[0]} against {title[1]}" in drawn.caption


def test_files_are_the_same_for_the_same_data(models, tmp_path):
    for name in ("one", "two"):
        drawn = rank_heatmap(models, get_measure("aupr"), get_measure("auprg"), FACTS)
        save(drawn, tmp_path / name, ["pdf", "svg", "png"])
    for suffix in ("pdf", "svg", "png", "md", "csv"):
        assert (tmp_path / f"one.{suffix}").read_bytes() == (
            tmp_path / f"two.{suffix}"
        ).read_bytes()


def test_a_missing_style_sheet_is_named():
    with (
        pytest.raises(PrgbenchError, match=r"none\.mplstyle does not exist"),
        style("none.mplstyle"),
    ):
        pass


def test_the_caption_of_the_heatmap_follows_the_way_to_rank_ties(models):
    aupr, auprg = get_measure("aupr"), get_measure("auprg")
    drawn = rank_heatmap(models, aupr, auprg, make_facts("test", tied_rank="the last"))
    assert (
        "tied models count at the last, ranks between two whole ones are rounded up"
        in drawn.caption
    )


def test_names_are_text_in_figures_and_captions(models, pairs):
    hostile = "_" + "$|x|*" * 100
    models = models.assign(dataset_name=hostile, flow_name=hostile)
    scores = pd.concat(
        [
            pd.DataFrame({"run_id": run_id, "y_true": y.astype(np.int8), "y_score": s})
            for run_id in (20, 21)
            for y, s in [scores_of(run_id)]
        ]
    )
    for drawn in (
        area_scatter(models, pairs, CHOICE, FACTS),
        model_curves(models, scores, CHOICE, FACTS),
    ):
        [legend] = drawn.figure.legends
        texts = [text.get_text() for text in legend.get_texts()]
        assert len(texts) == 2
        assert all(text.startswith("\u200a_$|x|*") and "…" in text[:36] for text in texts)
        assert "\\_\\$\\|x\\|\\*" in drawn.caption
        assert "|x|" not in drawn.caption
        assert "x" not in drawn.alt.replace("axes", "")
