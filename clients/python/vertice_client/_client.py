from typing import Iterator, List, Optional

from . import schema
from ._credentials import Credentials
from ._paging import Page, through_pages
from ._transport import Transport
from ._webhooks import Webhooks


class Stations:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def list(self, *, timeout: Optional[float] = None) -> "List[schema.Station]":
        """Returns all active stations with their live status, ordered by code."""
        return self._call(schema.GET_STATIONS, timeout=timeout)["stations"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Station:
        return self._call(schema.GET_STATIONS_ID, id, timeout=timeout)["station"]

    def health(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdHealthAnswer:
        """Returns the current health of a station, and its history of 60 days."""
        return self._call(schema.GET_STATIONS_ID_HEALTH, id, timeout=timeout)

    def quality(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdCalidadAnswer:
        """Returns the verdict on a station's observations, its reasons and what was measured."""
        return self._call(schema.GET_STATIONS_ID_CALIDAD, id, timeout=timeout)

    def archive(
        self, id: int, query: Optional[schema.GetStationsIdArchivoQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetStationsIdArchivoAnswer:
        """Returns the recorded hours of a station, at most 31 days."""
        return self._call(schema.GET_STATIONS_ID_ARCHIVO, id, query=query, timeout=timeout)

    def coordinates(
        self, id: int, query: Optional[schema.GetStationsIdCoordenadasQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetStationsIdCoordenadasAnswer:
        """Returns the positions of a station by day, at most 366 days."""
        return self._call(schema.GET_STATIONS_ID_COORDENADAS, id, query=query, timeout=timeout)

    def equipment(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdEquipoAnswer:
        """Returns the receivers and antennas of a station over time."""
        return self._call(schema.GET_STATIONS_ID_EQUIPO, id, timeout=timeout)

    def groups(
        self, query: Optional[schema.GetGruposQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.StationGroup]:
        """Groups of stations; a credential can be issued for a group by its name."""
        answer = self._call(schema.GET_GRUPOS, query=query, timeout=timeout)
        return Page(answer["grupos"], answer["next_cursor"])

    def all_groups(
        self, query: Optional[schema.GetGruposQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.StationGroup]:
        return through_pages(query, lambda page: self.groups(page, timeout=timeout))

    def mountpoints(
        self, query: Optional[schema.GetMountpointsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Mountpoint]:
        """Stations' own mountpoints and derived mountpoints, ordered by name."""
        answer = self._call(schema.GET_MOUNTPOINTS, query=query, timeout=timeout)
        return Page(answer["mountpoints"], answer["next_cursor"])

    def all_mountpoints(
        self, query: Optional[schema.GetMountpointsQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Mountpoint]:
        return through_pages(query, lambda page: self.mountpoints(page, timeout=timeout))


class Events:
    """Events of the last 90 days, whether or not a webhook received them."""

    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def list(
        self, query: Optional[schema.GetEventosQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Event]:
        answer = self._call(schema.GET_EVENTOS, query=query, timeout=timeout)
        return Page(answer["eventos"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetEventosQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Event]:
        return through_pages(query, lambda page: self.list(page, timeout=timeout))


class Orders:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def create(
        self, body: schema.OrderRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Order:
        """Creates a pending order, paid at its ``pago_url``. With ``credential_id`` it renews a credential."""
        return self._call(schema.POST_ORDERS, body=body, idempotency_key=idempotency_key, timeout=timeout)["order"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Order:
        return self._call(schema.GET_ORDERS_ID, id, timeout=timeout)["order"]

    def list(
        self, query: Optional[schema.GetOrdersQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Order]:
        answer = self._call(schema.GET_ORDERS, query=query, timeout=timeout)
        return Page(answer["orders"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetOrdersQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Order]:
        return through_pages(query, lambda page: self.list(page, timeout=timeout))

    def cancel(self, id: int, *, timeout: Optional[float] = None) -> schema.Order:
        return self._call(schema.POST_ORDERS_ID_CANCELAR, id, repeatable=True, timeout=timeout)["order"]


class Rinex:
    """RINEX files of what the stations recorded."""

    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def create(
        self, body: schema.RinexRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Rinex:
        """Requests files. They are made in the background: read the request until its ``estado`` is ``lista``."""
        return self._call(schema.POST_RINEX, body=body, idempotency_key=idempotency_key, timeout=timeout)["rinex"]

    def get(self, id: str, *, timeout: Optional[float] = None) -> schema.Rinex:
        return self._call(schema.GET_RINEX_ID, id, timeout=timeout)["rinex"]

    def list(
        self, query: Optional[schema.GetRinexQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Rinex]:
        answer = self._call(schema.GET_RINEX, query=query, timeout=timeout)
        return Page(answer["rinex"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetRinexQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Rinex]:
        return through_pages(query, lambda page: self.list(page, timeout=timeout))


class Vertice:
    """The API client: all operations, grouped by noun.

    ``timeout``: seconds that one attempt may take. ``retries``: max retries of a request.
    ``longest_wait``: max seconds between two attempts. ``language``: language of error texts, such as ``es``.
    ``max_connections``: connections that are kept open.
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
        max_connections: int = 16,
    ) -> None:
        transport = Transport(
            base_url,
            token,
            timeout=timeout,
            retries=retries,
            longest_wait=longest_wait,
            language=language,
            max_connections=max_connections,
        )
        self._transport = transport
        self._call = transport.call
        self.credentials = Credentials(transport)
        self.stations = Stations(transport)
        self.webhooks = Webhooks(transport)
        self.events = Events(transport)
        self.orders = Orders(transport)
        self.rinex = Rinex(transport)

    def close(self) -> None:
        """Closes the connections. ``with`` does this at its end."""
        self._transport.close()

    def __enter__(self) -> "Vertice":
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    def mountpoint(self, lat: float, lng: float, *, timeout: Optional[float] = None) -> schema.GetVrsAnswer:
        """Returns the mountpoint that serves a position: the network mountpoint or that of a single station."""
        return self._call(schema.GET_VRS, query={"lat": lat, "lng": lng}, timeout=timeout)

    def network(self, *, timeout: Optional[float] = None) -> schema.Network:
        """Returns the network: its mountpoints, reference frame and VRS engine."""
        return self._call(schema.GET_RED, timeout=timeout)["red"]

    def me(self, *, timeout: Optional[float] = None) -> schema.Me:
        """Returns the token's owner, scopes, limits and mode."""
        return self._call(schema.GET_YO, timeout=timeout)

    def usage(
        self, query: Optional[schema.GetUsoQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetUsoAnswer:
        """Returns issued credentials and connected hours, by month."""
        return self._call(schema.GET_USO, query=query, timeout=timeout)
