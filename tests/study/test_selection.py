"""Mistakes in the selection of a study, each one sentence."""

import pytest

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.settings import check_settings
from prgbench.study.selection import Selection


def checked(**settings):
    return check_settings(settings, "study.yaml", Selection)


def mistake(**settings):
    with pytest.raises(PrgbenchError) as caught:
        checked(**settings)
    return str(caught.value)


def test_runs_that_are_left_out():
    assert checked(excluded_runs=[5, 145651]).excluded_runs == (5, 145651)
    assert checked().excluded_runs == ()


@pytest.mark.parametrize("run", [0, -1, 1.5, "1", None])
def test_what_is_no_id_of_a_run(run):
    assert mistake(excluded_runs=[run]).startswith("study.yaml: excluded_runs.0: ")


def test_a_run_that_is_pinned_and_left_out():
    assert mistake(pinned_runs={3: [5, 6], 4: [7]}, excluded_runs=[8, 7, 6]) == (
        "study.yaml: excluded_runs: run 6 is among `pinned_runs` too: take one of them out. "
        "Ids of runs that are left out, whatever else they fulfil."
    )


@pytest.mark.parametrize("day", ["2015-02-30", "2015-13-01", "0000-00-00"])
def test_a_last_day_that_is_none(day):
    assert f"{day!r} is no day of the calendar" in mistake(uploaded_until=day)
