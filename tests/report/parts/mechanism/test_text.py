import pandas as pd

from made_up_facts import make_facts
from prgbench.report.parts.mechanism import paragraphs

ROW = {
    "measure_a": "aupr",
    "measure_b": "auroc",
    "tasks": 41,
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
        "In 30 of 41 tasks some model's curve crosses that of the best model by AUROC (95% "
        "interval over data sets [60.0%, 80.0%])" in text
    )
    assert "- AUPR and AUROC: 8 of 9 disagreements (median number of crossings: 3)" in text
    assert "in 2 further the best model by one measure is tied for best by the other." in text
    assert (
        "greatest with 5% of the instances predicted positive: +8.1 points of recall for the best "
        "model by AUPR against that by AUROC (95% interval [+7.1, +9.1])." in text
    )
    assert "one class" not in text


def test_no_disagreement():
    text = text_of(
        [], crossing=0, dominated=0, tied=0, median_crossings=float("nan"), crossed_undefined=1
    )
    assert "- AUPR and AUROC: no disagreement." in text
    assert "points of recall" not in text
    assert "In 30 of 40 tasks" in text
    assert "Left out: 1 task with one class only." in text
