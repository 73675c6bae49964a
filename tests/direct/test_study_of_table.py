from pathlib import Path

import numpy as np
import pytest

from prgbench.direct.arrays import study_of_table
from prgbench.direct.measure_names import measure_name
from tables_of_predictions import long_table, write_table

ARGUMENTS = {"title": "Mine", "positive_label": None, "columns": {}}


def study_with(predictions=None, **changes):
    table = long_table(1, 2) if predictions is None else predictions
    return study_of_table(table, ARGUMENTS | changes, {"repeats": "first"})


def test_the_settings_of_the_study_are_arguments_and_settings():
    study, source = study_with()
    assert (study.title, study.repeats, study.archive) == ("Mine", "first", "a table in memory")
    assert source.positive_label is None
    assert study_with(positive_label="minority")[1].positive_label == "minority"


@pytest.mark.parametrize(
    ("given", "label"),
    [
        (np.int64(1), "1"),
        (np.bool_(True), "True"),
        ("sick", "sick"),
        ({"heart": np.int64(0), 7: "sick"}, {"heart": "0", "7": "sick"}),
    ],
)
def test_labels_may_be_those_of_numpy(given, label):
    study, source = study_with(positive_label=given)
    assert study.source["positive_label"] == label
    assert source.positive_label == label


@pytest.mark.parametrize("kind", [str, Path])
def test_a_study_of_files_names_them(tmp_path, kind):
    path = write_table(long_table(1, 2), tmp_path / "a.csv")
    assert study_with(kind(path))[0].archive == str(path)
    assert study_with([kind(path)])[0].archive == (str(path),)


def own(_y_true, _y_score):
    return 0.0


def test_a_function_is_named_by_its_module():
    assert measure_name("aupr") == "aupr"
    assert measure_name(own) == f"{__name__}:own"
