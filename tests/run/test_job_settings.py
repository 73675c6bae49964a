"""The file of a job's settings changes when its results are to be made again, and only then."""

import os

import pytest

from prgbench.run.job_settings import JobSettings, read_settings, renew

PARAMS = {"title": "Ranking", "top": 3, "store": ("a", 1), "code": "c", "of": lambda _: 1}
NOW = JobSettings.of(PARAMS)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "settings" / "rank.json"
    renew(path, NOW)
    return path


def changed(file, *given, **named):
    """Tell whether a file is written anew."""
    before = file.stat().st_mtime_ns, file.read_bytes()
    renew(file, *given, **named)
    return (file.stat().st_mtime_ns, file.read_bytes()) != before


def test_the_file_holds_settings_and_code_and_no_titles(file):
    assert read_settings(file) == JobSettings({"top": 3, "store": ["a", 1]}, "c", "")
    assert b"Ranking" not in file.read_bytes()


def test_a_file_is_written_when_settings_or_code_change_and_not_otherwise(file):
    assert not changed(file, JobSettings.of(PARAMS | {"title": "Other"}))
    assert changed(file, JobSettings.of(PARAMS | {"top": 4}))
    assert changed(file, JobSettings.of(PARAMS | {"code": "d"}))
    assert changed(file, NOW)


def test_where_times_alone_decide_other_settings_change_nothing(file):
    assert not changed(file, JobSettings.of(PARAMS | {"top": 4}), by_settings=False)
    assert changed(file, NOW, because=["models.parquet is altered"], by_settings=False)


def test_no_two_renewals_have_the_same_content(file):
    contents = {file.read_bytes()}
    for _ in range(3):
        renew(file, NOW, made=[""], because=["models.parquet is altered"])
        contents.add(file.read_bytes())
    assert len(contents) == 4
    assert read_settings(file).renewed.endswith(" models.parquet is altered")


def test_what_was_made_again_is_not_made_again_once_more(file):
    renew(file, NOW, made=[""], because=["models.parquet is altered"])
    renewed = read_settings(file).renewed
    assert not changed(file, NOW, made=[renewed])


def test_what_was_put_back_has_the_settings_that_it_was_made_with(file):
    before = file.read_bytes()
    renew(file, NOW, made=[""], because=["models.parquet is altered"])
    renew(file, NOW, made=[""])
    assert file.read_bytes() == before


def test_of_many_reasons_the_first_are_named(file):
    renew(file, NOW, because=["a", "b", "c", "d", "e"])
    assert read_settings(file).renewed.endswith(" a; b; c and 2 more")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"settings": 1}', b"[" * 10**5])
def test_a_damaged_file_is_written_anew(file, content):
    whole = file.read_bytes()
    file.write_bytes(content)
    assert read_settings(file) is None
    renew(file, NOW, made=[""])
    assert file.read_bytes() == whole


@pytest.mark.timeout(20)
@pytest.mark.parametrize("place", ["pipe", "device", "link to itself"])
def test_what_is_no_file_is_replaced_and_not_waited_for(file, place):
    whole = file.read_bytes()
    file.unlink()
    if place == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero" if place == "device" else file.name)
    renew(file, NOW, made=[""])
    assert file.read_bytes() == whole
    assert not file.is_symlink()
