from typing import Any, Dict, Iterator, List, Mapping, Optional

from ._credentials import Credentials
from ._paging import Page, through_pages
from ._transport import Transport
from ._webhooks import Webhooks
from .schema import GetStationsIdHealthAnswer, GetVrsAnswer, Mountpoint, Station


class Stations:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def list(self, *, timeout: Optional[float] = None) -> "List[Station]":
        """All active ones with their live status, ordered by code."""
        return self._call("GET /stations", timeout=timeout)["stations"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> Station:
        return self._call("GET /stations/{id}", id, timeout=timeout)["station"]

    def health(self, id: int, *, timeout: Optional[float] = None) -> GetStationsIdHealthAnswer:
        """Its health now, and its history of 60 days."""
        return self._call("GET /stations/{id}/health", id, timeout=timeout)

    def groups(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Dict[str, Any]]:
        """Groups of stations, by whose names credentials are issued for several at once."""
        answer = self._call("GET /grupos", query=query, timeout=timeout)
        return Page(answer["grupos"], answer["next_cursor"])

    def all_groups(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        return through_pages(query or {}, lambda page: self.groups(page, timeout=timeout))

    def mountpoints(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Mountpoint]:
        """Their own mountpoints and those that are made of their streams, by name."""
        answer = self._call("GET /mountpoints", query=query, timeout=timeout)
        return Page(answer["mountpoints"], answer["next_cursor"])

    def all_mountpoints(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Mountpoint]:
        return through_pages(query or {}, lambda page: self.mountpoints(page, timeout=timeout))


class Events:
    """What was sent to webhooks, or would have been, for 90 days."""

    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def list(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Dict[str, Any]]:
        answer = self._call("GET /eventos", query=query, timeout=timeout)
        return Page(answer["eventos"], answer["next_cursor"])

    def all(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        return through_pages(query or {}, lambda page: self.list(page, timeout=timeout))


class Orders:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def create(
        self, body: Mapping[str, Any], *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """A pending order; the customer pays at its ``pago_url``."""
        return self._call("POST /orders", body=body, idempotency_key=idempotency_key, timeout=timeout)["order"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> Dict[str, Any]:
        return self._call("GET /orders/{id}", id, timeout=timeout)["order"]

    def list(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Dict[str, Any]]:
        answer = self._call("GET /orders", query=query, timeout=timeout)
        return Page(answer["orders"], answer["next_cursor"])

    def all(
        self, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        return through_pages(query or {}, lambda page: self.list(page, timeout=timeout))

    def cancel(self, id: int, *, timeout: Optional[float] = None) -> Dict[str, Any]:
        return self._call("POST /orders/{id}/cancelar", id, repeatable=True, timeout=timeout)["order"]


class Vertice:
    """Everything that a token can do, grouped by noun.

    ``timeout``: seconds that one attempt may wait for the service; ``retries``: how often a request is repeated;
    ``longest_wait``: longer is never waited between two attempts; ``language``: of error texts, such as ``es``.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = 30.0,
        retries: int = 4,
        longest_wait: float = 60.0,
        language: Optional[str] = None,
    ) -> None:
        transport = Transport(base_url, token, timeout, retries, longest_wait, language)
        self._call = transport.call
        self.credentials = Credentials(transport)
        self.stations = Stations(transport)
        self.webhooks = Webhooks(transport)
        self.events = Events(transport)
        self.orders = Orders(transport)

    def mountpoint(self, lat: float, lng: float, *, timeout: Optional[float] = None) -> GetVrsAnswer:
        """Which mountpoint serves a position: the network's or that of a single base."""
        return self._call("GET /vrs", query={"lat": lat, "lng": lng}, timeout=timeout)

    def me(self, *, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Who the token is: owner, scopes, limits, mode."""
        return self._call("GET /yo", timeout=timeout)
