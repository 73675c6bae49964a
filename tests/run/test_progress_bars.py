import pytest

from prgbench.run.listener import ProgressBars


def shown(capsys):
    """Return the last state of each bar."""
    lines = capsys.readouterr().err.split("\n")
    return [line.split("\r")[-1] for line in lines if line.strip()]


def test_items_are_counted_and_handed_on(capsys):
    assert list(ProgressBars(True).each("abc", "scoring", 3)) == ["a", "b", "c"]
    [line] = shown(capsys)
    assert line.startswith("scoring: 100%")
    assert "| 3/3 [" in line


def test_each_step_of_a_source_has_a_bar(capsys):
    bars = ProgressBars(True)
    for done in (1, 3):
        bars.step("listing", done, None, "page")
    for done in (2, 5):
        bars.step("reading", done, 5)
    listing, reading = shown(capsys)
    assert listing.startswith("listing: 3 page [")
    assert reading.startswith("reading: 100%")
    assert "| 5/5 [" in reading
    assert "call" in reading


@pytest.mark.parametrize("wanted", [False, None])
def test_nothing_is_shown_unasked_where_there_is_no_terminal(capsys, wanted):
    bars = ProgressBars(wanted)
    assert list(bars.each([7], "scoring")) == [7]
    bars.step("listing", 1, 1)
    assert capsys.readouterr().err == ""
