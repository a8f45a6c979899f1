"""Client of the Vértice API: NTRIP credentials, stations, mountpoint choice and webhooks."""

from ._async_client import AsyncVertice
from ._client import Vertice
from ._errors import (
    AuthenticationError,
    ConflictError,
    ForbiddenError,
    IdempotencyError,
    InvalidRequestError,
    NotFoundError,
    QuotaError,
    RateLimitError,
    ServerError,
    TimedOutError,
    UnreachableError,
    VerticeError,
)
from ._paging import Page
from ._verify import WebhookVerificationError, verify_webhook
from ._version import VERSION as __version__

__all__ = [
    "AsyncVertice",
    "AuthenticationError",
    "ConflictError",
    "ForbiddenError",
    "IdempotencyError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "QuotaError",
    "RateLimitError",
    "ServerError",
    "TimedOutError",
    "UnreachableError",
    "Vertice",
    "VerticeError",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]
