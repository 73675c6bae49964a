"""Threads that bring predictions and read them."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from queue import PriorityQueue
from threading import BoundedSemaphore
from types import TracebackType
from typing import Never, Self, TypeVar

from prgbench.sources.interface import RunUnusableError, SentPredictions
from prgbench.sources.store.staging import StagedModel

Result = TypeVar("Result")

Send = Callable[[], SentPredictions]
Read = Callable[[SentPredictions], StagedModel]


@dataclass(order=True)
class _Order:
    """Predictions to bring and to read, before all of a higher rank or number."""

    rank: int
    number: int
    send: Send = field(compare=False)
    read: Read = field(compare=False)
    model: "Future[StagedModel]" = field(compare=False, default_factory=Future)


class Workers:
    """As many threads as may ask for files at the same time, and one that reads.

    One thread alone has predictions in memory: others would keep what they have had. A run that
    is unusable fails alone; after any other error nothing is asked for any more, and all that
    waits fails of it.

    Parameters
    ----------
    connections : int
        How many files may be asked for at the same time. One more may wait to be read.
    """

    def __init__(self, connections: int) -> None:
        self._senders = ThreadPoolExecutor(connections)
        self._reader = ThreadPoolExecutor(1)
        self._room = BoundedSemaphore(connections + 1)
        self._orders: PriorityQueue[_Order] = PriorityQueue()
        self._numbers = count()
        self._error: BaseException | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._error = self._error or error
        self._senders.shutdown(cancel_futures=True)
        self._reader.shutdown()

    def submit(self, rank: int, send: Send, read: Read) -> "Future[StagedModel]":
        """Have predictions brought, then read; those of a lower rank come first."""
        order = _Order(rank, next(self._numbers), send, read)
        self._orders.put(order)
        self._senders.submit(self._send)
        return order.model

    def compute(self, function: Callable[[], Result]) -> Result:
        """Return what a function makes that has predictions in memory."""
        return self._reader.submit(function).result()

    def _send(self) -> None:
        """Carry out the order that is the first at the moment when there is room for a file."""
        self._room.acquire()
        order = self._orders.get()
        sent = self._attempt(order, order.send if self._error is None else self._fail)
        if sent is None:
            self._room.release()
        else:
            self._reader.submit(self._read, order, sent)

    def _read(self, order: _Order, sent: SentPredictions) -> None:
        model = self._attempt(order, partial(order.read, sent))
        self._room.release()
        if model is not None:
            order.model.set_result(model)

    def _attempt(self, order: _Order, step: Callable[[], Result]) -> Result | None:
        """Return what a step of an order makes, None if the order has failed."""
        try:
            return step()
        except BaseException as error:
            if not isinstance(error, RunUnusableError):
                self._error = self._error or error
            order.model.set_exception(error)
            return None

    def _fail(self) -> Never:
        assert self._error is not None
        raise self._error
