"""The types of fields in records of any origin, checked when they are read.

Plans and bundles may be other people's, and lists of archives say anything: a record whose fields
have these types holds no absurd number and no endless text.
"""

from typing import Annotated

from pydantic import AfterValidator, Field

from prgbench.run.records import distinct

LARGEST = 2**63 - 1
"""The largest integer of the columns of int64 in which NumPy and Parquet keep ids and counts."""

Id = Annotated[int, Field(ge=1, le=LARGEST)]
IdOrZero = Annotated[int, Field(ge=0, le=LARGEST)]
Count = Annotated[int, Field(ge=1, le=LARGEST)]
CountOrZero = Annotated[int, Field(ge=0, le=LARGEST)]
Name = Annotated[str, Field(max_length=10_000)]
Detail = Annotated[str, Field(max_length=1_000_000)]
Label = Annotated[str, Field(min_length=1, max_length=10_000)]
Labels = Annotated[tuple[Label, ...], Field(min_length=1), AfterValidator(distinct)]
Moment = Annotated[str, Field(max_length=100)]
Area = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Checksum = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
