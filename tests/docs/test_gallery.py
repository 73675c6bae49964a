"""The figures of the gallery are drawn from the code on its page."""

from matplotlib import pyplot as plt

from docs_modules import docs_module
from places import ROOT

gallery = docs_module("gallery")

PAGE = """\
# Page

```python
from matplotlib import pyplot as plt
height = 3
```

## A line & a point

```python
plt.plot([1, height])
```

```sh
make site
```
"""


def test_a_figure_stands_behind_the_code_that_draws_it(tmp_path):
    page = gallery.with_figures(PAGE, tmp_path)
    before, after = page.split("plt.plot([1, height])\n```\n")
    assert before in PAGE
    assert after.startswith("\n![A line & a point](")
    assert after.splitlines()[1].endswith("/a_line_a_point.svg)")
    assert [path.name for path in tmp_path.iterdir()] == ["a_line_a_point.svg"]


def test_a_figure_left_open_is_none_of_the_page(tmp_path):
    plt.figure()
    gallery.with_figures(PAGE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a_line_a_point.svg"]


def test_the_same_code_draws_the_same_bytes(tmp_path):
    drawn = []
    for folder in ("first", "second"):
        gallery.with_figures(PAGE, tmp_path / folder)
        drawn.append((tmp_path / folder / "a_line_a_point.svg").read_bytes())
    assert drawn[0] == drawn[1]


def test_every_section_of_the_gallery_has_a_figure_of_its_own(tmp_path):
    text = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    gallery.with_figures(text, tmp_path)
    assert len(list(tmp_path.iterdir())) == text.count("\n## ")
