"""What a second opinion found, made up."""

from prgbench.second_opinion.opinion import Opinion


def make_opinion(**changes):
    """Return the record of a second opinion on three models, all of which agree."""
    return Opinion(
        **{
            "study": "test",
            "made": "2026-11-22T05:00:00+00:00",
            "how": "decoded again by a reader",
            "knows_runs": False,
            "scikit_learn": "1.9.1",
            "seed": 7,
            "models": 1830,
            "drawn": 3,
            "agreeing": 3,
            "largest_difference": 2.22e-16,
            "stored_difference": 4e-7,
            "disagreeing": [],
            "not_compared": [],
            "models_sha256": "abc",
            **changes,
        }
    )
