from prgbench.run.listener import Listener, SpeakingListener, WaitingListener


def test_nobody_is_told_by_default(capsys):
    Listener().step("listing tasks", 1)
    Listener().waiting("no route", 60)
    assert capsys.readouterr().err == ""


def test_steps_are_said_with_calls_done_of_all(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path, seconds=0)
    listener.step("listing tasks", 2)
    listener.step("listing evaluations", 1_003, 2_000)
    assert capsys.readouterr().err.splitlines() == [
        "Planning: listing tasks, 2 calls",
        "Planning: listing evaluations, 1,003 of 2,000 calls",
    ]


def test_steps_do_not_flood(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path, seconds=60)
    for done in range(100):
        listener.step("listing tasks", done, 100)
    assert capsys.readouterr().err == "Planning: listing tasks, 0 of 100 calls\n"


def test_waiting_says_why_and_until_when_once_for_all_that_wait(tmp_path, capsys):
    for _ in range(3):
        WaitingListener("Fetching", tmp_path).waiting("evaluation/list: HTTP 503\x1b[2J", 240)
    assert capsys.readouterr().err == (
        "Fetching: still waiting (evaluation/list: HTTP 503[2J); it is tried again for 4 minutes\n"
    )


def test_a_wait_is_said_though_a_step_was_said_just_now(tmp_path, capsys):
    listener = SpeakingListener("Planning", tmp_path)
    listener.step("listing tasks", 1)
    listener.waiting("no answer", 30)
    assert len(capsys.readouterr().err.splitlines()) == 2
