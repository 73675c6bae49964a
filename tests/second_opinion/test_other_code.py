import logging
import time
import warnings

import pytest

from prgbench.second_opinion.reading import NotReadError, StalledError, other_code


def test_whatever_is_raised_is_a_reason_on_one_line():
    with pytest.raises(NotReadError, match=r"^KeyError: 'a b'$"), other_code(60):
        raise KeyError("a b")
    with pytest.raises(NotReadError, match=r"^ValueError: two lines$"), other_code(60):
        raise ValueError("two\n\x1blines")
    with pytest.raises(NotReadError, match=r"^known$"), other_code(60):
        raise NotReadError("known")


def test_a_stall_is_a_reason_of_its_own():
    with pytest.raises(StalledError, match="not done within 0 seconds"), other_code(0.05):
        time.sleep(60)


def test_it_says_nothing_itself(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with other_code(60):
            logging.getLogger("openml").error("a message")
            logging.warning("another")
            warnings.warn("a warning", stacklevel=1)
    assert capsys.readouterr() == ("", "")
    assert logging.root.manager.disable == logging.NOTSET
