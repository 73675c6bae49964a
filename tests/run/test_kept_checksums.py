"""Files are read again only where they may have changed, and then always."""

import json
import os
import time

import pytest

from prgbench.run import kept_checksums
from prgbench.run.files import sha256_of
from prgbench.run.kept_checksums import SETTLED, KeptChecksums

LATER = 10 * SETTLED


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("model,score\n")
    return path


@pytest.fixture
def read(monkeypatch):
    """Return the files that were read, with a clock that is past all of their changes."""
    read = []

    def noted(path):
        read.append(path.name)
        return sha256_of(path)

    monkeypatch.setattr(kept_checksums, "sha256_of", noted)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + LATER)
    return read


def checksum_of(table):
    """Return the checksum of a file, as the next run finds it."""
    checksums = KeptChecksums(table.with_name("checksums.json"))
    found = checksums.of(table)
    checksums.keep()
    return found


def test_an_unchanged_file_is_read_once(table, read):
    assert [checksum_of(table) for _ in range(3)] == [sha256_of(table)] * 3
    assert read == ["table.csv"]


def test_a_touched_file_is_read_once_more_and_is_the_same(table, read):
    before = checksum_of(table)
    os.utime(table, (0, 0))
    assert [checksum_of(table) for _ in range(3)] == [before] * 3
    assert read == ["table.csv"] * 2


@pytest.mark.usefixtures("read")
def test_other_content_of_the_same_size_with_the_former_time_is_seen(table):
    before, facts = checksum_of(table), table.stat()
    time.sleep(0.02)
    with table.open("r+") as file:
        file.write("MODEL")
    os.utime(table, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    after = table.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (
        facts.st_size,
        facts.st_mtime_ns,
        facts.st_ino,
    )
    assert checksum_of(table) == sha256_of(table) != before


def test_what_was_changed_just_now_is_not_kept(table, read, monkeypatch):
    # It may change once more before a coarse clock goes on.
    monkeypatch.setattr(time, "time", lambda: table.stat().st_ctime + SETTLED / 2)
    assert checksum_of(table) == checksum_of(table) == sha256_of(table)
    assert read == ["table.csv"] * 2


@pytest.mark.parametrize(
    "damaged",
    ["", "[]", "null", '{"x": 1}', '{"x": []}', '{"x": [1, 2, 3, 4, 5]}', "[" * 100_000],
    ids=len,
)
def test_a_damaged_file_costs_no_more_than_reading_again(table, read, damaged):
    before = checksum_of(table)
    table.with_name("checksums.json").write_text(damaged)
    assert checksum_of(table) == before
    assert read == ["table.csv"] * 2


@pytest.mark.usefixtures("read")
def test_a_checksum_that_is_none_is_not_believed(table):
    checksum_of(table)
    kept = table.with_name("checksums.json")
    [(path, facts)] = json.loads(kept.read_text()).items()
    kept.write_text(json.dumps({path: [*facts[:-1], "0" * 63]}))
    assert checksum_of(table) == sha256_of(table)


def test_a_folder_that_may_not_be_written_is_no_error(table, read):
    table.with_name("checksums.json").mkdir()
    assert checksum_of(table) == checksum_of(table) == sha256_of(table)
    assert read == ["table.csv"] * 2


@pytest.mark.usefixtures("read")
def test_a_file_that_is_gone_has_none(table):
    checksum_of(table)
    table.unlink()
    with pytest.raises(FileNotFoundError):
        checksum_of(table)
