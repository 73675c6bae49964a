import os

from hypothesis import settings

# Compiling a kernel takes longer than an example may; CI must give the same answer twice.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
