"""Verifies the signatures of a webhook delivery in constant time."""

import base64
import binascii
import hmac
import json
import re
import time
from typing import List, Mapping, Optional, Sequence, Union, cast

from .schema import WebhookEvent

_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """``code``: ``no_signature``, ``wrong_signature``, ``wrong_time`` or ``not_an_event``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    signature: str = "standard",
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event of a delivery, or raises WebhookVerificationError.

    ``body`` is the raw body, ``secret`` the complete secret from ``webhooks.create``, or several during a rotation.
    ``signature`` selects the signature to verify: ``"standard"`` (Standard Webhooks, which includes the time, so that a
    recorded delivery cannot be replayed later) or ``"service"`` (``X-Service-Signature``), for setups where a proxy
    removes the other headers.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(one.startswith(_PREFIX) for one in secrets):
        raise ValueError(f"a secret begins with {_PREFIX}: give it as the service showed it")
    if signature not in ("standard", "service"):
        raise ValueError('signature is "standard" or "service"')
    raw = body.encode() if isinstance(body, str) else bytes(body)
    by_name = {name.lower(): value for name, value in headers.items()}
    if signature == "standard":
        _verify_standard(raw, by_name, secrets, tolerance, time.time() if now is None else now)
    else:
        _verify_service(raw, by_name, secrets)
    try:
        return cast(WebhookEvent, json.loads(raw))
    except ValueError:
        raise WebhookVerificationError("not_an_event", "The body is not JSON.") from None


def _verify_standard(
    body: bytes, headers: Mapping[str, str], secrets: List[str], tolerance: float, now: float
) -> None:
    id, seconds, given = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not seconds or not given:
        raise _missing("webhook-id, webhook-timestamp and webhook-signature")
    # Check the time first: it is cheaper than the signature.
    if not re.fullmatch(r"[0-9]{1,12}", seconds) or abs(now - int(seconds)) > tolerance:
        raise WebhookVerificationError("wrong_time", "It was sent too long ago, or a clock is wrong.")
    signatures = [one[len("v1,") :] for one in given.split(" ") if one.startswith("v1,")]
    message = f"{id}.{seconds}.".encode() + body
    expected = [base64.b64encode(_hmac(_decoded(secret), message)).decode() for secret in secrets]
    _compare(expected, signatures)


def _verify_service(body: bytes, headers: Mapping[str, str], secrets: List[str]) -> None:
    """After a rotation, the previous secret signs in a header of its own for a day."""
    given = [headers.get(f"x-service-signature{which}") for which in ("", "-previous")]
    if not given[0]:
        raise _missing("X-Service-Signature")
    expected = ["sha256=" + _hmac(secret.encode(), body).hex() for secret in secrets]
    _compare(expected, [one for one in given if one])


def _compare(expected: Sequence[str], given: Sequence[str]) -> None:
    for one in expected:
        for other in given:
            if hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogateescape")):
                return
    raise WebhookVerificationError(
        "wrong_signature", "The signature does not fit: another secret, or not the bytes that were sent."
    )


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, "sha256").digest()


def _decoded(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :], validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("the secret is not whole: give it as the service showed it")
    return key


def _missing(names: str) -> WebhookVerificationError:
    return WebhookVerificationError("no_signature", f"{names} did not come.")
