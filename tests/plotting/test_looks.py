from itertools import pairwise

from prgbench.plotting.rows import look, looks


def test_no_two_of_56_series_look_alike():
    shown = [tuple(look(place).values()) for place in range(56)]
    assert len(set(shown)) == 56


def test_neighbours_differ_by_marker_and_by_colour():
    shown = [look(place) for place in range(57)]
    for one, other in pairwise(shown):
        assert one["color"] != other["color"]
        assert one["marker"] != other["marker"]


def test_a_series_keeps_its_look_where_others_are_missing():
    names = ["AUPR – AUPRG", "AUPR – AUROC", "AUPRG – AUROC"]
    assert looks(names)["AUPRG – AUROC"] == look(2)
