"""The settings of a run: its study and its use of the network."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from prgbench.run.settings import Section
from prgbench.sources.openml.address import (
    CONNECTIONS,
    PATIENCE,
    REQUESTS_PER_SECOND,
    SERVER,
    is_on_this_machine,
)

MOST_REQUESTS_PER_SECOND = 50.0


class Network(Section):
    """How OpenML is queried."""

    server: Annotated[str, Field(pattern="^https?://[^/]")] = SERVER
    """The address of the OpenML server, with http:// or https://."""

    api: Literal["v1", "v2"] = "v1"
    """The version of the server's API. v2 (in JSON) has no lists, so a study needs a `plan` or
    `selection.runs`.
    """

    connections: Annotated[int, Field(ge=1, le=16)] = CONNECTIONS
    """The maximum number of concurrent requests over all jobs of a run."""

    requests_per_second: Annotated[float, Field(gt=0)] = REQUESTS_PER_SECOND
    """The maximum number of requests per second over all jobs of a run; at most 50 unless the
    server is on this machine.
    """

    patience: Annotated[float, Field(ge=0)] = PATIENCE / 3600
    """For how many hours a run waits for a server that has answered before; then it stops, and the
    same command continues it.
    """

    @field_validator("requests_per_second")
    @classmethod
    def _gentle(cls, rate: float, info: ValidationInfo) -> float:
        server = info.data.get("server", SERVER)
        if rate > MOST_REQUESTS_PER_SECOND and not is_on_this_machine(server):
            raise ValueError(
                f"{rate:g} is allowed only for a server on this machine; for others, at most "
                f"{MOST_REQUESTS_PER_SECOND:g}"
            )
        return rate


class RunConfig(Network):
    """The study to run and the use of the network; config/config.yaml."""

    study: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] = "paper"
    """The study to run: the name of its file in config/studies."""

    smallest: Annotated[int, Field(ge=1, le=100)] = 100
    """The percentage of the plan's tasks to run, those with the smallest files first: 25, then 50
    and 100 give intermediate results of a large study.
    """

    again: bool = False
    """Whether to request at once what was left out for now (`--config again=1`): prediction files,
    which are requested again after a day anyway, and, by a new plan, tasks for which the server
    did not answer.
    """

    verified_models: Annotated[int, Field(ge=1, le=10_000)] = 20
    """How many models a second opinion and `verify` draw, to be read and evaluated by independent
    code.
    """

    @field_validator("again", mode="before")
    @classmethod
    def _yes_or_no(cls, given: object) -> object:
        return bool(given) if given in (0, 1) else given

    @property
    def network(self) -> Network:
        """Return how the network is used."""
        return Network(**{name: getattr(self, name) for name in Network.model_fields})
