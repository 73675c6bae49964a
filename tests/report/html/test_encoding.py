import numpy as np
import pytest

from made_up_page import decoded
from prgbench.report.html.markup import encode, numbers


def test_the_letters_are_deflated_json():
    text = encode({"flow": "</script>", "x": [1, None]})
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
    assert decoded(text) == {"flow": "</script>", "x": [1, None]}


@pytest.mark.parametrize("value", [[], {"ä": "\u2028"}, [0.1, -2, None, True]])
def test_what_was_encoded_is_decoded(value):
    assert decoded(encode(value)) == value


def test_a_number_that_json_cannot_hold_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(float("nan"))


def test_numbers_are_rounded_and_what_is_not_finite_is_none():
    assert numbers([0.12345678, np.inf, -np.inf, np.nan, 2], 6) == [0.123457, None, None, None, 2]
