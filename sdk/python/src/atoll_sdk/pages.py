"""Lists of the service: all rows one after another, or page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")
Page = TypeVar("Page")


class List(Generic[Row, Page]):
    """Iterates over the rows of all pages; `page` answers one with `data` and `pagination`."""

    def __init__(self, read: Callable[..., Page], query: Mapping[str, Any]) -> None:
        self._read, self._query = read, dict(query)

    def page(self, **query: Any) -> Page:
        return self._read(**{**self._query, **query})

    def __iter__(self) -> Iterator[Row]:
        seen: set[str] = set()
        query: dict[str, Any] | None = {}
        while query is not None:
            page: Any = self.page(**query)
            for row in page["data"]:
                # Rows that are added at the front move others to the next page, where they come again.
                if "id" not in row or str(row["id"]) not in seen:
                    seen.add(str(row.get("id")))
                    yield row
            query = next_page(page["pagination"])


def next_page(pagination: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where the next page begins, by cursor, number or offset; None after the last one."""
    if "nextCursor" in pagination:
        cursor = pagination["nextCursor"]
        return None if cursor is None else {"cursor": cursor}
    if "page" in pagination:
        return {"page": pagination["page"] + 1} if pagination.get("hasMore") else None
    limit = pagination["limit"]
    offset = pagination.get("offset", 0) + limit
    return {"offset": offset} if limit > 0 and offset < pagination.get("total", 0) else None
