from typing import Iterator, Optional, Tuple

from . import schema
from ._paging import Page, through_pages
from ._transport import Transport


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call
        self._call_tagged = transport.call_tagged

    def create(
        self, body: schema.WebhookRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.PostWebhooksAnswer:
        """Registers a webhook. Store ``secret``: it is not shown again."""
        return self._call(schema.POST_WEBHOOKS, body=body, idempotency_key=idempotency_key, timeout=timeout)

    def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Webhook:
        return self._call(schema.GET_WEBHOOKS_ID, id, timeout=timeout)["webhook"]

    def get_tagged(self, id: int, *, timeout: Optional[float] = None) -> Tuple[schema.Webhook, str]:
        """The webhook and its ETag, for ``if_match`` of ``update``."""
        answer, etag = self._call_tagged(schema.GET_WEBHOOKS_ID, id, timeout=timeout)
        return answer["webhook"], etag

    def list(self, query: Optional[schema.GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> Page[schema.Webhook]:
        answer = self._call(schema.GET_WEBHOOKS, query=query, timeout=timeout)
        return Page(answer["webhooks"], answer["next_cursor"])

    def all(self, query: Optional[schema.GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> Iterator[schema.Webhook]:
        return through_pages(query, lambda page: self.list(page, timeout=timeout))

    def update(
        self, id: int, body: schema.WebhookChange, *, if_match: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Webhook:
        """``if_match`` as for credentials."""
        return self._call(
            schema.PATCH_WEBHOOKS_ID, id, body=body, repeatable=True, if_match=if_match, timeout=timeout
        )["webhook"]

    def deactivate(self, id: int, *, timeout: Optional[float] = None) -> schema.Webhook:
        """Deactivates the webhook; it stays in the list with ``activo: false``."""
        return self._call(schema.DELETE_WEBHOOKS_ID, id, timeout=timeout)["webhook"]

    def rotate(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.WebhookRotated:
        """Returns a new secret, and until when the old one also signs."""
        return self._call(schema.POST_WEBHOOKS_ID_ROTAR, id, idempotency_key=idempotency_key, timeout=timeout)

    def test(
        self,
        id: int,
        *,
        evento: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.Delivery:
        """Sends a ``webhook.test``, or a sample of the event ``evento``."""
        body = {"evento": evento} if evento else None
        call = self._call(
            schema.POST_WEBHOOKS_ID_PROBAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return call["entrega"]

    def deliveries(
        self, id: int, query: Optional[schema.GetWebhooksIdEntregasQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Delivery]:
        """Returns a page of deliveries with their attempts."""
        answer = self._call(schema.GET_WEBHOOKS_ID_ENTREGAS, id, query=query, timeout=timeout)
        return Page(answer["entregas"], answer["next_cursor"])

    def all_deliveries(
        self, id: int, query: Optional[schema.GetWebhooksIdEntregasQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Delivery]:
        return through_pages(query, lambda page: self.deliveries(id, page, timeout=timeout))

    def resend(
        self, id: int, delivery: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Delivery:
        """Resends a delivery."""
        return self._call(schema.POST_WEBHOOKS_ID_ENTREGAS_ENTREGA_REENVIAR, id, delivery, idempotency_key=idempotency_key, timeout=timeout)["entrega"]

    def recover(
        self,
        id: int,
        body: schema.RecoveryRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.RecoveryResponse:
        """Resends all deliveries that failed since a time: ``recover(7, {"desde": "2026-11-14T00:00:00Z"})``."""
        return self._call(schema.POST_WEBHOOKS_ID_RECUPERAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout)
