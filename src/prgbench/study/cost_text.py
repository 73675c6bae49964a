"""What a study takes, as sentences: they stand below its plan."""

from collections.abc import Iterator, Sequence

from prgbench.pipeline.units import duration, size
from prgbench.study.cost import Cost, TaskModels, instances_within, study_cost, up_to
from prgbench.study.run_config import MOST_REQUESTS_PER_SECOND

MUCH = 50e9
COMMON_LIMITS = (100_000, 10_000)
NAMED_TASKS = 3


def cost_text(works: Sequence[TaskModels], requests_per_second: float | None) -> str:
    """Return what the tasks of a plan take; with a warning where they are a large download.

    Parameters
    ----------
    works : sequence of TaskModels
        The tasks and how many models of each are fetched.
    requests_per_second : float or None
        The rate at which a server is asked; None where nobody is asked.
    """
    cost = study_cost(works)
    lines = ["For a store that has nothing of it yet, at the default settings of the comparison:"]
    lines += [f"- {line}" for line in _lines(cost, requests_per_second)]
    if requests_per_second is not None and cost.wire_bytes > MUCH:
        lines.append(_warning(works, cost))
    return "\n".join(lines)


def _lines(cost: Cost, requests_per_second: float | None) -> Iterator[str]:
    if requests_per_second is not None:
        yield f"to download: about {size(cost.wire_bytes)}{_by_rate(cost, requests_per_second)};"
    yield (
        f"on the disk: about {size(cost.kept_bytes)} in the end, and up to "
        f"{size(cost.staged_bytes)} more for each task that is being fetched;"
    )
    yield f"processors: about {duration(cost.cpu_seconds)}, divided by the cores;"
    yield f"memory: about {size(cost.memory_bytes)} for the job with the largest task."


def _by_rate(cost: Cost, requests_per_second: float) -> str:
    if requests_per_second > MOST_REQUESTS_PER_SECOND:
        return ", as fast as the server on this machine sends it"
    return (
        f"; {duration(cost.request_seconds(requests_per_second))} at {requests_per_second:g} "
        "requests a second, or longer if the connection brings less than "
        f"{_bandwidth(cost.least_bits_per_second(requests_per_second))}"
    )


def _warning(works: Sequence[TaskModels], cost: Cost) -> str:
    """Say what to set so that less is downloaded, and which tasks have most of it."""
    within = instances_within(works, MUCH)
    start = f"Warning: more than {size(MUCH)} would be downloaded."
    if within is None:
        return f"{start} Set fewer `selection.models`, or other `selection.tasks`."
    large = [work for work in works if work.task.n_instances > within]
    share = study_cost(large).wire_bytes / cost.wire_bytes
    limits = [within, *(limit for limit in COMMON_LIMITS if limit < within)]
    return (
        f"{start} {share:.0%} of it is for {_named(large)} with more than {within:,} instances: "
        f"set `selection.instances.max` ({', '.join(_left(works, limit) for limit in limits)})."
    )


def _named(works: Sequence[TaskModels]) -> str:
    ids = [str(work.task.task_id) for work in works]
    if len(ids) > NAMED_TASKS:
        ids = [*ids[:NAMED_TASKS], "..."]
    return f"{_tasks(len(works))} ({', '.join(ids)})"


def _left(works: Sequence[TaskModels], limit: int) -> str:
    left = study_cost(up_to(works, limit))
    return f"{limit}: {_tasks(left.n_tasks)}, {size(left.wire_bytes)}"


def _tasks(number: int) -> str:
    return "1 task" if number == 1 else f"{number} tasks"


def _bandwidth(bits_per_second: float) -> str:
    megabits = bits_per_second / 1e6
    return f"{megabits:,.0f} Mbit/s" if megabits >= 9.5 else f"{megabits:.1f} Mbit/s"
