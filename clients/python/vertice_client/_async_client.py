# Made by `npm run client:types` from the sync module; do not edit.
from typing import AsyncIterator, List, Optional

from . import schema
from ._async_credentials import AsyncCredentials
from ._paging import Page, through_pages_async
from ._transport import AsyncTransport
from ._async_webhooks import AsyncWebhooks


class AsyncStations:
    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call

    async def list(self, *, timeout: Optional[float] = None) -> "List[schema.Station]":
        """Returns all active stations with their live status, ordered by code."""
        return (await self._call(schema.GET_STATIONS, timeout=timeout))["stations"]

    async def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Station:
        return (await self._call(schema.GET_STATIONS_ID, id, timeout=timeout))["station"]

    async def health(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdHealthAnswer:
        """Returns the current health of a station, and its history of 60 days."""
        return await self._call(schema.GET_STATIONS_ID_HEALTH, id, timeout=timeout)

    async def quality(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdCalidadAnswer:
        """Returns the verdict on a station's observations, its reasons and what was measured."""
        return await self._call(schema.GET_STATIONS_ID_CALIDAD, id, timeout=timeout)

    async def archive(
        self, id: int, query: Optional[schema.GetStationsIdArchivoQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetStationsIdArchivoAnswer:
        """Returns the recorded hours of a station, at most 31 days."""
        return await self._call(schema.GET_STATIONS_ID_ARCHIVO, id, query=query, timeout=timeout)

    async def coordinates(
        self, id: int, query: Optional[schema.GetStationsIdCoordenadasQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetStationsIdCoordenadasAnswer:
        """Returns the positions of a station by day, at most 366 days."""
        return await self._call(schema.GET_STATIONS_ID_COORDENADAS, id, query=query, timeout=timeout)

    async def equipment(self, id: int, *, timeout: Optional[float] = None) -> schema.GetStationsIdEquipoAnswer:
        """Returns the receivers and antennas of a station over time."""
        return await self._call(schema.GET_STATIONS_ID_EQUIPO, id, timeout=timeout)

    async def groups(
        self, query: Optional[schema.GetGruposQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.StationGroup]:
        """Groups of stations; a credential can be issued for a group by its name."""
        answer = await self._call(schema.GET_GRUPOS, query=query, timeout=timeout)
        return Page(answer["grupos"], answer["next_cursor"])

    def all_groups(
        self, query: Optional[schema.GetGruposQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.StationGroup]:
        return through_pages_async(query, lambda page: self.groups(page, timeout=timeout))

    async def mountpoints(
        self, query: Optional[schema.GetMountpointsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Mountpoint]:
        """Stations' own mountpoints and derived mountpoints, ordered by name."""
        answer = await self._call(schema.GET_MOUNTPOINTS, query=query, timeout=timeout)
        return Page(answer["mountpoints"], answer["next_cursor"])

    def all_mountpoints(
        self, query: Optional[schema.GetMountpointsQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Mountpoint]:
        return through_pages_async(query, lambda page: self.mountpoints(page, timeout=timeout))


class AsyncEvents:
    """Events of the last 90 days, whether or not a webhook received them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call

    async def list(
        self, query: Optional[schema.GetEventosQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Event]:
        answer = await self._call(schema.GET_EVENTOS, query=query, timeout=timeout)
        return Page(answer["eventos"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetEventosQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Event]:
        return through_pages_async(query, lambda page: self.list(page, timeout=timeout))


class AsyncOrders:
    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call

    async def create(
        self, body: schema.OrderRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Order:
        """Creates a pending order, paid at its ``pago_url``. With ``credential_id`` it renews a credential."""
        return (await self._call(schema.POST_ORDERS, body=body, idempotency_key=idempotency_key, timeout=timeout))["order"]

    async def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Order:
        return (await self._call(schema.GET_ORDERS_ID, id, timeout=timeout))["order"]

    async def list(
        self, query: Optional[schema.GetOrdersQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Order]:
        answer = await self._call(schema.GET_ORDERS, query=query, timeout=timeout)
        return Page(answer["orders"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetOrdersQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Order]:
        return through_pages_async(query, lambda page: self.list(page, timeout=timeout))

    async def cancel(self, id: int, *, timeout: Optional[float] = None) -> schema.Order:
        return (await self._call(schema.POST_ORDERS_ID_CANCELAR, id, repeatable=True, timeout=timeout))["order"]


class Rinex:
    """RINEX files of what the stations recorded."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call

    async def create(
        self, body: schema.RinexRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Rinex:
        """Requests files. They are made in the background: read the request until its ``estado`` is ``lista``."""
        return (await self._call(schema.POST_RINEX, body=body, idempotency_key=idempotency_key, timeout=timeout))["rinex"]

    async def get(self, id: str, *, timeout: Optional[float] = None) -> schema.Rinex:
        return (await self._call(schema.GET_RINEX_ID, id, timeout=timeout))["rinex"]

    async def list(
        self, query: Optional[schema.GetRinexQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Rinex]:
        answer = await self._call(schema.GET_RINEX, query=query, timeout=timeout)
        return Page(answer["rinex"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetRinexQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Rinex]:
        return through_pages_async(query, lambda page: self.list(page, timeout=timeout))


class AsyncVertice:
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
        transport = AsyncTransport(
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
        self.credentials = AsyncCredentials(transport)
        self.stations = AsyncStations(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.events = AsyncEvents(transport)
        self.orders = AsyncOrders(transport)
        self.rinex = Rinex(transport)

    async def close(self) -> None:
        """Closes the connections. ``async with`` does this at its end."""
        self._transport.close()

    async def __aenter__(self) -> "AsyncVertice":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    async def mountpoint(self, lat: float, lng: float, *, timeout: Optional[float] = None) -> schema.GetVrsAnswer:
        """Returns the mountpoint that serves a position: the network mountpoint or that of a single station."""
        return await self._call(schema.GET_VRS, query={"lat": lat, "lng": lng}, timeout=timeout)

    async def network(self, *, timeout: Optional[float] = None) -> schema.Network:
        """Returns the network: its mountpoints, reference frame and VRS engine."""
        return (await self._call(schema.GET_RED, timeout=timeout))["red"]

    async def me(self, *, timeout: Optional[float] = None) -> schema.Me:
        """Returns the token's owner, scopes, limits and mode."""
        return await self._call(schema.GET_YO, timeout=timeout)

    async def usage(
        self, query: Optional[schema.GetUsoQuery] = None, *, timeout: Optional[float] = None
    ) -> schema.GetUsoAnswer:
        """Returns issued credentials and connected hours, by month."""
        return await self._call(schema.GET_USO, query=query, timeout=timeout)
