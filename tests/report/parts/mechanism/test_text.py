import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.mechanism import paragraphs

ROW = {
    "measure_a": "aupr",
    "measure_b": "auroc",
    "tasks": 41,
    "datasets": 20,
    "disagreements": 11,
    "undefined": 0,
    "median_widest_at": 0.1,
    "crossed": 0.7,
    "crossing_models": 1.5,
    "note": "",
    "crossing": 8,
    "dominated": 1,
    "tied": 2,
    "median_crossings": 3.0,
    "room_measure": "auroc",
    "crossed_tasks": 30,
    "crossed_undefined": 0,
    "lower": 0.6,
    "upper": 0.8,
}
QUANTILES = [
    {
        "measure_a": "aupr",
        "measure_b": "auroc",
        "predicted_positive": share,
        "difference": difference,
        "lower": difference - 0.01,
        "upper": difference + 0.01,
        "disagreements": 9,
        "datasets": 9,
        "note": "",
    }
    for share, difference in ((0.05, 0.081), (0.5, -0.02))
]


def text_of(quantiles=QUANTILES, **changes):
    columns = list(QUANTILES[0])
    tables = {
        "mechanism": pd.DataFrame([ROW | changes]),
        "mechanism_quantiles": pd.DataFrame(quantiles, columns=columns),
    }
    return "\n".join(paragraphs(tables, make_facts()))


def test_crossings_room_and_recall_are_told():
    text = text_of()
    assert (
        "In 30 of 41 tasks [60.0%, 80.0%] some model's curve crosses that of the best model by "
        "AUROC." in text
    )
    assert "95% interval over data sets" in text
    assert text.endswith(
        "- AUPR – AUROC: 8 of 9 (median 3 crossings), 2 more by ties; +8.1 [+7.1, +9.1] at 5% "
        "predicted positive."
    )
    assert "one class" not in text


def test_no_disagreement():
    text = text_of(
        [], crossing=0, dominated=0, tied=0, median_crossings=float("nan"), crossed_undefined=1
    )
    assert text.endswith("- AUPR – AUROC: no disagreement.")
    assert "In 30 of 40 tasks" in text
    assert "Left out: 1 task with one class only." in text
