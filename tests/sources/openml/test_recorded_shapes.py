"""The test server answers in the shapes of the real server, where recordings are at hand."""

import re

import pytest
import requests

from archive_server import ArchiveServer, Content, GeneratedArchive
from places import SHARED
from prgbench.sources.openml.answers import error_of, parse_answer

RECORDED = SHARED / "openml" / "responses"

pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason=f"no recordings in {RECORDED}")

AUROC = "evaluation/list/function/area_under_roc_curve"
PAGE = "task/list/type/1/number_classes/2/limit/10000/offset/0"
ANSWERS = {
    "estimationprocedure/list": "estimationprocedure/list",
    PAGE: PAGE,
    f"{AUROC}/task/115": f"{AUROC}/task/1",
    "run/list/task/115": "run/list/task/1",
    "run/1": "run/100001",
    "task/115": "task/1",
    "data/20": "data/1001",
    "data/features/20": "data/features/1001",
    "data/qualities/20": "data/qualities/1001",
    "study/1": "study/OpenML100",
}
REFUSALS = {
    "task/99999": "task/99999",
    "run/999": "run/999",
    "data/999999": "data/999999",
    "study/99": "study/99",
    "foo": "foo",
    "task/list/foo/1": "task/list/foo/1",
    "task/list/offset/5": "task/list/offset/5",
    "task/list/type/1/limit/5/offset/100000": "task/list/type/1/limit/5/offset/100000",
    "run/list": "run/list",
    "run/list/foo/1": "run/list/foo/1",
    "run/list/offset/5/task/115": "run/list/offset/5/task/1",
    "run/list/task/1": "run/list/task/77",
    "run/list/task/115/limit/20000": "run/list/task/1/limit/20000",
    "run/list/task/abc": "run/list/task/abc",
    f"{AUROC}/task/1": f"{AUROC}/task/77",
    f"{AUROC}/limit/20000": f"{AUROC}/limit/20000",
    "evaluation/list/function/nonsense/task/115": "evaluation/list/function/nonsense/task/1",
}
OPTIONAL = {
    "data/20": {"tag", "parquet_url", "processing_date", "md5_checksum", "version_label"},
    "task/115": {"tag"},
}


def recorded(call):
    """Return status, content type and body of a recorded answer."""
    raw = (RECORDED / f"api_v1_xml_{call.replace('/', '_')}.txt").read_bytes()
    head, body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)
    lines = head.decode().splitlines()
    types = [line.split(": ", 1)[1] for line in lines if line.lower().startswith("content-type")]
    return int(lines[0].split()[1]), types[0], body


def shape(root):
    """Return the paths of elements, with the names of their attributes."""

    def walk(element, path):
        here = f"{path}/{element.tag.rsplit('}', 1)[-1]}{sorted(element.attrib)}"
        yield here
        for child in element:
            yield from walk(child, here)

    return set(walk(root, ""))


@pytest.fixture
def content_server(tmp_path):
    content = Content.of(GeneratedArchive(tmp_path, n_tasks=2, n_flows=3))
    content.suites["OpenML100"] = (1, 2)
    with ArchiveServer(content) as server:
        yield server


@pytest.mark.parametrize("call", ANSWERS)
def test_answers_have_the_recorded_shape(call, content_server):
    status, content_type, body = recorded(call)
    ours = requests.get(f"{content_server.address}/api/v1/xml/{ANSWERS[call]}", timeout=10)
    assert (ours.status_code, ours.headers["Content-Type"]) == (status, content_type)
    optional = OPTIONAL.get(call, set())
    theirs = {
        path
        for path in shape(parse_answer(body))
        if not any(f"/{left_out}[" in path for left_out in optional)
    }
    assert shape(parse_answer(ours.content)) == theirs


@pytest.mark.parametrize("call", REFUSALS)
def test_refusals_have_the_recorded_code(call, content_server):
    status, content_type, body = recorded(call)
    ours = requests.get(f"{content_server.address}/api/v1/xml/{REFUSALS[call]}", timeout=10)
    assert (ours.status_code, ours.headers["Content-Type"]) == (status, content_type)
    theirs, mine = error_of(parse_answer(body)), error_of(parse_answer(ours.content))
    assert mine[0] == theirs[0]
    assert shape(parse_answer(ours.content)) == shape(parse_answer(body))


def test_every_recorded_error_is_understood():
    codes = set()
    for path in RECORDED.glob("api_v1_xml_*.txt"):
        status, _, body = recorded(path.stem.removeprefix("api_v1_xml_"))
        error = error_of(parse_answer(body))
        assert (status == 412) == (error is not None), path
        codes |= {error[0]} if error is not None else set()
    assert codes >= {100, 103, 111, 151, 236, 363, 480, 482, 483, 510, 511, 512, 515, 516, 601}
