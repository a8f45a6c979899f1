from typing import Iterator, List, Optional, Sequence

from . import schema
from ._paging import Page, through_pages
from ._transport import Transport


class Credentials:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def issue(
        self, body: schema.CredentialRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Issues one. A repetition after a lost answer gives the same credential, not a second one."""
        answer = self._call(schema.POST_CREDENTIALS, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credential"]

    def issue_many(
        self,
        credentials: Sequence[schema.CredentialRequest],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> List[schema.Credential]:
        """Issues up to 1,000, all or none, in the order given."""
        body = {"credentials": list(credentials)}
        answer = self._call(schema.POST_CREDENTIALS_BATCH, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credentials"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return self._call(schema.GET_CREDENTIALS_ID, id, timeout=timeout)["credential"]

    def list(
        self, query: Optional[schema.GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.ListedCredential]:
        """One page, newest first."""
        answer = self._call(schema.GET_CREDENTIALS, query=query, timeout=timeout)
        return Page(answer["credentials"], answer["next_cursor"])

    def all(
        self, query: Optional[schema.GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.ListedCredential]:
        """All of them, page by page: ``for credential in client.credentials.all(): …``"""
        return through_pages(query, lambda page: self.list(page, timeout=timeout))

    def renew(
        self,
        id: int,
        body: schema.RenewalRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> schema.Credential:
        """Same user and password, later expiry: ``renew(7, {"segundos": 2592000})``."""
        return self._call(
            schema.POST_CREDENTIALS_ID_RENOVAR, id, body=body, idempotency_key=idempotency_key, timeout=timeout
        )["credential"]

    def suspend(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """The caster rejects the credential until it is resumed. Its expiry does not move."""
        return self._call(schema.POST_CREDENTIALS_ID_SUSPENDER, id, repeatable=True, timeout=timeout)["credential"]

    def resume(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        return self._call(schema.POST_CREDENTIALS_ID_REANUDAR, id, repeatable=True, timeout=timeout)["credential"]

    def update(self, id: int, body: schema.CredentialChange, *, timeout: Optional[float] = None) -> schema.Credential:
        """Changes what is given; None empties a field, and a station that is None means the network."""
        return self._call(schema.PATCH_CREDENTIALS_ID, id, body=body, repeatable=True, timeout=timeout)["credential"]

    def new_password(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.Credential:
        """Sets a new password. Sessions with the old password are closed."""
        return self._call(schema.POST_CREDENTIALS_ID_PASSWORD, id, idempotency_key=idempotency_key, timeout=timeout)["credential"]

    def mail(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> schema.MailedResponse:
        """Mails the connection data to the customer again; ``enviada_a`` tells to which address."""
        return self._call(schema.POST_CREDENTIALS_ID_ENVIAR, id, idempotency_key=idempotency_key, timeout=timeout)

    def revoke(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Again: the same answer."""
        return self._call(schema.DELETE_CREDENTIALS_ID, id, timeout=timeout)["credential"]

    def revoke_many(self, ids: Sequence[int], *, timeout: Optional[float] = None) -> schema.RevocationResponse:
        """Up to 1,000 at once: how many were revoked, and which stay as they were."""
        return self._call(schema.POST_CREDENTIALS_REVOCAR, body={"ids": [*ids]}, repeatable=True, timeout=timeout)

    def sessions(
        self, id: int, query: Optional[schema.GetCredentialsIdSesionesQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[schema.Session]:
        """A page of its connections to the caster, newest first."""
        answer = self._call(schema.GET_CREDENTIALS_ID_SESIONES, id, query=query, timeout=timeout)
        return Page(answer["sesiones"], answer["next_cursor"])

    def all_sessions(
        self, id: int, query: Optional[schema.GetCredentialsIdSesionesQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[schema.Session]:
        return through_pages(query, lambda page: self.sessions(id, page, timeout=timeout))

    def diagnose(self, id: int, *, timeout: Optional[float] = None) -> schema.Diagnosis:
        """Why the customer cannot connect, or that they can."""
        return self._call(schema.GET_CREDENTIALS_ID_DIAGNOSTICO, id, timeout=timeout)

    def expire(self, id: int, *, timeout: Optional[float] = None) -> schema.Credential:
        """Ends one of a test token now, as if its time had passed."""
        return self._call(schema.POST_CREDENTIALS_ID_VENCER, id, repeatable=True, timeout=timeout)["credential"]
