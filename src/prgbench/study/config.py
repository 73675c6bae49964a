"""The settings of a study, as typed objects made from its validated file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from prgbench.archive.interface import TaskQuery


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks and which runs of them a study takes; see ``config/README.md`` for the keys."""

    query: TaskQuery
    uploaded_until: str | None
    uploaders: tuple[int, ...]
    flow_families: tuple[str, ...]
    distinct_flows_by: str
    min_flows: int
    models: int | None
    spares: int
    seed: int
    pinned_runs: Mapping[int, tuple[int, ...]]

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Self:
        """Make the selection from the section ``selection`` of a validated study file."""
        tasks = config["tasks"]
        instances = config["instances"]
        return cls(
            query=TaskQuery(
                estimation_procedures=tuple(config["estimation_procedures"]),
                task_ids=None if tasks is None else tuple(tasks),
                suite=None if config["suite"] is None else str(config["suite"]),
                tags=tuple(config["tags"]),
                min_instances=instances["min"],
                max_instances=instances["max"],
            ),
            uploaded_until=config["uploaded_until"],
            uploaders=tuple(config["uploaders"]),
            flow_families=tuple(config["flow_families"]),
            distinct_flows_by=config["distinct_flows_by"],
            min_flows=config["min_flows"],
            models=None if config["models"] == "all" else config["models"],
            spares=config["spares"],
            seed=config["seed"],
            pinned_runs={int(task): tuple(runs) for task, runs in config["pinned_runs"].items()},
        )


@dataclass(frozen=True, slots=True)
class Ranking:
    """How models are ranked: ties by `scipy.stats.rankdata`, scores equal at ``decimals``."""

    ties: str
    decimals: int
