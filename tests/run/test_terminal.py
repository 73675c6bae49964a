import os
import pty
import subprocess
import sys

from prgbench.run.listener import say, show

SPEAK = """
from prgbench.run.listener import say, show
show("one of two")
show("two of two" + 200 * ".")
say("done\\x1b[31m")
"""


def test_elsewhere_than_on_a_terminal_every_line_stays(capsys):
    say("first\nsecond \x1b[2Jname")
    show("1 of 2")
    assert capsys.readouterr().err == "first\nsecond [2Jname\n1 of 2\n"


def test_on_a_terminal_a_line_takes_the_place_of_the_one_before():
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": "40"}
    subprocess.run([sys.executable, "-c", SPEAK], stderr=theirs, check=True, env=environment)
    os.close(theirs)
    pieces = os.read(ours, 10_000).decode().split("\r\x1b[2K")
    os.close(ours)
    assert pieces == ["", "one of two", f"two of two{26 * '.'}...", "done[31m\r\n"]
