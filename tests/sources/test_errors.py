"""What a source raises, as a user reads it."""

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason


def test_why_a_run_can_not_be_used_is_a_reason_with_or_without_detail():
    assert str(RunUnusableError(Reason.NO_FILE)) == "without a prediction file"
    assert (
        str(RunUnusableError(Reason.NO_FILE, "HTTP 404")) == "without a prediction file: HTTP 404"
    )
