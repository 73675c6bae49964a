import numpy as np
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.study.measures import load_measures


@pytest.fixture(autouse=True)
def _own(tmp_path, monkeypatch):
    (tmp_path / "own_measures.py").write_text("def zero(y_true, y_score):\n    return 0.0\n")
    (tmp_path / "more_measures.py").write_text("from own_measures import zero\n")
    monkeypatch.syspath_prepend(tmp_path)


def test_measures_of_ones_own_stand_in_the_order_of_the_study():
    measures = load_measures(["own_measures:zero", "aupr"])
    assert [measure.label for measure in measures] == ["zero", "AUPR"]
    assert measures[0].batch(np.array([True, False]), np.ones((3, 2))).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["aucc"], "The key `measures` of the study file: .*'aucc'"),
        (["own_measures:one"], "The key `measures` of the study file: .*can't be imported"),
        (
            ["own_measures:zero", "aupr", "more_measures:zero"],
            "^The key `measures` of the study file names 2 measures that tables and figures would "
            "call 'zero': rename one.$",
        ),
    ],
)
def test_a_mistake_is_one_sentence(names, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        load_measures(names)
