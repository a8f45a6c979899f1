from typing import Any, Dict, Iterator, Mapping, Optional

from ._paging import Page, through_pages
from ._transport import Transport
from .schema import GetWebhooksQuery, PostWebhooksAnswer, Webhook, WebhookRequest


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def create(
        self, body: WebhookRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> PostWebhooksAnswer:
        """Registers one. Keep ``secret``: it is shown only here."""
        return self._call("POST /webhooks", body=body, idempotency_key=idempotency_key, timeout=timeout)

    def get(self, id: int, *, timeout: Optional[float] = None) -> Webhook:
        return self._call("GET /webhooks/{id}", id, timeout=timeout)["webhook"]

    def list(self, query: Optional[GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> Page[Webhook]:
        answer = self._call("GET /webhooks", query=query, timeout=timeout)
        return Page(answer["webhooks"], answer["next_cursor"])

    def all(self, query: Optional[GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> Iterator[Webhook]:
        return through_pages(query or {}, lambda page: self.list(page, timeout=timeout))  # type: ignore[arg-type]

    def update(self, id: int, body: Mapping[str, Any], *, timeout: Optional[float] = None) -> Webhook:
        return self._call("PATCH /webhooks/{id}", id, body=body, repeatable=True, timeout=timeout)["webhook"]

    def deactivate(self, id: int, *, timeout: Optional[float] = None) -> Webhook:
        """It stays in the list with ``activo: false``."""
        return self._call("DELETE /webhooks/{id}", id, timeout=timeout)["webhook"]

    def rotate(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """A new secret, and until when the old one signs beside it."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /webhooks/{id}/rotar", id, **options)

    def test(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Sends a ``webhook.test``."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /webhooks/{id}/probar", id, **options)["entrega"]

    def deliveries(
        self, id: int, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Dict[str, Any]]:
        """A page of what was sent or is owed, each with its attempts."""
        answer = self._call("GET /webhooks/{id}/entregas", id, query=query, timeout=timeout)
        return Page(answer["entregas"], answer["next_cursor"])

    def all_deliveries(
        self, id: int, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        return through_pages(query or {}, lambda page: self.deliveries(id, page, timeout=timeout))

    def resend(
        self, id: int, delivery: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Sends one again."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /webhooks/{id}/entregas/{entrega}/reenviar", id, delivery, **options)["entrega"]

    def recover(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Sends again whatever failed since then: ``recover(7, {"desde": "2026-11-14T00:00:00Z"})``."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /webhooks/{id}/recuperar", id, body=body, **options)
