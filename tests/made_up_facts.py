"""Facts of a made-up study, for tests of captions and sentences."""

from prgbench.plotting.drawn import Facts


def make_facts(
    source="test",
    confidence_level=0.95,
    tied_rank="the mean of their ranks",
    top=3,
    openml=False,
    replication=False,
):
    return Facts(source, confidence_level, tied_rank, top, openml=openml, replication=replication)
