"""Not run: ``mypy --strict`` checks it. An expected error that mypy does not find is an error itself (unused ignore)."""

from datetime import datetime, timezone
from typing import Iterator, List, Optional

from vertice_client import AsyncVertice, ConflictError, Page, Vertice
from vertice_client.schema import (
    Credential,
    CredentialWithoutSecrets,
    Delivery,
    Diagnosis,
    Event,
    ExceededQuota,
    FenceCircle,
    ListedCredential,
    Me,
    Order,
    Session,
)


def sync(client: Vertice) -> None:
    starts = datetime.now(timezone.utc)
    credential: Credential = client.credentials.issue({"segundos": 3600, "inicia_at": starts})
    page: Page[ListedCredential] = client.credentials.list({"estado": "activa", "expira_desde": starts})
    sessions: Iterator[Session] = client.credentials.all_sessions(credential["id"])
    diagnosis: Diagnosis = client.credentials.diagnose(credential["id"])
    deliveries: List[Delivery] = client.webhooks.deliveries(1, {"estado": "fallida"}).items
    events: Iterator[Event] = client.events.all({"desde": starts})
    customer = "María", "maria@example.mx"
    order: Order = client.orders.create({"segundos": 3600, "cliente_nombre": customer[0], "cliente_email": customer[1]})
    client.orders.create({"cliente_nombre": customer[0], "cliente_email": customer[1]})  # type: ignore[arg-type]
    renewal: Order = client.orders.create({"credential_id": credential["id"], "segundos": 3600})
    client.orders.create({"credential_id": credential["id"]})  # type: ignore[arg-type]
    me: Me = client.me()
    client.credentials.issue({"segundos": "3600"})  # type: ignore[typeddict-item]
    client.credentials.list({"estado": "viva"})  # type: ignore[typeddict-item]
    print(credential["clave"])  # type: ignore[typeddict-item]
    password: str = credential["password"]
    limited: CredentialWithoutSecrets = client.credentials.get(1)
    print(password, limited["password"])  # type: ignore[typeddict-item]
    circle: FenceCircle = {"tipo": "circulo", "lat": 19.4, "lng": -99.1, "radio_km": 20}
    client.credentials.update(1, {"geocerca": circle})
    client.credentials.update(1, {"geocerca": {"tipo": "circulo", "lat": 19.4}})  # type: ignore[typeddict-item]
    print(page, sessions, diagnosis, deliveries, events, order, renewal, me)


async def asynchronous(client: AsyncVertice) -> None:
    credential: Credential = await client.credentials.renew(1, {"segundos": 3600})
    read, etag = await client.credentials.get_tagged(1)
    credential = await client.credentials.update(read["id"], {"label": "x"}, if_match=etag)
    async for listed in client.credentials.all():
        print(listed["usuario"], credential["usuario"])
    forgotten: Credential = client.credentials.get(1)  # type: ignore[assignment]
    print(forgotten)


def errors(error: ConflictError) -> None:
    cuota: Optional[ExceededQuota] = error.cuota
    taken_by: Optional[int] = error.credential_id
    print(cuota, taken_by, [field["pointer"] for field in error.errors])
