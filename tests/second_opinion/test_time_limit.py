import signal
import time

import pytest

from prgbench.second_opinion.reading import TooLongError, time_limit


def test_what_waits_for_ever_is_ended():
    with pytest.raises(TooLongError), time_limit(0.05):
        time.sleep(60)


def test_what_is_done_in_time_is_left_alone():
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
