"""A plan that is given, taken by a study."""

import pytest

from folder_archives import make_folder, make_task
from prgbench.pipeline.planning import plan
from prgbench.sources.folder import FolderSource
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection


@pytest.fixture
def given(tmp_path):
    """Return a source and the file of a plan of it."""
    source = make_folder(tmp_path / "archive", [make_task(1)])
    path = tmp_path / "plan.json"
    make_plan(source, "test", Selection(min_flows=2, models=4)).write(path)
    return source, path


def test_excluded_runs_that_a_given_plan_lacks_are_named(given, capsys):
    source, path = given
    taken = plan(source, study="mine", selection={"excluded_runs": (1001, 77)}, ready=path)
    assert 1001 not in taken.run_ids
    [note] = taken.notes
    assert note == "Not left out, as the plan does not have them: run 77 (`excluded_runs`)."
    assert note in capsys.readouterr().err


def test_runs_that_were_left_out_before_freezing_are_not_missing(given, monkeypatch):
    source, path = given
    frozen_with = property(lambda _: {"excluded_runs": [77]})
    monkeypatch.setattr(FolderSource, "planned_selection", frozen_with)
    assert plan(source, study="mine", selection={"excluded_runs": (77,)}, ready=path).notes == []
