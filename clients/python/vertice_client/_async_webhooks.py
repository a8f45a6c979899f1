# Made by `npm run client:types` from the sync module; do not edit.
from typing import AsyncIterator, Optional, Tuple

from . import schema
from ._paging import Page, through_pages_async
from ._transport import AsyncTransport


class AsyncWebhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call
        self._call_tagged = transport.call_tagged

    async def create(
        self, body: schema.WebhookRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.PostWebhooksAnswer:
        """Registers a webhook. Store ``secret``: it is not shown again."""
        return await self._call(schema.POST_WEBHOOKS, body=body, idempotency_key=idempotency_key, timeout=timeout)

    async def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Webhook:
        return (await self._call(schema.GET_WEBHOOKS_ID, id, timeout=timeout))["webhook"]

    async def get_tagged(self, id: int, *, timeout: Optional[float] = None) -> Tuple[schema.Webhook, str]:
        """The webhook and its ETag, for ``if_match`` of ``update``."""
        answer, etag = await self._call_tagged(schema.GET_WEBHOOKS_ID, id, timeout=timeout)
        return answer["webhook"], etag

    async def list(self, query: Optional[schema.GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> Page[schema.Webhook]:
        answer = await self._call(schema.GET_WEBHOOKS, query=query, timeout=timeout)
        return Page(answer["webhooks"], answer["next_cursor"])

    def all(self, query: Optional[schema.GetWebhooksQuery] = None, *, timeout: Optional[float] = None) -> AsyncIterator[schema.Webhook]:
        return through_pages_async(query, lambda page: self.list(page, timeout=timeout))

    async def update(
        self, id: int, body: schema.WebhookChange, *, if_match: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Webhook:
        """``if_match`` as for credentials."""
        return (await self._call(
            schema.PATCH_WEBHOOKS_ID, id, body=body, repeatable=True, if_match=if_match, timeout=timeout
        ))["webhook"]

    async def deactivate(self, id: int, *, timeout: Optional[float] = None) -> schema.Webhook:
        """Deactivates the webhook; it stays in the list with ``activo: false``."""
        return (await self._call(schema.DELETE_WEBHOOKS_ID, id, timeout=timeout))["webhook"]

    async def rotate(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.WebhookRotated:
        """Returns a new secret, and until when the old one also signs."""
        return await self._call(schema.POST_WEBHOOKS_ID_ROTAR, id, idempotency_key=idempotency_key, timeout=timeout)

    async def test(
        self,
        id: int,
        *,
        evento: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.Delivery:
        """Sends a ``webhook.test``, or a sample of the event ``evento``."""
        body = {"evento": evento} if evento else None
        call = await self._call(
            schema.POST_WEBHOOKS_ID_PROBAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout
        )
        return call["entrega"]

    async def deliveries(
        self, id: int, query: Optional[schema.GetWebhooksIdEntregasQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Delivery]:
        """Returns a page of deliveries with their attempts."""
        answer = await self._call(schema.GET_WEBHOOKS_ID_ENTREGAS, id, query=query, timeout=timeout)
        return Page(answer["entregas"], answer["next_cursor"])

    def all_deliveries(
        self, id: int, query: Optional[schema.GetWebhooksIdEntregasQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Delivery]:
        return through_pages_async(query, lambda page: self.deliveries(id, page, timeout=timeout))

    async def resend(
        self, id: int, delivery: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Delivery:
        """Resends a delivery."""
        return (await self._call(schema.POST_WEBHOOKS_ID_ENTREGAS_ENTREGA_REENVIAR, id, delivery, idempotency_key=idempotency_key, timeout=timeout))["entrega"]

    async def recover(
        self,
        id: int,
        body: schema.RecoveryRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.RecoveryResponse:
        """Resends all deliveries that failed since a time: ``recover(7, {"desde": "2026-11-14T00:00:00Z"})``."""
        return await self._call(schema.POST_WEBHOOKS_ID_RECUPERAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout)
