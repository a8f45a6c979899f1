"""Types of the API, made by `npm run client:types` from its description; do not edit."""

from datetime import datetime
from typing import Any, Dict, List, Literal, TypedDict, Union

from ._operation import Operation



class AlarmEventData(TypedDict):
    """A station and its alarm."""

    station: "Station"
    alarma: "AlarmKind"
    desde: str
    cifras: "AlarmFigures"

AlarmFigures = Dict[str, Any]

AlarmKind = Literal["down", "degraded", "moved", "silent_constellation", "no_observations", "clock_differs", "wrong_time", "on_backup"]

AlternativeMode = Literal["vrs", "base"]


class ArchiveResponse(TypedDict):
    """The archive of a station hour by hour."""

    ok: Literal[True]
    station: "StationName"
    primera_at: Union[str, None]
    ultima_at: Union[str, None]
    horas: List["ArchivedHour"]
    diarios: List["ArchivedDay"]


class ArchivedDay(TypedDict):
    """The files of one day."""

    fecha: str
    archivos: List["DailyFile"]


class ArchivedHour(TypedDict):
    """One UTC hour of the archive. If the recorded messages were deleted, it has the epochs of the daily file, at 30 s."""

    inicia_at: str
    epocas: int
    esperadas: int
    completitud_pct: Union[float, None]
    intervalo_s: Union[float, None]
    bytes: int


class BandQuality(TypedDict):
    """Means of the last 15 minutes of one band."""

    banda: str
    satelites: float
    satelites_esperados: Union[float, None]
    cn0_db_hz: "SignalStrength"
    saltos_por_hora: Union[float, None]
    multitrayecto_m: Union[float, None]


class BatchRequest(TypedDict):
    """Credentials to issue, all or none."""

    credentials: List["CredentialRequest"]


class BatchResponse(TypedDict):
    """The credentials of a batch, in the order of the request."""

    ok: Literal[True]
    credentials: List[Union["Credential", "CredentialWithoutSecrets"]]


class CoordinatesResponse(TypedDict):
    """The positions of a station by day."""

    ok: Literal[True]
    station: "StationName"
    coordenadas: List["StationCoordinate"]


class Credential(TypedDict):
    """Time-limited NTRIP access, with its secrets: the password and the links that show it."""

    id: int
    tipo: "CredentialKind"
    usuario: str
    mountpoint: str
    caster: str
    puerto: int
    formato: str
    datum: str
    emitida_at: str
    expira_at: str
    estado: "CredentialState"
    inicia_at: str
    vigente: bool
    label: Union[str, None]
    cliente_nombre: Union[str, None]
    cliente_email: Union[str, None]
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    referencia: Union[str, None]
    metadatos: Dict[str, str]
    geocerca: Union["Fence", None]
    suspendida: bool
    prueba: bool
    conectada: bool
    ultima_conexion_at: Union[str, None]
    url: str
    pdf: str
    password: str


class CredentialChange(TypedDict, total=False):
    """The fields to change, at least one. Omitted fields do not change."""

    label: Union[str, None]
    cliente_nombre: Union[str, None]
    cliente_email: Union[str, None]
    metadatos: Union[Dict[str, str], None]
    metadatos_cambios: Dict[str, Union[str, None]]
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    geocerca: Union["Fence", None]


class CredentialEventData(TypedDict):
    """The credential at the time of the event."""

    credential: "EventCredential"


class _CredentialExpiredEventRequired(TypedDict):
    id: str
    type: Literal["credential.expired"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialExpiredEvent(_CredentialExpiredEventRequired, total=False):
    """A credential reached its `expira_at` without being revoked. Emitted once, and again each time the credential expires after a renewal."""

    prueba: bool

CredentialField = Literal["label", "cliente_nombre", "cliente_email", "metadatos", "station_id", "grupo", "geocerca", "password"]


class _CredentialIssuedEventRequired(TypedDict):
    id: str
    type: Literal["credential.issued"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialIssuedEvent(_CredentialIssuedEventRequired, total=False):
    """A credential was issued."""

    prueba: bool

CredentialKind = Literal["base", "red"]


class CredentialPage(TypedDict):
    """A page of credentials."""

    ok: Literal[True]
    credentials: List[Union["ListedCredential", "CredentialWithoutSecrets"]]
    next_cursor: Union[str, None]


class _CredentialRenewedEventRequired(TypedDict):
    id: str
    type: Literal["credential.renewed"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialRenewedEvent(_CredentialRenewedEventRequired, total=False):
    """A credential was renewed. An expired credential becomes valid again."""

    prueba: bool


class _CredentialRequestRequired(TypedDict):
    segundos: int


class CredentialRequest(_CredentialRequestRequired, total=False):
    """The credential to issue. Unknown fields are rejected."""

    station_id: int
    station_codigo: str
    grupo: str
    label: str
    cliente_nombre: str
    cliente_email: str
    enviar_email: "SendEmail"
    inicia_at: Union[str, datetime]
    referencia: str
    metadatos: Dict[str, str]
    geocerca: "Fence"
    suspendida: "StartSuspended"
    usuario: str
    password: str


class CredentialResponse(TypedDict):
    """One credential."""

    ok: Literal[True]
    credential: Union["Credential", "CredentialWithoutSecrets"]


class _CredentialResumedEventRequired(TypedDict):
    id: str
    type: Literal["credential.resumed"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialResumedEvent(_CredentialResumedEventRequired, total=False):
    """A suspended credential was resumed."""

    prueba: bool


class _CredentialRevokedEventRequired(TypedDict):
    id: str
    type: Literal["credential.revoked"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialRevokedEvent(_CredentialRevokedEventRequired, total=False):
    """A credential was revoked."""

    prueba: bool

CredentialState = Literal["activa", "expirada", "revocada"]


class _CredentialSuspendedEventRequired(TypedDict):
    id: str
    type: Literal["credential.suspended"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialEventData"


class CredentialSuspendedEvent(_CredentialSuspendedEventRequired, total=False):
    """A credential was suspended. The caster rejects it until it is resumed."""

    prueba: bool


class _CredentialUpdatedEventRequired(TypedDict):
    id: str
    type: Literal["credential.updated"]
    timestamp: str
    api_version: Literal["v1"]
    data: "CredentialUpdatedEventData"


class CredentialUpdatedEvent(_CredentialUpdatedEventRequired, total=False):
    """A credential was changed. `cambios` lists the names of the changed fields, never the values of secrets."""

    prueba: bool


class CredentialUpdatedEventData(TypedDict):
    """The credential after the change, and the changed fields."""

    credential: "EventCredential"
    cambios: List["CredentialField"]


class CredentialWithoutSecrets(TypedDict):
    """A credential as returned to tokens without access to passwords: without `password`, `url` and `pdf`."""

    id: int
    tipo: "CredentialKind"
    usuario: str
    mountpoint: str
    caster: str
    puerto: int
    formato: str
    datum: str
    emitida_at: str
    expira_at: str
    estado: "CredentialState"
    inicia_at: str
    vigente: bool
    label: Union[str, None]
    cliente_nombre: Union[str, None]
    cliente_email: Union[str, None]
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    referencia: Union[str, None]
    metadatos: Dict[str, str]
    geocerca: Union["Fence", None]
    suspendida: bool
    prueba: bool
    conectada: bool
    ultima_conexion_at: Union[str, None]


class DailyFile(TypedDict):
    """A file of a whole day."""

    nombre: str
    tipo: "RinexFileKind"
    bytes: int
    sha256: str
    url: Union[str, None]


class DeliveredEvent(TypedDict):
    """The event that is delivered."""

    id: str
    type: "EventType"


class Delivery(TypedDict):
    """Delivery of an event to a webhook, with its attempts."""

    id: int
    evento: "DeliveredEvent"
    estado: "DeliveryState"
    creada_at: str
    proximo_intento_at: Union[str, None]
    terminada_at: Union[str, None]
    intentos: List["DeliveryAttempt"]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver an event."""

    at: str
    status: Union[int, None]
    duracion_ms: int
    error: Union[str, None]


class DeliveryPage(TypedDict):
    """A page of deliveries."""

    ok: Literal[True]
    entregas: List["Delivery"]
    next_cursor: Union[str, None]


class DeliveryResponse(TypedDict):
    """One delivery."""

    ok: Literal[True]
    entrega: "Delivery"

DeliveryState = Literal["pendiente", "entregada", "fallida"]


class Diagnosis(TypedDict):
    """Why a rover can or cannot connect."""

    ok: Literal[True]
    acceso: bool
    hallazgos: List["Finding"]

EquipmentKind = Literal["receptor", "antena"]


class EquipmentResponse(TypedDict):
    """The equipment history of a station."""

    ok: Literal[True]
    station: "StationName"
    equipo: List["StationEquipment"]

Event = Union["OrderPaidEvent", "CredentialIssuedEvent", "CredentialExpiredEvent", "CredentialRevokedEvent", "CredentialRenewedEvent", "CredentialSuspendedEvent", "CredentialResumedEvent", "CredentialUpdatedEvent", "StationStatusChangedEvent", "StationAlarmEvent", "RinexReadyEvent", "WebhookTestEvent"]


class EventCredential(TypedDict):
    """A credential without its password and without the links that show it."""

    id: int
    tipo: "CredentialKind"
    usuario: str
    mountpoint: str
    caster: str
    puerto: int
    formato: str
    datum: str
    emitida_at: str
    expira_at: str
    estado: "CredentialState"
    inicia_at: str
    vigente: bool
    label: Union[str, None]
    cliente_nombre: Union[str, None]
    cliente_email: Union[str, None]
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    referencia: Union[str, None]
    metadatos: Dict[str, str]
    geocerca: Union["Fence", None]
    suspendida: bool
    prueba: bool

EventNames = str


class EventPage(TypedDict):
    """A page of events, each with the body that was or would have been sent to a webhook."""

    ok: Literal[True]
    eventos: List["Event"]
    next_cursor: Union[str, None]

EventType = Literal["order.paid", "credential.issued", "credential.expired", "credential.revoked", "credential.renewed", "credential.suspended", "credential.resumed", "credential.updated", "station.status_changed", "station.alarm", "rinex.ready", "webhook.test"]


class ExceededQuota(TypedDict):
    """With `quota_exceeded`: the quota that the request would exceed."""

    nombre: "QuotaName"
    limite: int


class ExpectedError(TypedDict):
    """Expected position error of the rover. With a single base, about 8 mm + 1 ppm horizontally and 15 mm + 1 ppm vertically."""

    horizontal: int
    vertical: int

Fence = Union["FenceCircle", "FencePolygon"]


class _FenceCircleRequired(TypedDict):
    tipo: Literal["circulo"]
    lat: float
    lng: float
    radio_km: float


class FenceCircle(_FenceCircleRequired, total=False):
    """A circle."""

    en_base: "FenceOnBase"

FenceOnBase = Literal["avisar", "cortar"]


class _FencePolygonRequired(TypedDict):
    tipo: Literal["poligono"]
    puntos: List[List[float]]


class FencePolygon(_FencePolygonRequired, total=False):
    """A polygon."""

    en_base: "FenceOnBase"


class FieldProblem(TypedDict):
    """An invalid field."""

    pointer: str
    code: "FieldProblemCode"
    detail: str

FieldProblemCode = Literal["missing", "unknown_field", "unknown_parameter", "wrong_type", "wrong_format", "not_one_of", "too_small", "too_big", "too_short", "too_long", "too_few", "too_many", "not_unique", "not_valid", "wrong_form", "empty", "blank_around", "control_characters", "not_positive_integer", "not_a_cursor", "idempotency_key_form", "unknown_station_id", "unknown_station_code", "unknown_group", "station_or_group", "other_station", "start_form", "time_form", "start_too_far", "start_in_past", "email_needed", "no_mail", "username_form", "usuario_taken", "password_form", "referencia_taken", "twice_in_request", "pair_name_length", "end_too_far", "end_before_start", "nothing_to_change", "metadata_both_ways", "empty_event", "unknown_event_id", "unknown_event", "https_needed", "login_in_address", "not_public", "unknown_product", "not_in_product", "not_in_renewal", "in_future", "offset_needed", "window_too_long", "interval_too_short", "only_daily_file", "station_or_position", "number_range", "not_of_fence", "fence_too_wide", "fence_repeats", "fence_crosses"]


class Finding(TypedDict):
    """A fact about the connection of the rover."""

    codigo: "FindingCode"
    motivo: Union[str, None]
    grave: bool
    texto: str

FindingCode = Literal["unknown_user", "email_as_user", "test_credential", "revoked", "expired", "suspended", "not_started", "station_archived", "group_gone", "in_force", "opens_group", "connected", "let_in_from_memory", "noted", "refused", "ended", "outside_fence", "outside_fence_served", "felt", "never_seen"]


class Frame(TypedDict):
    """A reference frame and the epoch of the coordinates."""

    nombre: str
    epsg: int
    epoca: Union[float, None]


class Health(TypedDict):
    """Measured values of the last minute. A silent station has the same values as in `station`. Values without a measurement are `null`, never the defaults."""

    telemetria: bool
    salud_pct: Union[float, None]
    latencia_ms: Union[int, None]
    sats: Union[int, None]
    por_constelacion: Union[Dict[str, int], None]
    ultima_at: Union[str, None]
    posicion_desvio_m: Union[float, None]


class Ionosphere(TypedDict):
    """Measured activity of the ionosphere over the network."""

    indice_ppm: float
    clase: "IonosphereClass"
    at: str

IonosphereClass = Literal["baja", "media", "alta", "muy_alta"]


class Limits(TypedDict):
    """Limits of the organization and the token."""

    por_minuto: int
    cuotas: "Quotas"

ListOrder = Literal["desc", "asc"]


class ListedCredential(TypedDict):
    """A credential without its password."""

    id: int
    tipo: "CredentialKind"
    usuario: str
    mountpoint: str
    caster: str
    puerto: int
    formato: str
    datum: str
    emitida_at: str
    expira_at: str
    estado: "CredentialState"
    inicia_at: str
    vigente: bool
    label: Union[str, None]
    cliente_nombre: Union[str, None]
    cliente_email: Union[str, None]
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    referencia: Union[str, None]
    metadatos: Dict[str, str]
    geocerca: Union["Fence", None]
    suspendida: bool
    prueba: bool
    conectada: bool
    ultima_conexion_at: Union[str, None]
    url: str
    pdf: str


class MailedResponse(TypedDict):
    """The credential whose connection details are e-mailed."""

    ok: Literal[True]
    credential: "Credential"
    enviada_a: str


class Me(TypedDict):
    """The organization and token of the caller, with limits and current use."""

    ok: Literal[True]
    organizacion: "Organization"
    token: "OwnToken"
    limites: "Limits"
    modo: "Mode"

Mode = Literal["produccion", "prueba"]


class MonthUsage(TypedDict):
    """Usage in a month."""

    mes: str
    emitidas: int
    horas_conectadas: float
    definitivo: bool


class Mountpoint(TypedDict):
    """A mountpoint of a station and the content of its stream."""

    nombre: str
    station_id: int
    station_codigo: str
    propio: bool
    etiqueta: str
    formato: str
    constelaciones: str
    forma: "MountpointForm"
    cada_s: Union[float, None]
    mensajes: Union[List[int], None]
    mensajes_excluidos: Union[List[int], None]
    datum: Union[str, None]
    marco: Union["Frame", None]
    abierto: bool


class MountpointAlternative(TypedDict):
    """Another mountpoint that covers the position."""

    modo: "AlternativeMode"
    mountpoint: str
    distancia_km: float


class MountpointChoice(TypedDict):
    """The mountpoint selected for a position, and the reason."""

    ok: Literal[True]
    modo: "MountpointMode"
    mountpoint: Union[str, None]
    caster: str
    puerto: int
    formato: Union[str, None]
    datum: Union[str, None]
    marco: Union["Frame", None]
    cobertura: bool
    distancia_km: Union[float, None]
    error_esperado_mm: Union["ExpectedError", None]
    station: Union["VrsStation", None]
    estaciones: List["VrsStation"]
    alternativas: List["MountpointAlternative"]
    motivo: str

MountpointForm = Literal["as_is", "msm5", "msm4", "legacy"]


class MountpointList(TypedDict):
    """A page of mountpoints."""

    ok: Literal[True]
    mountpoints: List["Mountpoint"]
    next_cursor: Union[str, None]

MountpointMode = Literal["vrs", "base", "ninguno"]


class Network(TypedDict):
    """The network of stations as a whole."""

    nombre: str
    caster: str
    puerto: int
    datum: str
    marco: Union["Frame", None]
    mountpoints: List["NetworkMountpoint"]
    motor: Union["VrsEngine", None]
    ionosfera: Union["Ionosphere", None]


class NetworkMountpoint(TypedDict):
    """A mountpoint that serves many stations."""

    nombre: str
    modo: "NetworkMountpointMode"
    formato: str
    datum: str
    marco: Union["Frame", None]
    forma: "MountpointForm"
    cada_s: Union[float, None]
    grupo: Union[str, None]
    abierto: bool

NetworkMountpointMode = Literal["vrs", "base"]


class NetworkResponse(TypedDict):
    """The network of stations."""

    ok: Literal[True]
    red: "Network"


class Order(TypedDict):
    """An order for a credential, in any state."""

    id: int
    estado: "OrderState"
    producto_id: Union[int, None]
    producto: Union[str, None]
    tipo: "CredentialKind"
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    segundos: int
    inicia_at: Union[str, None]
    importe: int
    moneda: str
    cliente_nombre: str
    cliente_email: str
    label: Union[str, None]
    creada_at: str
    pagada_at: Union[str, None]
    cancelada_at: Union[str, None]
    pago: Union["PaymentWay", None]
    pago_referencia: Union[str, None]
    credential_id: Union[int, None]
    renovacion: bool
    pago_url: str
    prueba: bool


class OrderEventData(TypedDict):
    """The paid order and the credential that was issued for it."""

    order: "PaidOrder"
    credential: "EventCredential"


class OrderPage(TypedDict):
    """A page of orders."""

    ok: Literal[True]
    orders: List["Order"]
    next_cursor: Union[str, None]


class _OrderPaidEventRequired(TypedDict):
    id: str
    type: Literal["order.paid"]
    timestamp: str
    api_version: Literal["v1"]
    data: "OrderEventData"


class OrderPaidEvent(_OrderPaidEventRequired, total=False):
    """An order was paid."""

    prueba: bool

OrderRequest = Union["ProductOrderRequest", "ValidityOrderRequest", "ProductRenewalOrderRequest", "RenewalOrderRequest"]


class OrderResponse(TypedDict):
    """One order."""

    ok: Literal[True]
    order: "Order"

OrderState = Literal["pendiente", "pagada", "cancelada"]


class Organization(TypedDict):
    """The organization that the token belongs to."""

    id: int
    nombre: str


class OwnToken(TypedDict):
    """The token of the request."""

    id: int
    nombre: str
    alcances: List["Scope"]
    sin_passwords: bool
    sin_webhooks: bool
    expira_at: Union[str, None]
    creado_at: str


class PaidOrder(TypedDict):
    """A paid order that issued or renewed a credential."""

    id: int
    estado: "OrderState"
    producto: Union[str, None]
    tipo: "CredentialKind"
    station_id: Union[int, None]
    station_codigo: Union[str, None]
    grupo: Union[str, None]
    segundos: int
    inicia_at: Union[str, None]
    importe: int
    moneda: str
    cliente_nombre: str
    cliente_email: str
    creada_at: str
    pagada_at: str
    pago: "PaymentWay"
    pago_referencia: Union[str, None]
    credential_id: int
    renovacion: bool

PaymentWay = Literal["manual", "stripe"]

PositionMethod = Literal["punto", "red"]


class _ProblemRequired(TypedDict):
    ok: Literal[False]
    type: str
    title: str
    status: int
    detail: str
    code: "ProblemCode"
    request_id: str


class Problem(_ProblemRequired, total=False):
    """An error (RFC 9457)."""

    credential_id: int
    errors: List["FieldProblem"]
    cuota: "ExceededQuota"

ProblemCode = Literal["invalid_request", "invalid_json", "missing_token", "invalid_token", "insufficient_scope", "token_without_webhooks", "token_without_passwords", "only_in_test_mode", "credential_not_found", "station_not_found", "webhook_not_found", "delivery_not_found", "order_not_found", "rinex_not_found", "route_not_found", "method_not_allowed", "request_timeout", "credential_expired", "credential_revoked", "referencia_taken", "usuario_taken", "webhook_limit_reached", "webhook_inactive", "rinex_limit_reached", "quota_exceeded", "order_paid", "no_product_offers_it", "no_data", "idempotency_in_progress", "precondition_failed", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "headers_too_large", "rate_limited", "internal_error", "service_unavailable"]


class _ProductOrderRequestRequired(TypedDict):
    producto_id: int
    cliente_nombre: str
    cliente_email: str


class ProductOrderRequest(_ProductOrderRequestRequired, total=False):
    """An order for a product."""

    segundos: int
    station_id: int
    station_codigo: str
    grupo: str
    inicia_at: Union[str, datetime]
    label: str


class _ProductRenewalOrderRequestRequired(TypedDict):
    credential_id: int
    producto_id: int


class ProductRenewalOrderRequest(_ProductRenewalOrderRequestRequired, total=False):
    """An order that renews a credential with a product."""

    cliente_nombre: str
    cliente_email: str
    segundos: int


class QualityDay(TypedDict):
    """One measured day."""

    fecha: str
    veredicto: Union[str, None]
    satelites: Union[float, None]
    cn0_db_hz: Union[float, None]
    saltos_por_hora: Union[float, None]
    multitrayecto_m: Union[float, None]


class QualityPosition(TypedDict):
    """The measured position against the registered one."""

    este_mm: Union[int, None]
    norte_mm: Union[int, None]
    arriba_mm: Union[int, None]
    metodo: "PositionMethod"
    desde: str
    minimo_detectable_mm: Union[int, None]


class QualityReason(TypedDict):
    """A reason for the verdict."""

    codigo: "QualityReasonCode"
    texto: str
    valor: Union[float, None]
    limite: Union[float, None]
    desde: str

QualityReasonCode = Literal["clock_wrong", "coordinates_wrong", "interference", "below_horizon", "ranges_contradict", "band_lost", "cn0_fell", "cn0_low", "satellites_missing", "losses_of_lock", "sky_obstructed", "multipath", "half_cycles", "gaps", "antenna_differs", "no_orbits", "strength_unknown", "not_measured"]


class QualityResponse(TypedDict):
    """Quality of a station's observations. Values without a measurement are `null`."""

    ok: Literal[True]
    station: "StationName"
    veredicto: "QualityVerdict"
    motivos: List["QualityReason"]
    por_banda: List["BandQuality"]
    cielo: List["SkySatellite"]
    posicion: Union["QualityPosition", None]
    historial: List["QualityDay"]

QualityVerdict = Literal["buena", "atencion", "mala", "sin_datos"]

QuotaName = Literal["vigentes", "emitidas_por_dia", "correos_por_dia", "webhooks", "horas_rinex_por_dia"]


class QuotaUse(TypedDict):
    """A quota and its current use."""

    limite: Union[int, None]
    usadas: Union[int, None]


class Quotas(TypedDict):
    """Quotas of the organization, set by the operator."""

    vigentes: "QuotaUse"
    emitidas_por_dia: "QuotaUse"
    correos_por_dia: "QuotaUse"
    webhooks: "QuotaUse"
    horas_rinex_por_dia: "QuotaUse"


class RecoveryRequest(TypedDict):
    """Start of the period whose events are resent."""

    desde: Union[str, datetime]


class RecoveryResponse(TypedDict):
    """Result of resending undelivered events."""

    ok: Literal[True]
    reenviadas: int
    hay_mas: bool


class _RenewalOrderRequestRequired(TypedDict):
    credential_id: int
    segundos: int


class RenewalOrderRequest(_RenewalOrderRequestRequired, total=False):
    """An order that renews a credential for a validity."""

    cliente_nombre: str
    cliente_email: str


class RenewalRequest(TypedDict):
    """How long to extend the credential."""

    segundos: int


class RevocationRequest(TypedDict):
    """The credentials to revoke."""

    ids: List[int]


class RevocationResponse(TypedDict):
    """Result of revoking many credentials."""

    ok: Literal[True]
    revocadas: int
    sin_cambio: List["UnchangedCredential"]


class Rinex(TypedDict):
    """A request for RINEX files, and its result."""

    id: str
    estado: "RinexState"
    station: "StationName"
    desde: str
    hasta: str
    intervalo_s: "RinexInterval"
    version: "RinexVersion"
    constelaciones: Union[str, None]
    navegacion: bool
    hatanaka: bool
    avance_pct: int
    completitud_pct: Union[float, None]
    huecos: List["RinexGap"]
    archivos: List["RinexFile"]
    motivo: Union[str, None]
    creado_at: str
    expira_at: Union[str, None]
    prueba: bool


class RinexFile(TypedDict):
    """A file to download."""

    nombre: str
    tipo: "RinexFileKind"
    bytes: int
    sha256: str
    url: str

RinexFileKind = Literal["obs", "nav", "sitio"]


class RinexGap(TypedDict):
    """A part of the window without data."""

    desde: str
    hasta: str

RinexInterval = Literal[1, 5, 10, 15, 30, 60]


class RinexPage(TypedDict):
    """A page of requests for RINEX files."""

    ok: Literal[True]
    rinex: List["Rinex"]
    next_cursor: Union[str, None]


class _RinexReadyEventRequired(TypedDict):
    id: str
    type: Literal["rinex.ready"]
    timestamp: str
    api_version: Literal["v1"]
    data: "RinexReadyEventData"


class RinexReadyEvent(_RinexReadyEventRequired, total=False):
    """The files of a RINEX request were made. `rinex` has the request with the addresses of its files, which need no token."""

    prueba: bool


class RinexReadyEventData(TypedDict):
    """The request and its files."""

    rinex: "Rinex"


class _RinexRequestRequired(TypedDict):
    desde: str
    hasta: str


class RinexRequest(_RinexRequestRequired, total=False):
    """A window of the archive of one station, given by id, code or position."""

    station_id: int
    station_codigo: str
    lat: float
    lng: float
    intervalo_s: "RinexInterval"
    version: "RinexVersion"
    constelaciones: str
    navegacion: bool
    hatanaka: bool


class RinexResponse(TypedDict):
    """One request for RINEX files."""

    ok: Literal[True]
    rinex: "Rinex"

RinexState = Literal["pendiente", "lista", "fallida", "vencida"]

RinexVersion = Literal["3.05", "4.02", "2.11"]

Scope = Literal["read", "provision", "revoke", "webhooks", "import", "archivo"]

SendEmail = bool


class Session(TypedDict):
    """A connection of a rover."""

    inicio_at: str
    fin_at: Union[str, None]
    fin_motivo: Union["SessionEnd", None]
    mountpoint: str
    ip: str
    agente: str
    bytes: int
    calidad: Union[int, None]
    fijo_pct: Union[int, None]
    lat: Union[float, None]
    lng: Union[float, None]
    distancia_km: Union[float, None]

SessionEnd = Literal["client_left", "expired", "revoked", "suspended", "changed", "replaced", "outside_fence", "kicked", "mountpoint_closed", "too_slow", "sent_too_much", "broken", "shutdown", "node_lost"]


class SessionPage(TypedDict):
    """A page of sessions."""

    ok: Literal[True]
    sesiones: List["Session"]
    next_cursor: Union[str, None]


class SignalStrength(TypedDict):
    """C/N0 of the satellites above 10 degrees."""

    mediana: Union[float, None]
    p10: Union[float, None]


class SkySatellite(TypedDict):
    """A satellite above the horizon."""

    satelite: str
    azimut: float
    elevacion: float
    cn0_db_hz: Union[float, None]

StartSuspended = bool


class Station(TypedDict):
    """A reference station with its live status."""

    id: int
    codigo: str
    nombre: str
    estado_mx: str
    lat: float
    lng: float
    radio_km: float
    status: "StationStatus"
    constelaciones: str
    telemetria: bool
    salud_pct: float
    latencia_ms: Union[int, None]
    sats: int
    ultima_at: Union[str, None]
    marco: Union["Frame", None]


class _StationAlarmEventRequired(TypedDict):
    id: str
    type: Literal["station.alarm"]
    timestamp: str
    api_version: Literal["v1"]
    data: "AlarmEventData"


class StationAlarmEvent(_StationAlarmEventRequired, total=False):
    """A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery."""

    prueba: bool


class StationCoordinate(TypedDict):
    """The position of a station on one day."""

    fecha: str
    este_mm: Union[float, None]
    norte_mm: Union[float, None]
    arriba_mm: Union[float, None]
    sigma_mm: Union[float, None]
    sigma_arriba_mm: Union[float, None]
    bases: Union[int, None]
    atribuida: Union[bool, None]
    completitud_pct: Union[float, None]


class StationEquipment(TypedDict):
    """A receiver or antenna, from its installation to its removal."""

    tipo: "EquipmentKind"
    modelo: str
    serie: Union[str, None]
    firmware: Union[str, None]
    radomo: Union[str, None]
    arriba_m: Union[float, None]
    este_m: Union[float, None]
    norte_m: Union[float, None]
    desde: str
    hasta: Union[str, None]


class StationGroup(TypedDict):
    """A named group of stations that one credential can give access to."""

    id: int
    nombre: str
    estaciones: List[str]


class StationGroupPage(TypedDict):
    """A page of groups."""

    ok: Literal[True]
    grupos: List["StationGroup"]
    next_cursor: Union[str, None]


class StationHealth(TypedDict):
    """A station, its health and its history."""

    ok: Literal[True]
    station: "Station"
    salud: "Health"
    uptime: "Uptime"
    cambios: List["StatusChange"]


class StationList(TypedDict):
    """The active stations."""

    ok: Literal[True]
    stations: List["Station"]


class StationName(TypedDict):
    """A station by id and code."""

    id: int
    codigo: str


class StationResponse(TypedDict):
    """One station."""

    ok: Literal[True]
    station: "Station"

StationStatus = Literal["online", "degraded", "offline", "maintenance"]


class _StationStatusChangedEventRequired(TypedDict):
    id: str
    type: Literal["station.status_changed"]
    timestamp: str
    api_version: Literal["v1"]
    data: "StatusChangedEventData"


class StationStatusChangedEvent(_StationStatusChangedEventRequired, total=False):
    """The status of a station changed, by measurement or because the operator declared it. All organizations share the stations: every subscribed webhook receives the same event."""

    prueba: bool


class StatusChange(TypedDict):
    """A status and the time of the change."""

    status: "StationStatus"
    at: str


class StatusChangedEventData(TypedDict):
    """A station and its new status."""

    station: "Station"
    anterior: Union["StationStatus", None]
    status: "StationStatus"
    at: str

TestEventData = Dict[str, Any]


class UnchangedCredential(TypedDict):
    """A credential that did not change."""

    id: int
    motivo: "UnchangedReason"

UnchangedReason = Literal["no_existe", "ya_revocada", "expirada"]


class Uptime(TypedDict):
    """Uptime of the station in the last 60 days."""

    dias: int
    uptime_pct: Union[float, None]
    historial: List["UptimeDay"]


class UptimeDay(TypedDict):
    """One day of the history."""

    fecha: str
    uptime_pct: Union[float, None]
    minutos_arriba: int
    minutos_caidos: int
    minutos_sin_datos: int
    salud_pct: Union[float, None]
    latencia_ms: Union[int, None]
    sats: Union[int, None]


class Usage(TypedDict):
    """Monthly usage of the organization."""

    ok: Literal[True]
    meses: List["MonthUsage"]
    contado_at: Union[str, None]


class _ValidityOrderRequestRequired(TypedDict):
    segundos: int
    cliente_nombre: str
    cliente_email: str


class ValidityOrderRequest(_ValidityOrderRequestRequired, total=False):
    """An order for a validity on a station, a group or the network."""

    station_id: int
    station_codigo: str
    grupo: str
    inicia_at: Union[str, datetime]
    label: str


class VrsEngine(TypedDict):
    """The VRS engine of the default mountpoint."""

    responde: bool


class VrsStation(TypedDict):
    """A station with its distance to the position."""

    id: int
    codigo: str
    status: "StationStatus"
    telemetria: bool
    distancia_km: float


class Webhook(TypedDict):
    """A URL that receives signed events."""

    id: int
    url: str
    eventos: str
    activo: bool
    creado_at: str
    ultima_entrega_at: Union[str, None]
    fallos_consecutivos: int


class WebhookChange(TypedDict, total=False):
    """Omitted fields do not change. Unknown fields are rejected."""

    url: str
    eventos: str
    activo: bool


class WebhookCreated(TypedDict):
    """A webhook with its secret."""

    ok: Literal[True]
    webhook: "Webhook"
    secret: str


class WebhookPage(TypedDict):
    """A page of webhooks."""

    ok: Literal[True]
    webhooks: List["Webhook"]
    next_cursor: Union[str, None]


class _WebhookRequestRequired(TypedDict):
    url: str


class WebhookRequest(_WebhookRequestRequired, total=False):
    """Target URL and events. Unknown fields are rejected."""

    eventos: "EventNames"


class WebhookResponse(TypedDict):
    """One webhook."""

    ok: Literal[True]
    webhook: "Webhook"


class WebhookRotated(TypedDict):
    """A webhook with its new secret."""

    ok: Literal[True]
    webhook: "Webhook"
    secret: str
    anterior_hasta: str


class _WebhookTestEventRequired(TypedDict):
    id: str
    type: Literal["webhook.test"]
    timestamp: str
    api_version: Literal["v1"]
    data: "TestEventData"


class WebhookTestEvent(_WebhookTestEventRequired, total=False):
    """A test was sent to this webhook. Only this webhook receives it, regardless of its subscription."""

    prueba: bool


class WebhookTestRequest(TypedDict, total=False):
    """The event to send as a test."""

    evento: "EventType"

WebhookEvent = Union["OrderPaidEvent", "CredentialIssuedEvent", "CredentialExpiredEvent", "CredentialRevokedEvent", "CredentialRenewedEvent", "CredentialSuspendedEvent", "CredentialResumedEvent", "CredentialUpdatedEvent", "StationStatusChangedEvent", "StationAlarmEvent", "RinexReadyEvent", "WebhookTestEvent"]

GetStationsAnswer = StationList

GetStationsIdAnswer = StationResponse

GetStationsIdHealthAnswer = StationHealth

GetStationsIdCalidadAnswer = QualityResponse


class GetMountpointsQuery(TypedDict, total=False):
    limit: int
    cursor: str

GetMountpointsAnswer = MountpointList


class GetGruposQuery(TypedDict, total=False):
    limit: int
    cursor: str

GetGruposAnswer = StationGroupPage

GetRedAnswer = NetworkResponse


class GetVrsQuery(TypedDict):
    lat: float
    lng: float

GetVrsAnswer = MountpointChoice


class GetWebhooksQuery(TypedDict, total=False):
    limit: int
    cursor: str

GetWebhooksAnswer = WebhookPage

PostWebhooksBody = WebhookRequest

PostWebhooksAnswer = WebhookCreated

GetWebhooksIdAnswer = WebhookResponse

PatchWebhooksIdBody = WebhookChange

PatchWebhooksIdAnswer = WebhookResponse

DeleteWebhooksIdAnswer = WebhookResponse

PostWebhooksIdRotarAnswer = WebhookRotated


class GetWebhooksIdEntregasQuery(TypedDict, total=False):
    limit: int
    cursor: str
    estado: "DeliveryState"

GetWebhooksIdEntregasAnswer = DeliveryPage

PostWebhooksIdProbarBody = WebhookTestRequest

PostWebhooksIdProbarAnswer = DeliveryResponse

PostWebhooksIdEntregasEntregaReenviarAnswer = DeliveryResponse

PostWebhooksIdRecuperarBody = RecoveryRequest

PostWebhooksIdRecuperarAnswer = RecoveryResponse


class GetEventosQuery(TypedDict, total=False):
    limit: int
    cursor: str
    tipo: "EventType"
    desde: Union[str, datetime]
    hasta: Union[str, datetime]
    orden: "ListOrder"
    despues_de: str

GetEventosAnswer = EventPage

GetYoAnswer = Me


class GetUsoQuery(TypedDict, total=False):
    desde: str
    hasta: str

GetUsoAnswer = Usage


class GetCredentialsIdSesionesQuery(TypedDict, total=False):
    limit: int
    cursor: str

GetCredentialsIdSesionesAnswer = SessionPage

GetCredentialsIdDiagnosticoAnswer = Diagnosis

PostCredentialsIdVencerAnswer = CredentialResponse


class GetOrdersQuery(TypedDict, total=False):
    estado: "OrderState"
    limit: int
    cursor: str

GetOrdersAnswer = OrderPage

PostOrdersBody = OrderRequest

PostOrdersAnswer = OrderResponse

GetOrdersIdAnswer = OrderResponse

PostOrdersIdCancelarAnswer = OrderResponse


class GetStationsIdArchivoQuery(TypedDict, total=False):
    desde: Union[str, datetime]
    hasta: Union[str, datetime]

GetStationsIdArchivoAnswer = ArchiveResponse


class GetStationsIdCoordenadasQuery(TypedDict, total=False):
    desde: Union[str, datetime]
    hasta: Union[str, datetime]

GetStationsIdCoordenadasAnswer = CoordinatesResponse

GetStationsIdEquipoAnswer = EquipmentResponse


class GetRinexQuery(TypedDict, total=False):
    estado: "RinexState"
    limit: int
    cursor: str

GetRinexAnswer = RinexPage

PostRinexBody = RinexRequest

PostRinexAnswer = RinexResponse

GetRinexIdAnswer = RinexResponse


class GetCredentialsQuery(TypedDict, total=False):
    estado: "CredentialState"
    referencia: str
    usuario: str
    cliente_email: str
    label: str
    station_codigo: str
    grupo: str
    tipo: "CredentialKind"
    vigente: bool
    conectada: bool
    expira_desde: Union[str, datetime]
    expira_hasta: Union[str, datetime]
    emitida_desde: Union[str, datetime]
    emitida_hasta: Union[str, datetime]
    q: str
    limit: int
    cursor: str

GetCredentialsAnswer = CredentialPage

PostCredentialsBody = CredentialRequest

PostCredentialsAnswer = CredentialResponse

PostCredentialsBatchBody = BatchRequest

PostCredentialsBatchAnswer = BatchResponse

GetCredentialsIdAnswer = CredentialResponse

PatchCredentialsIdBody = CredentialChange

PatchCredentialsIdAnswer = CredentialResponse

DeleteCredentialsIdAnswer = CredentialResponse

PostCredentialsIdRenovarBody = RenewalRequest

PostCredentialsIdRenovarAnswer = CredentialResponse

PostCredentialsIdSuspenderAnswer = CredentialResponse

PostCredentialsIdReanudarAnswer = CredentialResponse

PostCredentialsIdPasswordAnswer = CredentialResponse

PostCredentialsIdEnviarAnswer = MailedResponse

PostCredentialsRevocarBody = RevocationRequest

PostCredentialsRevocarAnswer = RevocationResponse

GET_STATIONS: Operation[GetStationsAnswer] = Operation("GET /stations")
GET_STATIONS_ID: Operation[GetStationsIdAnswer] = Operation("GET /stations/{id}")
GET_STATIONS_ID_HEALTH: Operation[GetStationsIdHealthAnswer] = Operation("GET /stations/{id}/health")
GET_STATIONS_ID_CALIDAD: Operation[GetStationsIdCalidadAnswer] = Operation("GET /stations/{id}/calidad")
GET_MOUNTPOINTS: Operation[GetMountpointsAnswer] = Operation("GET /mountpoints")
GET_GRUPOS: Operation[GetGruposAnswer] = Operation("GET /grupos")
GET_RED: Operation[GetRedAnswer] = Operation("GET /red")
GET_VRS: Operation[GetVrsAnswer] = Operation("GET /vrs")
GET_WEBHOOKS: Operation[GetWebhooksAnswer] = Operation("GET /webhooks")
POST_WEBHOOKS: Operation[PostWebhooksAnswer] = Operation("POST /webhooks", keyed=True)
GET_WEBHOOKS_ID: Operation[GetWebhooksIdAnswer] = Operation("GET /webhooks/{id}")
PATCH_WEBHOOKS_ID: Operation[PatchWebhooksIdAnswer] = Operation("PATCH /webhooks/{id}")
DELETE_WEBHOOKS_ID: Operation[DeleteWebhooksIdAnswer] = Operation("DELETE /webhooks/{id}")
POST_WEBHOOKS_ID_ROTAR: Operation[PostWebhooksIdRotarAnswer] = Operation("POST /webhooks/{id}/rotar", keyed=True)
GET_WEBHOOKS_ID_ENTREGAS: Operation[GetWebhooksIdEntregasAnswer] = Operation("GET /webhooks/{id}/entregas")
POST_WEBHOOKS_ID_PROBAR: Operation[PostWebhooksIdProbarAnswer] = Operation("POST /webhooks/{id}/probar", keyed=True)
POST_WEBHOOKS_ID_ENTREGAS_ENTREGA_REENVIAR: Operation[PostWebhooksIdEntregasEntregaReenviarAnswer] = Operation("POST /webhooks/{id}/entregas/{entrega}/reenviar", keyed=True)
POST_WEBHOOKS_ID_RECUPERAR: Operation[PostWebhooksIdRecuperarAnswer] = Operation("POST /webhooks/{id}/recuperar", keyed=True)
GET_EVENTOS: Operation[GetEventosAnswer] = Operation("GET /eventos")
GET_YO: Operation[GetYoAnswer] = Operation("GET /yo")
GET_USO: Operation[GetUsoAnswer] = Operation("GET /uso")
GET_CREDENTIALS_ID_SESIONES: Operation[GetCredentialsIdSesionesAnswer] = Operation("GET /credentials/{id}/sesiones")
GET_CREDENTIALS_ID_DIAGNOSTICO: Operation[GetCredentialsIdDiagnosticoAnswer] = Operation("GET /credentials/{id}/diagnostico")
POST_CREDENTIALS_ID_VENCER: Operation[PostCredentialsIdVencerAnswer] = Operation("POST /credentials/{id}/vencer")
GET_ORDERS: Operation[GetOrdersAnswer] = Operation("GET /orders")
POST_ORDERS: Operation[PostOrdersAnswer] = Operation("POST /orders", keyed=True)
GET_ORDERS_ID: Operation[GetOrdersIdAnswer] = Operation("GET /orders/{id}")
POST_ORDERS_ID_CANCELAR: Operation[PostOrdersIdCancelarAnswer] = Operation("POST /orders/{id}/cancelar")
GET_STATIONS_ID_ARCHIVO: Operation[GetStationsIdArchivoAnswer] = Operation("GET /stations/{id}/archivo")
GET_STATIONS_ID_COORDENADAS: Operation[GetStationsIdCoordenadasAnswer] = Operation("GET /stations/{id}/coordenadas")
GET_STATIONS_ID_EQUIPO: Operation[GetStationsIdEquipoAnswer] = Operation("GET /stations/{id}/equipo")
GET_RINEX: Operation[GetRinexAnswer] = Operation("GET /rinex")
POST_RINEX: Operation[PostRinexAnswer] = Operation("POST /rinex", keyed=True)
GET_RINEX_ID: Operation[GetRinexIdAnswer] = Operation("GET /rinex/{id}")
GET_CREDENTIALS: Operation[GetCredentialsAnswer] = Operation("GET /credentials")
POST_CREDENTIALS: Operation[PostCredentialsAnswer] = Operation("POST /credentials", keyed=True)
POST_CREDENTIALS_BATCH: Operation[PostCredentialsBatchAnswer] = Operation("POST /credentials/batch", keyed=True)
GET_CREDENTIALS_ID: Operation[GetCredentialsIdAnswer] = Operation("GET /credentials/{id}")
PATCH_CREDENTIALS_ID: Operation[PatchCredentialsIdAnswer] = Operation("PATCH /credentials/{id}")
DELETE_CREDENTIALS_ID: Operation[DeleteCredentialsIdAnswer] = Operation("DELETE /credentials/{id}")
POST_CREDENTIALS_ID_RENOVAR: Operation[PostCredentialsIdRenovarAnswer] = Operation("POST /credentials/{id}/renovar", keyed=True)
POST_CREDENTIALS_ID_SUSPENDER: Operation[PostCredentialsIdSuspenderAnswer] = Operation("POST /credentials/{id}/suspender")
POST_CREDENTIALS_ID_REANUDAR: Operation[PostCredentialsIdReanudarAnswer] = Operation("POST /credentials/{id}/reanudar")
POST_CREDENTIALS_ID_PASSWORD: Operation[PostCredentialsIdPasswordAnswer] = Operation("POST /credentials/{id}/password", keyed=True)
POST_CREDENTIALS_ID_ENVIAR: Operation[PostCredentialsIdEnviarAnswer] = Operation("POST /credentials/{id}/enviar", keyed=True)
POST_CREDENTIALS_REVOCAR: Operation[PostCredentialsRevocarAnswer] = Operation("POST /credentials/revocar")
