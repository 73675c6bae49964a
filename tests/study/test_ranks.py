"""How models are ranked by default, and which ways there are."""

import pytest
from pydantic import ValidationError

from prgbench.study.ranking import TIED_RANKS, Ranking


def test_by_default_tied_models_have_the_mean_of_their_ranks_at_twelve_decimals():
    assert (Ranking().ties, Ranking().decimals) == ("average", 12)
    assert TIED_RANKS[Ranking().ties] == "the mean of their ranks"


@pytest.mark.parametrize("way", TIED_RANKS)
def test_every_way_is_one_that_scipy_knows(way):
    from scipy.stats import rankdata

    ranks = {"average": 1.5, "min": 1, "max": 2}
    assert rankdata([0.3, 0.3, 0.9], method=Ranking(ties=way).ties).tolist() == [
        ranks[way],
        ranks[way],
        3,
    ]


@pytest.mark.parametrize("wrong", [{"ties": "dense"}, {"decimals": -1}, {"decimals": 16}])
def test_other_settings_are_refused(wrong):
    with pytest.raises(ValidationError):
        Ranking(**wrong)
