"""Writes the two diagrams of CONTRIBUTING.md from the list of stages; `--check` only compares."""

from collections.abc import Iterable
from pathlib import Path

from written import write_or_check

from prgbench.pipeline.artifacts import ARTIFACTS
from prgbench.pipeline.stages import STAGES

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"
SHAPES = {True: '{}[["{}"]]', False: '{}["{}"]'}


def of_stages() -> list[tuple[str, str]]:
    """Return which stage needs which other one."""
    writer = {name: stage.name for stage in STAGES.values() for name in stage.writes}
    return [
        (writer[name], stage.name)
        for stage in STAGES.values()
        for name in dict.fromkeys(stage.reads)
        if name in writer
    ]


def of_task() -> list[tuple[str, str]]:
    """Return the steps from a task's predictions to what all tasks are computed from."""
    fetched = path("fetched")
    steps = [("source", "plan"), ("plan", "fetch"), ("fetch", "bundle"), ("fetch", fetched)]
    steps += [("bundle", "evaluate"), ("bundle", "curves")]
    chunked = {name for name, artifact in ARTIFACTS.items() if artifact.of_chunk}
    for stage in STAGES.values():
        steps += [(path(name), stage.name) for name in stage.reads if name in chunked]
        steps += [(stage.name, path(name)) for name in stage.writes if name in chunked]
    return steps


def path(artifact: str) -> str:
    """Return the file of an artifact, without what a chunk is called."""
    return ARTIFACTS[artifact].path.replace("{chunk}", "*")


def diagram(edges: Iterable[tuple[str, str]]) -> str:
    """Return a graph for Mermaid; stages have double sides, what they write has not."""
    unique = list(dict.fromkeys(edges))
    ids = {name: f"n{i}" for i, name in enumerate(dict.fromkeys(n for e in unique for n in e))}
    stages = {*STAGES, "plan", "fetch"}
    lines = [SHAPES[name in stages].format(node, name) for name, node in ids.items()]
    lines += [f"{ids[before]} --> {ids[after]}" for before, after in unique]
    return "\n".join(["```mermaid", "flowchart LR", *(f"    {line}" for line in lines), "```"])


def page() -> str:
    """Return the page with its diagrams."""
    text = PAGE.read_text(encoding="utf-8")
    for mark, edges in {"stages": of_stages(), "way of a task": of_task()}.items():
        before, rest = text.split(f"<!-- {mark} -->\n")
        after = rest.split(f"<!-- end of {mark} -->")[1]
        text = f"{before}<!-- {mark} -->\n\n{diagram(edges)}\n\n<!-- end of {mark} -->{after}"
    return text


if __name__ == "__main__":
    write_or_check({PAGE: page()}, "the list of stages")
