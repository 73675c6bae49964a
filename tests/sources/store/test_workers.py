"""How many predictions are brought at once, and what an error stops."""

from concurrent.futures import wait
from contextlib import closing
from functools import partial
from threading import Event

import pytest

from prgbench.sources.errors import ArchiveUnreachableError, RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.sent_predictions import SentPredictions
from prgbench.sources.store.bundle_header import Shared
from prgbench.sources.store.fetch import Workers
from prgbench.sources.store.staging import StagedModel


class Archive:
    """Sends what it is asked for, the first as soon as it is told; runs above 90 fail."""

    def __init__(self):
        self.asked = []
        self.begun = Event()
        self.go_on = Event()

    def send(self, run_id):
        self.asked.append(run_id)
        self.begun.set()
        assert self.go_on.wait(10.0)
        if run_id == 91:
            raise RunUnusableError(Reason.NO_FILE)
        if run_id == 92:
            raise ArchiveUnreachableError("gone")
        return SentPredictions(run_id, run_id, "0" * 64, 1)

    def read(self, sent):
        return StagedModel(sent.run_id, sent.file_id, sent.sha256, 1, Shared())


def carried_out(*run_ids):
    """Submit runs; return those that were asked for, and the id or the error of each."""
    archive = Archive()
    with closing(Workers(connections=1)) as workers:
        models = [
            workers.submit(partial(archive.send, run_id), archive.read) for run_id in run_ids
        ]
        archive.go_on.set()
        wait(models, 10.0)
    errors = [model.exception() for model in models]
    return archive.asked, [
        type(error) if error else model.result().run_id
        for error, model in zip(errors, models, strict=True)
    ]


def test_a_run_that_is_unusable_fails_alone():
    asked, models = carried_out(91, 2, 3)
    assert asked == [91, 2, 3]
    assert models == [RunUnusableError, 2, 3]


def test_after_any_other_error_nothing_is_asked_for():
    asked, models = carried_out(92, 2, 3)
    assert asked == [92]
    assert models == [ArchiveUnreachableError] * 3


@pytest.mark.parametrize("connections", [1, 3])
def test_as_many_are_asked_for_at_the_same_time_as_allowed(connections):
    archive = Archive()
    with closing(Workers(connections)) as workers:
        models = [
            workers.submit(partial(archive.send, run_id), archive.read) for run_id in range(9)
        ]
        while len(archive.asked) < connections:
            archive.begun.wait(0.01)
        assert not wait(models, 0.1).done
        assert len(archive.asked) == connections
        archive.go_on.set()
        assert [model.result(10.0).run_id for model in models] == list(range(9))
