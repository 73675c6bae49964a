"""What choosing models by an area loses on the other half of the instances, for several claims."""

from functools import lru_cache

from prgbench.answer.choosing import HALVES, choices_of_task
from prgbench.answer.interface import Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.claims.samples import AREAS


def by_areas(setting: Setting) -> Setting:
    """Return the setting with the areas as its measures."""
    return setting.model_copy(update={"names": AREAS})


@lru_cache(maxsize=1)
def _losses(task: TaskScores, setting: Setting) -> dict[tuple[str, str], float]:
    return {
        (str(row["by"]), str(row["target"])): float(row["difference"])
        for row in choices_of_task(task, by_areas(setting), HALVES)
    }


def advantage(task: TaskScores, setting: Setting, of: str, over: str, target: str) -> float:
    """Return how much more of a target the pick ``of`` an area has than that by another.

    Models are picked on one half of the instances and judged on the other; NaN if the target is
    undefined there.
    """
    losses = _losses(task, setting)
    return losses[over, target] - losses[of, target]
