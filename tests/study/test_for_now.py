"""What is missing for now is asked for again a day later, or at once, and then not again."""

import os
import time

import pytest

from folder_archives import make_task
from prgbench.sources.interface import FOR_NOW, Exclusion, Reason
from prgbench.sources.store.fetched import FetchedTask
from prgbench.study.for_now import DAY, asked_by, missing_in, missing_of, write_note


@pytest.fixture
def note(tmp_path):
    return tmp_path / "asked" / "000.json"


def write(note, *reasons, by="", age=0.0):
    exclusions = [Exclusion(1, run_id, reason) for run_id, reason in enumerate(reasons, start=1)]
    write_note(note, by, [FetchedTask(make_task(1), [], exclusions)])
    then = time.time() - age
    os.utime(note, (then, then))
    return f"since {note.stat().st_mtime:.3f}"


def test_nothing_is_asked_of_a_chunk_that_was_never_fetched(note):
    assert asked_by(note, again=True) == ""


@pytest.mark.parametrize("reason", sorted(FOR_NOW))
def test_what_is_missing_is_asked_for_after_a_day_or_at_once(note, reason):
    said = write(note, reason)
    assert asked_by(note) == ""
    assert asked_by(note, again=True) == said
    said = write(note, reason, age=DAY + 60)
    assert asked_by(note) == said


def test_what_is_left_out_for_good_is_not_asked_for(note):
    write(note, Reason.UNREADABLE, Reason.FEW_MODELS, age=DAY + 60)
    assert asked_by(note, again=True) == ""


def test_a_job_that_has_asked_does_not_ask_again_on_that_day(note):
    by = write(note, Reason.NOT_FOUND, age=DAY + 60)
    said = write(note, Reason.NOT_FOUND, by=by)
    assert asked_by(note) == by
    assert asked_by(note, again=True) == said != by
    write(note, by=by, age=DAY + 60)
    assert asked_by(note) == by


@pytest.mark.parametrize("text", ["", "{", '{"missing": -1}'])
def test_a_damaged_note_says_nothing(text, note):
    write(note)
    note.write_text(text)
    assert asked_by(note, again=True) == missing_in([note]) == ""


def test_it_is_said_how_much_is_missing(note):
    write(note, Reason.NOT_FOUND, Reason.NOT_DESCRIBED, Reason.UNREADABLE)
    said = (
        "2 prediction files could not be fetched for now: the next run after a day requests them "
        "again."
    )
    assert missing_in([note]) == said
    assert missing_of(["not requested", *map(str, FOR_NOW)], [5, 1, 1]) == said
    assert missing_of(["not requested"], [5]) == ""
