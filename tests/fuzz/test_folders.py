"""Damaged and hostile folder archives are refused in a sentence or read as they stand."""

import json
import random
from dataclasses import asdict
from pathlib import Path

import pytest
from folder_files import write_index

from folder_archives import make_run, make_task
from fuzz.mutators import mutated
from fuzz.strict_csv import (
    NotAllowedError,
    decoded,
    ensure,
    number,
    rows_of,
    table_of,
    unique,
    whole,
    without_repeats,
)
from fuzz.trial import Canary, Tally, attempt
from prgbench.run.errors import PrgbenchError
from prgbench.sources.folder import FolderSource
from prgbench.sources.tasks import TaskQuery

FILES = ("archive.json", "tasks.csv", "runs.csv", "truth/1.csv")
HOSTILE = (
    "", " ", "0", "1", "2", "7", "-1", "+1", " 1", "1.0", "1e0", "1_0", "0x10", "007", "1,5",
    "0.5", "1.5", "-0.0", ".5", "1e999", "1e-999", "nan", "inf", "9223372036854775807", "1" * 25,
    "9223372036854775808", "9" * 5000, "\u0661", "\uff11", "no", "yes", "no|yes", "no|no", "no|",
    "0.5|0.25", "0.5|", "0.5|2", "../../precious", "/etc/passwd", 'a"b', '"a', "a\nb", "a\r\nb",
    "\x1b[31m", "\u202e", "\u2028", "x" * 20_000, "x" * 200_000, "True", "None",
)  # fmt: skip
LARGEST = 2**63 - 1


def make_archive(folder):
    tasks = [make_task(1, n=12), make_task(2, n=12, n_repeats=2), make_task(3, n=12)]
    runs = [(make_run(task, flow, 0.75), flow) for task in tasks for flow in (1, 2)]
    write_index(folder, {"name": "an \u00e4rchive"}, tasks, runs)
    (folder / "truth").mkdir()
    rows = "".join(f"{row},{('no', 'yes', '')[row % 3]}\n" for row in range(12))
    (folder / "truth/1.csv").write_text("row_id,class\n" + rows)
    return {name: (folder / name).read_bytes() for name in FILES}


def damaged(archive):
    """Yield a file's name and damages of its bytes; then cells replaced by hostile ones."""
    for seed, (name, body) in enumerate(archive.items()):
        for _, damage in mutated(body, 400, seed):
            yield name, damage
    rng = random.Random(11)
    for name in FILES[1:]:
        lines = archive[name].decode().splitlines()
        for line in range(min(len(lines), 4)):
            for place in range(lines[0].count(",") + 1):
                for value in rng.sample(HOSTILE, 16):
                    cells = lines[line].split(",")
                    cells[place] = _quoted(value)
                    damage = [*lines[:line], ",".join(cells), *lines[line + 1 :]]
                    yield name, "\n".join(damage).encode()
    for value in (None, 1, True, [], {}, "", "a\x1b[31m\nb", "x" * 20_000, float("nan")):
        yield "archive.json", json.dumps({"name": value}).encode()
        yield "archive.json", json.dumps(value).encode()


def read(folder):
    source = FolderSource(folder)
    assert source.label
    assert source.store.parent == Path("resources")
    tasks = source.tasks(TaskQuery())
    runs = dict.fromkeys([task.task_id for task in tasks.tasks])
    for task, found in source.candidate_runs(tasks.tasks):
        runs[task.task_id] = [asdict(run) for run in found]
    truth = None
    for task in tasks.tasks:
        stated = source.truth(task)
        if stated is not None:
            truth = dict(zip(stated.row_ids.tolist(), stated.codes.tolist(), strict=True))
    return {"tasks": [asdict(task) for task in tasks.tasks], "runs": runs, "truth": truth}


def judged(archive):
    try:
        marker = json.loads(decoded(archive["archive.json"]), object_pairs_hook=without_repeats)
        ensure(isinstance(marker, dict) and isinstance(marker["name"], str))
        ensure(1 <= len(marker["name"]) <= 10_000)
        marker["name"].encode()
        tasks = [task(row) for row in table_of(archive["tasks.csv"], *TASK)]
        unique([entry["task_id"] for entry in tasks])
        by_id = {entry["task_id"]: entry for entry in tasks}
        runs = [run(row, by_id) for row in table_of(archive["runs.csv"], *RUN)]
        unique([entry["run_id"] for entry in runs])
        binary = [entry for entry in tasks if len(entry["classes"]) == 2]
        stated = [entry["classes"] for entry in binary if entry["task_id"] == 1]
        truth = truth_of(archive["truth/1.csv"], stated[0]) if stated else None
    except (NotAllowedError, ValueError, KeyError, RecursionError):
        return None
    return {
        "tasks": binary,
        "runs": {
            entry["task_id"]: [found for found in runs if found["task_id"] == entry["task_id"]]
            for entry in binary
        },
        "truth": truth,
    }


TASK_COUNTS = (
    "task_id", "dataset_id", "n_instances", "estimation_procedure", "n_repeats", "n_folds",
)  # fmt: skip
TASK = ([*TASK_COUNTS, "dataset_name", "target", "classes"], ("n_unlabelled",))
RUN_IDS = {"run_id": 1, "task_id": 1, "flow_id": 1, "setup_id": 0, "uploader_id": 0}
RUN = ([*RUN_IDS, "file_id", "flow_name", "upload_time", "auroc"], ("aurocs",))


def task(row):
    classes = tuple(row["classes"].split("|"))
    unique(list(classes))
    ensure(all(1 <= len(label) <= 10_000 for label in classes))
    ensure(len(row["dataset_name"]) <= 10_000 and len(row["target"]) <= 10_000)
    found = {
        **{key: whole(row[key], 1) for key in TASK_COUNTS},
        "dataset_name": row["dataset_name"],
        "target": row["target"],
        "classes": classes,
        "n_unlabelled": whole(row.get("n_unlabelled") or "0", 0),
    }
    ensure(found["n_unlabelled"] < found["n_instances"])
    return found


def run(row, tasks):
    stated = row.get("aurocs")
    aurocs = tuple(area(value) for value in stated.split("|")) if stated else ()
    ensure(len(row["flow_name"]) <= 10_000 and len(row["upload_time"]) <= 100)
    whole(row["file_id"], 1)
    found = {key: whole(row[key], least) for key, least in RUN_IDS.items()}
    ensure(found["task_id"] in tasks)
    ensure(not aurocs or len(aurocs) == len(tasks[found["task_id"]]["classes"]))
    texts = {key: row[key] for key in ("flow_name", "upload_time")}
    return (
        found | texts | {"auroc": area(row["auroc"]) if row["auroc"] else None, "aurocs": aurocs}
    )


def truth_of(body, classes):
    rows = table_of(body, ["row_id", "class"])
    ensure(bool(rows))
    unique([whole(row["row_id"], 0) for row in rows])
    ensure(all(row["class"] in ("", *classes) for row in rows))
    codes = {"": -1} | {label: code for code, label in enumerate(classes)}
    return {int(row["row_id"]): codes[row["class"]] for row in rows}


def area(cell):
    found = number(cell)
    ensure(0 <= found <= 1)
    return found


def _quoted(cell):
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',"\r\n') else cell


@pytest.mark.fuzz
@pytest.mark.timeout(300)
def test_folders(tmp_path):
    folder = tmp_path / "home" / "archive"
    archive = make_archive(folder)
    whole_archive = read(folder)
    assert judged(archive) == whole_archive
    assert rows_of('a,"b ""c"\r\n\r\n"",\n') == [["a", 'b "c'], ["", ""]]
    canary, tally = Canary(tmp_path), Tally()
    scratch = tmp_path.parent / f"{tmp_path.name}-archive"
    for name, damage in damaged(archive):
        for file, body in (archive | {name: damage}).items():
            (scratch / file).parent.mkdir(parents=True, exist_ok=True)
            (scratch / file).write_bytes(body)
        found = attempt(lambda: read(scratch))
        expected = judged(archive | {name: damage})
        canary.assert_alive()
        if isinstance(found, PrgbenchError):
            assert str(scratch) in str(found)
            tally["refused" if expected is None else "refused without need"] += 1
        else:
            assert found == expected, (name, damage)
            tally["same"] += 1
    tally.say("folders")
    assert tally.total() >= 1500
    assert tally["refused without need"] == 0
    assert tally["same"] > 100
