# Made by `npm run client:types` from the sync module; do not edit.
from typing import AsyncIterator, List, Optional, Sequence, Tuple, cast

from . import schema
from ._paging import Page, through_pages_async
from ._transport import AsyncTransport


def _shown(answer: schema.CredentialResponse) -> schema.Credential:
    # Tokens that were created without passwords receive CredentialWithoutSecrets; the README says how to type it.
    return cast(schema.Credential, answer["credential"])


class AsyncCredentials:
    def __init__(self, transport: AsyncTransport) -> None:
        self._call = transport.call
        self._call_tagged = transport.call_tagged

    async def issue(
        self, body: schema.CredentialRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Issues a credential. A retry after a lost answer returns the same credential, not a second one."""
        return _shown(
            await self._call(schema.POST_CREDENTIALS, body=body, idempotency_key=idempotency_key, timeout=timeout)
        )

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
        return cast(List[schema.Credential], answer["credentials"])

    async def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return _shown(await self._call(schema.GET_CREDENTIALS_ID, id, timeout=timeout))

    async def get_tagged(self, id: int, *, timeout: Optional[float] = None) -> Tuple[schema.Credential, str]:
        """The credential and its ETag, for ``if_match`` of ``update``."""
        answer, etag = await self._call_tagged(schema.GET_CREDENTIALS_ID, id, timeout=timeout)
        return _shown(answer), etag

    async def list(
        self, query: Optional[schema.GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.ListedCredential]:
        """Returns one page, newest first."""
        answer = await self._call(schema.GET_CREDENTIALS, query=query, timeout=timeout)
        return Page(cast(List[schema.ListedCredential], answer["credentials"]), answer["next_cursor"])

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
        return _shown(
            await self._call(
                schema.POST_CREDENTIALS_ID_RENOVAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout
            )
        )

    async def suspend(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Suspends the credential: the caster rejects it until it is resumed. The expiry does not change."""
        return _shown(await self._call(schema.POST_CREDENTIALS_ID_SUSPENDER, id, repeatable=True, timeout=timeout))

    async def resume(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return _shown(await self._call(schema.POST_CREDENTIALS_ID_REANUDAR, id, repeatable=True, timeout=timeout))

    async def update(
        self, id: int, body: schema.CredentialChange, *, if_match: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Changes the given fields; None clears a field. A station of None means the whole network.

        ``if_match``: the ETag of the state that was read. If it has changed since, nothing is changed and a
        ``ConflictError`` is raised. Such a call is not repeated after a lost answer.
        """
        return _shown(
            await self._call(
                schema.PATCH_CREDENTIALS_ID, id, body=body, repeatable=True, if_match=if_match, timeout=timeout
            )
        )

    async def new_password(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Sets a new password. Sessions with the old password are closed."""
        return _shown(await self._call(schema.POST_CREDENTIALS_ID_PASSWORD, id, idempotency_key=idempotency_key, timeout=timeout))

    async def mail(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.MailedResponse:
        """Mails the connection data to the customer again; ``enviada_a`` is the recipient."""
        return await self._call(schema.POST_CREDENTIALS_ID_ENVIAR, id, idempotency_key=idempotency_key, timeout=timeout)

    async def revoke(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Idempotent: repeating the call returns the same answer."""
        return _shown(await self._call(schema.DELETE_CREDENTIALS_ID, id, timeout=timeout))

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
        return _shown(await self._call(schema.POST_CREDENTIALS_ID_VENCER, id, repeatable=True, timeout=timeout))
