"""Answers in which a record says two things at once."""

from xml.etree import ElementTree

import pytest

from prgbench.sources.openml.answers import contradicted

RECORD = '<oml:run xmlns:oml="http://openml.org/openml">{}</oml:run>'


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<oml:run_id>1</oml:run_id><oml:task_id>2</oml:task_id>", None),
        ("<oml:run_id>1</oml:run_id><oml:run_id> 1 </oml:run_id>", None),
        ("<oml:run_id>1</oml:run_id><oml:run_id>2</oml:run_id>", "two values of one run_id"),
        ("<oml:tag>a</oml:tag><oml:tag>b</oml:tag>", None),
        ('<oml:quality name="a">1</oml:quality><oml:quality name="b">2</oml:quality>', None),
        (
            '<oml:quality name="a">1</oml:quality><oml:quality name="a">2</oml:quality>',
            "two values of one quality",
        ),
        ("<oml:run><oml:run_id>1</oml:run_id></oml:run>", "one run within another"),
        (
            "<oml:file><oml:name>a</oml:name><oml:name>b</oml:name></oml:file>",
            "two values of one name",
        ),
    ],
)
def test_a_record_has_each_of_its_fields_once(inner, said):
    assert contradicted(ElementTree.fromstring(RECORD.format(inner))) == said


def test_lists_of_ids_have_many_of_one_name():
    suite = (
        '<oml:study xmlns:oml="http://openml.org/openml"><oml:tasks>'
        "<oml:task_id>1</oml:task_id><oml:task_id>2</oml:task_id></oml:tasks></oml:study>"
    )
    assert contradicted(ElementTree.fromstring(suite)) is None
