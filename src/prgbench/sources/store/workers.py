"""Threads that ask for predictions and read them."""

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
    """Predictions to send and to read, before all of a higher rank or number."""

    rank: int
    number: int
    send: Send = field(compare=False)
    read: Read = field(compare=False)
    model: "Future[StagedModel]" = field(compare=False, default_factory=Future)


class Workers:
    """Threads that ask for files, one for each connection, and one that reads them.

    Only one thread has predictions in memory, since threads do not return theirs; one more file
    than connections may wait to be read. An unusable run fails alone; any other error stops all
    requests and fails everything that waits.
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
        """Have predictions sent, then read; lower ranks come first."""
        order = _Order(rank, next(self._numbers), send, read)
        self._orders.put(order)
        self._senders.submit(self._send)
        return order.model

    def compute(self, function: Callable[[], Result]) -> Result:
        """Return the result of a function that has predictions in memory."""
        return self._reader.submit(function).result()

    def _send(self) -> None:
        """Wait for room for a file, then carry out the first order."""
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
        """Return the result of an order's step, None if the order has failed."""
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
