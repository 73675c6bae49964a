import pytest

from prgbench.run.errors import PrgbenchError, one_sentence


def test_a_known_failure_ends_the_process_with_its_sentence():
    with pytest.raises(SystemExit) as ended, one_sentence():
        raise PrgbenchError("The file is missing: give another one.")
    assert ended.value.code == "The file is missing: give another one."
    assert ended.value.__cause__ is None


def test_a_defect_is_no_sentence():
    with pytest.raises(KeyError), one_sentence():
        raise KeyError("x")
