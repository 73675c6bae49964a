import pandas as pd

from prgbench.plotting.drawn import spoken
from prgbench.plotting.words import decimal


def test_rows_with_their_series_are_said():
    drawn = pd.DataFrame({"row": ["n/2"], "series": ["AUPR"], "value": [0.4567]})
    assert spoken(drawn, decimal) == "n/2, AUPR 0.457"


def test_of_many_values_the_first_nine_are_said():
    drawn = pd.DataFrame({"row": [f"r{k}" for k in range(11)], "value": 0.5})
    assert spoken(drawn).endswith("r8 50.0%; and 2 more")
    assert spoken(drawn.iloc[:10]).endswith("r8 50.0%; and 1 more")
    assert spoken(drawn.iloc[:9]).endswith("; r7 50.0%; r8 50.0%")
