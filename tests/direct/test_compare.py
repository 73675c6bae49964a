import ast
import json
import os
import re
import shlex
import subprocess
import sys

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

import prgbench
from fast_settings import FAST
from prgbench.metrics import aupr_score, auprg_score, auroc_score
from prgbench.run.errors import PrgbenchError
from tables_of_predictions import long_table, wide_table, write_table

TABLE = long_table(3, 4)
SETTINGS = {"comparison": FAST}


def last(_y_true, y_score):
    """Prefer models whose last score is great."""
    return float(y_score[-1])


def areas_of(compared):
    models = compared.models.set_index(["dataset_name", "flow_name"]).sort_index()
    return models[["aupr", "auprg", "auroc"]]


def test_every_model_of_every_data_set_has_its_areas():
    areas = areas_of(prgbench.compare(TABLE, settings=SETTINGS))
    assert len(areas) == 12
    for (dataset, model), own in TABLE.groupby(["dataset", "model"]):
        expected = [
            score(own["y_true"], own["y_score"])
            for score in (aupr_score, auprg_score, auroc_score)
        ]
        assert areas.loc[(dataset, model)].tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "frame", [polars.from_pandas, pa.Table.from_pandas, wide_table], ids=lambda f: f.__name__
)
def test_the_kind_of_table_changes_nothing(frame):
    compared = prgbench.compare(frame(TABLE), settings=SETTINGS)
    expected = prgbench.compare(TABLE, settings=SETTINGS)
    assert compared.models.equals(expected.models)
    assert compared.answer == expected.answer


def test_a_path_and_a_list_of_paths_are_tables(tmp_path):
    first = write_table(TABLE[TABLE["dataset"] == "data 0"], tmp_path / "first.csv")
    rest = write_table(TABLE[TABLE["dataset"] != "data 0"], tmp_path / "rest.parquet")
    both = prgbench.compare([first, str(rest)], settings=SETTINGS)
    assert areas_of(both).equals(areas_of(prgbench.compare(TABLE, settings=SETTINGS)))
    assert prgbench.compare(first, settings=SETTINGS).answer.tasks == 1


def test_another_positive_class_has_the_scores_of_that_label():
    renamed = TABLE.assign(y_true=np.where(TABLE["y_true"] == 1, "sick", "healthy"))
    healthy = dict.fromkeys(renamed["dataset"], "healthy")  # not stopped, as all are named
    turned = prgbench.compare(renamed, positive_label=healthy, settings=SETTINGS)
    assert set(turned.models["pos_label"]) == {"healthy"}
    own = TABLE[(TABLE["dataset"] == "data 1") & (TABLE["model"] == "model-2")]
    area = areas_of(turned).loc[("data 1", "model-2"), "auroc"]
    assert area == pytest.approx(auroc_score(1 - own["y_true"], own["y_score"]), rel=1e-12)


def test_the_positive_class_does_not_depend_on_its_share_of_the_rows():
    for rest in (1, 2):
        y_true = (TABLE["row_id"] % 3 <= rest - 1).astype(int)
        compared = prgbench.compare(TABLE.assign(y_true=y_true), settings=SETTINGS)
        assert set(compared.models["pos_label"]) == {"1"}
        majority = ", the majority" if rest == 2 else ""
        share = f"{100 * y_true.mean():.1f}% of the rows{majority}"
        assert f"positive class 1 ({share})" in str(compared).partition("\n\n")[0].replace(
            "\n", " "
        )


def test_a_function_is_a_measure():
    measures = ["aupr", "auprg", last]
    compared = prgbench.compare(TABLE, measures=measures, settings=SETTINGS)
    name = f"{__name__}:last"
    assert [pair.measures for pair in compared.answer.pairs][1:] == [
        ("aupr", name),
        ("auprg", name),
    ]
    expected = TABLE[TABLE["row_id"] == 79].set_index(["dataset", "model"])["y_score"].sort_index()
    found = compared.models.set_index(["dataset_name", "flow_name"]).sort_index()[name]
    assert found.tolist() == expected.tolist()


def test_columns_may_have_other_names():
    renamed = TABLE.rename(columns={"model": "learner", "y_score": "p"})
    compared = prgbench.compare(
        renamed, columns={"model": "learner", "y_score": "p"}, settings=SETTINGS
    )
    assert compared.models.equals(prgbench.compare(TABLE, settings=SETTINGS).models)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"settings": {"archive": "openml"}}, "`settings` has the key archive: give it as"),
        ({"settings": {"comparison": {"repeats": 3}}}, "unknown key 'repeats'"),
        (
            {"settings": {"comparision": {}}},
            "^`settings`: unknown key 'comparision'. Did you mean",
        ),
        ({"measures": ["AUROC"]}, "^measures: 'AUROC' is not allowed. Did you mean auroc?"),
        ({"measures": ["MCC"]}, "^measures: 'MCC' is not allowed. Did you mean matthews_c"),
        ({"costs": 5}, r"^`costs` are what a miss and a false alarm cost, .* \(5, 1\), not 5.$"),
        ({"costs": ("5", 1)}, r"^`costs` are what a miss and a false alarm cost, .*\('5', 1\).$"),
        ({"costs": (5, 0)}, "^`costs` are what a miss and a false alarm cost"),
        ({"costs": (5, 1, 1)}, "^`costs` are what a miss and a false alarm cost"),
        ({"beta": "2"}, "^`beta` is a number above 0, such as 2, not '2'.$"),
        ({"measures": []}, "measures: name at least one measure"),
        ({"columns": {"learner": "model"}}, "'learner' is not allowed"),
        ({"columns": {"model": "learner"}}, "lacks the column learner"),
        ({"positive_label": "sick"}, r"but the data set data 0 has the classes '0', '1'"),
        ({"seed": -1}, "-1 is not allowed"),
    ],
)
def test_a_mistake_is_one_sentence(options, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        prgbench.compare(TABLE, **options)


def test_costs_of_errors_are_not_asked_of_results_on_items():
    items = pd.DataFrame({"model": list("ab") * 9, "item": np.repeat(range(9), 2)})
    items["passed"] = [1, 0, 1] * 6
    for stated in ({"costs": (5, 1)}, {"beta": 2}, {"costs": (5, 1), "measures": ["auroc"]}):
        with pytest.raises(PrgbenchError, match=r"^`costs` and `beta` are for predictions"):
            prgbench.compare(items, **stated)


def test_with_costs_of_errors_a_table_without_classes_is_no_table_of_scores():
    table = wide_table(TABLE).rename(columns={"y_true": "truth"})
    for stated in ({"costs": (5, 1)}, {"beta": 2}):
        with pytest.raises(PrgbenchError, match="lacks the column y_true") as raised:
            prgbench.compare(table, settings=SETTINGS, **stated)
        columns = advised_columns(raised.value)
        assert columns == {"y_true": "truth"}
        # The advice, followed, leads to the answer.
        compared = prgbench.compare(table, settings=SETTINGS, columns=columns, **stated)
        assert compared.answer.datasets == 3


@pytest.mark.parametrize(
    ("n_datasets", "truth", "score"),
    [(1, "label", "score"), (4, "target", "pred"), (6, "y_test", "y_prob"), (6, "actual", "a b")],
)
def test_classes_and_scores_by_other_names_are_no_outcomes_on_items(
    n_datasets, truth, score, tmp_path
):
    table = long_table(n_datasets, 3)
    renamed = table.rename(columns={"y_true": truth, "y_score": score})
    path = tmp_path / "mine.csv"
    renamed.to_csv(path, index=False)
    with pytest.raises(PrgbenchError, match="lacks the columns y_true and y_score") as raised:
        prgbench.compare(path, settings=SETTINGS)
    columns = advised_columns(raised.value)
    assert columns == {"y_true": truth, "y_score": score}
    expected = prgbench.compare(table, settings=SETTINGS)
    assert prgbench.compare(path, settings=SETTINGS, columns=columns).models.equals(
        expected.models
    )


@pytest.mark.parametrize(
    ("truth", "scores", "advice"),
    [
        ("y_true", {"response": None, "prob.sick": 1, "prob.well": -1}, "{1} or {2}"),
        (
            "truth",
            {".pred_class": None, ".pred_1": 1, ".pred_0": -1},
            "y_true=truth and {1} or {2}",
        ),
        ("obs", {"pred": None, "Yes": 1, "No": -1, "rowIndex": 0}, "y_true=obs and {1} or {2}"),
        ("sick", {"prob_1": 1, "prob_0": -1}, "y_true=sick and {0} or {1}"),
        ("sick", {"p": 1}, "y_true=sick or y_true=p and y_score=sick or {0}"),
    ],
)
def test_several_columns_that_may_have_the_scores_are_named(truth, scores, advice):
    """mlr3, tidymodels and caret have scores of each class beside the names of models."""
    table = TABLE.rename(columns={"y_true": truth}).drop(columns="y_score")
    for name, sign in scores.items():
        table[name] = "sick" if sign is None else sign * TABLE["y_score"]
    with pytest.raises(PrgbenchError, match="lacks the column") as raised:
        prgbench.compare(table, settings=SETTINGS)
    options = advice.format(*(f"y_score={name}" for name in scores))
    assert str(raised.value).endswith(
        f", perhaps with --columns {options}; y_score is that of the positive class."
    )
    # The advice, followed, leads to the answer.
    [score] = [name for name, sign in scores.items() if sign == 1]
    columns = {"y_score": score} | ({"y_true": truth} if truth != "y_true" else {})
    compared = prgbench.compare(table, settings=SETTINGS, columns=columns)
    assert compared.models.equals(prgbench.compare(TABLE, settings=SETTINGS).models)


@pytest.mark.parametrize("columns", [{"model": "learner"}, None])
def test_the_columns_are_named_where_models_are_given_by_a_mapping_or_a_name(columns):
    name = "model" if columns is None else "learner"
    table = TABLE.rename(columns={"model": name, "y_score": "prob.pos"}).assign(response="a")
    with pytest.raises(PrgbenchError, match="lacks the column y_score") as raised:
        prgbench.compare(table, settings=SETTINGS, columns=columns)
    advised = advised_columns(raised.value)
    assert advised == {"y_score": "prob.pos"}
    compared = prgbench.compare(table, settings=SETTINGS, columns=advised | (columns or {}))
    assert compared.models.equals(prgbench.compare(TABLE, settings=SETTINGS).models)


def advised_columns(error):
    """Return the columns that a sentence advises, which are the same as arguments."""
    arguments, in_python = re.search(
        r"--columns (.*) \(in Python, columns=(.*)\)\.$", str(error)
    ).groups()
    columns = ast.literal_eval(in_python)
    assert shlex.split(arguments) == [f"{role}={column}" for role, column in columns.items()]
    return columns


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match="not int"):
        prgbench.compare(7)


@pytest.mark.slow
def test_neither_processes_nor_another_call_change_a_table():
    few = {"comparison": {"resamples": 100, "replicates": 10, "splits": 2}}
    one = prgbench.compare(TABLE, settings=few)
    two = prgbench.compare(TABLE, settings=few, n_jobs=2)
    assert json.loads(one.answer.to_json()) == json.loads(two.answer.to_json())
    assert one.tables.keys() == two.tables.keys()
    for name, table in one.tables.items():
        assert table.equals(two.tables[name]), name


WRITES = """
import sys

opened = []


def note(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        opened.append(str(arguments[0]))
    if event in ("os.mkdir", "tempfile.mkdtemp", "tempfile.mkstemp"):
        opened.append(str(arguments[0]))


from prgbench import compare, score
from tables_of_predictions import long_table

sys.addaudithook(note)
table = long_table(10, 4, 200)
compared = compare(table, settings={"comparison": {"replicates": 20, "splits": 2}})
compared.leaderboard, str(compared), compared._repr_html_()
score(table, n_resamples=20)
print([path for path in opened if not path.endswith((".pyc", "/dev/null"))])
"""


def test_nothing_is_written_before_the_report():
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", WRITES],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)


@pytest.mark.parametrize("promised", [{"plan": "plan.json"}, {"second_opinion": True}])
def test_settings_that_only_the_workflow_keeps_are_refused(promised):
    [name] = promised
    with pytest.raises(PrgbenchError, match=f"`settings` has the key {name}.*leave it out"):
        prgbench.compare(TABLE, settings=SETTINGS | promised)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"n_jobs": 0}, PrgbenchError, "n_jobs must be 1 or more, or -1 for all processors"),
        ({"n_jobs": "a"}, PrgbenchError, "n_jobs must be 1 or more, .* not 'a'"),
        ({"measures": 3}, TypeError, "measures must be a list of names or functions, not int"),
        ({"higher_is_better": 3}, TypeError, "higher_is_better must be a mapping .* not int"),
    ],
)
def test_an_argument_of_another_type_is_named(options, error, sentence):
    with pytest.raises(error, match=sentence):
        prgbench.compare(TABLE, **options)
