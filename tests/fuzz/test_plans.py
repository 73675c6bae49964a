"""Damaged and hostile plans are refused in a sentence or read as they stand."""

import json
from dataclasses import asdict

import pytest

from fuzz.mutators import mutated
from fuzz.strict_csv import NotAllowedError, decoded, ensure, unique, without_repeats
from fuzz.trial import Canary, Tally, attempt
from prgbench.run.errors import PrgbenchError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.runs import Run
from prgbench.study.plan import Plan, PlannedTask

LARGEST = 2**63 - 1
HOSTILE = (
    None, True, False, 0, -1, 1, 2, 7, 0.5, 1.0, 1.5, -0.0, 2**53 + 1, LARGEST, LARGEST + 1,
    10**400, "1", "", "../../precious", "/tmp", "a\x1b[31m\nb", "\u202ex", "x" * 20_000,
    "without evaluated runs",
    [], [1], ["a", "b"], ["a", "a"], ["a", ""], [1.5, 0.5], {}, {"task_id": 1},
    float("nan"), float("inf"),
)  # fmt: skip
REASONS = {str(reason) for reason in Reason}


def make_plan():
    def planned(task_id):
        runs = [
            Run(
                10 * task_id + k, task_id, k, f"weka.Fl\u00f6w{k}(1)", 0, k - 1, "2014-04-02", 0.75
            )
            for k in (1, 2)
        ]
        runs.append(Run(10 * task_id + 3, task_id, 3, "b", 4, 5, "", 1.0, (0.5, 0.25)))
        return PlannedTask(
            task_id, 9, "data", "class", ("no", "y\u00e9s"), 60, 1, 1, 10, 2, 3, runs
        )

    tasks = [planned(3), planned(7)]
    excluded = [Exclusion(5, None, Reason.NO_RUNS), Exclusion(6, 61, Reason.FEW_FLOWS, "1 of 2")]
    counts = {Reason.TOO_LATE: 3}
    return Plan("study", "archive", "2026-01-01T00:00:00", 2, tasks, excluded, counts)


def damaged(body):
    """Yield damages of bytes, then every value replaced by every hostile one, or left out."""
    for _, damage in mutated(body, 1600, seed=11):
        yield damage
    for place in list(_places(json.loads(body))):
        content = json.loads(body)
        *way, last = place
        inside = content
        for step in way:
            inside = inside[step]
        original = inside[last]
        for value in HOSTILE:
            inside[last] = value
            yield json.dumps(content).encode()
        if isinstance(inside, list):
            inside[last] = original
            inside.append(original)
        else:
            del inside[last]
        yield json.dumps(content).encode()


def _places(content):
    inside = content.items() if isinstance(content, dict) else enumerate(content)
    for step, value in inside:
        yield (step,)
        if isinstance(value, dict | list):
            yield from ((step, *rest) for rest in _places(value))


def judged(body):
    """Return what a plan says, by a reader that knows the rules by heart."""
    try:
        content = json.loads(decoded(body), object_pairs_hook=without_repeats)
        ensure(isinstance(content, dict) and whole(content.get("format", 1), 1) == 1)
        plan = {
            "study": text(content["study"]),
            "archive": text(content["archive"]),
            "created": text(content["created"], 100),
            "n_models": None if content["n_models"] is None else whole(content["n_models"], 2),
            "tasks": [task(entry) for entry in listed(content["tasks"])],
            "excluded_tasks": [
                excluded(entry) for entry in listed(content.get("excluded_tasks", []))
            ],
            "excluded_runs": content.get("excluded_runs", {}),
            "notes": [text(note, 10**6) for note in listed(content.get("notes", []))],
            "format": 1,
            "made_for": text(content.get("made_for", ""), 100),
        }
        ensure(isinstance(plan["excluded_runs"], dict) and plan["excluded_runs"].keys() <= REASONS)
        ensure(all(whole(count, 0) >= 0 for count in plan["excluded_runs"].values()))
        ensure(bool(plan["tasks"]))
        unique([entry["task_id"] for entry in plan["tasks"]])
        unique([run["run_id"] for entry in plan["tasks"] for run in entry["candidates"]])
    except (NotAllowedError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return plan


def task(content):
    classes = [text(label, least=1) for label in listed(content["classes"])]
    found = {
        **{key: whole(content[key], 1) for key in ("task_id", "dataset_id", "n_instances")},
        **{
            key: whole(content[key], 1) for key in ("estimation_procedure", "n_repeats", "n_folds")
        },
        **{key: whole(content.get(key, 0), 0) for key in ("n_unlabelled", "n_flows")},
        **{key: text(content[key]) for key in ("dataset_name", "target")},
        "classes": unique(classes),
        "candidates": [run(entry) for entry in listed(content.get("candidates", []))],
    }
    ensure(len(classes) == 2 and found["n_unlabelled"] < found["n_instances"])
    ensure(all(entry["task_id"] == found["task_id"] for entry in found["candidates"]))
    ensure(all(len(entry["aurocs"]) in (0, 2) for entry in found["candidates"]))
    unique([(entry["flow_id"], entry["flow_name"]) for entry in found["candidates"]])
    return found


def run(content):
    return {
        **{key: whole(content[key], 1) for key in ("run_id", "task_id", "flow_id")},
        **{key: whole(content[key], 0) for key in ("setup_id", "uploader_id")},
        "flow_name": text(content["flow_name"]),
        "upload_time": text(content["upload_time"], 100),
        "auroc": None if content["auroc"] is None else area(content["auroc"]),
        "aurocs": [area(value) for value in listed(content.get("aurocs", []))],
    }


def excluded(content):
    run_id = content["run_id"]
    ensure(content["reason"] in REASONS)
    return {
        "task_id": whole(content["task_id"], 1),
        "run_id": None if run_id is None else whole(run_id, 1),
        "reason": content["reason"],
        "detail": text(content.get("detail", ""), 10**6),
        **{key: text(content.get(key, "")) for key in ("dataset_name", "label")},
    }


def whole(value, least):
    ensure(type(value) is int)
    assert isinstance(value, int)
    ensure(least <= value <= LARGEST)
    return value


def area(value):
    ensure(type(value) in (int, float))
    assert isinstance(value, int | float)
    ensure(0 <= value <= 1)
    return float(value)


def text(value, longest=10_000, least=0):
    ensure(type(value) is str)
    assert isinstance(value, str)
    ensure(least <= len(value) <= longest)
    value.encode()
    return value


def listed(value):
    ensure(type(value) is list)
    assert isinstance(value, list)
    return value


@pytest.mark.fuzz
@pytest.mark.timeout(300)
def test_plans(tmp_path):
    path = tmp_path / "home" / "plan.json"
    path.parent.mkdir()
    plan = make_plan()
    plan.write(path)
    body = path.read_bytes()
    assert judged(body) == json.loads(json.dumps(asdict(plan)))
    canary, tally = Canary(tmp_path), Tally()
    path = tmp_path.parent / f"{tmp_path.name}.json"
    for damage in damaged(body):
        path.write_bytes(damage)
        found = attempt(lambda: Plan.read(path))
        expected = judged(damage)
        canary.assert_alive()
        if isinstance(found, PrgbenchError):
            tally["refused" if expected is None else "refused without need"] += 1
        else:
            assert json.loads(json.dumps(asdict(found))) == expected, damage
            tally["same"] += 1
    tally.say("plans")
    assert tally.total() >= 3000
    assert tally["refused without need"] == 0
    assert tally["same"] > 100
