"""Which tables have results on items, and what is read of them."""

import numpy as np
import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.items.table import item_frames, read_items

MODELS = ("claude", "gpt", "llama")
N_ITEMS = 12


def passes(model, item):
    """Return 1 or 0: the first model passes most items, the last one fewest."""
    return int((7 * item + 5 * MODELS.index(model)) % 12 > 3 * MODELS.index(model))


def long(item="instance_id", outcome="resolved", model="model"):
    return pd.DataFrame(
        [(name, f"it-{n}", passes(name, n)) for name in MODELS for n in range(N_ITEMS)],
        columns=[model, item, outcome],
    )


LONG = long()
MEANS = LONG.groupby("model")["resolved"].mean().to_dict()


def wide(table=LONG):
    item, outcome = table.columns[1:]
    return table.pivot(index=item, columns="model", values=outcome).reset_index()


def read(table, *, measures=(), columns=None, stated=None):
    frames = item_frames(table, measures, columns)
    return read_items(frames, stated) if frames else None


def means_of(table, **arguments):
    items = read(table, **arguments)
    [measure] = items.measures
    return items.results.groupby("model")[measure].mean().to_dict()


@pytest.mark.parametrize(
    "table",
    [
        LONG,
        long(model="agent"),
        long(item="Question ID", outcome="Correct"),
        long(item="doc_id", outcome="acc"),
        long(item="task_id", outcome="passed"),
        long(item="sample", outcome="score"),
        long(item="dataset", outcome="accuracy"),
        LONG.assign(resolved=LONG["resolved"].astype(bool)),
        LONG.assign(resolved=LONG["resolved"].map({1: "resolved", 0: "unresolved"})),
        LONG.assign(latency=2.5, cost=0.1, repo="r"),
        LONG.assign(benchmark="swe"),
        LONG.assign(dataset=LONG["instance_id"]),
        wide(),
        wide(long(item="task_id")),
        wide(LONG.assign(resolved=LONG["resolved"].astype(bool))),
        wide().assign(repo="r"),
        wide().set_index("instance_id"),
        wide(long(item="name of it")),
    ],
    ids=str,
)
def test_a_table_of_results_on_items_is_read(table, tmp_path):
    assert means_of(table) == pytest.approx(MEANS)
    path = tmp_path / "results.csv"
    table.to_csv(path, index=table.index.name is not None)
    assert means_of(str(path)) == pytest.approx(MEANS)
    assert set(read(str(path)).results["dataset"]) <= {"data", "swe"}


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"model": "m", "y_true": [0, 1] * 9, "y_score": 0.5, "item": range(18)}),
        pd.DataFrame({"dataset": ["a", "b"], "model": "m", "accuracy": [0.7, 0.9]}),
        pd.DataFrame({"dataset": list("abcdef"), "x": 0.5, "y": [0.1, 0.3] * 3}),
        pd.DataFrame({"id": range(9), "label": [0, 1, 0] * 3, "a": [0, 1, 1] * 3, "b": 1}),
        pd.DataFrame({"task": ["a", "b"] * 2, "model": list("mmnn"), "accuracy": [1, 0, 1, 1]}),
    ],
    ids=["predictions", "scores", "wide scores", "hard predictions", "few data sets"],
)
def test_other_tables_are_no_results_on_items(table):
    assert item_frames(table, (), None) == []


def test_families_of_data_sets_that_are_named_otherwise_are_no_items():
    """Series of five archives, with what kinds of anomalies each has beside the scores."""
    table = pd.DataFrame({"series": [f"s{n}" for n in range(20)], "HBOS": 0.5, "PCA": 0.75})
    table["dataset"] = [f"archive {n % 5}" for n in range(20)]
    table["points"] = np.arange(20) % 2
    table["sequences"] = 1 - table["points"]
    assert read(table, columns={"dataset": "series"}) is None


BASELINES = pd.DataFrame(
    {
        "game": list("abcdef"),
        "random": 0.0,
        "human": 1.0,
        "dqn": [0.61, 0.31, 1.41, 0.21, 0.71, 0.81],
        "rainbow": [0.82, 0.93, 1.92, 0.32, 0.62, 0.42],
    }
)


def test_two_columns_of_0_and_1_beside_other_scores_are_models_with_scores():
    """Normalized scores of games, where a random agent has 0 and a human 1 by definition."""
    assert item_frames(BASELINES, (), None) == []
    assert item_frames(BASELINES, ["accuracy"], None) == []


def test_a_stated_measure_that_is_no_outcome_tells_scores_from_items():
    passed = BASELINES[["game", "random", "human"]]
    assert means_of(passed) == {"human": 1, "random": 0}
    assert means_of(passed, measures=["accuracy"]) == {"human": 1, "random": 0}
    assert item_frames(passed, ["roc_auc"], None) == []


def test_a_table_of_labels_is_told_from_results_by_a_note():
    """Findings of 1 and 0 in each study look as models do that pass or fail there."""
    labels = pd.DataFrame(
        {"Study": [f"s{n}" for n in range(8)], "Edema": [0, 1] * 4, "Fracture": [0, 0, 0, 1] * 2}
    )
    [note] = read(labels).notes
    assert note == (
        "Nothing says what the columns of 1s and 0s are: each is taken as a model, with 1 for "
        "each item (column Study) that it passes."
    )
    for said in (
        read(labels, columns={"item": "Study"}),
        read(labels, measures=["passed"]),
        read(labels.rename(columns={"Study": "task_id"})),
        read(labels.replace({0: "fail", 1: "pass"})),
    ):
        assert said.notes == []


def test_what_items_have_is_no_model_beside_those_that_pass_or_fail():
    table = wide(long(item="task_id")).assign(
        difficulty=np.linspace(0, 1, N_ITEMS), prompt_tokens=np.arange(N_ITEMS), year=1999.5
    )
    assert means_of(table) == pytest.approx(MEANS)


def test_models_that_pass_or_fail_beside_other_numbers_of_items_are_asked_about():
    table = wide().assign(other=0.25)
    with pytest.raises(PrgbenchError) as raised:
        read(table)
    assert str(raised.value) == (
        "The table has pass-or-fail results (claude, gpt, llama) beside other numbers (other): "
        "leave out the columns that are not models, or if all are models, write a long table with "
        "the columns instance_id, model and score."
    )
    assert means_of(table.drop(columns="other")) == pytest.approx(MEANS)
    melted = table.melt("instance_id", var_name="model", value_name="score")
    assert means_of(melted) == pytest.approx({**MEANS, "other": 0.25})


def test_a_column_of_true_and_false_beside_measures_is_no_model():
    """Pipelines on signals, some with a split: a long table, whose models no title tells."""
    table = pd.DataFrame(
        {
            "dataset": ["MSL", "MSL", "SMAP", "SMAP", "A", "A", "B", "B", "C", "C"],
            "pipeline": ["aer", "lstm"] * 5,
            "iteration": 0,
            "f1": [0.67, 0.57, 0.77, 0.87, 0.77, 0.73, 0.77, 0.73, 0.77, 0.73],
            "recall": [0.5, 0.6, 0.8, 0.9, 0.8, 0.7, 0.8, 0.7, 0.8, 0.7],
            "split": [True, True, False, False, False, False, False, True, False, False],
        }
    )
    assert item_frames(table, (), None) == []
    assert item_frames(table, (), {"model": "pipeline"}) == []


def test_a_measure_that_is_0_or_1_everywhere_is_no_outcome_beside_another_one():
    """All models find all of the few positives, so that only F1 tells that these are scores."""
    table = pd.DataFrame(
        {"dataset": list("aabbccddee"), "model": ["x", "y"] * 5, "f1": [0.9, 0.8] * 5, "recall": 1}
    )
    assert item_frames(table, (), None) == []
    assert means_of(table.drop(columns="f1")) == {"x": 1, "y": 1}


@pytest.mark.parametrize("failed", [0, 2])
def test_the_status_of_runs_beside_their_scores_is_no_outcome(failed):
    """Runs that failed have no scores; of an outcome, those that failed have them, too."""
    table = pd.DataFrame({"dataset": list("aabbccddee"), "model": ["x", "y"] * 5})
    table = table.assign(f1=[0.9, 0.8] * 5, status="OK")
    table.loc[: failed - 1, ["f1", "status"]] = [None, "ERROR"]
    assert item_frames(table, (), None) == []
    # A run that failed may have the worst score: what is called a data set is one.
    table = table.assign(f1=0.5, status=["OK", "ERROR"] * 5)
    assert item_frames(table, (), None) == []
    assert means_of(table.rename(columns={"dataset": "problem"})) == {"x": 1, "y": 0}


def test_true_classes_of_another_name_are_no_results_on_items():
    table = long(item="case_number", outcome="outcome")
    same = table["case_number"].isin(["it-0", "it-3", "it-4", "it-7", "it-9"])
    assert read(table.assign(outcome=same.astype(int), prob=0.5)) is None


def test_columns_may_be_named_by_their_roles():
    table = LONG.rename(columns={"instance_id": "what", "model": "who"}).assign(where="x")
    columns = {"item": "what", "model": "who", "cluster": "where"}
    assert means_of(table, columns=columns) == pytest.approx(MEANS)
    assert read(table, columns=columns).clusters == "where"
    with pytest.raises(PrgbenchError, match=r"lacks the column thing, which `columns` maps to it"):
        item_frames(table, (), {"item": "thing"})


def test_several_runs_of_an_item_are_averaged():
    # The second run of each model fails everywhere.
    runs = pd.concat([LONG.assign(epoch=1), LONG.assign(epoch=2, resolved=0)])
    items = read(runs)
    assert items.runs == (2, 2)
    assert means_of(runs) == pytest.approx({name: mean / 2 for name, mean in MEANS.items()})
    with pytest.raises(PrgbenchError) as raised:
        read(runs.drop(columns="epoch"))
    assert str(raised.value) == (
        "The table has several rows for the model claude on the item it-0: add a column run if "
        "these are several runs."
    )


def test_items_that_start_anew_in_each_data_set_need_its_column():
    parts = pd.concat([LONG.assign(part=name) for name in ("a", "b")])
    with pytest.raises(
        PrgbenchError,
        match=r"if the items differ between values of part, give --columns dataset=part\.$",
    ):
        read(parts)
    items = read(parts, columns={"dataset": "part"})
    assert items.results.groupby("dataset")["item"].nunique().to_dict() == {"a": 12, "b": 12}


def test_models_are_compared_on_the_items_that_all_have():
    few = LONG[LONG["model"] == "gpt"].head(3).assign(model="tiny")
    # Rows of claude and of llama are not there.
    items = read(pd.concat([LONG.drop(index=[0, 1, 27]), few]))
    assert items.results.groupby("model")["item"].nunique().to_dict() == dict.fromkeys(MODELS, 9)
    assert items.notes == [
        "Left out, as they lack most items: tiny (3 of 12 items).",
        "3 of 12 items are not used, as not all models have a result there (claude lacks 2, llama "
        "lacks 1): write 0 where a missing result counts as failed.",
    ]
    missing = LONG.astype({"resolved": float})
    missing.loc[0, "resolved"] = np.nan
    assert read(missing).results["item"].nunique() == 11


def test_what_fails_is_better_the_less_it_is():
    assert read(long(outcome="failed")).measures == {"failed": False}
    assert read(LONG).measures == {"resolved": True}
    assert read(long(outcome="failed"), stated={"failed": True}).measures == {"failed": True}


def test_outcomes_may_be_named():
    both = LONG.assign(acc=1.0, tries=3)
    assert read(both).measures == {"resolved": True, "acc": True}
    assert read(both, measures=["acc"]).measures == {"acc": True}
    assert read(wide(), measures=["resolved"]).measures == {"resolved": True}
    assert read(wide()).measures == {"passed": True}


def test_grades_are_read_where_the_items_are_named_as_such():
    graded = LONG.assign(f1=np.linspace(0, 1, len(LONG)).round(2)).drop(columns="resolved")
    items = read(graded)
    assert (items.measures, items.shares) == ({"f1": True}, frozenset({"f1"}))


def test_a_mapped_column_that_a_table_of_metrics_lacks_is_named():
    tall = LONG.rename(columns={"instance_id": "doc_id", "resolved": "value"})
    tall["metric"] = "acc"
    with pytest.raises(
        PrgbenchError, match="lacks the column ticket, which `columns` maps to item"
    ):
        item_frames(tall, (), {"item": "ticket"})


def test_a_row_for_each_metric_is_a_column_for_each(tmp_path):
    wide_metrics = LONG.rename(columns={"instance_id": "doc_id", "resolved": "acc"})
    wide_metrics["acc_norm"] = 1 - wide_metrics["acc"]
    tall = wide_metrics.melt(["model", "doc_id"], var_name="metric")
    for table in (tall, tmp_path / "tall.csv"):
        if table is not tall:
            tall.to_csv(table, index=False)
        items = read(table)
        assert items.measures == {"acc": True, "acc_norm": True}
        means = items.results.groupby("model")[["acc", "acc_norm"]].mean()
        assert means["acc"].to_dict() == pytest.approx(MEANS)
        assert (means.sum(axis=1) == 1).all()


def test_ratings_are_read_where_the_items_are_named_as_such():
    rated = LONG.rename(columns={"instance_id": "question_id", "resolved": "rating"})
    rated["rating"] = 1 + 9 * rated["rating"]
    items = read(rated)
    assert (items.measures, items.shares) == ({"rating": True}, frozenset())
    assert means_of(rated)["claude"] == pytest.approx(1 + 9 * MEANS["claude"])


def test_the_numbers_of_questions_name_items_beside_other_columns_of_a_grading():
    """An examination's grading has the answer, a confidence and the points of each question."""
    graded = LONG.rename(columns={"instance_id": "question_number", "resolved": "is_correct"})
    graded = graded.assign(confidence=0.95, block="A", points=3 * graded["is_correct"])
    items = read(graded)
    assert items.measures == {"is_correct": True}
    assert "Not used: the columns confidence, block, points." in items.notes
    assert means_of(graded)["claude"] == pytest.approx(MEANS["claude"])


@pytest.mark.parametrize("name", ["is_hard", "difficulty"])
def test_what_an_item_is_or_has_is_no_model(name, tmp_path):
    value = [0, 1] * 6 if name == "is_hard" else 0.5
    table = wide().assign(**{name: value})
    table.to_csv(tmp_path / "wide.csv", index=False)
    for given in (table, tmp_path / "wide.csv"):
        assert means_of(given) == pytest.approx(MEANS)
        assert read(given).notes == [f"Not used: the column {name}."]


def test_a_file_for_each_model_has_the_same_items(tmp_path):
    for name, own in LONG.groupby("model"):
        own.drop(columns="model").to_csv(tmp_path / f"{name}.csv", index=False)
    assert means_of(str(tmp_path)) == pytest.approx(MEANS)
    assert set(read(str(tmp_path)).results["dataset"]) == {"data"}


def test_a_file_for_each_data_set_is_one(tmp_path):
    for name in ("arc", "mmlu"):
        LONG.to_csv(tmp_path / f"{name}.csv", index=False)
    assert set(read(str(tmp_path)).results["dataset"]) == {"arc", "mmlu"}


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            LONG.drop(columns="instance_id"),
            "The table has several results (resolved) for a model, but no column that names "
            "the items: add a column item, by which models are compared.",
        ),
        (
            long(item="ticket").assign(latency=0.5, resolved=LONG["resolved"] == 1),
            "The table has pass-or-fail results (resolved) of models, but no column called as "
            "those of items: if ticket names them, give --columns item=ticket.",
        ),
        (
            long(item="ticket", outcome="score"),
            "The table has pass-or-fail results (score) of models, but no column called as "
            "those of items: if ticket names them, give --columns item=ticket.",
        ),
        (
            LONG[LONG["model"] == "gpt"],
            "The table has no data set with two models on the same items: models are compared on "
            "items that all of them have; check the columns of items and models.",
        ),
        (
            LONG[LONG["instance_id"] == "it-3"],
            "The table has only one item that all models have: it says nothing about others.",
        ),
        (
            LONG.assign(instance_id=LONG["instance_id"].where(LONG.index != 4)),
            "The table has no item in row 5 (column instance_id): fill it in.",
        ),
        (
            LONG.assign(cluster=LONG.index % 5),
            "The item it-0 is in several clusters: keep one, or leave the column out.",
        ),
    ],
)
def test_what_is_wrong_is_a_sentence(table, sentence):
    with pytest.raises(PrgbenchError) as raised:
        read(table)
    assert str(raised.value) == sentence
