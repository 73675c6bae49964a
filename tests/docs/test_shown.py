"""What the pages show of studies is found to be stale where it is."""

import json
import sys

import pytest

from docs_modules import docs_module

shown = docs_module("shown")


@pytest.fixture
def demo(tmp_path, monkeypatch):
    """Return a copy of the demo's answer, which the pages are then made of."""
    path = tmp_path / "answer.json"
    path.write_bytes(shown.ANSWER.read_bytes())
    monkeypatch.setattr(shown, "ANSWER", path)
    monkeypatch.setattr(shown, "RESULTS", tmp_path / "none.json")
    monkeypatch.setattr(shown, "MADE_OF", tmp_path / "made_of.json")
    monkeypatch.setattr("sys.argv", ["shown.py", "example"])
    shown.main()
    return path


def edit(path, change):
    answer = json.loads(path.read_text(encoding="utf-8"))
    change(answer)
    path.write_text(json.dumps(answer), encoding="utf-8")


@pytest.mark.usefixtures("demo")
def test_the_picture_is_what_the_code_draws_of_the_demos_answer():
    assert list(shown.what_is_stale()) == []


def test_another_number_makes_picture_and_page_stale(demo):
    edit(demo, lambda answer: answer["pairs"][0]["disagree"].update(if_alike=0.5))
    picture, page = shown.what_is_stale()
    assert picture.endswith(
        "answer.png is not what the code draws of answer.json: run `make picture`."
    )
    assert page.endswith("example.html has other words, scripts or numbers: run `make example`.")


@pytest.mark.parametrize(("change", "stale"), [(1e-4, 0), (1e-2, 1)])
def test_the_answer_of_the_demo_that_ran_here_counts(demo, change, stale, monkeypatch):
    ran = demo.with_name("ran.json")
    ran.write_bytes(demo.read_bytes())
    edit(ran, lambda answer: answer["choosing"][0].update(loss=0.004764 + change))
    monkeypatch.setattr(shown, "RESULTS", ran)
    monkeypatch.setattr(shown, "PYTHON", sys.version_info[:2])
    said = list(shown.what_is_stale())
    assert len(said) == stale
    assert all(
        "is not the answer of the demo in results/demo: run `make picture`" in s for s in said
    )


def test_words_count_and_docstrings_and_caches_do_not(tmp_path):
    code = tmp_path / "words.py"
    code.write_text(
        '"""Not this."""\nA = "this"\n\n\ndef b():\n    """Nor this."""\n    return "that"\n'
    )
    (tmp_path / "page.js").write_text("script")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "vega.json").write_text("cached")
    assert sorted(shown._texts(tmp_path)) == ["script", "that", "this"]
