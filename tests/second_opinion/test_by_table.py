import numpy as np
import pandas as pd
import pytest

from prgbench.second_opinion.readers import TableReader
from prgbench.second_opinion.verification import verify_models
from prgbench.sources.table.source import TableSource
from tables_of_predictions import long_table, wide_table, write_table
from verified_study import make_study

TABLE = long_table(2, 2)
NO_IDS = TABLE.drop(columns="row_id")
TABLES = {
    "long": TABLE,
    "wide": wide_table(TABLE),
    "by order and fold": NO_IDS,
    "repeats": pd.concat([TABLE.assign(repeat=repeat) for repeat in (3, 7)]),
    "ids as texts": TABLE.assign(row_id="p" + TABLE["row_id"].astype(str)),
    "other labels": TABLE.assign(y_true=np.where(TABLE["y_true"] == 1, "a", "b")),
    "a column a class": TABLE.assign(
        **{"y_score.0": 1 - TABLE["y_score"], "y_score.1": TABLE["y_score"]}
    ).drop(columns="y_score"),
}


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@pytest.mark.parametrize("name", TABLES)
def test_a_sound_table_agrees(tmp_path, name, ending):
    source = TableSource(str(write_table(TABLES[name], tmp_path / f"a{ending}")), tmp_path)
    study = make_study(source, tmp_path)
    table = verify_models(study.models, study.store, TableReader(source))
    assert table["why"].tolist() == [""] * 4
    assert (table[["other_truth", "score_difference"]] == 0).all(axis=None)
    assert table["rows"].tolist() == [160 if name == "repeats" else 80] * 4
    assert table["largest_difference"].max() < 1e-12


def test_a_table_that_has_changed_since_disagrees(tmp_path):
    path = write_table(TABLE, tmp_path / "a.csv")
    study = make_study(TableSource(str(path), tmp_path), tmp_path)
    write_table(TABLE.assign(y_score=TABLE["y_score"].replace(TABLE["y_score"][0], 0.0)), path)
    later = TableReader(TableSource(str(path), tmp_path))
    table = verify_models(study.models, study.store, later).set_index(study.models["flow_name"])
    assert "scores differ by up to" in " ".join(table["why"])
