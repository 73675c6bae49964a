"""Damaged results of finished studies: the same command gives the same numbers, or one sentence.

Each trial copies a finished study, damages some of its files and runs the command again, or has
its results verified. Damaged are results, records, stores and a frozen archive, as by full disks,
broken copies, other versions of the package, file browsers and mixed backups.
"""

import json
import os
import shutil
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from archive_server import ArchiveServer, Content
from forked_snakemake import run_snakemake
from fuzz.mutators import cut, flip
from fuzz.trial import Tally
from prgbench.run.result_records import StudyResults
from prgbench.sources.folder import FolderSource
from prgbench.study.plan import Plan
from tables_of_predictions import long_table, write_table
from workflow_project import ALL_TABLES, FAST, OfServer, Project

SEED = 47
TRIALS = 64
VERIFIED = 300
DAMAGES = 4
DAY = 24 * 3600
NO_RESULTS = {"logs"}


class Table(Project):
    """A study of a table of one's own."""

    def make(self):
        write_table(long_table(6, 5), self.folder / "mine.csv")
        self.write()

    def write(self, seed=1):
        study = self.folder / "config" / "studies" / "test.yaml"
        selection = f"selection: {{models: 4, seed: {seed}}}"
        study.write_text(f"title: T\narchive: mine.csv\n{selection}\ncomparison: {FAST}\n")


class Frozen(Project):
    """A study of a frozen one."""

    def make(self):
        study = Project(self.folder.with_name("to_freeze"))
        study.run("freeze")
        shutil.copy(study.results / "test.zip", self.folder / "frozen.zip")
        shutil.copy(study.folder / "mine.py", self.folder)
        self.write()

    def write(self, seed=1):
        study = self.folder / "config" / "studies" / "test.yaml"
        excluded = "[]" if seed == 1 else "[1001]"
        study.write_text(
            f"title: T\narchive: frozen.zip\nselection: {{excluded_runs: {excluded}}}\n"
            f'measures: [aupr, auprg, auroc, "mine:top_ten"]\ncomparison: {FAST}\n'
        )


@dataclass(frozen=True)
class Finished:
    """A finished study, and the same study as it was with another draw of models."""

    project: Project
    older: Path

    @classmethod
    def of(cls, project):
        project.write(seed=2)
        project.run(*ALL_TABLES)
        older = project.folder.with_name("older")
        shutil.copytree(project.results, older)
        project.write(seed=1)
        project.run(*ALL_TABLES)
        return cls(project, older)


def numbers(project):
    contents = {name: of for name, of in project.contents().items() if name[0] != "."}
    return contents | {"answer": (project.results / "answer.json").read_bytes()}


def differing(project, whole):
    """Name the results that differ, and what they were made with: engines differ by 2e-16."""
    now = numbers(project)
    names = sorted(name for name in now.keys() | whole.keys() if now.get(name) != whole.get(name))
    made_with = StudyResults(project.results).versions([project.results / "answer.json"])
    return f"{', '.join(names)} of {made_with}"


def damage(folder, older, rng):
    """Damage a file or folder of a study, or what Snakemake knows of it."""
    results = folder / "results" / "test"
    files = [
        path
        for top in (results, folder / "resources")
        for path in sorted([*top.rglob("*"), *folder.glob("frozen.zip")])
        if path.is_file() and not NO_RESULTS & set(path.parts)
    ]
    path = files[rng.integers(len(files))]
    how = HOW[rng.integers(len(HOW))]
    how(path, older, rng)
    return f"{how.__name__} {path.relative_to(folder)}"


def deleted(path, _older, _rng):
    path.unlink()


def folder_deleted(path, _older, _rng):
    if not holds_all(path.parent):
        shutil.rmtree(path.parent)


def holds_all(folder):
    """Tell whether a folder is that of the project, of all results or of all stores."""
    return folder.name in ("test", "resources") or (folder / "config").is_dir()


def truncated(path, _older, rng):
    if content := path.read_bytes():
        path.write_bytes(cut(content, rng))


def flipped(path, _older, rng):
    if content := path.read_bytes():
        path.write_bytes(flip(content, rng))


def as_before(path, older, _rng):
    """Put the file of the older study in its place."""
    before = older / in_results(path)[1]
    if before.is_file():
        shutil.copy(before, path)


def as_before_with_record(path, older, rng):
    as_before(path, older, rng)
    if record_of(path).is_file():
        as_before(record_of(path), older, rng)


def folder_as_before(path, older, rng, *, others_gone=False):
    """Put a folder of the older study with its records in its place: two runs mixed."""
    results, name = in_results(path)
    top = name.partition("/")[0]
    for folder in (top, f"records/{top}"):
        if (older / folder).is_dir() and top not in ("records", ""):
            shutil.rmtree(results / folder, ignore_errors=True)
            shutil.copytree(older / folder, results / folder)
    if others_gone:
        for gone in rng.permutation(["scores", "fetch", "comparison", "plan", "tables"])[:2]:
            for folder in {str(gone), f"records/{gone}"} - {top, f"records/{top}"}:
                shutil.rmtree(results / folder, ignore_errors=True)


def folder_as_before_and_others_gone(path, older, rng):
    folder_as_before(path, older, rng, others_gone=True)


def swapped(path, _older, rng, *, records=False):
    """Exchange two files of a folder, such as two chunks."""
    alike = sorted(other for other in path.parent.glob(f"*{path.suffix}") if other.is_file())
    other = alike[rng.integers(len(alike))]
    exchange(path, other)
    if records and all(record_of(of).is_file() for of in (path, other)):
        exchange(record_of(path), record_of(other))


def swapped_with_records(path, older, rng):
    swapped(path, older, rng, records=True)


def rule_renamed(path, _older, _rng):
    """Have a record state a rule that no longer exists, as after an update of the package."""
    changed_json(record_of(path), lambda of: of | {"rule": "renamed"})


def of_another_version(path, _older, _rng):
    changed_json(record_of(path), lambda of: of | {"made_by": "prgbench 9", "code": "0" * 16})


def key_damaged(path, _older, rng):
    """Take a key from a JSON file, or give it another value."""
    record = record_of(path)
    file = path if path.suffix == ".json" else record

    def damaged(content):
        if not isinstance(content, dict) or not content:
            return content
        key = sorted(content)[rng.integers(len(content))]
        rest = {name: value for name, value in content.items() if name != key}
        values = (None, [], {}, -1, "", [[[[]]]], content[key], {"x": content[key]})
        chosen = values[rng.integers(len(values))]
        return rest if rng.random() < 0.3 else rest | {key: chosen}

    changed_json(file, damaged)


def nested_deeply(path, _older, _rng):
    file = path if path.suffix == ".json" else record_of(path)
    if file.is_file():
        file.write_text("[" * 100_000)


def hidden_file(path, _older, rng):
    """Leave what macOS and editors leave beside files."""
    name = (f"._{path.name}", ".DS_Store", f".{path.name}.swp", f".#{path.name}")
    (path.parent / name[rng.integers(len(name))]).write_bytes(b"\x00\x05\x16\x07" + b"x" * 50)


def partial_copy(path, _older, rng):
    """Leave the first files of a folder, the last of these cut, as a copy that was stopped."""
    if holds_all(path.parent):
        return
    files = sorted(file for file in path.parent.rglob("*") if file.is_file())
    first = rng.integers(len(files))
    truncated(files[first], None, rng)
    for file in files[first + 1 :]:
        file.unlink()


def folder_in_its_place(path, _older, _rng):
    path.unlink()
    path.mkdir()


def file_in_place_of_folder(path, _older, _rng):
    if not holds_all(path.parent):
        shutil.rmtree(path.parent)
        path.parent.write_bytes(b"x")


def link_to_itself(path, _older, _rng):
    path.unlink()
    path.symlink_to(path.name)


def emptied(path, _older, _rng):
    path.write_bytes(b"")


def lines_sorted(path, _older, _rng):
    if path.suffix in (".csv", ".json"):
        path.write_text("".join(sorted(path.read_text(errors="replace").splitlines(True))))


def plan_without_record(path, older, rng):
    """Put back all results of another draw, those of its plan with no record or a damaged one."""
    results = results_beside(path)
    shutil.rmtree(results)
    shutil.copytree(older, results)
    lose_record_of_plan(results, rng)
    if rng.random() < 0.5:
        snakemake_forgot(path, older, rng)


def partial_restore(path, older, rng):
    """Put back some results of another draw: each with its records, without, or these alone."""
    results = results_beside(path)
    restored = [
        name for name in sorted(path.name for path in older.iterdir()) if rng.random() < 0.4
    ]
    for name in restored:
        copies = ([name], [f"records/{name}"], [name, f"records/{name}"])[rng.integers(3)]
        for copied in copies:
            restore(older / copied, results / copied)
    if rng.random() < 0.3:
        lose_record_of_plan(results, rng)
    if rng.random() < 0.5:
        snakemake_forgot(path, older, rng)


def restore(before, now):
    """Put a file or a folder in the place of what is there, with its times.

    Another damage may have put something else in the place of its folder: then it can't be put.
    """
    if not now.parent.is_dir():
        return
    if before.is_dir():
        if now.is_dir() and not now.is_symlink():
            shutil.rmtree(now)
        else:
            now.unlink(missing_ok=True)
        shutil.copytree(before, now)
    elif before.is_file() and not now.is_dir():
        shutil.copy2(before, now)


def lose_record_of_plan(results, rng):
    record = results / "records" / "plan" / "plan.json.json"
    if record.is_file():
        content = record.read_bytes()
        [record.unlink, lambda: record.write_bytes(b""), lambda: record.write_bytes(content[:-9])][
            rng.integers(3)
        ]()


def results_beside(path):
    """Return the folder of results of the project that a file belongs to."""
    [folder] = [parent for parent in path.parents if (parent / "config").is_dir()]
    return folder / "results" / "test"


def pipe(path, _older, _rng):
    path.unlink()
    os.mkfifo(path)


def socket_in_its_place(path, _older, _rng):
    path.unlink()
    os.mknod(path, stat.S_IFSOCK | 0o600)


def device_without_end(path, _older, _rng):
    path.unlink()
    path.symlink_to("/dev/zero")


def in_results(path):
    """Return the folder of the study, and the name of a file in it."""
    before, inside, name = path.as_posix().partition("/results/test/")
    return Path(before + inside), name


def record_of(path):
    results, name = in_results(path)
    return results / "records" / f"{name}.json"


def exchange(path, other):
    content = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(content)


def changed_json(file, change):
    if not file.is_file():
        return
    try:
        content = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return
    if isinstance(content, dict):
        file.write_text(json.dumps(change(content)))


def touched(path, _older, rng):
    then = path.lstat().st_mtime + rng.integers(-DAY, DAY)
    os.utime(path, (then, then), follow_symlinks=False)


def clock_set(path, _older, rng):
    shift = int(rng.integers(-DAY, DAY))
    for file in path.parent.rglob("*"):
        then = file.lstat().st_mtime + shift
        os.utime(file, (then, then), follow_symlinks=False)


def snakemake_forgot(path, _older, _rng):
    [folder] = [parent for parent in path.parents if (parent / "config").is_dir()]
    shutil.rmtree(folder / ".snakemake", ignore_errors=True)


HOW: tuple[Callable[[Path, Path, np.random.Generator], None], ...] = (
    deleted, folder_deleted, truncated, flipped, emptied, lines_sorted, partial_copy,
    as_before, as_before_with_record, folder_as_before, folder_as_before_and_others_gone,
    swapped, swapped_with_records, rule_renamed, of_another_version, key_damaged, nested_deeply,
    hidden_file, folder_in_its_place, file_in_place_of_folder, link_to_itself,
    touched, clock_set, snakemake_forgot,
    plan_without_record, partial_restore, pipe, socket_in_its_place, device_without_end,
)  # fmt: skip


def trial(finished, whole, place, number):
    """Damage a copy, run it, and say how that ended."""
    rng = np.random.default_rng([SEED, number])
    copy = Project(
        shutil.copytree(finished.project.folder, place / str(number)),
        settings=finished.project.settings,
        cores=1,
    )
    damages = [damage(copy.folder, finished.older, rng) for _ in range(DAMAGES)]
    path = [str(copy.code / "src")]
    status, output = run_snakemake(copy.arguments(*ALL_TABLES), path, copy.folder)
    what = f"{number}: {', '.join(damages)}\n{output}"
    assert "Traceback" not in output, what
    assert "Unexpected failure" not in output, what
    if status:
        assert output.splitlines()[-1].endswith("."), what
        how = "one sentence"
    else:
        assert numbers(copy) == whole, f"{what}\n{differing(copy, whole)}"
        how = "numbers of before"
    shutil.rmtree(copy.folder)
    return how


def verified(finished, place, number):
    """Damage a copy, and say whether its results are found to differ where they do."""
    rng = np.random.default_rng([SEED, number, 1])
    copy = shutil.copytree(finished.project.folder, place / str(number), symlinks=True)
    damages = [damage(copy, finished.older, rng) for _ in range(rng.integers(1, DAMAGES + 1))]
    results, whole = copy / "results" / "test", finished.project.results
    names = [results / "models.parquet", results / "answer.json", *results.glob("tables/**/[!.]*")]
    differing = {
        path.relative_to(results)
        for path in filter(Path.is_file, names)
        if path.read_bytes() != contents_of(whole / path.relative_to(results))
    }
    findings = {Path(found.path) for found in as_of_now(results, whole).findings()}
    hidden = {path for path in differing if findings.isdisjoint({path, *path.parents})}
    assert not hidden, f"{number}: {', '.join(damages)}"
    shutil.rmtree(copy)
    return "found to differ" if findings else "as they were"


def as_of_now(results, whole):
    """Return results to be held against the settings and the plan of the finished study.

    Its settings are not damaged, so that records of today would have those of the study's own.
    """

    def expected(name, record):
        ours = record_of(whole / name)
        if not ours.is_file():
            return record.settings, record.code
        now = json.loads(ours.read_text())
        return now["settings"], now["code"]

    def drawn_for_now(plan):
        return Plan.read_head(plan).made_for == now

    now = Plan.read_head(whole / "plan" / "plan.json").made_for
    return StudyResults(results, expected, drawn_for_now)


def contents_of(path):
    return path.read_bytes() if path.is_file() else b""


@pytest.fixture(scope="module", params=["folder", "table", "frozen", "openml"])
def finished(request, tmp_path_factory):
    """Return a finished study of each kind."""
    place = tmp_path_factory.mktemp(request.param)
    if request.param != "openml":
        of_kind = {"folder": Project, "table": Table, "frozen": Frozen}[request.param]
        yield Finished.of(of_kind(place / "project"))
        return
    archive = FolderSource(Project(place / "of-server").folder / "archive")
    with ArchiveServer(Content.of(archive)) as server:
        settings = (f"server={server.address}", "requests_per_second=1000")
        yield Finished.of(OfServer(place / "project", settings=settings))


@pytest.mark.fuzz
@pytest.mark.timeout(1200)
def test_no_damage_is_hidden_from_who_verifies(finished, tmp_path):
    tally = Tally(verified(finished, tmp_path, number) for number in range(VERIFIED))
    tally.say(f"up to {DAMAGES} damages to results that are verified")
    assert tally["found to differ"] > VERIFIED // 2


@pytest.mark.fuzz
@pytest.mark.timeout(1200)
def test_damaged_results_are_made_anew_or_refused(finished, tmp_path):
    whole = numbers(finished.project)
    with ThreadPoolExecutor(2) as threads:
        tally = Tally(
            threads.map(lambda number: trial(finished, whole, tmp_path, number), range(TRIALS))
        )
    tally.say(f"{DAMAGES} damages to results, and a run")
    assert tally["numbers of before"] > TRIALS // 2
