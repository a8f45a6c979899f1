"""Keep-alive connections to one service, shared by threads."""

import base64
import http.client
import select
import socket
import threading
import time
import urllib.parse
import urllib.request
from typing import List, Mapping, NamedTuple, Optional, Tuple, Type

# Most load balancers close idle connections after 60 seconds or more.
_IDLE_SECONDS = 30.0


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Connections:
    """Sends requests and keeps up to ``most_idle`` connections open between them.

    Uses the proxy of the environment (``HTTPS_PROXY``, ``HTTP_PROXY``, ``NO_PROXY``), as ``urllib`` does.
    """

    def __init__(self, base_url: str, most_idle: int) -> None:
        url = urllib.parse.urlsplit(base_url)
        self._secure = url.scheme == "https"
        self._host = url.hostname or ""
        self._port = url.port or (443 if self._secure else 80)
        self._most_idle = most_idle
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()
        proxy = None if urllib.request.proxy_bypass(self._host) else urllib.request.getproxies().get(url.scheme)
        self._proxy = urllib.parse.urlsplit(proxy if "//" in proxy else f"//{proxy}") if proxy else None
        # A proxy for plain HTTP expects the complete URL.
        self._prefix = f"http://{url.netloc}" if self._proxy and not self._secure else ""

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float, repeatable: bool
    ) -> Answer:
        request = (method, self._prefix + path, {**headers, **self._proxy_headers(not self._secure)}, body)
        idle = self._take()
        if idle is not None:
            try:
                return self._exchange(idle, request, timeout)
            except ConnectionError:
                # The service may have closed the idle connection while the request was in flight.
                if not repeatable:
                    raise
        return self._exchange(self._open(), request, timeout)

    def close(self) -> None:
        """Closes the idle connections. Connections in use are closed after their answer."""
        with self._lock:
            self._most_idle = 0
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        request: Tuple[str, str, Mapping[str, str], Optional[bytes]],
        timeout: float,
    ) -> Answer:
        method, path, headers, body = request
        keep = False
        try:
            connection.timeout = timeout
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
            keep = not response.will_close
            return answer
        finally:
            if keep:
                self._put(connection)
            else:
                connection.close()

    def _open(self) -> http.client.HTTPConnection:
        kind: Type[http.client.HTTPConnection] = (
            http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        )
        if self._proxy is None:
            return kind(self._host, self._port)
        connection = kind(self._proxy.hostname or "", self._proxy.port or 80)
        if self._secure:
            connection.set_tunnel(self._host, self._port, self._proxy_headers(True))
        return connection

    def _proxy_headers(self, wanted: bool) -> Mapping[str, str]:
        if not wanted or self._proxy is None or self._proxy.username is None:
            return {}
        user, password = (urllib.parse.unquote(part or "") for part in (self._proxy.username, self._proxy.password))
        return {"Proxy-Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}

    def _take(self) -> Optional[http.client.HTTPConnection]:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                since, connection = self._idle.pop()
            if time.monotonic() - since < _IDLE_SECONDS and not _is_readable(connection.sock):
                return connection
            connection.close()

    def _put(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < self._most_idle:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()


def _is_readable(sock: Optional[socket.socket]) -> bool:
    """An idle connection has nothing to read until the service closes it."""
    if sock is None:
        return True
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([sock], [], [], 0)[0])
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))
