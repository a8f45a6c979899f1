"""Pages of lists, and iteration over all pages."""

from typing import AsyncIterator, Awaitable, Callable, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

Item = TypeVar("Item")
Query = TypeVar("Query")


class Page(Generic[Item]):
    """``items``, and the ``next_cursor`` of the next page (None on the last page)."""

    def __init__(self, items: List[Item], next_cursor: Optional[str]) -> None:
        self.items = items
        self.next_cursor = next_cursor

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def through_pages(query: Optional[Query], read: Callable[[Query], Page[Item]]) -> Iterator[Item]:
    page = read(_at(query, None))
    yield from page.items
    while page.next_cursor is not None:
        page = read(_at(query, page.next_cursor))
        yield from page.items


async def through_pages_async(
    query: Optional[Query], read: Callable[[Query], Awaitable[Page[Item]]]
) -> AsyncIterator[Item]:
    page = await read(_at(query, None))
    for item in page.items:
        yield item
    while page.next_cursor is not None:
        page = await read(_at(query, page.next_cursor))
        for item in page.items:
            yield item


def _at(query: Optional[Query], cursor: Optional[str]) -> Query:
    """The query for the page at ``cursor``; None means the caller's own query."""
    given = cast(Mapping[str, object], query or {})
    return cast(Query, dict(given) if cursor is None else {**given, "cursor": cursor})
