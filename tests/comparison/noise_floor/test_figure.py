from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.noise_floor.figure import noise_floor


def test_the_two_measures_stand_beside_one_with_itself(make_tables):
    figure, caption = noise_floor(make_tables(), make_facts("made-up archive", 0.9))
    shares, excess = figure.axes
    assert [line.get_xdata().tolist() for line in shares.get_lines()] == [[0.3], [0.25]]
    assert excess.get_lines()[0].get_xdata().tolist() == [0.05]
    [segment] = excess.collections[0].get_segments()
    assert segment[:, 0].tolist() == [0.01, 0.1]
    assert "(made-up archive)" in caption
    assert caption.endswith("the difference with its 90% interval by resampling data sets.")
    plt.close(figure)
