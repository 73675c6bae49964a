"""What a job writes is what the next one reads."""

import pandas as pd

from prgbench.pipeline.artifacts import read, write


def test_names_of_what_is_left_out_are_read_as_they_were_written(tmp_path):
    files = {"exclusions_listed": tmp_path / "exclusions_listed.csv"}
    listed = pd.DataFrame({"what": ["task"] * 3, "name": ["007", "NA", "1"], "task_id": [1, 2, 3]})
    write({"exclusions_listed": listed}, files)
    assert list(read(files)["exclusions_listed"]["name"]) == ["007", "NA", "1"]
