"""Retries: which failures are those of one request, and how long an outage is waited for."""

import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from prgbench.run.files import write_text
from prgbench.sources.openml.answers import NoAnswerError
from prgbench.sources.openml.calls import COUNTED, Kind

Result = TypeVar("Result")
OnWait = Callable[[str, float, int | None], None]
LONGEST_PAUSE = 1800.0
SECONDS_BETWEEN_NOTES = 5.0
MOST_SAMPLES = 3
LONGEST_WAIT = 60.0
LONGEST_REQUESTED_WAIT = 3600.0
LONGEST_SLEEP = 1.0
FIRST_CONTACT_PATIENCE = 30.0
ATTEMPTS_OF_A_LIVING_SERVER = 10
ATTEMPTS_OF_THE_DAMAGED = 6
ATTEMPTS_OF_THE_REFUSED = 2
DOUBTED_AFTER = 2


class AloneError(NoAnswerError):
    """A request has no answer, for the ``cause``, though the server answers others like it."""

    def __init__(self, cause: NoAnswerError) -> None:
        super().__init__(cause.detail)
        self.cause = cause


class Contact:
    """When the server last answered, and what, known to all processes with the same store.

    A file for each kind of requests has the last few that were answered; the time of the file is
    that of the last answer. ``failing`` are the kinds that this process waits for.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._files = {kind: folder / f"answered-{kind.name.lower()}" for kind in Kind}
        self._due: dict[Kind, float] = {}
        self.failing: set[Kind] = set()

    def answered(self, kind: Kind, began: float, request: str) -> None:
        """Note that a request was answered which was made at ``began``."""
        now = time.time()
        file = self._files[kind]
        self.failing.discard(kind)
        began = max(began, _time_of(file))
        if now > self._due.get(kind, 0.0):
            # The latest: what was answered long ago may be gone.
            earlier = (sample for sample in self.samples(kind) if sample != request)
            latest = [*earlier, request][-MOST_SAMPLES:]
            write_text(file, "\n".join(latest), durable=False)
            are_enough = len(latest) == MOST_SAMPLES
            self._due[kind] = now + SECONDS_BETWEEN_NOTES if are_enough else 0.0
        # Who has removed it meanwhile finds it again with the next note.
        with suppress(FileNotFoundError):
            os.utime(file, (began, began))

    def samples(self, kind: Kind) -> list[str]:
        """Return requests that it must answer again unless it is broken."""
        try:
            return self._files[kind].read_text(encoding="utf-8").split()
        except (OSError, ValueError):
            return []

    def has_answered(self, kind: Kind) -> bool:
        """Tell whether there is something of a kind that it must answer unless it is broken."""
        return kind not in COUNTED or bool(self.samples(kind))

    def last_answer(self, *kinds: Kind) -> float:
        """Return when it last answered a request of some kinds, of any kind if none is given."""
        return max(_time_of(self._files[kind]) for kind in kinds or Kind)

    def has_answered_since(self, moment: float) -> bool:
        """Tell whether it answered a request of any kind after a moment."""
        # Each request asks this: the first file that is new enough is all that is looked at.
        return any(_time_of(file) > moment for file in self._files.values())

    def seconds_to_probe(self, since: float, first_pause: float) -> float:
        """Return the seconds until a process may ask whether an outage is over; 0 for now.

        The pauses between such requests double while nothing is answered.
        """
        from filelock import FileLock

        probed = self._folder / "probed"
        with FileLock(f"{probed}.lock").acquire(poll_interval=0.002):
            now = time.time()
            last = _time_of(probed)
            pause = last - max(since, self.last_answer())
            left = last + min(max(pause, first_pause), LONGEST_PAUSE) - now
            if left <= 0.0:
                probed.touch()
                os.utime(probed, (now, now))
            return max(left, 0.0)


def _time_of(file: Path) -> float:
    """Return the time of a file, 0 if there is none or its time is yet to come."""
    try:
        stated = file.stat().st_mtime
    except OSError:
        return 0.0
    # The clock was set back since.
    return stated if stated <= time.time() + 1.0 else 0.0


class Retries:
    """Try requests again, and tell a request that fails from a server that fails.

    A failed request is tried again after ``first_wait`` seconds, then twice that, up to a minute.
    When it was refused, or has failed twice, the server is asked for what it has answered before.
    If it does not answer that, it is down, and all processes wait for it, with one request at a
    time: for ``patience`` seconds since its last answer, or for half a minute. A request that is
    refused twice, or fails ten times, six if something else came, though the server answers
    others, is given up alone; after one refusal where nothing of the kind was ever answered, as
    the client counts these.
    """

    def __init__(self, contact: Contact, patience: float, first_wait: float) -> None:
        self.contact = contact
        self._patience = patience
        self._first_wait = first_wait

    @property
    def in_contact(self) -> bool:
        """Whether the server has answered lately."""
        return self.contact.has_answered_since(time.time() - self._patience)

    def seconds_left(self, start: float) -> float:
        """Return the seconds until a request that began at ``start`` is given up."""
        least = start + min(self._patience, FIRST_CONTACT_PATIENCE)
        return max(least, self.contact.last_answer() + self._patience) - time.time()

    def run(
        self,
        kind: Kind,
        attempt: Callable[[], Result],
        probe: Callable[[], object],
        *,
        attempts: int | None = None,
        on_wait: OnWait = lambda *_: None,
    ) -> Result:
        """Return the result of the first attempt that does not raise `NoAnswerError`.

        ``probe`` raises it unless the server answers the like; ``on_wait`` receives why there is a
        wait, since when, and how many attempts are left unless the server is down. `AloneError` if
        the server answers the like, but not this; `NoAnswerError` if it answers nothing.
        """
        start = time.time()
        tries = 0
        while True:
            try:
                return attempt()
            except NoAnswerError as failure:
                if failure.certain:
                    raise AloneError(failure) from failure
                if failure.final and not self.in_contact:
                    raise
                tries += 1
                most = attempts or self._most_attempts(kind, failure)
                wait = self._wait(tries, failure)
                is_last = tries >= most or wait >= self.seconds_left(start)
                is_doubted = failure.final or tries == DOUBTED_AFTER or is_last
                if is_doubted and self._outlasted(kind, failure, start, probe, on_wait):
                    # The server was down: what failed meanwhile says nothing of this call.
                    start = time.time()
                    tries = 0
                    continue
                if is_last:
                    raise AloneError(failure) from failure
                on_wait(failure.detail, start, most - tries if self.in_contact else None)
                time.sleep(wait)

    def _outlasted(
        self,
        kind: Kind,
        failure: NoAnswerError,
        start: float,
        probe: Callable[[], object],
        on_wait: OnWait,
    ) -> bool:
        """Wait until the server answers the like, and tell whether it did not at first.

        The failure is raised once there is no time left.
        """
        since = time.time()
        was_down = False
        while self.contact.last_answer(kind) <= since:
            wait = self.contact.seconds_to_probe(since, self._first_wait)
            if not wait:
                try:
                    probe()
                    break
                except NoAnswerError:
                    self.contact.failing.add(kind)
            was_down = was_down or kind in self.contact.failing
            if self.seconds_left(start) <= 0.0:
                raise failure
            on_wait(failure.detail, start, None)
            time.sleep(min(wait, LONGEST_SLEEP))
        return was_down

    def _wait(self, tries: int, failure: NoAnswerError) -> float:
        wait = min(LONGEST_WAIT, self._first_wait * 2.0 ** (tries - 1))
        asked_for = min(failure.retry_after, LONGEST_REQUESTED_WAIT)
        return max(wait * random.uniform(0.75, 1.25), asked_for)

    def _most_attempts(self, kind: Kind, failure: NoAnswerError) -> int:
        if failure.final:
            return ATTEMPTS_OF_THE_REFUSED if self.contact.samples(kind) else 1
        # What sends something else does answer: that takes no minutes to find out.
        return ATTEMPTS_OF_THE_DAMAGED if failure.damaged else ATTEMPTS_OF_A_LIVING_SERVER
