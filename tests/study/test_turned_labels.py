"""Data sets whose scores are those of the other class stop the answer with the labels to use."""

import ast
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prgbench.command_line import _labels
from prgbench.run.errors import PrgbenchError
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.interface import Source
from prgbench.sources.sent_predictions import Predictions, SentPredictions
from prgbench.sources.table.source import TableSource
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection
from prgbench.study.turned_labels import check_turned_labels

SHIFTS = {"good": 1.5, "middling": 1.2, "poor": 0.5}
N_DATASETS = 12


def table(n_turned, labels=("slow", "fast"), others=("negative", "positive"), models=SHIFTS):
    """Return the scores of the last label: (first, last) of which it sorts first in some."""
    rng = np.random.default_rng(0)
    parts = []
    for number in range(N_DATASETS):
        y = rng.random(300) < 0.25
        negative, positive = labels if number < n_turned else others
        for model, shift in models.items():
            parts.append(
                pd.DataFrame(
                    {
                        "dataset": f"d {number}",
                        "model": model,
                        "row_id": range(300),
                        "y_true": np.where(y, positive, negative),
                        "y_score": y * shift + rng.normal(size=300),
                    }
                )
            )
    return pd.concat(parts)


def planned(rows, positive_label=None):
    """Return the positive label of each data set, as a study takes it."""
    source = TableSource(pa.Table.from_pandas(rows, preserve_index=False))
    source.positive_label = positive_label
    plan = make_plan(source, "t", Selection())
    check_turned_labels(source, plan.drawn_runs)
    tasks = [planned.task for planned in plan.tasks]
    return {
        task.dataset_name: None if index is None else task.classes[index]
        for task in tasks
        for index in [source.positive_class_of(task)]
    }


def refused(rows, positive_label=None):
    with pytest.raises(PrgbenchError) as raised:
        planned(rows, positive_label)
    return str(raised.value)


def advised(sentence):
    """Return the labels that a sentence advises: as arguments, and in Python."""
    arguments = re.search(r"Give --positive-label (.*?) \(in Python", sentence)[1]
    in_python = re.search(r"\(in Python, positive_label=(.*?)\); if", sentence)[1]
    return _labels(shlex.split(arguments)), ast.literal_eval(in_python)


@pytest.mark.parametrize("n_turned", range(1, N_DATASETS + 1))
@pytest.mark.parametrize("stated", [None, "minority"])
def test_labels_that_are_turned_round_are_stopped_and_the_advice_leads_on(n_turned, stated):
    rows = table(n_turned)
    sentence = refused(rows, stated)
    where = "all 12" if n_turned == N_DATASETS else f"{n_turned} of 12"
    assert sentence.startswith(f"On {where} data sets (d 0")
    assert "read as those of slow" in sentence
    written, in_python = advised(sentence)
    assert written == in_python
    right = {f"d {n}": "fast" if n < n_turned else "positive" for n in range(N_DATASETS)}
    taken = planned(rows, written)
    # The rule goes on for data sets that are not named, here with the same result.
    assert {name: label or right[name] for name, label in taken.items()} == right


def test_the_sentence_names_data_sets_labels_and_aurocs():
    sentence = refused(table(2))
    aurocs = re.search(r"\(AUROC (0\.\d\d) to (0\.\d\d)\)", sentence)
    assert 0.1 < float(aurocs[1]) < 0.2 < 0.33 < float(aurocs[2]) < 0.43
    assert sentence.replace(aurocs[0], "(AUROC)") == (
        "On 2 of 12 data sets (d 0, d 1) the scores look like those of the other class: read as "
        "those of slow, they put the models below chance beyond sampling noise "
        "(AUROC). Give --positive-label 'd 0=fast' 'd 1=fast' (in Python, positive_label={'d 0': "
        "'fast', 'd 1': 'fast'}); if low scores mean slow, reverse their sign; where the models "
        "are truly worse than chance, confirm the class in use, such as 'd 0=slow'."
    )


def test_labels_that_sort_rightly_are_read():
    assert set(planned(table(0)).values()) == {"positive"}


def test_a_data_set_that_is_named_is_taken_as_stated():
    rows = table(2)
    kept = {"d 0": "slow", "d 1": "slow"}
    assert planned(rows, kept)["d 0"] == "slow"
    # Another one is still stopped, and what was stated stays in the advice.
    assert advised(refused(rows, {"d 0": "slow"}))[0] == {"d 0": "slow", "d 1": "fast"}


def test_numbers_as_labels_are_stopped_too():
    rows = table(3, (1, 0), (0, 1))
    assert advised(refused(rows))[0] == {f"d {n}": "0" for n in range(3)}
    assert advised(refused(rows, "1"))[0] == {"*": "1", **{f"d {n}": "0" for n in range(3)}}


def test_one_bad_model_does_not_stop_nor_do_models_at_chance():
    assert set(planned(table(0, models=SHIFTS | {"bad": -1.5})).values()) == {"positive"}
    assert set(planned(table(0, models={"a": 0.0, "b": 0.0, "c": 0.0})).values()) == {"positive"}
    assert set(planned(table(0, models={"bad": -1.5, "chance": 0.0})).values()) == {"positive"}


def test_a_baseline_without_information_does_not_hide_turned_labels():
    rows = table(1)
    constant = rows[rows["model"] == "good"].assign(model="dummy", y_score=0.25)
    assert advised(refused(pd.concat([rows, constant])))[0] == {"d 0": "fast"}


def test_scores_by_class_are_never_doubted():
    rows = table(0, others=("no", "yes"), models={"a": -1.5, "b": -1.0})
    by_class = rows.rename(columns={"y_score": "y_score.yes"})
    by_class["y_score.no"] = -by_class["y_score.yes"]
    assert set(planned(by_class).values()) == {"yes"}
    assert "On all 12 data sets" in refused(rows)


def test_a_name_with_the_sign_between_name_and_label_is_given_by_its_id():
    rows = table(1)
    rows["dataset"] = rows["dataset"].replace("d 0", "a=b")
    written = advised(refused(rows))[0]
    [(key, label)] = written.items()
    assert key.isdecimal()
    assert label == "fast"
    assert planned(rows, written)["a=b"] == "fast"


@pytest.mark.skipif(not shutil.which("bash"), reason="the command is for bash, not installed here")
def test_names_that_can_t_be_seen_are_advised_in_letters_that_can():
    rows = table(1, ("slow", "fa\x9bst"))
    rows["dataset"] = rows["dataset"].replace("d 0", "d\x9c0\n")
    sentence = refused(rows)
    assert sentence.isprintable()
    assert sentence.endswith(r"such as $'d\xc2\x9c0\x0a=slow'.")
    arguments = re.search(r"Give --positive-label (.*?) \(in Python", sentence)[1]
    read = subprocess.run(
        ["bash", "-c", f"printf %s {arguments}"], capture_output=True, check=True
    )
    labels = _labels([read.stdout.decode()])
    assert labels == {"d\x9c0\n": "fa\x9bst"}
    assert planned(rows, labels)["d\x9c0\n"] == "fa\x9bst"
    in_python = re.search(r"\(in Python, positive_label=(.*?)\); if", sentence)[1]
    assert ast.literal_eval(in_python) == labels


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ([], None),
        (["sick"], "sick"),
        (["<=50K"], "<=50K"),
        ([">50K"], ">50K"),
        (["adult=<=50K", "heart=sick"], {"adult": "<=50K", "heart": "sick"}),
        (["minority", "d=a=b"], {"*": "minority", "d": "a=b"}),
    ],
)
def test_labels_are_written_with_and_without_names(written, labels):
    assert _labels(written) == labels


def test_two_labels_without_a_data_set_are_refused():
    with pytest.raises(PrgbenchError, match=r"2 labels without a data set \(a, b\): keep one"):
        _labels(["a", "b", "heart=sick"])


class InFiles(Source):
    """A source of another package: each model of a table as a file, of one score for both."""

    label = "files"
    store = Path("resources/files")
    default_models = None
    default_min_flows = 2

    def __init__(self, rows):
        self._table = TableSource(pa.Table.from_pandas(rows, preserve_index=False))
        self.kept = set()

    def tasks(self, query):
        return self._table.tasks(query)

    def candidate_runs(self, tasks):
        return self._table.candidate_runs(tasks)

    def unsure_label(self, task):
        return self._table.unsure_label(task)

    def send(self, task, run):
        if run.flow_name == "lost":
            raise RunUnusableError(Reason.NO_FILE, f"of task {task.task_id}")
        self.kept.add(run.run_id)
        return SentPredictions(run.run_id, 1, "0" * 64, 1)

    def release(self, sent):
        self.kept.remove(sent.run_id)

    def read(self, task, sent):
        loaded = self._table.load(task, positive=1).of([sent.run_id])
        return Predictions(
            repeat=loaded.repeat,
            fold=loaded.fold,
            row_id=loaded.row_id,
            truth=loaded.y_true.astype(np.int8),
            predicted=None,
            confidences=np.stack([-loaded.y_score[0], loaded.y_score[0]]),
        )


def test_files_of_a_source_that_is_unsure_of_its_label_are_tested_as_a_table_is():
    of_table = pa.Table.from_pandas(table(3), preserve_index=False)
    sources = [InFiles(table(3, models=SHIFTS | {"lost": 2.0})), TableSource(of_table)]
    said = []
    for source in sources:
        plan = make_plan(source, "t", Selection())
        with pytest.raises(PrgbenchError) as raised:
            check_turned_labels(source, plan.drawn_runs)
        said.append(str(raised.value))
    assert said[0].startswith("On 3 of 12 data sets (d 0")
    assert "read as those of slow" in said[0]
    in_python = [advised(sentence)[1] for sentence in said]
    assert in_python[0] == in_python[1]
    assert not sources[0].kept
