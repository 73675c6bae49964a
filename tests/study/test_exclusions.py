from folder_archives import make_task
from prgbench.sources.interface import Exclusion, Reason
from prgbench.sources.store.fetched import FetchedTask
from prgbench.study.plan import Plan
from prgbench.study.scoring import count_exclusions, list_exclusions


def test_everything_left_out_is_listed_and_counted():
    plan = Plan(
        "test", "test archive", "", 3, [],
        [Exclusion(1, None, Reason.FEW_FLOWS, "2 of 30"), Exclusion(2, None, Reason.FEW_FLOWS)],
        {Reason.SAME_FLOW: 5},
    )  # fmt: skip
    fetched = [
        FetchedTask(
            make_task(3),
            [],
            [
                Exclusion(3, 31, Reason.NO_FILE, "gone"),
                Exclusion(3, 32, Reason.TRUTH_DIFFERS),
                Exclusion(3, None, Reason.FEW_MODELS),
            ],
        )
    ]
    listed = list_exclusions(plan, fetched)
    assert len(listed) == 5
    assert listed["run_id"].dropna().tolist() == [31, 32]
    counts = count_exclusions(listed, plan).to_numpy().tolist()
    assert counts == [
        ["plan", "task", "fewer flows than asked for", 2],
        ["plan", "run", "another run of the flow was drawn", 5],
        ["fetch", "task", "fewer valid models than asked for", 1],
        ["fetch", "run", "no prediction file", 1],
        ["fetch", "run", "other true classes than in the task's other files", 1],
    ]


def test_nothing_left_out_is_an_empty_table():
    plan = Plan("test", "test archive", "", 3, [])
    assert count_exclusions(list_exclusions(plan, []), plan).empty


def test_details_are_plain():
    excluded = Exclusion(1, None, Reason.NOT_BINARY, "\x1b[31mred\nline")
    plan = Plan("test", "made up", "", 2, [], [excluded])
    assert list_exclusions(plan, [])["detail"].tolist() == ["[31mred line"]
