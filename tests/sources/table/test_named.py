"""Which files an archive names, and where those of the AutoML Benchmark lie."""

from pathlib import Path

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.files import (
    datasets_of,
    find_files,
    is_benchmark_file,
    is_table,
    models_of,
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make a folder of files and go there."""
    for name in ("b.csv", "a.parquet", "sub/c.csv.gz", "sub/.hidden.csv", "notes.txt",
                 "run/scores/x.csv", "run/d.pq"):  # fmt: skip
        path = tmp_path / "tables" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    return Path("tables")


def names(archive):
    return [str(path) for path in find_files(archive)]


def test_a_folder_is_all_its_tables_in_the_order_of_their_paths(folder):
    assert names(str(folder)) == [
        "tables/a.parquet", "tables/b.csv", "tables/run/d.pq", "tables/sub/c.csv.gz",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("archive", "found"),
    [
        ("tables/b.csv", ["tables/b.csv"]),
        ("tables/*.csv", ["tables/b.csv"]),
        ("tables/[ab].*", ["tables/a.parquet", "tables/b.csv"]),
        ("tables/s*", ["tables/sub/c.csv.gz"]),
        ("tables/**/*.gz", ["tables/sub/c.csv.gz"]),
        (["tables/sub", "tables/b.csv", "tables/*.csv"], ["tables/sub/c.csv.gz", "tables/b.csv"]),
        ("tables/*.txt", ["tables/notes.txt"]),
        ("gone.csv", ["gone.csv"]),
    ],
)
@pytest.mark.usefixtures("folder")
def test_names_patterns_and_several_of_them(archive, found):
    assert names(archive) == found


def test_a_pattern_may_begin_at_the_root(folder):
    pattern = str(folder.resolve() / "*.csv")
    assert find_files(pattern) == [folder.resolve() / "b.csv"]


def test_a_file_is_read_once_however_its_paths_are_written(folder):
    whole = folder.resolve() / "b.csv"
    (folder / "link").symlink_to("sub")
    (folder / "a_model.csv").symlink_to("b.csv")
    archive = ["tables/b.csv", str(whole), "tables/sub/../b.csv", "tables/sub", "tables/link"]
    assert names(archive) == ["tables/b.csv", "tables/sub/c.csv.gz"]
    # Links say of which data set or model their rows are.
    assert names("tables/*.csv") == ["tables/a_model.csv", "tables/b.csv"]


def test_a_name_with_the_signs_of_patterns_is_a_name_first(folder):
    (folder / "x[1].csv").touch()
    assert names("tables/x[1].csv") == ["tables/x[1].csv"]


@pytest.mark.parametrize(
    "archive", ["tables/run/s*", "tables/run/scores", ["tables/b.csv", "no*"]]
)
@pytest.mark.usefixtures("folder")
def test_a_place_without_tables_is_named(archive):
    with pytest.raises(PrgbenchError, match=r" has no table: its files should end in \.parquet, "):
        find_files(archive)


@pytest.mark.parametrize(
    ("archive", "table"),
    [
        ("tables", True),
        ("tables/run/scores", False),
        ("nowhere", False),
        ("x.csv.zst", True),
        (["a"], True),
        ("openml", False),
        ("data?", True),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_taken_for_a_table(archive, table):
    assert is_table(archive) is table


@pytest.mark.parametrize("name", ["archive.json", "tasks.csv", "runs.csv"])
def test_a_folder_archive_is_none(folder, name):
    (folder / name).touch()
    assert not is_table(str(folder))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("run/predictions/credit-g/0/predictions.csv", True),
        ("results/run/predictions/credit-g/10/predictions.csv", True),
        ("predictions/credit-g/0/predictions.csv", False),
        ("run/predictions/credit-g/first/predictions.csv", False),
        ("run/scores/credit-g/0/predictions.csv", False),
        ("run/predictions/credit-g/0/other.csv", False),
    ],
)
def test_files_of_the_automl_benchmark_are_known_by_their_place(path, found):
    assert is_benchmark_file(Path(path)) is found


@pytest.mark.parametrize(
    ("files", "models", "datasets"),
    [
        (["a/p.csv", "b/p.csv"], ["a", "b"], ["a", "b"]),
        (["a/x/p.csv", "b/x/p.csv"], ["a", "b"], ["a", "b"]),
        (["a/p.csv", "b/q.csv"], ["a/p", "b/q"], ["a/p", "b/q"]),
        (["a/p.csv", "a/q.csv", "b/p.csv"], ["a/p", "a/q", "b/p"], ["a/p", "a/q", "b/p"]),
        (["p.csv", "b/p.csv"], ["p", "b/p"], ["p", "b/p"]),
        (["a/p.csv"], ["p"], ["p"]),
        (["d=1/p.csv", "d=2/p.csv"], ["p", "p"], ["d=1", "d=2"]),
        (["d=1/x/p.csv", "d=2/x/p.csv"], ["x/p", "x/p"], ["d=1", "d=2"]),
    ],
)
def test_files_of_one_name_are_called_as_their_folders(tmp_path, files, models, datasets):
    paths = [tmp_path / file for file in files]
    assert models_of(paths) == dict(zip(paths, models, strict=True))
    assert datasets_of(paths) == dict(zip(paths, datasets, strict=True))
