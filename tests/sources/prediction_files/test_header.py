"""The attributes of a file, and where its data begin."""

import pytest

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.arff import read_header


def header_of(folder, content, **limits):
    path = folder / "predictions.arff"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_header(path, **limits)


def test_names_and_what_is_left_out_of_sparse_rows(tmp_path):
    content = (
        "% a comment\n@RELATION x\n\n@attribute row_id numeric\n"
        "@Attribute 'two words' {neg,'a b'} % both\n"
        "@attribute when date 'yyyy-MM-dd'\n@attribute text string\n@data % now\n1,2\n"
    )
    header = header_of(tmp_path, content)
    assert header.names == ("row_id", "two words", "when", "text")
    assert header.sparse_values == ("0", "neg", "0", "0")
    assert header.labels == ((), ("neg", "a b"), (), ())
    assert content[header.data_offset :] == "1,2\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_lines_end_in_three_ways_and_a_mark_may_come_first(tmp_path, end, mark):
    content = mark + end.join(["@attribute a real", "@data", "1"]).encode()
    header = header_of(tmp_path, content)
    assert header.names == ("a",)
    assert content[header.data_offset :] == b"1"


def test_a_name_of_several_words_ends_before_its_type(tmp_path):
    assert header_of(tmp_path, "@attribute a b integer\n@data\n").names == ("a b",)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('@attribute when date "yyyy-MM-dd HH:mm"', "when"),
        ("@attribute x { 'a}' , \"b,\" ,c}", "x"),
        ("@attribute x {}", "x"),
        ("@attribute a b  c  numeric", "a b  c"),
    ],
)
def test_types_are_those_of_arff(tmp_path, line, name):
    assert header_of(tmp_path, f"@relation a b\n{line}\n@data % rows\n").names == (name,)


def test_bytes_that_are_no_text_stay_distinct(tmp_path):
    content = b"@attribute \xff real\n@attribute \xfe real\n@data\n"
    assert len(set(header_of(tmp_path, content).names)) == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "not ARFF: no @data line$"),
        ("@attribute a real\n", "not ARFF: no @data line$"),
        ("row_id,fold\n", "not ARFF: line 'row_id,fold'"),
        ("@database\n", "not ARFF: line '@database'"),
        ("@data 1,2\n", "not ARFF: line '@data 1,2'"),
        ("@attribute a\n@data\n", "not ARFF: @attribute 'a'"),
        ("@attribute'a' real\n@data\n", "not ARFF: line"),
        ("@attribute\n@data\n", "not ARFF"),
        ("@attribute a number\n@data\n", "not ARFF: @attribute 'a number'"),
        ("@attribute a \u017ftring\n@data\n", "not ARFF: @attribute"),
        ("@attribute a numeric 3\n@data\n", "not ARFF: @attribute"),
        ("@attribute 'a numeric\n@data\n", "not ARFF: @attribute"),
        ("@attribute a numeric\0\n@data\n", "not ARFF: @attribute"),
        ("@attribute a {'b,c}\n@data\n", "not ARFF: labels"),
        ("@attribute a {b} x\n@data\n", "not ARFF: labels"),
        ("@attribute a real\n0,1\n@data\n", "not ARFF: line '0,1'"),
        ("@attribute a relational\n@data\n", "not ARFF: @attribute 'a relational'"),
        ("@attribute it's real\n@data\n", "not ARFF: @attribute"),
        ("@attribute '' real\n@data\n", "not ARFF: @attribute"),
        ("@attribute a {b\n@data\n", "not ARFF: labels"),
    ],
)
def test_what_is_no_header_is_refused_with_its_place(tmp_path, content, why):
    with pytest.raises(RunUnusableError, match=why):
        header_of(tmp_path, content)


def test_data_must_begin_within_bounds(tmp_path):
    content = "@attribute a real\n" + "%" * 2_000_000 + "\n@data\n"
    with pytest.raises(RunUnusableError, match="no @data line in its first 1 MB"):
        header_of(tmp_path, content, longest=1_000_000)
    assert header_of(tmp_path, content, longest=3_000_000).names == ("a",)
