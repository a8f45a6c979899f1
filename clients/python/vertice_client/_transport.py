"""One request to the service, and its repetitions."""

import http.client
import json
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Mapping, Optional, Tuple

from ._errors import TimedOutError, UnreachableError, VerticeError, error_of
from ._version import VERSION
from .schema import KEYED

_FIRST_WAIT = 0.5
# Statuses after which the client cannot know whether the request was carried out; 0 if no answer came.
_UNSURE = (0, 500, 502, 503, 504)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects, and the token is for nobody else."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        base_url: str,
        token: str,
        timeout: float = 30.0,
        retries: int = 4,
        longest_wait: float = 60.0,
        language: Optional[str] = None,
    ) -> None:
        if not base_url:
            raise ValueError("base_url is missing: where is the service?")
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url begins with https://")
        if not token:
            raise ValueError("token is missing: the administration area of the service makes them")
        self._base = re.sub(r"/api/v1$", "", base_url.rstrip("/"))
        self._token = token
        self._timeout = timeout
        self._retries = retries
        self._longest_wait = longest_wait
        self._language = language
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(
        self,
        operation: str,
        *ids: Any,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        repeatable: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """``operation`` is its method and path; ``repeatable``: doing it twice is the same as once."""
        method, path = operation.split(" ")
        key = (idempotency_key or str(uuid.uuid4())) if operation in KEYED else None
        repeatable = repeatable or method in ("GET", "DELETE") or key is not None
        url = self._url(path, ids, query or {})
        attempt = 0
        while True:
            try:
                return self._attempt(method, url, key, body, self._timeout if timeout is None else timeout)
            except VerticeError as error:
                wait = self._wait_after(error, attempt, repeatable) if attempt < self._retries else None
                if wait is None:
                    raise
            time.sleep(wait)
            attempt += 1

    def _url(self, path: str, ids: Tuple[Any, ...], query: Mapping[str, Any]) -> str:
        rest = list(ids)
        filled = re.sub(r"\{\w+\}", lambda _: urllib.parse.quote(str(rest.pop(0)), safe=""), path)
        given = {name: _text(value) for name, value in query.items() if value is not None}
        search = f"?{urllib.parse.urlencode(given)}" if given else ""
        return f"{self._base}/api/v1{filled}{search}"

    def _attempt(
        self, method: str, url: str, key: Optional[str], body: Optional[Mapping[str, Any]], timeout: float
    ) -> Any:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Accept": "application/json",
            "User-Agent": f"vertice-client-python/{VERSION}",
        }
        if self._language:
            headers["Accept-Language"] = self._language
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            try:
                response = self._opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as refused:
                response = refused
            with response:
                status, answer = response.status, _parsed(response.read())
                if not 200 <= status < 300 or answer is None:
                    raise error_of(status, response.headers, answer)
                return answer
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, (socket.timeout, TimeoutError)):
                raise TimedOutError("timed_out", 0, "The service took too long.") from error
            raise UnreachableError("connection_failed", 0, "The service cannot be reached.") from error

    def _wait_after(self, error: VerticeError, attempt: int, repeatable: bool) -> Optional[float]:
        """How many seconds to wait before the next attempt; None: there shall be none."""
        refused_before = error.status == 429 or error.code == "idempotency_in_progress"
        may_be_done = error.status in _UNSURE
        if not refused_before and not (may_be_done and repeatable):
            return None
        told = error.retry_after
        if told is not None and told > self._longest_wait:
            return None
        # The jitter keeps many clients that were refused together from coming back together.
        if told is not None:
            return told + random.random() * _FIRST_WAIT
        most = min(_FIRST_WAIT * 2**attempt, self._longest_wait)
        return most / 2 + random.random() * most / 2


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _parsed(text: bytes) -> Any:
    """None: not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None
