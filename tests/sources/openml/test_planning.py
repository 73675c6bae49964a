"""What a person sees while a study is planned, and the sentences about what is not there."""

from dataclasses import replace

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import Listener
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.tasks import TaskQuery
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection


class Noting(Listener):
    """Note all steps."""

    def __init__(self):
        self.steps = []

    def step(self, what, done, total=None):
        self.steps.append((what, done, total))


def test_planning_tells_what_it_does(archive, server):
    archive.listener = listener = Noting()
    for run in server.content.runs_of([2, 3]):
        del server.content.runs[run.run_id]
    selection = Selection(
        tasks=(1, 2, 3, 4, 99), estimation_procedures=(1, 3), min_flows=2, models=2, spares=0
    )
    make_plan(archive, "test", selection)
    assert listener.steps == [
        ("listing tasks", 1, None),
        ("asking for classes", 1, 2),
        ("asking for classes", 2, 2),
        ("asking for unlisted tasks", 1, 1),
        ("asking for evaluated runs", 1, 1),
        ("asking again for evaluated runs", 1, 2),
        ("asking again for evaluated runs", 2, 2),
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"suite": "CC19"}, "{} has no suite 'CC19' (Study does not exist.): correct `suite`"),
        ({"suite": "empty"}, "The suite 'empty' of {} has no tasks: correct `suite` in the"),
        ({"suite": "few", "task_ids": (4,)}, "None of the requested tasks is in the suite 'few'"),
        (
            {"suite": "https://www.openml.org/s/99"},
            "`suite` names 'https://www.openml.org/s/99', but no name on OpenML has a slash: "
            "give only the name, or the number at the end of its address.",
        ),
        ({"tags": ("study_1", "a/b")}, "`tags` names 'a/b', but no name on OpenML has a slash"),
        ({"tags": ("study_1", "nothing")}, "{} has no classification task with the tag 'nothing'"),
        ({"tags": ("study_1", "study_2")}, "{} has no classification task that meets all cond"),
        ({"task_ids": (99,)}, "{} has no classification task 99: correct `tasks` or `suite` in"),
        ({"task_ids": (*range(91, 98),)}, "{} has no classification task 91, 92, 93, 94, 95, ..."),
    ],
)
def test_what_is_not_there_is_one_sentence(asked, sentence, archive, server):
    server.content.suites |= {"few": (1, 2), "empty": ()}
    server.content.tags |= {"study_1": {1}, "study_2": {2}}
    with pytest.raises(PrgbenchError) as caught:
        archive.tasks(TaskQuery(**asked))
    assert str(caught.value).startswith(sentence.format(server.address))


def test_tasks_that_the_list_lacks_describe_themselves(archive, server):
    task = server.content.tasks[3]
    target = 'the "class" <of 3>'
    server.content.tasks[3] = expected = replace(task, target=target)
    server.content.datasets[1002].nominal[target] = task.classes
    listing = archive.tasks(TaskQuery(task_ids=(1, 3, 99)))
    assert listing.tasks == [server.content.tasks[1], expected]
    assert listing.excluded == [Exclusion(99, None, Reason.NO_SUCH_TASK)]
