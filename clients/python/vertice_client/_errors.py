"""Error classes: by the code of the problem if it has a class of its own, otherwise by the HTTP status."""

import email.message
import email.utils
import time
from typing import Any, Dict, List, Mapping, Optional, Type

from .schema import ExceededQuota, FieldProblem


class VerticeError(Exception):
    """Base class: the service rejected the request, or could not answer."""

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        errors: Optional[List[FieldProblem]] = None,
        request_id: Optional[str] = None,
        credential_id: Optional[int] = None,
        cuota: Optional[ExceededQuota] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        #: Stable code for programs.
        self.code = code
        #: HTTP status; 0 without an answer.
        self.status = status
        self.message = message
        #: Invalid fields of the request: ``pointer``, ``code``, ``detail``.
        self.errors: List[FieldProblem] = errors or []
        #: Identifies the request in the logs of the service.
        self.request_id = request_id
        #: With ``referencia_taken``: the credential that already has the reference.
        self.credential_id = credential_id
        #: With ``quota_exceeded``: the exceeded quota (``nombre``, ``limite``).
        self.cuota = cuota
        #: Seconds to wait before a retry; None if the service named none.
        self.retry_after = retry_after


class InvalidRequestError(VerticeError):
    """The request is invalid; ``errors`` lists the fields."""


class AuthenticationError(VerticeError):
    """The token is missing, wrong, expired or revoked."""


class ForbiddenError(VerticeError):
    """The token lacks a scope."""


class NotFoundError(VerticeError):
    """The resource does not exist, or belongs to another owner."""


class ConflictError(VerticeError):
    """The current state of the resource does not allow the request."""


class QuotaError(ConflictError):
    """A quota of the owner is exceeded."""


class IdempotencyError(ConflictError):
    """The idempotency key was used for another request, or its first request is still running."""


class RateLimitError(VerticeError):
    """Rate limited, even after all retries."""


class ServerError(VerticeError):
    """The service failed or is unavailable."""


class UnreachableError(VerticeError):
    """No answer arrived; the service may or may not have processed the request."""


class TimedOutError(UnreachableError):
    """The request timed out; the service may or may not have processed it."""


_BY_CODE: Dict[str, Type[VerticeError]] = {
    "quota_exceeded": QuotaError,
    "webhook_limit_reached": QuotaError,
    "rinex_limit_reached": QuotaError,
    "idempotency_key_reused": IdempotencyError,
    "idempotency_in_progress": IdempotencyError,
}

_BY_STATUS: Dict[int, Type[VerticeError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    410: ConflictError,
    412: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: email.message.Message, body: object) -> VerticeError:
    """Creates the error for a response. body may be anything: proxies in front of the service may not send JSON."""
    problem: Mapping[str, Any] = body if isinstance(body, dict) else {}
    code = problem.get("code")
    code = code if isinstance(code, str) else "unexpected_answer"
    message = problem.get("detail") or problem.get("title") or f"The service answered with status {status}."
    return (_BY_CODE.get(code) or _BY_STATUS.get(status) or _class_of_range(status))(
        code,
        status,
        str(message),
        errors=problem.get("errors"),
        request_id=problem.get("request_id") or headers.get("X-Request-Id"),
        credential_id=problem.get("credential_id"),
        cuota=problem.get("cuota"),
        retry_after=_seconds_of(headers.get("Retry-After")),
    )


def _class_of_range(status: int) -> Type[VerticeError]:
    if status >= 500:
        return ServerError
    return InvalidRequestError if status >= 400 else VerticeError


def _seconds_of(retry_after: Optional[str]) -> Optional[float]:
    """``Retry-After`` is in seconds or a date (RFC 9110, 10.2.3)."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

