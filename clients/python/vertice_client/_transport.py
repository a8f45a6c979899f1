"""Sends a request and retries it."""

import asyncio
import http.client
import json
import random
import re
import socket
import time
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar, cast

from ._connections import Connections
from ._errors import TimedOutError, UnreachableError, VerticeError, error_of
from ._operation import Operation
from ._version import VERSION

_FIRST_WAIT = 0.5
# Statuses after which the service may or may not have processed the request; 0 without an answer.
_UNSURE = (0, 500, 502, 503, 504)

Body = TypeVar("Body")


class _Caller:
    """Shared by both transports: how a request is built and sent once, and when it is retried."""

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float,
        retries: int,
        longest_wait: float,
        language: Optional[str],
        max_connections: int,
    ) -> None:
        if not base_url:
            raise ValueError("base_url is missing: give the address of the service")
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url starts with https://")
        if not token:
            raise ValueError("token is missing: create one in the console of the service")
        base = re.sub(r"/api/v1$", "", base_url.rstrip("/"))
        self._path = urllib.parse.urlsplit(base).path + "/api/v1"
        self._timeout = timeout
        self.retries = retries
        self._longest_wait = longest_wait
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json",
            "User-Agent": f"vertice-client-python/{VERSION}",
        }
        if language:
            self._headers["Accept-Language"] = language
        self.connections = Connections(base, max_connections)

    def prepared(
        self,
        operation: Operation[Body],
        ids: Tuple[object, ...],
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, object]] = None,
        repeatable: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Tuple[Callable[[], Tuple[Body, str]], bool]":
        """Returns a function that sends the request once, and whether the request is idempotent.

        The function returns the body of the answer and its ETag, which is empty if the operation has none.
        """
        headers = dict(self._headers)
        if if_match is not None:
            headers["If-Match"] = if_match
        if operation.keyed:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, default=_as_json).encode()
        # With If-Match, not retried after a lost response: if the first attempt succeeded, the retry would fail.
        repeatable = (repeatable and if_match is None) or operation.keyed or operation.method in ("GET", "DELETE")
        seconds = self._timeout if timeout is None else timeout
        path = self._path_of(operation.path, ids, query or {})

        def attempt() -> Tuple[Body, str]:
            answer, etag = self._sent(operation.method, path, headers, data, seconds, repeatable)
            return cast(Body, answer), etag

        return attempt, repeatable

    def wait_after(self, error: VerticeError, attempt: int, repeatable: bool) -> Optional[float]:
        """Seconds to wait before the next attempt; None for no retry."""
        refused_before = error.status == 429 or error.code == "idempotency_in_progress"
        may_be_done = error.status in _UNSURE
        if attempt >= self.retries or (not refused_before and not (may_be_done and repeatable)):
            return None
        told = error.retry_after
        if told is not None and told > self._longest_wait:
            return None
        # The jitter keeps clients that were rejected together from returning together.
        if told is not None:
            return told + random.random() * _FIRST_WAIT
        most: float = min(_FIRST_WAIT * 2**attempt, self._longest_wait)
        return most / 2 + random.random() * most / 2

    def _path_of(self, path: str, ids: Tuple[object, ...], query: Mapping[str, object]) -> str:
        rest = list(ids)
        filled = re.sub(r"\{\w+\}", lambda _: urllib.parse.quote(str(rest.pop(0)), safe=""), path)
        given = {name: _as_text(value) for name, value in query.items() if value is not None}
        search = f"?{urllib.parse.urlencode(given)}" if given else ""
        return f"{self._path}{filled}{search}"

    def _sent(
        self, method: str, path: str, headers: Mapping[str, str], data: Optional[bytes], timeout: float, repeatable: bool
    ) -> Tuple[object, str]:
        try:
            answer = self.connections.send(method, path, headers, data, timeout, repeatable)
        except (socket.timeout, TimeoutError) as error:
            raise TimedOutError("timed_out", 0, "The service took too long.") from error
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError("connection_failed", 0, "The service cannot be reached.") from error
        body = _parsed(answer.body)
        # The service never redirects, and no other server may get the token.
        if not 200 <= answer.status < 300 or body is None:
            raise error_of(answer.status, answer.headers, body)
        return body, answer.headers.get("ETag") or ""


class Transport:
    def __init__(self, base_url: str, token: str, **options: Any) -> None:
        self._caller = _Caller(base_url, token, **options)

    def call(
        self,
        operation: Operation[Body],
        *ids: object,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, object]] = None,
        repeatable: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Body:
        """``repeatable``: the operation is idempotent although its method is not."""
        prepared = self._caller.prepared(operation, ids, query, body, repeatable, idempotency_key, if_match, timeout)
        return self._repeated(*prepared)[0]

    def call_tagged(
        self, operation: Operation[Body], id: int, *, timeout: Optional[float] = None
    ) -> Tuple[Body, str]:
        """The answer and its ETag."""
        return self._repeated(*self._caller.prepared(operation, (id,), timeout=timeout))

    def _repeated(self, send: Callable[[], Tuple[Body, str]], repeatable: bool) -> Tuple[Body, str]:
        attempt = 0
        while True:
            try:
                return send()
            except VerticeError as error:
                wait = self._caller.wait_after(error, attempt, repeatable)
                if wait is None:
                    raise
            time.sleep(wait)
            attempt += 1

    def close(self) -> None:
        self._caller.connections.close()


class AsyncTransport:
    """Sends each request in a thread, at most ``max_connections`` at a time. Waits between attempts hold no thread."""

    def __init__(self, base_url: str, token: str, *, max_connections: int, **options: Any) -> None:
        self._caller = _Caller(base_url, token, max_connections=max_connections, **options)
        self._threads = ThreadPoolExecutor(max_connections, thread_name_prefix="vertice")

    async def call(
        self,
        operation: Operation[Body],
        *ids: object,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, object]] = None,
        repeatable: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Body:
        """``repeatable``: the operation is idempotent although its method is not."""
        prepared = self._caller.prepared(operation, ids, query, body, repeatable, idempotency_key, if_match, timeout)
        return (await self._repeated(*prepared))[0]

    async def call_tagged(
        self, operation: Operation[Body], id: int, *, timeout: Optional[float] = None
    ) -> Tuple[Body, str]:
        """The answer and its ETag."""
        return await self._repeated(*self._caller.prepared(operation, (id,), timeout=timeout))

    async def _repeated(self, send: Callable[[], Tuple[Body, str]], repeatable: bool) -> Tuple[Body, str]:
        attempt = 0
        while True:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, send)
            except VerticeError as error:
                wait = self._caller.wait_after(error, attempt, repeatable)
                if wait is None:
                    raise
            await asyncio.sleep(wait)
            attempt += 1

    def close(self) -> None:
        self._caller.connections.close()
        self._threads.shutdown(wait=False)


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _timestamp(value) if isinstance(value, datetime) else str(value)


def _as_json(value: object) -> str:
    if isinstance(value, datetime):
        return _timestamp(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def _timestamp(time: datetime) -> str:
    if time.tzinfo is None:
        raise ValueError("the datetime has no time zone: use datetime.now(timezone.utc) or .astimezone()")
    return time.isoformat()


def _parsed(text: bytes) -> object:
    """None if the text is not JSON."""
    try:
        return cast(object, json.loads(text))
    except ValueError:
        return None
