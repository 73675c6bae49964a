from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from golden_files import check_golden
from made_up_facts import make_facts
from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.metrics import areas, curve_band
from prgbench.plotting.style import save, style
from prgbench.report.curves import (
    RESAMPLES,
    _resamples,
    apart,
    curves_with_bands,
    model_curves,
)
from prgbench.report.figures import area_scatter, rank_heatmap
from prgbench.run.errors import PrgbenchError
from prgbench.study.examples import ExampleChoice, choose_examples

FACTS = make_facts("test")
CHOICE = ExampleChoice((1, 2), "nearest the quartiles", 2, (21, 20), "the clearest disagreement")


@pytest.fixture(autouse=True)
def _look(pytestconfig):
    with style(pytestconfig.rootpath / "config" / "figures.mplstyle"):
        yield


def scores_of(run_id):
    rng = np.random.default_rng(run_id)
    y_true = np.arange(200) % 4 == 0
    return y_true, y_true + rng.normal(size=200)


def table_of(samples):
    """Return the scores of models as a table: labels and scores by run."""
    return pd.concat(
        pd.DataFrame({"run_id": run_id, "y_true": np.array(y_true, np.int8), "y_score": y_score})
        for run_id, (y_true, y_score) in samples.items()
    )


def best_first(labels):
    """Return samples whose labels are in the order of their scores, the best first."""
    return {run_id: (y_true, -np.arange(len(y_true))) for run_id, y_true in labels.items()}


SCORES = table_of({run_id: scores_of(run_id) for run_id in (20, 21)})


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
    return Models(pd.DataFrame(rows), ["aupr", "auprg", "auroc"])


@pytest.fixture
def pairs():
    return pd.DataFrame(
        {"measure_a": "aupr", "measure_b": "auprg", "task_id": [1, 2], "spearman": [0.5, 0.875]}
    )


def test_the_heatmap_names_every_fifth_rank_and_the_first(models):
    ranks = np.linspace(1, 12, 24).round()
    many = with_columns(Models.concat([models] * 4), rank_aupr=ranks, rank_auprg=ranks)
    drawn = rank_heatmap(many, FACTS)
    axes = drawn.figure.axes[0]
    assert axes.get_xticks().tolist() == axes.get_yticks().tolist() == [1, 5, 10]
    assert axes.get_xlim() == axes.get_ylim() == (0.5, 12.5)


def test_curves_end_where_the_spaces_say(models):
    drawn = model_curves(models, SCORES, CHOICE, FACTS)
    roc, pr, prg = drawn.figure.axes
    assert roc.lines[1].get_xydata()[-1].tolist() == [1, 1]
    assert pr.lines[1].get_xydata()[-1].tolist() == [1, 0.25]
    assert prg.lines[-1].get_xydata()[-1].tolist() == [1, 0]
    by_run = models.frame.set_index("run_id")
    assert roc.get_title() == f"AUROC {by_run['auroc'][21]:.3f} | {by_run['auroc'][20]:.3f}"
    assert "on data-2 (200 instances, test), the clearest disagreement" in drawn.caption
    assert set(drawn.data["panel"]) == {"roc", "pr", "prg"}
    assert set(drawn.data["run_id"]) == {20, 21}


# Labels best first: the first pair has AUPR .54 and .63, AUPRG .50 and -.21.
ORDERS = {
    "AUPR and AUPRG order the models differently": ([0, 1, 1, 1, 0, 0], [1, 0, 0, 1, 0, 1]),
    "AUPR and AUPRG order the models alike": ([1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1]),
    "AUPR or AUPRG ties the models": ([1, 0, 1, 0, 1, 0], [1, 0, 1, 0, 1, 0]),
}


@pytest.mark.parametrize("said", ORDERS)
def test_the_caption_looks_whether_the_areas_order_two_models_alike(models, said):
    scores = table_of(best_first(dict(zip((21, 20), ORDERS[said], strict=True))))
    assert f"Above: the areas. {said}. Do" in model_curves(models, scores, CHOICE, FACTS).caption


def test_without_a_disagreement_there_is_a_sentence_and_no_ring(models, pairs):
    nothing = replace(CHOICE, curve_task=None, curve_runs=None)
    drawn = model_curves(models, pd.DataFrame(), nothing, FACTS)
    assert drawn.figure is None
    assert drawn.caption == "In no task do AUPR and AUPRG disagree about the second place."
    scatter = area_scatter(models, pairs, nothing, FACTS)
    assert len(scatter.figure.axes[0].lines) == 2
    assert "encircled" not in scatter.caption


def test_the_title_has_the_digits_that_tell_two_areas_apart(models):
    y_true = np.arange(4000) % 4 == 0
    score = y_true + np.random.default_rng(0).normal(size=4000)
    order = np.argsort(score)
    place = 3000 + np.flatnonzero(np.diff(y_true[order[3000:]].astype(int)))[0]
    swapped = order[[place, place + 1]]
    other = score.copy()
    other[swapped] = score[swapped[::-1]]
    scores = table_of({20: (y_true, score), 21: (y_true, other)})
    drawn = model_curves(models, scores, CHOICE, FACTS)
    one, two = (areas(y_true, s)[0][2] for s in (other, score))
    assert f"{one:.3f}" == f"{two:.3f}"
    title = drawn.figure.axes[2].get_title().removeprefix("AUPRG ").split(" | ")
    assert title[0] != title[1]
    assert [float(text) for text in title] == pytest.approx([one, two], abs=1e-4)


def test_files_are_the_same_for_the_same_data(models, tmp_path):
    for name in ("one", "two"):
        drawn = rank_heatmap(models, FACTS)
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
    drawn = rank_heatmap(models, make_facts("test", tied_rank="the last"))
    assert "tied models get the last; ranks between" in drawn.caption


def test_names_are_text_in_figures_and_captions(models, pairs):
    hostile = "_" + "$|x|*" * 100
    models = with_columns(models, dataset_name=hostile, flow_name=hostile)
    for drawn in (
        area_scatter(models, pairs, CHOICE, FACTS),
        model_curves(models, SCORES, CHOICE, FACTS),
    ):
        [legend] = drawn.figure.legends
        texts = [text.get_text() for text in legend.get_texts()]
        assert len(texts) == 2
        assert all(text.startswith("\u200a_$|x|*") and "…" in text[:36] for text in texts)
        assert "\\_\\$\\|x\\|\\*" in drawn.caption
        assert "|x|" not in drawn.caption
        assert "x" not in drawn.alt.replace("axes", "")


def test_the_heatmap_rounds_ranks_up_and_says_what_it_counts(models):
    by_aupr, by_auprg = [1.0, 1.5, 2.0, 1.0, 2.5, 2.5], [1.0, 2.0, 2.0, 1.0, 2.0, 3.0]
    models = with_columns(models, rank_aupr=by_aupr, rank_auprg=by_auprg, dataset_id=7)
    drawn = rank_heatmap(models, FACTS)
    # Ranks 1.5 and 2.5 are 2 and 3.
    assert drawn.data.to_dict("list") == {
        "rank_aupr": [1, 2, 3, 3],
        "rank_auprg": [1, 2, 2, 3],
        "models": [2, 2, 1, 1],
    }
    [mesh] = drawn.figure.axes[0].collections
    # Rows are ranks by AUPRG; empty cells are masked.
    assert mesh.get_array().tolist() == [[2, None, None], [None, 2, 1], [None, None, 1]]
    assert (mesh.norm.vmin, mesh.norm.vmax) == (1, 2)
    check_golden("rank_heatmap", f"{drawn.caption}\n{drawn.alt}")
    assert drawn.figure.axes[0].get_xlabel() == "Rank by AUPR"
    assert "6 models of 2 tasks on 1 data set" in drawn.caption
    assert drawn.alt.endswith("2 models are first by both, 5 of 6 have the same rank by both.")
    assert drawn.figure.axes[1].get_ylabel() == "Models"
    assert drawn.figure.axes[0].get_ylabel() == "Rank by AUPRG"


def test_one_model_in_each_cell_has_a_scale_of_two(models):
    ranks = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    models = with_columns(models, rank_aupr=ranks, rank_auprg=ranks)
    drawn = rank_heatmap(models, FACTS)
    [mesh] = drawn.figure.axes[0].collections
    assert (mesh.norm.vmin, mesh.norm.vmax) == (1, 2)
    assert drawn.figure.axes[0].get_xticks().tolist() == [1, 2, 3, 4, 5, 6]


def test_the_scatter_says_what_it_shows(models, pairs):
    aupr, auprg = [0.5, 0.6, 0.1, 0.7, 0.8, 0.9], [0.0, 0.4, -0.5, 0.5, 0.6, 0.7]
    models = with_columns(models, aupr=aupr, auprg=auprg)
    drawn = area_scatter(models, pairs, CHOICE, FACTS)
    first, second, ring = drawn.figure.axes[0].lines
    assert first.get_xydata().tolist() == [[0.5, 0], [0.6, 0.4]]
    assert second.get_xydata().tolist() == [[0.7, 0.5], [0.8, 0.6], [0.9, 0.7]]
    assert (first.get_marker(), second.get_marker()) == ("o", "^")
    # Runs 21 and 20 of task 2.
    assert ring.get_xydata().tolist() == [[0.7, 0.5], [0.8, 0.6]]
    assert drawn.data.to_dict("list") == {
        "task_id": [1, 1, 2, 2, 2],
        "run_id": [10, 11, 20, 21, 22],
        "aupr": [0.5, 0.6, 0.7, 0.8, 0.9],
        "auprg": [0, 0.4, 0.5, 0.6, 0.7],
        "encircled": [False, False, True, True, False],
    }
    check_golden("area_scatter", f"{drawn.caption}\n{drawn.alt}")
    assert "1 of 3 models of data-1, 0 of 3 models of data-2." in drawn.caption
    assert "5 models: task 1, rank correlation 0.500; task 2, rank correlation 0.8" in drawn.alt
    axes = drawn.figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("AUPR", "AUPRG")
    labels = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    assert labels[1] == "data-2 (task 2), rank correlation 0.875"


@pytest.mark.parametrize(
    ("changes", "rings"),
    [
        ({"curve_task": 1, "curve_runs": (10, 12)}, 1),
        # A task that is not shown, and none.
        ({"curve_task": 3}, 0),
        ({"curve_runs": None}, 0),
    ],
)
def test_models_that_are_not_shown_have_no_ring(models, pairs, changes, rings):
    models = with_columns(models, auprg=[0.3, 0.4, -0.5, 0.5, 0.6, 0.7])
    drawn = area_scatter(models, pairs, replace(CHOICE, **changes), FACTS)
    assert drawn.data["encircled"].sum() == rings


@pytest.mark.parametrize(
    ("columns", "said"),
    [(("auprg", "aupr"), "0.500"), (("aupr", "auroc"), "undefined")],
)
def test_the_correlation_is_found_in_either_order(models, pairs, columns, said):
    turned = pairs.assign(measure_a=columns[0], measure_b=columns[1])
    assert f"task 1, rank correlation {said}" in area_scatter(models, turned, CHOICE, FACTS).alt


def test_the_curves_of_two_models_by_hand(models):
    # Best first: 1 0 0 1 0 1 and 0 1 1 1 0 0; pairs in order 4 of 9 and 6 of 9.
    labels = {21: [0, 1, 1, 1, 0, 0], 20: [1, 0, 0, 1, 0, 1]}
    scores = table_of(best_first(labels))
    models = with_columns(models, prevalence=0.5)
    drawn = model_curves(models, scores, CHOICE, FACTS)
    roc, pr, prg = drawn.figure.axes
    _, first, second = roc.lines
    # The corners of the line.
    assert first.get_xydata() == pytest.approx(np.array([[0, 0], [1, 0], [1, 3], [3, 3]]) / 3)
    assert [line.get_linestyle() for line in (first, second)] == ["-", "--"]
    assert first.get_color() != second.get_color()
    assert roc.get_title() == f"AUROC {6 / 9:.3f} | {4 / 9:.3f}"
    assert pr.lines[0].get_ydata().tolist() == [0.5, 0.5]
    assert pr.lines[1].get_xydata()[-1].tolist() == [1, 0.5]
    named = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    assert named == ["Flow1(1)", "Flow0(1)"]
    (_, aupr, auprg), (_, other_aupr, other_auprg) = (
        areas(np.array(y_true), -np.arange(6.0))[0] for y_true in labels.values()
    )
    check_golden("model_curves", f"{drawn.caption}\n{drawn.alt}")
    assert "AUPR and AUPRG order the models differently." in drawn.caption
    assert f"AUROC {6 / 9:.3f} and {4 / 9:.3f}; AUPR {aupr:.3f} and" in drawn.alt
    assert f"{other_aupr:.3f}; AUPRG {auprg:.3f} and −{-other_auprg:.3f}." in drawn.alt
    own = drawn.data[(drawn.data["run_id"] == 21) & (drawn.data["panel"] == "roc")]
    assert own[["x", "y"]].to_numpy() == pytest.approx(first.get_xydata())
    assert drawn.data.index.tolist() == list(range(len(drawn.data)))
    inside = drawn.data[drawn.data["panel"] == "prg"]
    assert inside[["x", "y"]].min().min() >= 0
    assert prg.get_title() == f"AUPRG {auprg:.3f} | −{-other_auprg:.3f}"


@pytest.mark.parametrize(
    ("a", "b", "written"),
    [
        (0.5, 0.25, ("0.500", "0.250")),
        (0.5004, 0.5006, ("0.500", "0.501")),
        (0.91234, 0.91231, ("0.91234", "0.91231")),
        (0.500000011, 0.500000021, ("0.50000001", "0.50000002")),
        # What no eight digits tell apart has three.
        (0.5000000011, 0.5000000012, ("0.500", "0.500")),
    ],
)
def test_two_numbers_have_as_few_digits_as_tell_them_apart(a, b, written):
    assert apart(a, b) == written


def test_flows_of_openml_have_their_runs_and_tasks(models):
    drawn = model_curves(models, SCORES, CHOICE, make_facts("OpenML", openml=True))
    named = [text.get_text() for text in drawn.figure.legends[0].get_texts()]
    assert named == ["Flow1(1) (run 21)", "Flow0(1) (run 20)"]
    assert "in task 2, data-2 (200 instances, OpenML)" in drawn.caption


def test_the_only_task_shows_its_models_with_bands(models, pairs):
    alone = models.of_task(2)
    choice = choose_examples(alone, pairs)
    assert choice.curve_runs == (20, 21, 22)
    scores = table_of({run_id: scores_of(run_id) for run_id in choice.curve_runs})
    drawn = curves_with_bands(alone, scores, choice, FACTS)
    assert drawn.caption.startswith(
        "Curves of all models on data-2 (200 instances, test), with 95%"
    )
    assert [axes.get_title() for axes in drawn.figure.axes][1:] == [
        "Precision-recall",
        "Precision-recall-gain",
    ]
    own = drawn.data[(drawn.data["panel"] == "roc") & (drawn.data["model"] == "Flow1(1)")]
    band = curve_band(*scores_of(21), "roc", stratified=True, n_resamples=RESAMPLES)
    assert own["value"].tolist() == band.y.tolist()
    assert own["lower"].tolist() == band.low.tolist()
    assert own["upper"].tolist() == band.high.tolist()


def test_many_models_of_the_only_task_are_cut(models, pairs):
    alone = Models.concat([models.of_task(2)] * 3)
    alone = with_columns(alone, run_id=range(20, 29), rank_aupr=[3.0] * 8 + [1.0])
    assert choose_examples(alone, pairs).curve_runs == (28, 20, 21, 22, 23)


def test_the_bands_of_long_tables_have_fewer_resamples():
    assert [_resamples(n) for n in (10, 50_000, 100_000, 400_000)] == [200, 200, 100, 40]
