"""Which file holds a run's predictions, by the description of the run."""

from xml.etree import ElementTree

import pytest

from folder_archives import make_run, make_task
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.descriptions import file_of

RUN = make_run(make_task(7), 3)
FILE = (
    "<oml:file><oml:name>predictions</oml:name><oml:file_id>{}</oml:file_id>"
    "<oml:url>https://x.example{}</oml:url></oml:file>"
)
OTHER_FILE = "<oml:file><oml:name>description</oml:name><oml:file_id>4</oml:file_id></oml:file>"


def described(*files, run_id=RUN.run_id, task_id=7):
    ids = f"<oml:run_id>{run_id}</oml:run_id><oml:task_id>{task_id}</oml:task_id>"
    inner = f"<oml:output_data>{''.join(files)}</oml:output_data>"
    return ElementTree.fromstring(
        f'<oml:run xmlns:oml="http://openml.org/openml">{ids}{inner}</oml:run>'
    )


@pytest.mark.parametrize(
    ("stated", "url"),
    [
        ("55", "/data/download/55/predictions.arff"),
        ("55", "/data/v1/download/55"),
        ("", "/data/v1/download/55/predictions.arff"),
        ("55", "/elsewhere"),
    ],
)
def test_the_id_stands_in_a_field_or_in_the_address_or_in_both(stated, url):
    assert file_of(RUN, described(OTHER_FILE, FILE.format(stated, url)))[0] == 55


def test_a_run_without_predictions_can_not_be_used():
    with pytest.raises(RunUnusableError):
        file_of(RUN, described(OTHER_FILE))


@pytest.mark.parametrize(
    ("root", "why"),
    [
        (described(FILE.format("55", ""), run_id=1), "run_id is '1'"),
        (described(FILE.format("55", ""), task_id=8), "task_id is '8'"),
        (described(FILE.format("55", "/data/download/56/x")), "file_id is '55'"),
        (described(FILE.format("five", "/data/download/x")), "file_id is 'five'"),
        (described(FILE.format("\u0661", "")), "file_id is"),
        (described(FILE.format("\xb2", "")), "file_id is"),
        (described(FILE.format("-55", "")), "file_id is"),
        (described(FILE.format("9" * 5000, "")), "file_id is"),
        (described(FILE.format("", "")), "file_id is ''"),
        (described(*[FILE.format("55", "")] * 2), "several prediction files"),
    ],
)
def test_a_description_of_something_else_is_damaged(root, why):
    with pytest.raises(NoAnswerError, match=why) as caught:
        file_of(RUN, root)
    assert caught.value.damaged
