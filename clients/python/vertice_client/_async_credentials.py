# Made by `npm run client:types` from the sync module; do not edit.
from typing import AsyncIterator, List, Optional, Sequence

from . import schema
from ._paging import Page, through_pages_async
from ._transport import AsyncTransport


class AsyncCredentials:
    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call

    async def issue(
        self, body: schema.CredentialRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Issues a credential. A retry after a lost answer returns the same credential, not a second one."""
        answer = await self._call(schema.POST_CREDENTIALS, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credential"]

    async def issue_many(
        self,
        credentials: Sequence[schema.CredentialRequest],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> List[schema.Credential]:
        """Issues up to 1,000 credentials, all or none, in the given order."""
        body = {"credentials": list(credentials)}
        answer = await self._call(schema.POST_CREDENTIALS_BATCH, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credentials"]

    async def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return (await self._call(schema.GET_CREDENTIALS_ID, id, timeout=timeout))["credential"]

    async def list(
        self, query: Optional[schema.GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.ListedCredential]:
        """Returns one page, newest first."""
        answer = await self._call(schema.GET_CREDENTIALS, query=query, timeout=timeout)
        return Page(answer["credentials"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.ListedCredential]:
        """Iterates over all pages: ``async for credential in client.credentials.all(): …``"""
        return through_pages_async(query, lambda page: self.list(page, timeout=timeout))

    async def renew(
        self,
        id: int,
        body: schema.RenewalRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.Credential:
        """Extends the expiry; user name and password stay the same: ``renew(7, {"segundos": 2592000})``."""
        return (await self._call(
            schema.POST_CREDENTIALS_ID_RENOVAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout
        ))["credential"]

    async def suspend(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Suspends the credential: the caster rejects it until it is resumed. The expiry does not change."""
        return (await self._call(schema.POST_CREDENTIALS_ID_SUSPENDER, id, repeatable=True, timeout=timeout))["credential"]

    async def resume(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return (await self._call(schema.POST_CREDENTIALS_ID_REANUDAR, id, repeatable=True, timeout=timeout))["credential"]

    async def update(self, id: int, body: schema.CredentialChange, *, timeout: Optional[float] = None) -> schema.Credential:
        """Changes the given fields; None clears a field. A station of None means the whole network."""
        return (await self._call(schema.PATCH_CREDENTIALS_ID, id, body=body, repeatable=True, timeout=timeout))["credential"]

    async def new_password(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Sets a new password. Sessions with the old password are closed."""
        return (await self._call(schema.POST_CREDENTIALS_ID_PASSWORD, id, idempotency_key=idempotency_key, timeout=timeout))["credential"]

    async def mail(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.MailedResponse:
        """Mails the connection data to the customer again; ``enviada_a`` is the recipient."""
        return await self._call(schema.POST_CREDENTIALS_ID_ENVIAR, id, idempotency_key=idempotency_key, timeout=timeout)

    async def revoke(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Idempotent: repeating the call returns the same answer."""
        return (await self._call(schema.DELETE_CREDENTIALS_ID, id, timeout=timeout))["credential"]

    async def revoke_many(self, ids: Sequence[int], *, timeout: Optional[float] = None) -> schema.RevocationResponse:
        """Revokes up to 1,000 credentials. Returns how many were revoked, and which were left unchanged."""
        return await self._call(schema.POST_CREDENTIALS_REVOCAR, body={"ids": [*ids]}, repeatable=True, timeout=timeout)

    async def sessions(
        self, id: int, query: Optional[schema.GetCredentialsIdSesionesQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Session]:
        """Returns a page of the credential's sessions, newest first."""
        answer = await self._call(schema.GET_CREDENTIALS_ID_SESIONES, id, query=query, timeout=timeout)
        return Page(answer["sesiones"], answer["next_cursor"])

    def all_sessions(
        self, id: int, query: Optional[schema.GetCredentialsIdSesionesQuery] = None, *, timeout: Optional[float] = None
    ) -> AsyncIterator[schema.Session]:
        return through_pages_async(query, lambda page: self.sessions(id, page, timeout=timeout))

    async def diagnose(self, id: int, *, timeout: Optional[float] = None) -> schema.Diagnosis:
        """Diagnoses why the customer cannot connect."""
        return await self._call(schema.GET_CREDENTIALS_ID_DIAGNOSTICO, id, timeout=timeout)

    async def expire(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Expires a credential of a test token now."""
        return (await self._call(schema.POST_CREDENTIALS_ID_VENCER, id, repeatable=True, timeout=timeout))["credential"]
