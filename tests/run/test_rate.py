import pytest

from prgbench.run.progress import Rate


def test_a_constant_rate_is_found_at_once_and_stays():
    rate = Rate()
    for seconds in (2, 3, 2, 40):
        rate = rate.after(seconds, work=5 * seconds, n_bytes=7 * seconds)
        assert rate.per_second() == pytest.approx(5)
        assert rate.bytes_per_second() == pytest.approx(7)


def test_a_burst_fades_and_a_pause_slows_without_a_jump():
    steady = Rate()
    for _ in range(100):
        steady = steady.after(2, work=2, n_bytes=0)
    burst = steady.after(2, work=20, n_bytes=0)
    assert 1.2 < burst.per_second() < 1.5
    assert 0.95 < steady.after(2, work=0, n_bytes=0).per_second() < 1
    for _ in range(200):
        burst = burst.after(2, work=2, n_bytes=0)
    assert burst.per_second() == pytest.approx(1, abs=0.01)


def test_nothing_done_is_no_rate():
    assert Rate().per_second() == 0
    assert Rate().bytes_per_second() == 0
