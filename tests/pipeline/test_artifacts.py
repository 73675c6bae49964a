"""What a job writes is what the next one reads."""

import pandas as pd

from prgbench.pipeline.artifacts import read, write


def test_names_of_what_is_left_out_are_read_as_they_were_written(tmp_path):
    files = {"exclusions_listed": tmp_path / "exclusions_listed.csv"}
    names = ["007", "NA", "1", ""]
    listed = pd.DataFrame({"what": ["task"] * 4, "dataset_name": names, "label": names})
    write({"exclusions_listed": listed}, files)
    found = read(files)["exclusions_listed"]
    assert list(found["dataset_name"]) == list(found["label"]) == names


def test_columns_without_a_name_are_read_as_empty_texts(tmp_path):
    """A column with nothing but empty cells looks like one of missing numbers."""
    files = {"exclusions_listed": tmp_path / "exclusions_listed.csv"}
    listed = pd.DataFrame({"what": ["run"], "dataset_name": [""], "label": [""]})
    write({"exclusions_listed": listed}, files)
    assert read(files)["exclusions_listed"].to_dict("records") == listed.to_dict("records")
