"""Lists come in pages; whoever wants all of a list goes through them one by one."""

from typing import Any, Callable, Generic, Iterator, List, Mapping, Optional, TypeVar

Item = TypeVar("Item")


class Page(Generic[Item]):
    """``items``, and the ``next_cursor`` that leads to the next page (None on the last one)."""

    def __init__(self, items: List[Item], next_cursor: Optional[str]) -> None:
        self.items = items
        self.next_cursor = next_cursor

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def through_pages(query: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Page[Item]]) -> Iterator[Item]:
    page = read(query)
    yield from page.items
    while page.next_cursor is not None:
        page = read({**query, "cursor": page.next_cursor})
        yield from page.items
