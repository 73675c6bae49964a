"""The error that users see."""


class PrgbenchError(Exception):
    """A mistake or failure that one sentence explains, without a traceback.

    The message names the file, task, run or key concerned and says what to do.
    """
