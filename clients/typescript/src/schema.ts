// biome-ignore-all format: made by `npm run client:types` from the description of the API; do not edit.

/** A station and what needs attention. */
export interface AlarmEventData {
  station: Station
  alarma: AlarmKind
  /** Since when. RFC 3339 in UTC. */
  desde: string
  cifras: AlarmFigures
}

/** By kind of alarm. `moved`: `metros`. `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (how many of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (ahead of ours; less than 0: behind). `on_backup`: `fuente` (`push`, `pull` or `station`), and for a station `estacion` and `distancia_km`. */
export type AlarmFigures = Record<string, unknown>

/** `down`: nothing comes. `degraded`: incomplete, slow or few satellites. `moved`: its position is off. `silent_constellation`: satellites of a system are missing. `no_observations`: what comes holds none. `clock_differs`: satellite systems tell different times. `wrong_time`: its time is not ours. `on_backup`: its backup serves its mountpoint. New ones may come. */
export type AlarmKind = 'down' | 'degraded' | 'moved' | 'silent_constellation' | 'no_observations' | 'clock_differs' | 'wrong_time' | 'on_backup'

/** `vrs`: the network mountpoint; `base`: a single base. */
export type AlternativeMode = 'vrs' | 'base'

/** Credentials to issue, all or none. */
export interface BatchRequest {
  credentials: Array<CredentialRequest>
}

/** The credentials of a batch, in the order of the request. */
export interface BatchResponse {
  /** Always true in a success. */
  ok: true
  credentials: Array<Credential | CredentialWithoutSecrets>
}

/** Access to one mountpoint for a limited time, with its secrets: the password and the links that show it. */
export interface Credential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP user. Unique for ever; lower-case letters and digits without look-alikes. */
  usuario: string
  /** What it opens. */
  mountpoint: string
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string
  /** Reference frame of the coordinates. */
  datum: string
  /** Issue time. RFC 3339 in UTC. */
  emitida_at: string
  /** Expiry time: start plus `segundos`. RFC 3339 in UTC. */
  expira_at: string
  estado: CredentialState
  /** When the credential starts to serve. RFC 3339 in UTC. */
  inicia_at: string
  /** true only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** The station of a `base` credential. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations: it opens their mountpoints, and `mountpoint`, the network mountpoint, within the group. null: it has none. */
  grupo: string | null
  /** Your own name for it, unique for ever among your credentials. */
  referencia: string | null
  /** What you keep with it; `{}` when there is nothing. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos: Record<string, string>
  /** Where it may be used; null: anywhere. */
  geocerca: Fence | null
  /** true while it is suspended: `estado` stays, and `vigente` is false. */
  suspendida: boolean
  /** true: made by a test token. It has a life like any other, the caster refuses it, and only test tokens see it. */
  prueba: boolean
  /** A rover is connected with it now. */
  conectada: boolean
  /** When its newest session began; null: none is known. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
  /** The customer's page, behind an unguessable link, no login. */
  url: string
  /** The same as a PDF sheet. */
  pdf: string
  /** NTRIP password. */
  password: string
}

/** What to change: at least one field. What is left out stays as it is. */
export interface CredentialChange {
  /** Free text. null clears it. */
  label?: string | null
  /** The customer's name. null clears it. */
  cliente_nombre?: string | null
  /** The customer's e-mail. null clears it. */
  cliente_email?: string | null
  /** Takes the place of all that you keep with it; null: nothing. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos?: Record<string, string> | null
  /** Changes single pairs and leaves the others as they are; null removes a pair. Not together with `metadatos`. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos_cambios?: Record<string, string | null>
  /** Another station; null: the network mountpoint. */
  station_id?: number | null
  /** Alternative to `station_id`; both together must agree. */
  station_codigo?: string | null
  /** Group of stations, by its name in any case; null: the network mountpoint. Not together with a station. What was open before is not any more. */
  grupo?: string | null
  /** Where it may be used from now on; null: anywhere. */
  geocerca?: Fence | null
}

/** The credential as it was then. */
export interface CredentialEventData {
  credential: EventCredential
}

/** A credential reached its `expira_at` without having been revoked. Once, and once more for each time that it was renewed after that. */
export interface CredentialExpiredEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.expired'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A field of a credential that may be changed. New ones may come. */
export type CredentialField = 'label' | 'cliente_nombre' | 'cliente_email' | 'metadatos' | 'station_id' | 'grupo' | 'geocerca' | 'password'

/** A credential was issued. */
export interface CredentialIssuedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.issued'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** `base`: the mountpoint of one station; `red`: the network mountpoint, or with `grupo` what a group of stations offers. */
export type CredentialKind = 'base' | 'red'

/** A page of credentials. */
export interface CredentialPage {
  /** Always true in a success. */
  ok: true
  credentials: Array<ListedCredential | CredentialWithoutSecrets>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** A credential was given more time; one that had expired serves again. */
export interface CredentialRenewedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.renewed'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** The credential to issue. Unknown fields are rejected. */
export interface CredentialRequest {
  /** Validity in seconds, counted from the start of service. */
  segundos: number
  /** Station. Without a station, the credential gives access to the network mountpoint. */
  station_id?: number
  /** Alternative to `station_id`; both together must agree. */
  station_codigo?: string
  /** Group of stations, by its name in any case. The credential opens the mountpoints of its stations, and the network mountpoint within the group. Not together with a station. */
  grupo?: string
  /** Free text. */
  label?: string
  /** The customer's name. */
  cliente_nombre?: string
  /** The customer's e-mail. */
  cliente_email?: string
  enviar_email?: SendEmail
  /** Start of service: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (without offset: Mexico central time). Omitted: now. Earlier today or up to 5 minutes ago means now. At most 180 days ahead. */
  inicia_at?: string
  /** Your own name for it, such as the number of an order. Unique for ever among your credentials: a second one is a 409 that names the first. */
  referencia?: string
  /** What you want to keep with it. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos?: Record<string, string>
  /** Where it may be used. Left out: anywhere. */
  geocerca?: Fence
  suspendida?: StartSuspended
  /** NTRIP username of your choice. If omitted, one is generated. A username that ever existed returns 409. */
  usuario?: string
  /** An existing password from another caster: 16 to 64 printable ASCII characters without `:`. Requires the scope `import`. If omitted, one is generated. */
  password?: string
}

/** One credential. */
export interface CredentialResponse {
  /** Always true in a success. */
  ok: true
  credential: Credential | CredentialWithoutSecrets
}

/** A suspended credential was resumed. */
export interface CredentialResumedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.resumed'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A credential was revoked. */
export interface CredentialRevokedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.revoked'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A scheduled credential (start in the future) is `activa` with `vigente` false. */
export type CredentialState = 'activa' | 'expirada' | 'revocada'

/** A credential was suspended: it opens nothing until it is resumed. */
export interface CredentialSuspendedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.suspended'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** Something of a credential changed; `cambios` names the fields, never the values of secrets. */
export interface CredentialUpdatedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'credential.updated'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: CredentialUpdatedEventData
}

/** The credential after the change, and what changed. */
export interface CredentialUpdatedEventData {
  credential: EventCredential
  /** Which fields changed. */
  cambios: Array<CredentialField>
}

/** A credential as a token that was created without passwords receives it: without `password`, `url` and `pdf`. */
export interface CredentialWithoutSecrets {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP user. Unique for ever; lower-case letters and digits without look-alikes. */
  usuario: string
  /** What it opens. */
  mountpoint: string
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string
  /** Reference frame of the coordinates. */
  datum: string
  /** Issue time. RFC 3339 in UTC. */
  emitida_at: string
  /** Expiry time: start plus `segundos`. RFC 3339 in UTC. */
  expira_at: string
  estado: CredentialState
  /** When the credential starts to serve. RFC 3339 in UTC. */
  inicia_at: string
  /** true only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** The station of a `base` credential. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations: it opens their mountpoints, and `mountpoint`, the network mountpoint, within the group. null: it has none. */
  grupo: string | null
  /** Your own name for it, unique for ever among your credentials. */
  referencia: string | null
  /** What you keep with it; `{}` when there is nothing. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos: Record<string, string>
  /** Where it may be used; null: anywhere. */
  geocerca: Fence | null
  /** true while it is suspended: `estado` stays, and `vigente` is false. */
  suspendida: boolean
  /** true: made by a test token. It has a life like any other, the caster refuses it, and only test tokens see it. */
  prueba: boolean
  /** A rover is connected with it now. */
  conectada: boolean
  /** When its newest session began; null: none is known. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
}

/** Which event it is about. */
export interface DeliveredEvent {
  /** The `id` of the event, constant over attempts. */
  id: string
  /** The `type` of the event. */
  type: EventType
}

/** An event that is or was owed to a webhook. */
export interface Delivery {
  /** Identifier of the delivery. */
  id: number
  evento: DeliveredEvent
  estado: DeliveryState
  /** When it was first owed. RFC 3339 in UTC. */
  creada_at: string
  /** When it is tried next; null: it is finished. */
  proximo_intento_at: string | null
  /** When it was delivered or given up; null: not yet. */
  terminada_at: string | null
  /** Oldest first. */
  intentos: Array<DeliveryAttempt>
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** When it began. RFC 3339 in UTC. */
  at: string
  /** The HTTP status that came back; null: no answer. */
  status: number | null
  /** How long it took, in milliseconds. */
  duracion_ms: number
  /** Stable name of what went wrong, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; null in a success. */
  error: string | null
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** Always true in a success. */
  ok: true
  entregas: Array<Delivery>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** One delivery. */
export interface DeliveryResponse {
  /** Always true in a success. */
  ok: true
  entrega: Delivery
}

/** `fallida`: it is not retried unless a person or program sends it again. */
export type DeliveryState = 'pendiente' | 'entregada' | 'fallida'

/** Why a rover can or cannot connect. */
export interface Diagnosis {
  /** Always true in a success. */
  ok: true
  /** Whether the caster accepts the credential now, with the right username and password. */
  acceso: boolean
  /** Findings, most important first. */
  hallazgos: Array<Finding>
}

/** What a webhook receives, one form for each `type`. New types may come. */
export type Event = OrderPaidEvent | CredentialIssuedEvent | CredentialExpiredEvent | CredentialRevokedEvent | CredentialRenewedEvent | CredentialSuspendedEvent | CredentialResumedEvent | CredentialUpdatedEvent | StationStatusChangedEvent | StationAlarmEvent | WebhookTestEvent

/** A credential without its password and without the links that show it. */
export interface EventCredential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP user. Unique for ever; lower-case letters and digits without look-alikes. */
  usuario: string
  /** What it opens. */
  mountpoint: string
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string
  /** Reference frame of the coordinates. */
  datum: string
  /** Issue time. RFC 3339 in UTC. */
  emitida_at: string
  /** Expiry time: start plus `segundos`. RFC 3339 in UTC. */
  expira_at: string
  estado: CredentialState
  /** When the credential starts to serve. RFC 3339 in UTC. */
  inicia_at: string
  /** true only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** The station of a `base` credential. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations: it opens their mountpoints, and `mountpoint`, the network mountpoint, within the group. null: it has none. */
  grupo: string | null
  /** Your own name for it, unique for ever among your credentials. */
  referencia: string | null
  /** What you keep with it; `{}` when there is nothing. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos: Record<string, string>
  /** Where it may be used; null: anywhere. */
  geocerca: Fence | null
  /** true while it is suspended: `estado` stays, and `vigente` is false. */
  suspendida: boolean
  /** true: made by a test token. It has a life like any other, the caster refuses it, and only test tokens see it. */
  prueba: boolean
}

/** Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm. Spaces are allowed, duplicates are dropped. */
export type EventNames = string

/** A page of events, each as its body was or would have been sent. */
export interface EventPage {
  /** Always true in a success. */
  ok: true
  eventos: Array<Event>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** What happened. New ones may come. */
export type EventType = 'order.paid' | 'credential.issued' | 'credential.expired' | 'credential.revoked' | 'credential.renewed' | 'credential.suspended' | 'credential.resumed' | 'credential.updated' | 'station.status_changed' | 'station.alarm' | 'webhook.test'

/** For `quota_exceeded`: which quota has no room for it. */
export interface ExceededQuota {
  nombre: QuotaName
  /** How many the organization may have. */
  limite: number
}

/** For a single base about 8 mm + 1 ppm horizontal and 15 mm + 1 ppm vertical. */
export interface ExpectedError {
  /** Horizontal, in millimetres. */
  horizontal: number
  /** Vertical, in millimetres. */
  vertical: number
}

/** An area: a circle or a polygon. On the network mountpoint a rover gets data only while it says that it is inside. */
export type Fence = FenceCircle | FencePolygon

/** A circle. */
export interface FenceCircle {
  tipo: 'circulo'
  /** Latitude of the centre, in decimal degrees. */
  lat: number
  /** Longitude of the centre. */
  lng: number
  /** Radius in kilometres. */
  radio_km: number
  en_base?: FenceOnBase
}

/** What happens on a base to a rover that says it is outside. `avisar` (if left out): its record tells it. `cortar`: its session ends. */
export type FenceOnBase = 'avisar' | 'cortar'

/** A polygon. */
export interface FencePolygon {
  tipo: 'poligono'
  /** 3 to 100 points `[lat, lng]` around the area, in their order. Its sides are straight in latitude and longitude, do not cross each other, and do not cross the antimeridian. */
  puntos: Array<Array<number>>
  en_base?: FenceOnBase
}

/** A field that is wrong. */
export interface FieldProblem {
  /** JSON pointer to the field. */
  pointer: string
  code: FieldProblemCode
  /** The same as a sentence, in the language of the answer. */
  detail: string
}

/** Stable name of what is wrong with it, for programs; `GET /docs/problems` lists them. New ones may come. */
export type FieldProblemCode = 'missing' | 'unknown_field' | 'unknown_parameter' | 'wrong_type' | 'wrong_format' | 'not_one_of' | 'too_small' | 'too_big' | 'too_short' | 'too_long' | 'too_few' | 'too_many' | 'not_unique' | 'not_valid' | 'wrong_form' | 'empty' | 'blank_around' | 'control_characters' | 'not_positive_integer' | 'not_a_cursor' | 'idempotency_key_form' | 'unknown_station_id' | 'unknown_station_code' | 'unknown_group' | 'station_or_group' | 'other_station' | 'start_form' | 'time_form' | 'start_too_far' | 'start_in_past' | 'email_needed' | 'no_mail' | 'username_form' | 'usuario_taken' | 'password_form' | 'referencia_taken' | 'twice_in_request' | 'pair_name_length' | 'end_too_far' | 'end_before_start' | 'nothing_to_change' | 'metadata_both_ways' | 'empty_event' | 'unknown_event_id' | 'unknown_event' | 'https_needed' | 'login_in_address' | 'not_public' | 'unknown_product' | 'not_in_product' | 'number_range' | 'not_of_fence' | 'fence_too_wide' | 'fence_repeats' | 'fence_crosses'

/** Something that matters for connecting. */
export interface Finding {
  codigo: FindingCode
  /** More closely, where there is more to say: why the last attempt was refused (`refused`), why the last session ended (`ended`), what happened in it (`noted`). */
  motivo: string | null
  /** It keeps the rover out, or kept it out at the last attempt. */
  grave: boolean
  /** The same as a sentence, in the language of `Accept-Language`. */
  texto: string
}

/** What was found. Stable: programs may rely on it. New ones may come. */
export type FindingCode = 'unknown_user' | 'email_as_user' | 'test_credential' | 'revoked' | 'expired' | 'suspended' | 'not_started' | 'station_archived' | 'group_gone' | 'in_force' | 'opens_group' | 'connected' | 'let_in_from_memory' | 'noted' | 'refused' | 'ended' | 'outside_fence' | 'outside_fence_served' | 'felt' | 'never_seen'

/** Measured values of the last minute, those of a silent station as its Station shows them; nulls where nothing is measured, never the defaults. */
export interface Health {
  /** false: the station has never been measured, and every other field is null. */
  telemetria: boolean
  /** Epochs received of those expected in the last 10 minutes, in percent. */
  salud_pct: number | null
  /** Median latency of the last minute. */
  latencia_ms: number | null
  /** Satellites in the last minute. */
  sats: number | null
  /** Satellites by constellation. */
  por_constelacion: Record<string, number> | null
  /** When data was last measured. */
  ultima_at: string | null
  /** Distance between the position in the stream and the registered one. */
  posicion_desvio_m: number | null
}

/** How much the organization and the token may. */
export interface Limits {
  /** Requests per minute and IP address. */
  por_minuto: number
  cuotas: Quotas
}

export type ListOrder = 'desc' | 'asc'

/** A credential without its password. */
export interface ListedCredential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP user. Unique for ever; lower-case letters and digits without look-alikes. */
  usuario: string
  /** What it opens. */
  mountpoint: string
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string
  /** Reference frame of the coordinates. */
  datum: string
  /** Issue time. RFC 3339 in UTC. */
  emitida_at: string
  /** Expiry time: start plus `segundos`. RFC 3339 in UTC. */
  expira_at: string
  estado: CredentialState
  /** When the credential starts to serve. RFC 3339 in UTC. */
  inicia_at: string
  /** true only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** The station of a `base` credential. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations: it opens their mountpoints, and `mountpoint`, the network mountpoint, within the group. null: it has none. */
  grupo: string | null
  /** Your own name for it, unique for ever among your credentials. */
  referencia: string | null
  /** What you keep with it; `{}` when there is nothing. Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500. */
  metadatos: Record<string, string>
  /** Where it may be used; null: anywhere. */
  geocerca: Fence | null
  /** true while it is suspended: `estado` stays, and `vigente` is false. */
  suspendida: boolean
  /** true: made by a test token. It has a life like any other, the caster refuses it, and only test tokens see it. */
  prueba: boolean
  /** A rover is connected with it now. */
  conectada: boolean
  /** When its newest session began; null: none is known. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
  /** The customer's page, behind an unguessable link, no login. */
  url: string
  /** The same as a PDF sheet. */
  pdf: string
}

/** The credential whose connection data was mailed. */
export interface MailedResponse {
  /** Always true in a success. */
  ok: true
  credential: Credential
  /** The address that the mail goes to. */
  enviada_a: string
}

/** Who is asking, and how much they may. */
export interface Me {
  /** Always true in a success. */
  ok: true
  organizacion: Organization
  token: OwnToken
  limites: Limits
  modo: Mode
}

/** `prueba`: the token was made for tests. */
export type Mode = 'produccion' | 'prueba'

/** Usage in a month. */
export interface MonthUsage {
  /** The month, in Mexico central time. */
  mes: string
  /** Credentials issued. */
  emitidas: number
  /** Hours that rovers were connected with the credentials, added up over all sessions. A session that spans two months counts in each for its part; one that is still open counts until `contado_at`. */
  horas_conectadas: number
  /** true: the figures of this month do not change any more, from a day after its end. */
  definitivo: boolean
}

/** A mountpoint of a station, and what it gives. */
export interface Mountpoint {
  /** Name of the mountpoint: what a device asks the caster for. */
  nombre: string
  /** Identifier of the station whose stream it gives. */
  station_id: number
  /** Code of that station. */
  station_codigo: string
  /** true: the station's own mountpoint; false: a derived mountpoint or another name. */
  propio: boolean
  /** How it is called in the sourcetable. */
  etiqueta: string
  /** Format of the stream. */
  formato: string
  /** Satellite systems whose observations it gives, as in an NTRIP sourcetable. */
  constelaciones: string
  forma: MountpointForm
  /** Only epochs at multiples of this number of seconds; null: all epochs. */
  cada_s: number | null
  /** Numbers of the only messages that it gives; null: of all but those excluded. */
  mensajes: Array<number> | null
  /** Numbers of the messages that it leaves out; null: of none. */
  mensajes_excluidos: Array<number> | null
  /** true: it needs no credential. */
  abierto: boolean
}

/** Another mountpoint that serves the position. */
export interface MountpointAlternative {
  modo: AlternativeMode
  /** Mountpoint to connect to. */
  mountpoint: string
  /** Geodesic distance to its nearest station. */
  distancia_km: number
}

/** Which mountpoint serves a position, and why. */
export interface MountpointChoice {
  /** Always true in a success. */
  ok: true
  modo: MountpointMode
  /** null without coverage. */
  mountpoint: string | null
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string | null
  /** Reference frame of the coordinates. */
  datum: string | null
  /** false: no mountpoint serves this position; a far base is never offered instead. */
  cobertura: boolean
  /** Geodesic distance to the nearest station of the choice (without coverage, to `station`). */
  distancia_km: number | null
  /** null without coverage. */
  error_esperado_mm: ExpectedError | null
  /** The base; without coverage the station that would serve but does not now, or else the nearest; null for `vrs`. */
  station: VrsStation | null
  /** The stations behind the choice, nearest first. */
  estaciones: Array<VrsStation>
  /** What else serves the position. */
  alternativas: Array<MountpointAlternative>
  /** Why this was chosen, in words. */
  motivo: string
}

/** How observations are given: `as_is` as the station sends them, `msm5` or `msm4` made of fuller ones, `legacy` as messages 1004 and 1012 for old rovers. */
export type MountpointForm = 'as_is' | 'msm5' | 'msm4' | 'legacy'

/** A page of mountpoints. */
export interface MountpointList {
  /** Always true in a success. */
  ok: true
  mountpoints: Array<Mountpoint>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** `vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage. */
export type MountpointMode = 'vrs' | 'base' | 'ninguno'

/** An order for access, paid or to be paid. */
export interface Order {
  /** Number of the order. */
  id: number
  /** Paying it is up to the customer, the operator or the payment provider. */
  estado: OrderState
  /** The product; null: none was named. */
  producto_id: number | null
  /** Its name when it was ordered. */
  producto: string | null
  /** As of the credential. */
  tipo: CredentialKind
  /** The station of a `base` order. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations; null: it has none. */
  grupo: string | null
  /** Validity that is bought. */
  segundos: number
  /** Start that was asked for; null: when it is paid. RFC 3339 in UTC. */
  inicia_at: string | null
  /** Amount in the smallest unit of the currency: 125000 of MXN are 1,250.00 pesos. */
  importe: number
  /** Currency, ISO 4217. */
  moneda: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail. */
  cliente_email: string
  /** Free text of the customer or the caller. */
  label: string | null
  /** When it was ordered. RFC 3339 in UTC. */
  creada_at: string
  /** When it was paid. RFC 3339 in UTC. */
  pagada_at: string | null
  /** When it was cancelled. RFC 3339 in UTC. */
  cancelada_at: string | null
  /** How it was paid; null: it was not. */
  pago: PaymentWay | null
  /** The provider's reference. */
  pago_referencia: string | null
  /** The credential that it became when it was paid. */
  credential_id: number | null
  /** Customer page with the state of the order and the ways to pay. The link is unguessable. */
  pago_url: string
  /** true: created with a test token. It cannot be paid, and only test tokens see it. */
  prueba: boolean
}

/** The order and the credential that it became. */
export interface OrderEventData {
  order: PaidOrder
  credential: EventCredential
}

/** A page of orders. */
export interface OrderPage {
  /** Always true in a success. */
  ok: true
  orders: Array<Order>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** An order was paid. */
export interface OrderPaidEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'order.paid'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: OrderEventData
}

/** What is ordered, by whom: a product, or a validity. Unknown fields are refused. */
export type OrderRequest = ProductOrderRequest | ValidityOrderRequest

/** One order. */
export interface OrderResponse {
  /** Always true in a success. */
  ok: true
  order: Order
}

/** How the order stands. */
export type OrderState = 'pendiente' | 'pagada' | 'cancelada'

/** Whose token it is. */
export interface Organization {
  /** Identifier of the organization. */
  id: number
  /** Its name. */
  nombre: string
}

/** The token that asks. */
export interface OwnToken {
  /** Identifier of the token. */
  id: number
  /** Its name. */
  nombre: string
  /** Its scopes. */
  alcances: Array<Scope>
  /** true: answers omit `password`, `url` and `pdf`. */
  sin_passwords: boolean
  /** true: it has no access to webhooks, although `read` includes them. */
  sin_webhooks: boolean
  /** When it expires; null: never. */
  expira_at: string | null
  /** When it was made. RFC 3339 in UTC. */
  creado_at: string
}

/** An order that became a credential. */
export interface PaidOrder {
  /** Number of the order. */
  id: number
  /** In `order.paid` always `pagada`. */
  estado: OrderState
  /** Name of the product when it was ordered; null: none was named. */
  producto: string | null
  /** As of the credential. */
  tipo: CredentialKind
  /** The station of a `base` order. */
  station_id: number | null
  /** Its code. */
  station_codigo: string | null
  /** The name of its group of stations; null: it has none. */
  grupo: string | null
  /** Validity that was bought. */
  segundos: number
  /** Start that was asked for; null: when it was paid. */
  inicia_at: string | null
  /** Amount in the smallest unit of the currency: 125000 of MXN are 1,250.00 pesos. */
  importe: number
  /** Currency, ISO 4217. */
  moneda: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail. */
  cliente_email: string
  /** When it was ordered. RFC 3339 in UTC. */
  creada_at: string
  /** When it was paid. RFC 3339 in UTC. */
  pagada_at: string
  pago: PaymentWay
  /** The provider's reference. */
  pago_referencia: string | null
  /** The credential that it became. */
  credential_id: number
}

/** `manual`: a person confirmed the payment; otherwise the provider. */
export type PaymentWay = 'manual' | 'stripe'

/** An error (RFC 9457). */
export interface Problem {
  /** Always false in an error. */
  ok: false
  /** Identifies the kind of problem and leads to its explanation. */
  type: string
  /** The kind of problem in words: Spanish or English, as `Accept-Language` prefers; else English. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong with this request. */
  detail: string
  code: ProblemCode
  /** Names this request in our logs. */
  request_id: string
  /** With `referencia_taken`: the credential that has the reference. */
  credential_id?: number
  /** For a bad request: each field that is wrong. */
  errors?: Array<FieldProblem>
  cuota?: ExceededQuota
}

/** Stable name of the kind of problem, for programs. New ones may come. */
export type ProblemCode = 'invalid_request' | 'invalid_json' | 'missing_token' | 'invalid_token' | 'insufficient_scope' | 'token_without_webhooks' | 'token_without_passwords' | 'only_in_test_mode' | 'credential_not_found' | 'station_not_found' | 'webhook_not_found' | 'delivery_not_found' | 'order_not_found' | 'route_not_found' | 'method_not_allowed' | 'request_timeout' | 'credential_expired' | 'credential_revoked' | 'referencia_taken' | 'usuario_taken' | 'webhook_limit_reached' | 'webhook_inactive' | 'quota_exceeded' | 'order_paid' | 'no_product_offers_it' | 'idempotency_in_progress' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'headers_too_large' | 'rate_limited' | 'internal_error' | 'service_unavailable'

/** An order of a product. */
export interface ProductOrderRequest {
  /** A product of the owner that is on sale: it says the price, the validity and what it gives access to. */
  producto_id: number
  /** If given, the validity of the product. */
  segundos?: number
  /** Station. Without one the order is for the network mountpoint, or for the station of the product. */
  station_id?: number
  /** Alternative to `station_id`; both together must agree. */
  station_codigo?: string
  /** Group of stations, by its name in any case; not together with a station. Without one, that of the product. */
  grupo?: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail, to which the connection data go once the order is paid. */
  cliente_email: string
  /** Start of service, as of a credential. Omitted or passed by then: when the order is paid. */
  inicia_at?: string
  /** Free text: the credential's `label` once it is paid. */
  label?: string
}

/** As `GET /yo` names it. New ones may come. */
export type QuotaName = 'vigentes' | 'emitidas_por_dia' | 'correos_por_dia' | 'webhooks'

/** A quota and its current use. */
export interface QuotaUse {
  /** How many the organization may have; null: no limit of its own. */
  limite: number | null
  /** How many of them it has; null where there is no limit. */
  usadas: number | null
}

/** What the operator allows the organization. */
export interface Quotas {
  /** Credentials that have neither ended nor been revoked; scheduled ones too. */
  vigentes: QuotaUse
  /** Credentials issued in the last 24 hours. */
  emitidas_por_dia: QuotaUse
  /** E-mails to customers in the last 24 hours, those that wait among them. */
  correos_por_dia: QuotaUse
  /** Active webhooks. */
  webhooks: QuotaUse
}

/** From when on events are sent again. */
export interface RecoveryRequest {
  /** From when on. Events that were never owed to the webhook are found for the last 29 days, or as long as the operator keeps deliveries. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
  desde: string
}

/** What is sent again. */
export interface RecoveryResponse {
  /** Always true in a success. */
  ok: true
  /** How many events will be sent. */
  reenviadas: number
  /** true: there are more than one request sends; ask again. */
  hay_mas: boolean
}

/** How much longer it serves. */
export interface RenewalRequest {
  /** How much longer it serves, in seconds, counted from `expira_at` or, when that has passed, from now. At most 366 days from now. */
  segundos: number
}

/** Which credentials to revoke. */
export interface RevocationRequest {
  /** Credentials to revoke. One that is named twice counts once. */
  ids: Array<number>
}

/** What became of the credentials that were named. */
export interface RevocationResponse {
  /** Always true in a success. */
  ok: true
  /** How many were revoked. */
  revocadas: number
  /** Those that were left as they are, and why. */
  sin_cambio: Array<UnchangedCredential>
}

/** What a token may do. New ones may come. */
export type Scope = 'read' | 'provision' | 'revoke' | 'webhooks' | 'import'

/** Send the connection data to `cliente_email`. Needs a mail transport in the service; without one it is a 400. With a test token it is checked alike and nothing is sent. */
export type SendEmail = boolean

/** A connection of a rover. */
export interface Session {
  /** When the rover connected. RFC 3339 in UTC. */
  inicio_at: string
  /** End of the session; null while it is open. */
  fin_at: string | null
  /** Why it ended; null: it goes on. */
  fin_motivo: SessionEnd | null
  /** What the rover asked for. */
  mountpoint: string
  /** From which address it came. */
  ip: string
  /** What the device calls itself (`User-Agent`). */
  agente: string
  /** Corrections that were sent to it. */
  bytes: number
  /** Quality in the last GGA that it sent: 4 is fixed, 5 float; null: it sent none. */
  calidad: number | null
  /** Of its positions, how many were fixed; null: it sent none. */
  fijo_pct: number | null
  /** Its last position; null: it sent none, or it is not kept any more. */
  lat: number | null
  /** Its last position. */
  lng: number | null
  /** From its last position to the base that served it; null: not known. */
  distancia_km: number | null
}

/** Why a session ended: `client_left` the device left, `expired` the credential expired, `revoked` the credential was revoked, `suspended` the credential was suspended, `changed` its password, its station or its fence was changed, `replaced` another device connected with the same credential, `outside_fence` the device said on a base that it is outside its fence, which cuts, `kicked` the operator ended it, `mountpoint_closed` its mountpoint was removed, or needs a login now, `too_slow` the device did not take its data, `sent_too_much` the device sent more than 8 kB per second, `broken` the line broke, `shutdown` the caster was stopped, `node_lost` the caster failed. New ones may come. */
export type SessionEnd = 'client_left' | 'expired' | 'revoked' | 'suspended' | 'changed' | 'replaced' | 'outside_fence' | 'kicked' | 'mountpoint_closed' | 'too_slow' | 'sent_too_much' | 'broken' | 'shutdown' | 'node_lost'

/** A page of sessions. */
export interface SessionPage {
  /** Always true in a success. */
  ok: true
  sesiones: Array<Session>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** Issue it suspended; `POST …/reanudar` lets it serve. */
export type StartSuspended = boolean

/** A reference station with its live status. */
export interface Station {
  /** Identifier of the station. */
  id: number
  /** Station code. Accepted as `station_codigo` when creating a credential. */
  codigo: string
  /** Name of the station. */
  nombre: string
  /** Mexican state in which the station is located (not a status). */
  estado_mx: string
  /** Latitude in degrees, north positive. */
  lat: number
  /** Longitude in degrees, east positive. */
  lng: number
  /** Radius within which the station serves as a single base. */
  radio_km: number
  status: StationStatus
  /** Satellite systems of the station, as in an NTRIP sourcetable. */
  constelaciones: string
  /** true when the station has at least one real health record. When false, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data. */
  telemetria: boolean
  /** Epochs received of those expected in the last 10 minutes, in percent. Of a station that went silent it falls to 0. */
  salud_pct: number
  /** Median latency of the last minute; null when a measured station's latency cannot be known, and while it is silent. */
  latencia_ms: number | null
  /** Satellites in the last minute; 0 while a measured station is silent. */
  sats: number
  /** Time of the last measured data; null if the station has never been measured. RFC 3339 in UTC. */
  ultima_at: string | null
}

/** A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery. */
export interface StationAlarmEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'station.alarm'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: AlarmEventData
}

/** A named group of stations that one credential can give access to. */
export interface StationGroup {
  /** Identifier of the group. */
  id: number
  /** Its name: `grupo` of credentials and orders. */
  nombre: string
  /** The codes of its active stations, in order. */
  estaciones: Array<string>
}

/** A page of groups. */
export interface StationGroupPage {
  /** Always true in a success. */
  ok: true
  grupos: Array<StationGroup>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** A station, its health and its history. */
export interface StationHealth {
  /** Always true in a success. */
  ok: true
  station: Station
  salud: Health
  uptime: Uptime
  /** Changes of status in those days, newest first, at most 500. */
  cambios: Array<StatusChange>
}

/** The active stations. */
export interface StationList {
  /** Always true in a success. */
  ok: true
  stations: Array<Station>
}

/** One station. */
export interface StationResponse {
  /** Always true in a success. */
  ok: true
  station: Station
}

/** Measured stations: `offline` when the last data is older than 60 s, `degraded` when data flows but is incomplete (< 95 %), slow (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites, or when the position it announces has differed from the registered one for 10 minutes (operators can change the limit, 0.10 m, or switch this off). `maintenance` is declared by the operator and wins. A station without telemetry keeps the status that the operator declared; one whose stream is not RTCM is `offline` when nothing has come for 60 s. */
export type StationStatus = 'online' | 'degraded' | 'offline' | 'maintenance'

/** The status of a station changed, by measurement or because the operator declared it. Stations are common: every subscribed webhook gets the same event. */
export interface StationStatusChangedEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'station.status_changed'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: StatusChangedEventData
}

/** A status and since when. */
export interface StatusChange {
  status: StationStatus
  /** When it became that. RFC 3339 in UTC. */
  at: string
}

/** A station and its new status. */
export interface StatusChangedEventData {
  station: Station
  /** The status before; null: none was kept. */
  anterior: StationStatus | null
  status: StationStatus
  /** When it changed. RFC 3339 in UTC. */
  at: string
}

/** Nothing: it only shows that deliveries arrive. */
export type TestEventData = Record<string, unknown>

/** A credential that was left as it is. */
export interface UnchangedCredential {
  /** Of the request. */
  id: number
  motivo: UnchangedReason
}

/** `no_existe`: you have no such credential; `ya_revocada`; `expirada`: it ended by itself. */
export type UnchangedReason = 'no_existe' | 'ya_revocada' | 'expirada'

/** How the station worked in the last 60 days. */
export interface Uptime {
  /** Days of the history: 60. */
  dias: number
  /** Over all measured minutes of the history. */
  uptime_pct: number | null
  /** One entry a day, oldest first, today last: always 60. */
  historial: Array<UptimeDay>
}

/** One day of the history. */
export interface UptimeDay {
  /** Day of Mexico central time. */
  fecha: string
  /** Up of all measured minutes, in percent; null when no minute of the day was measured. */
  uptime_pct: number | null
  /** Minutes in which the station worked. */
  minutos_arriba: number
  /** Minutes in which the station was down. */
  minutos_caidos: number
  /** Minutes without measurements. They never lower `uptime_pct`. */
  minutos_sin_datos: number
  /** Epochs received of those expected, in percent. */
  salud_pct: number | null
  /** Median latency. */
  latencia_ms: number | null
  /** Satellites. */
  sats: number | null
}

/** Monthly usage of the organization. */
export interface Usage {
  /** Always true in a success. */
  ok: true
  /** Oldest first; months without usage in between too. */
  meses: Array<MonthUsage>
  /** When the current month was counted, every ten minutes; null: not yet. */
  contado_at: string | null
}

/** An order of a validity, for a station, a group or the network. */
export interface ValidityOrderRequest {
  /** Validity in seconds. The price is that of the product that offers exactly this. */
  segundos: number
  /** Station. Without one the order is for the network mountpoint, or for the station of the product. */
  station_id?: number
  /** Alternative to `station_id`; both together must agree. */
  station_codigo?: string
  /** Group of stations, by its name in any case; not together with a station. Without one, that of the product. */
  grupo?: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail, to which the connection data go once the order is paid. */
  cliente_email: string
  /** Start of service, as of a credential. Omitted or passed by then: when the order is paid. */
  inicia_at?: string
  /** Free text: the credential's `label` once it is paid. */
  label?: string
}

/** A station with its distance to the position. */
export interface VrsStation {
  /** Identifier of the station. */
  id: number
  /** Its code. */
  codigo: string
  status: StationStatus
  /** false: the status is declared, not measured. */
  telemetria: boolean
  /** Geodesic distance to the position. */
  distancia_km: number
}

/** An address that receives signed events. */
export interface Webhook {
  /** Identifier of the webhook. */
  id: number
  /** Target address of deliveries. */
  url: string
  /** Comma-separated names of the events it receives. */
  eventos: string
  /** false: deactivated, receives nothing. */
  activo: boolean
  /** When it was made. RFC 3339 in UTC. */
  creado_at: string
  /** The last successful delivery. */
  ultima_entrega_at: string | null
  /** Failures since the last success. */
  fallos_consecutivos: number
}

/** Omitted fields do not change. Unknown fields are rejected. */
export interface WebhookChange {
  /** Target address: https, and never one that leads into private, loopback, link-local or otherwise non-public addresses. */
  url?: string
  /** Takes the place of the whole list. Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm. */
  eventos?: string
  /** true wakes a deactivated webhook up, false deactivates it; again changes nothing. */
  activo?: boolean
}

/** A webhook with its secret. */
export interface WebhookCreated {
  /** Always true in a success. */
  ok: true
  webhook: Webhook
  /** Keys the HMAC of every delivery. Shown only this once. */
  secret: string
}

/** A page of webhooks. */
export interface WebhookPage {
  /** Always true in a success. */
  ok: true
  webhooks: Array<Webhook>
  /** Give it as `cursor` to get the next page; null on the last one. */
  next_cursor: string | null
}

/** Target URL and events. Unknown fields are rejected. */
export interface WebhookRequest {
  /** Target address: https, and never one that leads into private, loopback, link-local or otherwise non-public addresses. */
  url: string
  eventos?: EventNames
}

/** One webhook. */
export interface WebhookResponse {
  /** Always true in a success. */
  ok: true
  webhook: Webhook
}

/** A webhook with its new secret. */
export interface WebhookRotated {
  /** Always true in a success. */
  ok: true
  webhook: Webhook
  /** Keys the HMAC of every delivery from now on. Shown only this once. */
  secret: string
  /** Until then the secret before signs too. RFC 3339 in UTC. */
  anterior_hasta: string
}

/** A test was sent to this webhook. Only this webhook receives it, whatever it subscribes to. */
export interface WebhookTestEvent {
  /** Constant over retries: use it to recognise a delivery that you have seen. */
  id: string
  type: 'webhook.test'
  /** When it happened. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** true: of something that a test token made. Events of what is real do not have this field. */
  prueba?: boolean
  data: TestEventData
}

/** Which event is sent as a test. */
export interface WebhookTestRequest {
  /** Type of the event; `webhook.test` if left out. */
  evento?: EventType
}

/** What a delivery of a webhook holds. */
export type WebhookEvent = OrderPaidEvent | CredentialIssuedEvent | CredentialExpiredEvent | CredentialRevokedEvent | CredentialRenewedEvent | CredentialSuspendedEvent | CredentialResumedEvent | CredentialUpdatedEvent | StationStatusChangedEvent | StationAlarmEvent | WebhookTestEvent

/** What each operation takes and answers, by its method and path. */
export interface Operations {
  /** List active stations with live status */
  'GET /stations': {
    query: never
    body: never
    answer: StationList
  }
  /** Get a station with its live status */
  'GET /stations/{id}': {
    query: never
    body: never
    answer: StationResponse
  }
  /** Get the health and 60-day uptime history of a station */
  'GET /stations/{id}/health': {
    query: never
    body: never
    answer: StationHealth
  }
  /** List mountpoints of the stations and their content */
  'GET /mountpoints': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: MountpointList
  }
  /** List station groups, newest first */
  'GET /grupos': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: StationGroupPage
  }
  /** Select a mountpoint for a position */
  'GET /vrs': {
    query: {
      /** Latitude in degrees, north positive. */
      lat: number
      /** Longitude in degrees, east positive. */
      lng: number
    }
    body: never
    answer: MountpointChoice
  }
  /** List webhooks of the organization, newest first */
  'GET /webhooks': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: WebhookPage
  }
  /** Register a webhook */
  'POST /webhooks': {
    query: never
    body: WebhookRequest
    answer: WebhookCreated
  }
  /** A webhook */
  'GET /webhooks/{id}': {
    query: never
    body: never
    answer: WebhookResponse
  }
  /** Change a webhook */
  'PATCH /webhooks/{id}': {
    query: never
    body: WebhookChange
    answer: WebhookResponse
  }
  /** Deactivate a webhook */
  'DELETE /webhooks/{id}': {
    query: never
    body: never
    answer: WebhookResponse
  }
  /** Replace the secret of a webhook */
  'POST /webhooks/{id}/rotar': {
    query: never
    body: never
    answer: WebhookRotated
  }
  /** List deliveries of a webhook, newest first */
  'GET /webhooks/{id}/entregas': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
      estado?: DeliveryState
    }
    body: never
    answer: DeliveryPage
  }
  /** Send a test event */
  'POST /webhooks/{id}/probar': {
    query: never
    body: WebhookTestRequest
    answer: DeliveryResponse
  }
  /** Resend a delivery */
  'POST /webhooks/{id}/entregas/{entrega}/reenviar': {
    query: never
    body: never
    answer: DeliveryResponse
  }
  /** Resend undelivered events */
  'POST /webhooks/{id}/recuperar': {
    query: never
    body: RecoveryRequest
    answer: RecoveryResponse
  }
  /** List events of the last 90 days */
  'GET /eventos': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
      tipo?: EventType
      /** Only events that were written at this time or later. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      desde?: string
      /** Only events that were written before this time. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      hasta?: string
      orden?: ListOrder
      /** Only events after the one with this `id`, oldest first; implies `orden=asc`. An id of no event, or of one that is no longer kept, is a 400. */
      despues_de?: string
    }
    body: never
    answer: EventPage
  }
  /** Get the organization and token of the caller */
  'GET /yo': {
    query: never
    body: never
    answer: Me
  }
  /** Get usage by month */
  'GET /uso': {
    query: {
      /** First month, `YYYY-MM`. Default: the first one with usage. */
      desde?: string
      /** Last month, `YYYY-MM`, included. Default: the current one. */
      hasta?: string
    }
    body: never
    answer: Usage
  }
  /** List sessions of a credential, newest first */
  'GET /credentials/{id}/sesiones': {
    query: {
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: SessionPage
  }
  /** Explain why a rover can or cannot connect */
  'GET /credentials/{id}/diagnostico': {
    query: never
    body: never
    answer: Diagnosis
  }
  /** Expire a test credential now */
  'POST /credentials/{id}/vencer': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** List orders of the organization, newest first */
  'GET /orders': {
    query: {
      estado?: OrderState
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: OrderPage
  }
  /** Create an order that the customer pays */
  'POST /orders': {
    query: never
    body: OrderRequest
    answer: OrderResponse
  }
  /** Get an order */
  'GET /orders/{id}': {
    query: never
    body: never
    answer: OrderResponse
  }
  /** Cancel an order */
  'POST /orders/{id}/cancelar': {
    query: never
    body: never
    answer: OrderResponse
  }
  /** List credentials of the organization, newest first */
  'GET /credentials': {
    query: {
      estado?: CredentialState
      /** Only the credential with exactly this `referencia`. */
      referencia?: string
      /** Only the credential with exactly this `usuario`. */
      usuario?: string
      /** Only credentials with exactly this `cliente_email`, as it was written. */
      cliente_email?: string
      /** Only credentials with exactly this `label`. */
      label?: string
      /** Only credentials of this station. A code that no station has is a 400. */
      station_codigo?: string
      /** Only credentials of this group of stations, by its name in any case. A name that no group has is a 400. */
      grupo?: string
      tipo?: CredentialKind
      /** Only credentials that serve now, or only those that do not. */
      vigente?: boolean
      /** Only credentials that a rover is connected with now, or only those without one. */
      conectada?: boolean
      /** Only credentials that expire then or later. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      expira_desde?: string
      /** Only credentials that expire before then: the time itself is not included. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      expira_hasta?: string
      /** Only credentials that were issued then or later. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      emitida_desde?: string
      /** Only credentials that were issued before then: the time itself is not included. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      emitida_hasta?: string
      /** Words, at most six: each has to be the beginning of `usuario`, or of a word of `cliente_nombre`, `cliente_email`, `label` or `referencia`. Case and accents do not matter. */
      q?: string
      /** How many rows a page holds. */
      limit?: number
      /** Where the page starts: the `next_cursor` of the page before. */
      cursor?: string
    }
    body: never
    answer: CredentialPage
  }
  /** Issue a credential */
  'POST /credentials': {
    query: never
    body: CredentialRequest
    answer: CredentialResponse
  }
  /** Issue many credentials */
  'POST /credentials/batch': {
    query: never
    body: BatchRequest
    answer: BatchResponse
  }
  /** Get a credential with its password */
  'GET /credentials/{id}': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** Change a credential */
  'PATCH /credentials/{id}': {
    query: never
    body: CredentialChange
    answer: CredentialResponse
  }
  /** Revoke a credential */
  'DELETE /credentials/{id}': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** Renew a credential */
  'POST /credentials/{id}/renovar': {
    query: never
    body: RenewalRequest
    answer: CredentialResponse
  }
  /** Suspend a credential */
  'POST /credentials/{id}/suspender': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** Resume a suspended credential */
  'POST /credentials/{id}/reanudar': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** Generate a new password */
  'POST /credentials/{id}/password': {
    query: never
    body: never
    answer: CredentialResponse
  }
  /** Resend the connection details by e-mail */
  'POST /credentials/{id}/enviar': {
    query: never
    body: never
    answer: MailedResponse
  }
  /** Revoke many credentials */
  'POST /credentials/revocar': {
    query: never
    body: RevocationRequest
    answer: RevocationResponse
  }
}

/** The operations that take an Idempotency-Key. */
export const KEYED: ReadonlySet<string> = new Set([
  'POST /webhooks',
  'POST /webhooks/{id}/rotar',
  'POST /webhooks/{id}/probar',
  'POST /webhooks/{id}/entregas/{entrega}/reenviar',
  'POST /webhooks/{id}/recuperar',
  'POST /orders',
  'POST /credentials',
  'POST /credentials/batch',
  'POST /credentials/{id}/renovar',
  'POST /credentials/{id}/password',
  'POST /credentials/{id}/enviar',
])
