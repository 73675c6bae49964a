"""Lists in a part's section of the study file: not empty, nothing in them twice."""

from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field

Item = TypeVar("Item")


def _distinct(items: tuple[Item, ...]) -> tuple[Item, ...]:
    for item in items:
        if items.count(item) > 1:
            raise ValueError(f"{item!r} stands twice")
    return items


DistinctList = Annotated[
    tuple[Item, ...],
    Field(min_length=1, json_schema_extra={"uniqueItems": True}),
    AfterValidator(_distinct),
]
