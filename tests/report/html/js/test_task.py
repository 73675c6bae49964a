import pytest
from playwright.sync_api import expect

from made_up_facts import make_facts
from made_up_page import HOSTILE_FLOW, make_content
from prgbench.report.html.page import PAGE, write_page


@pytest.fixture
def task(at):
    page = at("#task?id=12")
    page.wait_for_selector("#task-curves svg")
    return page


def lines_of(page, space):
    """Return the lines in a space with their colours, the dotted one first."""
    return page.eval_on_selector_all(
        f'[data-space="{space}"] .mark-line path',
        "lines => lines.map(l => [l.getAttribute('stroke'), l.getAttribute('d')])",
    )


def test_the_view_names_the_task(task):
    assert task.inner_text("#task-title") == "Task 12: kr-vs-kp"
    facts = task.inner_text("#task-facts").split("\n")
    assert [fact for fact in facts if fact] == [
        "Task", "12", "Data set", "kr-vs-kp", "Instances", "500", "Positive class", "</td>",
        "Prevalence", "30.0%", "AUPR by chance", "0.304", "AUPRG by chance", "> −0.001",
        "Models", "3",
    ]  # fmt: skip


def test_models_stand_by_every_measure_with_their_ranks(task):
    rows = [r.split("\t") for r in task.locator("#task-models tbody tr").all_inner_texts()]
    assert rows == [
        [HOSTILE_FLOW, "1", "0.9000", "2", "0.8000", "2", "0.8000", "1200"],
        ["weka.J48(1)", "2", "0.8000", "1", "0.9000", "1", "0.9000", "1201"],
        ["__proto__", "3", "0.7000", "3", "0.7000", "3", "0.7000", "1202"],
    ]


def test_the_agreement_of_every_pair_is_listed(task):
    rows = [r.split("\t") for r in task.locator("#task-pairs tbody tr").all_inner_texts()]
    assert rows == [
        ["AUPR – AUPRG", "yes", "yes", "yes", "1", "1", "0", "0.500"],
        ["AUPR – AUROC", "yes", "yes", "no", "3", "3", "3", "0.500"],
        ["AUPRG – AUROC", "no", "no", "no", "3", "3", "3", "1.000"],
    ]


def test_a_point_tells_its_model(task):
    points = task.locator("#task-scatter .mark-symbol path")
    assert points.count() == 3
    points.first.hover()
    tip = task.locator("#vg-tooltip-element")
    tip.wait_for()
    text = " ".join(tip.inner_text().split())
    assert text == f"Flow {HOSTILE_FLOW} AUPR 0.9000 Rank by AUPR 1 AUPRG 0.8000 Rank by AUPRG 2"


def test_other_measures_can_stand_on_the_axes(task):
    task.select_option("#task-controls [name=y]", "auroc")
    assert task.inner_text("#scatter-caption") == "AUROC against AUPR; a point is a model."
    task.wait_for_url("**&y=auroc")


def test_the_curves_of_the_best_by_two_measures_stand_first(task):
    assert task.input_value("#curve-controls [name=first]") == "1200"
    assert task.input_value("#curve-controls [name=second]") == "1201"
    for space in ("roc", "pr", "prg"):
        assert task.locator(f'[data-space="{space}"] svg').count() == 1
    # One dotted line and one line a model; PRG curves are in two pieces.
    assert len(lines_of(task, "roc")) == 3
    assert len(lines_of(task, "prg")) == 5


def test_any_two_models_can_be_compared(at, task):
    task.select_option("#curve-controls [name=second]", "1202")
    task.wait_for_url("**second=1202")
    again = at("#" + task.url.split("#")[1])
    assert again.input_value("#curve-controls [name=second]") == "1202"


def test_charts_have_a_description(task):
    names = task.locator("#task-scatter .chart-room, #task-curves .chart-room").evaluate_all(
        "found => found.map(e => e.getAttribute('aria-label'))"
    )
    assert names == [
        "AUPRG against AUPR of 3 models",
        "ROC curves of two models",
        "Precision-recall curves of two models",
        "Precision-recall-gain curves of two models",
    ]


def test_another_task_is_chosen_from_the_list(task):
    task.select_option("#task-controls [name=id]", "13")
    assert task.inner_text("#task-title") == "Task 13: =1+1"
    task.wait_for_url("**#task?id=13&x=aupr&y=auprg")


def test_tasks_of_openml_lead_there(task):
    addresses = task.eval_on_selector_all(
        '#explorer .view:not([hidden]) a[href^="https:"]', "found => found.map(e => e.href)"
    )
    assert addresses == [
        "https://www.openml.org/t/12",
        "https://www.openml.org/d/41",
        "https://www.openml.org/r/1200",
        "https://www.openml.org/r/1201",
        "https://www.openml.org/r/1202",
    ]


def test_a_users_models_are_no_flows_and_have_no_ids(open_page, tmp_path):
    write_page(tmp_path / "report", make_content(tmp_path, facts=make_facts("table")))
    page = open_page((tmp_path / "report" / PAGE).as_uri() + "#task?id=12")
    assert page.locator('#explorer a[href^="https:"]').count() == 0
    assert page.inner_text("#task-title") == "kr-vs-kp"
    assert page.locator("#task-models thead th").first.inner_text().startswith("Model")
    shown = page.inner_text(".view[data-view=task]")
    assert "1200" not in shown
    assert "flow" not in shown.lower()


def test_a_file_of_curves_that_is_missing_is_said(browser, tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.report.html.page.MOST_TASKS", 2)
    write_page(tmp_path / "report", make_content(tmp_path))
    (tmp_path / "report" / "curves" / "12.js").unlink()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((tmp_path / "report" / PAGE).as_uri() + "#task?id=12")
        expect(page.locator("#curve-note")).to_have_text(
            "The file curves/12.js is not beside the page."
        )


def test_the_axis_of_ranks_has_whole_numbers_once(task):
    labels = task.locator("#task-ranks .role-axis-label text").all_text_contents()
    assert [label for label in labels if label.isdigit()] == ["1", "2", "3"]
