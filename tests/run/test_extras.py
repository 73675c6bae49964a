"""What is missing names the extra that brings it."""

import pytest

from prgbench.run.errors import extra


def test_a_missing_module_names_its_package_and_the_extra():
    with pytest.raises(ModuleNotFoundError) as caught, extra("compare"):
        raise ModuleNotFoundError("No module named 'lib.part'", name="lib.part")
    assert str(caught.value) == 'lib is not installed: pip install "prgbench[compare]"'
    assert caught.value.name == "lib"


@pytest.mark.parametrize("name", [None, "prgbench.gone"])
def test_a_fault_of_our_own_stays_as_it_is(name):
    fault = ModuleNotFoundError("of our own", name=name)
    with pytest.raises(ModuleNotFoundError) as caught, extra("compare"):
        raise fault
    assert caught.value is fault


def test_other_errors_and_none_pass():
    with pytest.raises(KeyError), extra("compare"):
        raise KeyError("x")
    with extra("compare"):
        found = 1
    assert found == 1
