import json
import subprocess
import sys
from dataclasses import replace

import pytest

from folder_archives import make_folder, make_task
from made_up_rates import set_rates
from prgbench.run.errors import PrgbenchError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.folder import FolderSource
from prgbench.sources.table.source import TableSource
from prgbench.sources.tasks import TaskQuery
from prgbench.study.chunks import chunk_of
from prgbench.study.make_plan import make_plan
from prgbench.study.plan import Plan
from prgbench.study.plan_text import describe
from prgbench.study.selection import Selection, only_asked_for
from tables_of_predictions import long_table, write_table

SELECTION = Selection(min_flows=4, models=4, spares=1, seed=1)


@pytest.fixture
def archive(tmp_path):
    return make_folder(tmp_path / "archive", [make_task(i) for i in (5, 2, 9)], n_flows=6)


@pytest.fixture
def plan(archive):
    return make_plan(archive, "test", SELECTION)


def test_a_written_plan_is_read_back(plan, tmp_path):
    plan.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == plan


def test_the_head_of_a_plan_is_read_without_what_follows(plan, tmp_path):
    path = tmp_path / "plan.json"
    plan = replace(plan, notes=["a note"], made_for="0123abcd")
    plan.write(path)
    with path.open("r+") as file:
        file.readline()
        file.truncate(file.tell())
    head = replace(plan, tasks=[], excluded_tasks=[], excluded_runs={})
    assert Plan.read_head(path) == head
    path.write_text("no plan")
    with pytest.raises(PrgbenchError, match=r"plan\.json is not a plan"):
        Plan.read_head(path)


def test_tasks_stand_in_the_order_of_their_ids_with_their_candidates(plan):
    assert [planned.task_id for planned in plan.tasks] == [2, 5, 9]
    assert [(p.n_flows, len(p.candidates)) for p in plan.tasks] == [(6, 5)] * 3


def test_another_task_changes_no_other_draw(plan, archive):
    fewer = SELECTION.model_copy(update={"tasks": (2, 9)})
    tasks = make_plan(archive, "test", fewer).tasks
    assert tasks == [plan.tasks[0], plan.tasks[2]]


def test_chunks_hold_each_task_once_and_nothing_that_changes_without_it(plan):
    chunks = [plan.chunk(number, 4) for number in range(4)]
    tasks = [planned.task_id for chunk in chunks for planned in chunk.tasks]
    assert sorted(tasks) == [2, 5, 9]
    later = replace(plan, created="2099", tasks=plan.tasks[:2], excluded_runs={Reason.FAMILY: 1})
    untouched = [n for n in range(4) if chunk_of(9, 4) != n]
    assert all(later.chunk(n, 4) == chunks[n] for n in untouched)


def table_source(table, folder):
    return TableSource(str(write_table(table, folder / "table.csv")), folder / "resources")


def flows_of(plan):
    return {
        planned.dataset_name: sorted(run.flow_name for run in planned.candidates)
        for planned in plan.tasks
    }


def test_of_a_table_all_models_are_taken_and_of_other_archives_thirty(archive, tmp_path):
    plan = make_plan(table_source(long_table(2, 3, 9), tmp_path), "test", Selection())
    assert plan.n_models is None
    assert flows_of(plan) == {f"data {n}": ["model-0", "model-1", "model-2"] for n in (0, 1)}
    with pytest.raises(
        PrgbenchError, match=r"\(3 with fewer flows than asked for; a task has at most 6 of 30\)"
    ):
        make_plan(archive, "test", Selection())
    assert Selection(min_flows=6).for_source(archive).n_models == 30


def test_a_task_with_fewer_flows_than_models_are_drawn_is_left_out_before_it_is_fetched(archive):
    with pytest.raises(
        PrgbenchError, match=r"\(3 with fewer flows than asked for; a task has at most 6 of 30\)"
    ):
        make_plan(archive, "test", Selection(min_flows=6))
    runs = dict(archive.candidate_runs(archive.tasks(TaskQuery()).tasks))
    of_one = next(iter(runs.values()))
    excluded = tuple(run.run_id for run in of_one[:2])
    plan = make_plan(archive, "test", Selection(min_flows=2, models=5, excluded_runs=excluded))
    [few] = plan.excluded_tasks
    assert few.task_id == of_one[0].task_id
    assert (few.reason, few.detail) == (
        Reason.FEW_FLOWS,
        "4 of 5; of their runs 2 named in `excluded_runs`",
    )


def test_tasks_that_the_archive_lacks_are_named_under_the_plan(archive):
    ids = [task.task_id for task in archive.tasks(TaskQuery()).tasks]
    asked = SELECTION.model_copy(update={"tasks": (999, *ids, 999, 998)})
    note = "Not among the archive's classification tasks: task 999, task 998 (`tasks`)."
    assert make_plan(archive, "test", asked).notes == [note]
    assert make_plan(archive, "test", SELECTION).notes == []


def test_pinned_runs_that_no_task_has_are_named_under_the_plan(archive):
    task = archive.tasks(TaskQuery()).tasks[0]
    [(_, runs)] = archive.candidate_runs([task])
    pinned = {task.task_id: (runs[-1].run_id, 77), 999: (78,)}
    plan = make_plan(archive, "test", SELECTION.model_copy(update={"pinned_runs": pinned}))
    note = (
        f"Not drawn, as no task of the study has them: run 77 of task {task.task_id}, "
        "run 78 of task 999 (`pinned_runs`)."
    )
    assert plan.notes == [note]
    assert note in describe(plan).splitlines()


@pytest.mark.parametrize("common_models", [False, True])
def test_excluded_runs_that_no_task_has_are_named_under_the_plan(archive, common_models):
    task = archive.tasks(TaskQuery()).tasks[0]
    [(_, runs)] = archive.candidate_runs([task])
    keys = {"excluded_runs": (runs[-1].run_id, 78, 77), "common_models": common_models}
    plan = make_plan(archive, "test", SELECTION.model_copy(update=keys))
    assert plan.notes == [
        "Not left out, as no task of the study has them: run 77, run 78 (`excluded_runs`)."
    ]


def test_tasks_may_have_other_models_or_share_those_that_all_have(tmp_path):
    table = long_table(2, 4, 9)
    source = table_source(
        table[(table["dataset"] == "data 0") | (table["model"] != "model-2")], tmp_path
    )
    every = [f"model-{n}" for n in range(4)]
    common = ["model-0", "model-1", "model-3"]
    assert flows_of(make_plan(source, "test", Selection())) == {"data 0": every, "data 1": common}
    shared = make_plan(source, "test", Selection(common_models=True))
    assert flows_of(shared) == {"data 0": common, "data 1": common}


def sharing(n_common, folder):
    """Return a source of two tasks with so many models in common."""
    table = long_table(2, 6, 9)
    model = table["model"].str.removeprefix("model-").astype(int)
    own = (table["dataset"] == "data 0") == (model < 4)
    return table_source(table[own | (model < n_common)], folder)


@pytest.mark.parametrize(("n_common", "flows"), [(0, "no flow"), (1, "1 flow")])
def test_tasks_without_two_models_in_common_are_named(tmp_path, n_common, flows):
    source = sharing(n_common, tmp_path)
    with pytest.raises(PrgbenchError) as raised:
        make_plan(source, "test", Selection(common_models=True))
    assert str(raised.value) == (
        f"The 2 tasks of the {source.label} have {flows} in common: choose other "
        "`tasks`, or set `common_models` to false in the study file."
    )


def test_common_models_are_named_where_they_leave_too_few_flows(tmp_path):
    source = sharing(3, tmp_path)
    keys = {"models": 4, "min_flows": 4}
    with pytest.raises(PrgbenchError) as raised:
        make_plan(source, "test", Selection(common_models=True, **keys))
    assert str(raised.value) == (
        f"Study test: no task of the {source.label} is left after the filters (2 with fewer flows "
        "than asked for; a task has at most 3 of 4 that all tasks have): set `common_models` to "
        "false, or loosen `selection` in its file."
    )
    # The advice, followed.
    assert len(make_plan(source, "test", Selection(**keys)).tasks) == 2


def test_runs_of_a_folder_without_a_stored_auroc_are_candidates(archive, monkeypatch):
    listed = list(archive.candidate_runs(archive.tasks(SELECTION.query).tasks))
    bare = [(task, [replace(run, auroc=None) for run in runs]) for task, runs in listed]
    monkeypatch.setattr(FolderSource, "candidate_runs", lambda *_: iter(bare))
    assert [planned.n_flows for planned in make_plan(archive, "test", SELECTION).tasks] == [6] * 3
    monkeypatch.setattr(FolderSource, "checks_aurocs", True)
    with pytest.raises(PrgbenchError) as raised:
        make_plan(archive, "test", SELECTION)
    assert str(raised.value) == (
        "Study test: no task of the test archive is left after the filters (3 with fewer flows "
        "than asked for; of their runs 18 without a stored AUROC): loosen `selection` in its file."
    )


def test_a_run_that_is_listed_for_two_tasks_is_drawn_for_one(archive, monkeypatch):
    listed = list(archive.candidate_runs(archive.tasks(SELECTION.query).tasks))
    extra = replace(listed[0][1][0], run_id=7, flow_id=99, flow_name="weka.Extra(1)")
    twice = [(task, [*runs, extra]) for task, runs in listed]
    monkeypatch.setattr(FolderSource, "candidate_runs", lambda *_: iter(twice))
    every = make_plan(archive, "test", SELECTION.model_copy(update={"models": "all"}))
    drawn = [run.run_id for task in every.tasks for run in task.candidates]
    assert len(drawn) == len(set(drawn)) == 19


def test_a_plan_of_somebody_else_without_some_runs(plan):
    first, second = plan.tasks[0].candidates[:2], plan.tasks[1].candidates[:1]
    ids = {run.run_id for run in (*first, *second)}
    fewer = plan.without(ids | {999_999})
    assert [len(task.candidates) for task in fewer.tasks] == [3, 4, 5]
    assert fewer.excluded_runs == plan.excluded_runs | {Reason.LEFT_OUT: 3}
    assert plan.without(()) == plan


def test_description_states_what_it_takes(tmp_path, monkeypatch):
    set_rates(monkeypatch)
    # Tasks 2 and 3 are on one data set; one of three has fewer candidates than the 4 models.
    archive = make_folder(tmp_path, [make_task(i) for i in (2, 3, 9)], n_flows=6)
    *whole, last = make_plan(archive, "test", SELECTION).tasks
    few, none = Reason.FEW_FLOWS, Reason.NO_RUNS
    plan = replace(
        make_plan(archive, "test", SELECTION),
        tasks=[*whole, replace(last, candidates=last.candidates[:3])],
        excluded_tasks=[Exclusion(i, None, why) for i, why in ((4, none), (5, few), (6, few))],
        excluded_runs={Reason.UNDATED: 1, Reason.SAME_FLOW: 20},
    )
    assert describe(plan, requests_per_second=5).splitlines() == [
        "Plan of study test (test archive): 3 tasks on 2 data sets, 6 flows, 11 prediction files.",
        "Tasks left out: 2 with fewer flows than asked for, 1 without evaluated runs.",
        "Runs left out: 1 without an upload date, 20 from a flow already represented by another "
        "run.",
        "If none of it is stored yet, with all parts of the comparison:",
        # 11 times 2,000 bytes of a description and 60 rows of 45 bytes; 22 requests, each with
        # 18,800 bits.
        "- to download: about 52 kB; at least 4 seconds at 5 requests a second;",
        # 60 * (4 + 8 * 4) + 4 * 1,000 twice and 60 * (4 + 8 * 3) + 3 * 1,000;
        # 60 * (19 + 17 * 4) and four files.
        "- disk: about 17 kB at the end, and up to 16 kB more for each task that is being "
        "fetched;",
        # 50 for the study, 3 for each task and 3/4 for each model.
        "- processors: about 1 minute, divided by the number of cores;",
        "- memory: about 200 MB for the job with the largest task.",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", r"is not a plan \(Invalid JSON: .*\): make it again\.$"),
        (b"[1]", r"Input should be an object"),
        (b'{"format": 1}', r"plan\.json is not a plan \(study is missing\): make it again\.$"),
        (b"\xff\xfe{", r"is not in UTF-8 \(byte 0\)"),
        (b'{"format": ' + b"9" * 100_000 + b"}", "number out of range"),
    ],
)
def test_what_is_no_plan_is_refused(tmp_path, content, message):
    (tmp_path / "plan.json").write_bytes(content)
    with pytest.raises(PrgbenchError, match=message):
        Plan.read(tmp_path / "plan.json")


HOSTILE_FIELDS = [
    (
        "tasks.0.task_id",
        "../../precious",
        "entry 1 of tasks, task_id is '../../precious'; it should",
    ),
    ("tasks.0.task_id", -1, "entry 1 of tasks, task_id is -1; it should be greater than or equal"),
    ("tasks.0.task_id", 5, r"task 5, run 200\d: it belongs to task 2, not to task 5"),
    ("tasks.0.n_instances", 0, "entry 1 of tasks, n_instances is 0; it should be greater than"),
    ("tasks.0.n_unlabelled", 60, "task 2: none of its 60 instances has a class"),
    (
        "tasks.0.dataset_name",
        "x" * 10_001,
        "entry 1 of tasks, dataset_name is 'xxx.*at most 10000 char",
    ),
    (
        "tasks.0.classes",
        ["a", "a"],
        r"entry 1 of tasks, classes is \['a', 'a'\]; it should not contain anything",
    ),
    (
        "tasks.0.classes",
        ["a", ""],
        "entry 1 of tasks, entry 2 of classes is ''; it should have at least",
    ),
    ("tasks.0.classes", ["a", "b", "c"], "task 2 has 3 classes, not two"),
    (
        "tasks.0.candidates.1.auroc",
        1.5,
        r"entry 1 of tasks, entry 2 of candidates, auroc is 1\.5; it should be less",
    ),
    (
        "tasks.0.candidates.1.auroc",
        float("nan"),
        r"entry 2 of candidates, auroc is nan; it should be a finite",
    ),
    ("tasks.0.candidates.1.aurocs", [0.5], "its number of aurocs is 1, but task"),
    ("tasks.0.candidates.1.upload_time", "x" * 101, "upload_time is 'xxx.*at most 100 characters"),
    (
        "tasks.0.candidates.1.run_id",
        "/etc",
        "entry 1 of tasks, entry 2 of candidates, run_id is '/etc'; it",
    ),
    ("tasks", [], r"is not a plan \(it has no task\): make it again"),
    ("format", 2, "format is 2; it should be less than or equal to 1"),
    ("n_models", 1, "n_models is 1; it should be greater than or equal to 2"),
    ("excluded_runs", {"a\u001b[31m\nb": 1}, r"excluded_runs, a\[31m b is 'a\\x1b"),
]


@pytest.mark.parametrize(("field", "value", "message"), HOSTILE_FIELDS)
def test_a_field_that_is_wrong_is_named(plan, tmp_path, field, value, message):
    path = tmp_path / "plan.json"
    plan.write(path)
    content = inside = json.loads(path.read_text())
    *way, last = (int(step) if step.isdigit() else step for step in field.split("."))
    for step in way:
        inside = inside[step]
    inside[last] = value
    path.write_text(json.dumps(content))
    with pytest.raises(PrgbenchError, match=message) as raised:
        Plan.read(path)
    assert str(raised.value).startswith(f"{path} is not a plan (")
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda plan: [*plan.tasks, plan.tasks[0]], "task 2 occurs twice"),
        (
            lambda plan: [
                replace(p, candidates=[*p.candidates, p.candidates[0]]) for p in plan.tasks
            ],
            r"task 2, run \d+: it occurs twice",
        ),
        (
            lambda plan: [
                replace(p, candidates=[*p.candidates, replace(p.candidates[0], run_id=1)])
                for p in plan.tasks
            ],
            r"task 2, run 1: its flow \d+ occurs twice",
        ),
    ],
)
def test_nothing_stands_twice(plan, tmp_path, edit, message):
    replace(plan, tasks=edit(plan)).write(tmp_path / "plan.json")
    with pytest.raises(PrgbenchError, match=message):
        Plan.read(tmp_path / "plan.json")


def test_flows_may_share_an_id_where_they_differ_by_name(plan, tmp_path):
    [first, *others] = plan.tasks
    one_id = [replace(run, flow_id=1) for run in first.candidates]
    changed = replace(plan, tasks=[replace(first, candidates=one_id), *others])
    changed.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == changed


def test_a_chunk_may_have_no_task(plan, tmp_path):
    empty = next(n for n in range(99) if not plan.chunk(n, 99).tasks)
    plan.chunk(empty, 99).write(tmp_path / "chunk.json")
    assert Plan.read(tmp_path / "chunk.json", chunk=True).tasks == []


def test_tasks_without_runs_are_told_from_those_with_few(tmp_path):
    tasks = [make_task(1), make_task(2), make_task(3)]
    archive = make_folder(tmp_path, tasks, n_flows=6)
    runs = (tmp_path / "runs.csv").read_text().splitlines(keepends=True)
    kept = [line for line in runs if ",2," not in line[:8]]
    kept = [line for line in kept if not line.startswith(("1003", "1004", "1005", "1006"))]
    (tmp_path / "runs.csv").write_text("".join(kept))
    plan = make_plan(FolderSource(tmp_path), "test", SELECTION)
    assert archive.label == "test archive"
    assert [(e.task_id, e.reason, e.detail) for e in plan.excluded_tasks] == [
        (1, Reason.FEW_FLOWS, "2 of 4"),
        (2, Reason.NO_RUNS, ""),
    ]
    text = describe(plan)
    assert "Tasks left out: 1 with fewer flows than asked for, 1 without evaluated runs." in text
    with pytest.raises(PrgbenchError) as raised:
        make_plan(FolderSource(tmp_path), "test", SELECTION.model_copy(update={"min_flows": 7}))
    assert (
        "2 with fewer flows than asked for, 1 without evaluated runs; a task has at most 6 of 7"
        in str(raised.value)
    )


def test_of_a_plan_that_is_given_nobody_is_told_to_draw_it_anew(plan):
    lacking = replace(plan, excluded_tasks=[Exclusion(7, None, Reason.NOT_LISTED)])
    assert "To ask now, add `--config again=1` to the command." in describe(lacking)
    given = describe(lacking, is_given=True)
    assert "again" not in given
    assert f"Tasks left out: 1 {Reason.NOT_LISTED}." in given


def test_the_smallest_tasks_are_kept_and_the_others_said(plan):
    sizes = {2: 500, 5: 40, 9: 100}
    tasks = [replace(task, n_instances=sizes[task.task_id]) for task in plan.tasks]
    sized = replace(plan, tasks=tasks)
    assert sized.smallest(100) is sized
    assert sized.smallest(67) is sized
    part = sized.smallest(66)
    assert [task.task_id for task in part.tasks] == [5, 9]
    assert part.excluded_tasks == [Exclusion(2, None, Reason.LATER, dataset_name="data-2")]
    assert part.notes == [
        "These are the 2 tasks with the smallest files of the 3 in the plan; the others are left "
        "for later."
    ]
    assert [task.task_id for task in sized.smallest(1).tasks] == [5]


@pytest.fixture
def three_tasks(tmp_path):
    return make_folder(tmp_path / "archive", [make_task(i) for i in (1, 2, 3)], n_flows=4)


@pytest.fixture
def listing(three_tasks):
    return three_tasks.tasks(Selection().query)


def test_names_and_ids_choose_tasks(listing):
    chosen = only_asked_for(listing, ("data-2", 3))
    assert [task.task_id for task in chosen.tasks] == [2, 3]
    assert [(e.task_id, e.reason) for e in chosen.excluded] == [(1, Reason.NOT_REQUESTED)]


def test_ids_alone_are_left_to_the_source(listing):
    assert only_asked_for(listing, (1,)) is listing
    assert only_asked_for(listing, None) is listing


def test_a_name_of_no_data_set_is_refused(listing):
    with pytest.raises(PrgbenchError) as raised:
        only_asked_for(listing, ("hut", "data-2", "hart", 3))
    assert str(raised.value) == (
        "`selection.tasks` names 'hart', which has no task: correct it. The data sets are "
        "data-1, data-2, data-3."
    )


def test_an_id_in_quotes_and_a_misspelt_data_set_are_told_what_to_do(listing):
    with pytest.raises(PrgbenchError, match=r"correct it\. Write task ids without quotes\. The"):
        only_asked_for(listing, ("3",))
    with pytest.raises(PrgbenchError, match=r"correct it\. Did you mean data-2\? The"):
        only_asked_for(listing, ("date-2",))


@pytest.mark.parametrize("name", ["dta-3", "4"])
def test_a_positive_label_of_no_data_set_is_refused(three_tasks, name):
    three_tasks.positive_label = {"data-1": "yes", name: "yes"}
    with pytest.raises(
        PrgbenchError,
        match=rf"`positive_label` names '{name}', .* The data sets are data-1, data-2, data-3\.$",
    ):
        make_plan(three_tasks, "test", Selection(min_flows=4, models=4))


def test_all_candidates_are_counted_where_all_models_are_drawn(plan):
    assert "6 flows, 15 prediction files." in describe(replace(plan, n_models=None))


def test_a_task_without_the_label_that_should_be_positive_is_named(archive):
    archive.positive_label = {"data-5": "maybe"}
    with pytest.raises(PrgbenchError, match=r"'maybe', but the data set data-5 has the"):
        make_plan(archive, "test", SELECTION)


def test_what_reads_a_plan_to_fetch_does_not_load_pandas():
    code = "import sys, prgbench.study.fetching, prgbench.sources.store.fetch; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert {"prgbench.study.plan", "pandas"} & {*loaded.stdout.split()} == {"prgbench.study.plan"}
