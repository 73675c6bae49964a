"""What is missing for now is requested again a day later, or at once, and then not again."""

import os
import time

import pytest

from folder_archives import make_task
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.exclusions import FOR_NOW, Exclusion, Reason
from prgbench.sources.store.fetched import write_fetched
from prgbench.study.missing_files import DAY, missing, missing_of, n_missing, to_request_again


@pytest.fixture
def fetched(tmp_path):
    def write(*reasons, age=0.0):
        path = tmp_path / "000.json"
        excluded = [Exclusion(1, run_id, reason) for run_id, reason in enumerate(reasons, start=1)]
        write_fetched(path, [ChosenModels(make_task(1), [], excluded)])
        then = time.time() - age
        os.utime(path, (then, then))
        return path

    return write


@pytest.mark.parametrize("reason", sorted(FOR_NOW))
def test_what_is_missing_is_requested_after_a_day_or_at_once(fetched, reason):
    path = fetched(reason, age=60)
    assert to_request_again([path]) == []
    assert to_request_again([path], again=True) == [path]
    path = fetched(reason, age=DAY + 60)
    assert to_request_again([path]) == [path]


def test_what_is_left_out_for_good_is_not_requested(fetched):
    path = fetched(Reason.UNREADABLE, Reason.FEW_MODELS, age=DAY + 60)
    assert to_request_again([path], again=True) == []


def test_it_is_said_how_much_is_missing(fetched):
    said = (
        "2 prediction files could not be fetched for now: the next run after a day requests them "
        "again."
    )
    path = fetched(Reason.NOT_FOUND, Reason.NOT_DESCRIBED, Reason.UNREADABLE)
    assert missing(n_missing([path])) == said
    assert missing_of(["not requested", *map(str, FOR_NOW)], [5, 1, 1]) == said
    assert missing_of(["not requested"], [5]) == ""
