import pytest

from folder_archives import make_folder, make_task
from made_up_models import with_columns
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion.opinion import Finding
from prgbench.second_opinion.readers import ArffReader
from prgbench.second_opinion.reading import NotReadError, Reader, StalledError
from prgbench.second_opinion.verification import sum_up, verify_models
from verified_study import make_study


class Failing(Reader):
    """A reader that fails in a given way for each model in turn, or leaves it to another one."""

    how = "read by nobody"

    def __init__(self, failures, other):
        self._failures = iter(failures)
        self._other = other

    def read(self, task, run, classes):
        failure = next(self._failures)
        if failure is not None:
            raise failure
        return self._other.read(task, run, classes)


STALL, GONE = StalledError("slow"), NotReadError("gone")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_folder(tmp_path_factory.mktemp("folder"), [make_task(1), make_task(2)], 2)


@pytest.fixture(scope="module")
def study(folder, tmp_path_factory):
    return make_study(folder, tmp_path_factory.mktemp("study"))


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ([STALL, None, STALL, STALL], ["slow", "", "slow", "slow"]),
        ([STALL, GONE, STALL, None], ["slow", "gone", "slow", ""]),
        ([STALL, STALL], ["slow", "slow", *["not asked for, after 2 stalls in a row"] * 2]),
    ],
)
def test_two_stalls_in_a_row_end_the_asking(study, folder, failures, why):
    table = verify_models(study.models, study.store, Failing(failures, ArffReader(folder)))
    assert table["why"].tolist() == why
    assert table["verdict"].tolist() == ["not compared" if text else "agrees" for text in why]


def test_the_summary_counts_and_names(study, folder, tmp_path):
    models = tmp_path / "models.parquet"
    study.models.write(models)
    wrong, missing, *_ = study.models.run_id
    tampered = study.changed(wrong, pooled_auroc=0.25)
    reader = Failing([None, GONE, None, None], ArffReader(folder))
    table = verify_models(tampered, study.store, reader)
    opinion = sum_up(table, reader, study="test", seed=1, models=models)
    assert (opinion.models, opinion.drawn, opinion.compared, opinion.agreeing) == (4, 4, 3, 2)
    assert opinion.not_compared == [Finding(1, missing, "gone")]
    [finding] = opinion.disagreeing
    auroc = study.models.pooled_auroc.iloc[0]
    assert finding == Finding(1, wrong, f"AUROC 0.25 here, {auroc:.10g} by scikit-learn")
    assert opinion.largest_difference == pytest.approx(auroc - 0.25)
    assert opinion.how == "read by nobody"


@pytest.mark.parametrize(
    ("failures", "sentence"),
    [
        ([GONE] * 4, r"none of 4 models could be .* the first: run \d+ of task 1 \(gone\)\. See"),
        ([], r"Study test: none of 0 models could be read a second time\. See to it"),
    ],
)
def test_nothing_compared_is_no_opinion(study, folder, tmp_path, failures, sentence):
    reader = Failing(failures, ArffReader(folder))
    table = verify_models(study.models[range(len(failures))], study.store, reader)
    with pytest.raises(PrgbenchError, match=sentence):
        sum_up(table, reader, study="test", seed=1, models=tmp_path / "models.parquet")


def test_a_damaged_bundle_is_no_opinion_but_fetched_again(study, folder):
    path = study.store.path(2)
    sound = path.read_bytes()
    path.write_bytes(sound[:-100])
    with pytest.raises(PrgbenchError, match=r"2\.parquet .*run the same command again"):
        verify_models(study.models, study.store, ArffReader(folder))
    path.write_bytes(sound)


def test_a_model_without_predictions_in_the_bundle_is_a_row(study, folder):
    models = with_columns(study.models, run_id=[9, *study.models.run_id[1:]])
    table = verify_models(models, study.store, ArffReader(folder))
    assert table["why"].tolist() == ["no longer in the bundle of its task", "", "", ""]


def test_a_study_may_have_average_precision_itself(study, folder):
    models = with_columns(study.models, average_precision=0.125)
    table = verify_models(models, study.store, ArffReader(folder))
    assert table["average_precision"].tolist() == [0.125] * 4
    assert table["why"].str.contains("average precision 0.125 here, 0.").all()
