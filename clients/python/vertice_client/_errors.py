"""What goes wrong, as classes: by the code of the problem where a code has a class of its own, else by the HTTP status."""

import email.message
import email.utils
import time
from typing import Any, Dict, List, Mapping, Optional, Type

from .schema import ExceededQuota, FieldProblem


class VerticeError(Exception):
    """Anything that the service refuses, or that keeps it from answering."""

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
        #: Stable, for programs.
        self.code = code
        #: The HTTP status; 0 where no answer came.
        self.status = status
        self.message = message
        #: Each field that is wrong, of an invalid request: ``pointer``, ``code``, ``detail``.
        self.errors: List[FieldProblem] = errors or []
        #: Names the request in the logs of the service.
        self.request_id = request_id
        #: With ``referencia_taken``: the credential that has the reference.
        self.credential_id = credential_id
        #: With ``quota_exceeded``: which quota is used up (``nombre``, ``limite``).
        self.cuota = cuota
        #: In how many seconds it makes sense to ask again, where the service said so.
        self.retry_after = retry_after


class InvalidRequestError(VerticeError):
    """The request cannot be understood or is not allowed to be so: ``errors`` names the fields."""


class AuthenticationError(VerticeError):
    """No token, or one that is wrong, expired or revoked."""


class ForbiddenError(VerticeError):
    """The token lacks a scope."""


class NotFoundError(VerticeError):
    """There is no such thing, or it belongs to another owner."""


class ConflictError(VerticeError):
    """The state of things does not allow it."""


class QuotaError(ConflictError):
    """A quota of the owner is used up."""


class IdempotencyError(ConflictError):
    """The key was used for another request, or the first one under it is still running."""


class RateLimitError(VerticeError):
    """Too many requests, also after all retries."""


class ServerError(VerticeError):
    """The service is broken or not available."""


class UnreachableError(VerticeError):
    """No answer came: whether the request was carried out is not known."""


class TimedOutError(UnreachableError):
    """The same, because it took too long."""


_BY_CODE: Dict[str, Type[VerticeError]] = {
    "quota_exceeded": QuotaError,
    "webhook_limit_reached": QuotaError,
    "idempotency_key_reused": IdempotencyError,
    "idempotency_in_progress": IdempotencyError,
}

_BY_STATUS: Dict[int, Type[VerticeError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    410: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: email.message.Message, body: object) -> VerticeError:
    """The error that an answer stands for. What lies in front of the service speaks no JSON: body may be anything."""
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
    """``Retry-After`` holds seconds or a date (RFC 9110, 10.2.3)."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

