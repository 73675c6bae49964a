"""The table of down-sampling, whose first line is known in closed form."""

import pytest

from prgtheory.boyd.tabulated import table_downsampling
from theory_page_of_docs import assert_table_of_docs


def test_the_docs_show_the_table(tmp_path):
    lines = table_downsampling()
    assert_table_of_docs("downsampling", lines, tmp_path)
    assert [line["negatives for each positive"] for line in lines] == [1, 2, 3, 4, 5, 10, 24]
    # The least area at prevalence 1/2 is 1 - log 2 = .306853.
    area = 0.83629365
    assert lines[0]["AUPR"] == pytest.approx(area, abs=1e-8)
    assert lines[0]["AUCNPR"] == pytest.approx((area - 0.306852819) / 0.693147181, abs=1e-8)
