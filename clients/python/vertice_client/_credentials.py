from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from ._paging import Page, through_pages
from ._transport import Transport
from .schema import Credential, CredentialRequest, GetCredentialsQuery, ListedCredential


class Credentials:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call

    def issue(
        self, body: CredentialRequest, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Credential:
        """Issues one. A repetition after a lost answer gives the same credential, not a second one."""
        answer = self._call("POST /credentials", body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credential"]

    def issue_many(
        self,
        credentials: Sequence[CredentialRequest],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> List[Credential]:
        """Issues up to 1,000, all or none, in the order given."""
        body = {"credentials": list(credentials)}
        answer = self._call("POST /credentials/batch", body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer["credentials"]

    def get(self, id: int, *, timeout: Optional[float] = None) -> Credential:
        return self._call("GET /credentials/{id}", id, timeout=timeout)["credential"]

    def list(
        self, query: Optional[GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Page[ListedCredential]:
        """One page, newest first."""
        answer = self._call("GET /credentials", query=query, timeout=timeout)
        return Page(answer["credentials"], answer["next_cursor"])

    def all(
        self, query: Optional[GetCredentialsQuery] = None, *, timeout: Optional[float] = None
    ) -> Iterator[ListedCredential]:
        """All of them, page by page: ``for credential in client.credentials.all(): …``"""
        return through_pages(query or {}, lambda page: self.list(page, timeout=timeout))  # type: ignore[arg-type]

    def renew(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Credential:
        """Same user and password, later expiry: ``renew(7, {"segundos": 2592000})``."""
        return self._call(
            "POST /credentials/{id}/renovar", id, body=body, idempotency_key=idempotency_key, timeout=timeout
        )["credential"]

    def suspend(self, id: int, *, timeout: Optional[float] = None) -> Credential:
        """The caster refuses it until it is resumed; its time goes on."""
        return self._call("POST /credentials/{id}/suspender", id, repeatable=True, timeout=timeout)["credential"]

    def resume(self, id: int, *, timeout: Optional[float] = None) -> Credential:
        return self._call("POST /credentials/{id}/reanudar", id, repeatable=True, timeout=timeout)["credential"]

    def update(self, id: int, body: Mapping[str, Any], *, timeout: Optional[float] = None) -> Credential:
        """Changes what is given; None empties a field, and a station that is None means the network."""
        return self._call("PATCH /credentials/{id}", id, body=body, repeatable=True, timeout=timeout)["credential"]

    def new_password(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Credential:
        """A new password; whoever is connected with the old one is cut."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /credentials/{id}/password", id, **options)["credential"]

    def mail(
        self, id: int, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Mails the connection data to the customer again; ``enviada_a`` tells to which address."""
        options = {"idempotency_key": idempotency_key, "timeout": timeout}
        return self._call("POST /credentials/{id}/enviar", id, **options)

    def revoke(self, id: int, *, timeout: Optional[float] = None) -> Credential:
        """Again: the same answer."""
        return self._call("DELETE /credentials/{id}", id, timeout=timeout)["credential"]

    def revoke_many(self, ids: Sequence[int], *, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Up to 1,000 at once: how many were revoked, and which stay as they were."""
        return self._call("POST /credentials/revocar", body={"ids": [*ids]}, repeatable=True, timeout=timeout)

    def sessions(
        self, id: int, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Page[Dict[str, Any]]:
        """A page of its connections to the caster, newest first."""
        answer = self._call("GET /credentials/{id}/sesiones", id, query=query, timeout=timeout)
        return Page(answer["sesiones"], answer["next_cursor"])

    def all_sessions(
        self, id: int, query: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        return through_pages(query or {}, lambda page: self.sessions(id, page, timeout=timeout))

    def diagnose(self, id: int, *, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Why the customer cannot connect, or that they can."""
        return self._call("GET /credentials/{id}/diagnostico", id, timeout=timeout)

    def expire(self, id: int, *, timeout: Optional[float] = None) -> Credential:
        """Ends one of a test token now, as if its time had passed."""
        return self._call("POST /credentials/{id}/vencer", id, repeatable=True, timeout=timeout)["credential"]
