"""Client of the Vértice API: NTRIP credentials, stations, mountpoint choice and webhooks."""

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

__all__ = [
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
    "verify_webhook",
]
