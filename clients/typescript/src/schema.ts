// biome-ignore-all format: made by `npm run client:types` from the description of the API; do not edit.

/** A station and its alarm. */
export interface AlarmEventData {
  station: Station
  alarma: AlarmKind
  /** Start of the alarm. RFC 3339 in UTC. */
  desde: string
  cifras: AlarmFigures
}

/** Values of the alarm, by kind. `moved`: `metros` (distance from the registered position). `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (number of messages of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (how far the station is ahead of the time of the service; negative if behind). `on_backup`: `fuente` (`push`, `pull` or `station`) and, for `station`, `estacion` and `distancia_km`. */
export type AlarmFigures = Record<string, unknown>

/** `down`: no data arrives. `degraded`: the data is incomplete or late, or has few satellites. `moved`: the position in the stream differs from the registered one. `silent_constellation`: the satellites of a constellation are missing. `no_observations`: the data contains no observations. `clock_differs`: the clocks of the constellations differ from each other. `wrong_time`: the time in the data differs from the time of the service. `on_backup`: a standby source or a fallback station serves the mountpoint. New values may be added. */
export type AlarmKind = 'down' | 'degraded' | 'moved' | 'silent_constellation' | 'no_observations' | 'clock_differs' | 'wrong_time' | 'on_backup'

/** `vrs`: the network mountpoint; `base`: a single base. */
export type AlternativeMode = 'vrs' | 'base'

/** The archive of a station hour by hour. */
export interface ArchiveResponse {
  /** `true` in every successful response. */
  ok: true
  /** The station. */
  station: StationName
  /** Time of the first recorded epoch; `null` if nothing was recorded. */
  primera_at: string | null
  /** Time of the last recorded epoch; `null` if nothing was recorded. */
  ultima_at: string | null
  /** UTC hours, oldest first. Hours without data have 0 epochs. Hours before the first recorded one are left out. */
  horas: Array<ArchivedHour>
  /** Days of the window with daily files, oldest first. They are made after midnight UTC, and again if data arrives later. */
  diarios: Array<ArchivedDay>
}

/** The files of one day. */
export interface ArchivedDay {
  /** Day of GPS time. */
  fecha: string
  /** Observations at 30 s, and broadcast ephemerides if the station sent any. */
  archivos: Array<DailyFile>
}

/** One UTC hour of the archive. If the recorded messages were deleted, it has the epochs of the daily file, at 30 s. */
export interface ArchivedHour {
  /** Start of the UTC hour. RFC 3339 in UTC. */
  inicia_at: string
  /** Recorded epochs. */
  epocas: number
  /** Expected epochs by the interval of the station; 0 if the interval is unknown. */
  esperadas: number
  /** Percentage of the expected epochs; `null` if the interval of the station is unknown. */
  completitud_pct: number | null
  /** Seconds between the recorded epochs; 30 if only the daily file is left. `null` without data, or if it is unknown. `POST /rinex` accepts this interval and longer ones. */
  intervalo_s: number | null
  /** Bytes of the recorded messages. After their deletion: the part of the hour in the daily file. */
  bytes: number
}

/** Means of the last 15 minutes of one band. */
export interface BandQuality {
  /** Frequency band of all constellations. */
  banda: string
  /** Mean number of tracked satellites above 10 degrees. */
  satelites: number
  /** Mean number of satellites above 10 degrees that transmit in this band; `null` without ephemerides. */
  satelites_esperados: number | null
  /** C/N0 of the band. */
  cn0_db_hz: SignalStrength
  /** Losses of lock per satellite and hour. */
  saltos_por_hora: number | null
  /** Code multipath, RMS in metres; `null` until enough was measured. */
  multitrayecto_m: number | null
}

/** Credentials to issue, all or none. */
export interface BatchRequest {
  credentials: Array<CredentialRequest>
}

/** The credentials of a batch, in the order of the request. */
export interface BatchResponse {
  /** `true` in every successful response. */
  ok: true
  credentials: Array<Credential | CredentialWithoutSecrets>
}

/** The positions of a station by day. */
export interface CoordinatesResponse {
  /** `true` in every successful response. */
  ok: true
  /** The station. */
  station: StationName
  /** One entry per UTC day of the window, oldest first. */
  coordenadas: Array<StationCoordinate>
}

/** Time-limited NTRIP access, with its secrets: the password and the links that show it. */
export interface Credential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused. */
  usuario: string
  /** Mountpoint that the credential gives access to. */
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
  /** Start of validity. RFC 3339 in UTC. */
  inicia_at: string
  /** `true` only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group. */
  grupo: string | null
  /** Your own identifier of the credential. It is never reused among your credentials. */
  referencia: string | null
  /** Your own data about the credential; `{}` if there is none. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos: Record<string, string>
  /** Geofence of the credential; `null` if it can be used anywhere. */
  geocerca: Fence | null
  /** `true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`. */
  suspendida: boolean
  /** `true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it. */
  prueba: boolean
  /** `true` if a rover is connected with the credential now. */
  conectada: boolean
  /** Start of the most recent session; `null` if none is stored. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
  /** URL of the customer page. The link is unguessable and requires no sign-in. */
  url: string
  /** URL of the customer page as a PDF. */
  pdf: string
  /** NTRIP password. */
  password: string
}

/** The fields to change, at least one. Omitted fields do not change. */
export interface CredentialChange {
  /** Free text. `null` clears the field. */
  label?: string | null
  /** The customer's name. `null` clears the field. */
  cliente_nombre?: string | null
  /** The customer's e-mail. `null` clears the field. */
  cliente_email?: string | null
  /** Replaces all of your own data about the credential; `null` deletes it. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos?: Record<string, string> | null
  /** Changes individual pairs and keeps the others; `null` removes a pair. Cannot be combined with `metadatos`. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos_cambios?: Record<string, string | null>
  /** Id of the new station; `null` for the network mountpoint. */
  station_id?: number | null
  /** Code of the station, as an alternative to `station_id`. If both are given, they must match. */
  station_codigo?: string | null
  /** Name of the new station group (case-insensitive); `null` for the network mountpoint. Cannot be combined with a station. The credential loses its previous access. */
  grupo?: string | null
  /** New geofence of the credential; `null` removes it. */
  geocerca?: Fence | null
}

/** The credential at the time of the event. */
export interface CredentialEventData {
  credential: EventCredential
}

/** A credential reached its `expira_at` without being revoked. Emitted once, and again each time the credential expires after a renewal. */
export interface CredentialExpiredEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.expired'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A field of a credential that can be changed. New values may be added. */
export type CredentialField = 'label' | 'cliente_nombre' | 'cliente_email' | 'metadatos' | 'station_id' | 'grupo' | 'geocerca' | 'password'

/** A credential was issued. */
export interface CredentialIssuedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.issued'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** `base`: the mountpoint of one station. `red`: the network mountpoint or, with `grupo`, the mountpoints of a station group and the network mountpoint within it. */
export type CredentialKind = 'base' | 'red'

/** A page of credentials. */
export interface CredentialPage {
  /** `true` in every successful response. */
  ok: true
  credentials: Array<ListedCredential | CredentialWithoutSecrets>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** A credential was renewed. An expired credential becomes valid again. */
export interface CredentialRenewedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.renewed'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** The credential to issue. Unknown fields are rejected. */
export interface CredentialRequest {
  /** Validity in seconds, counted from the start of validity (`inicia_at`). */
  segundos: number
  /** Id of the station. With neither a station nor a group, the credential gives access to the network mountpoint. */
  station_id?: number
  /** Code of the station, as an alternative to `station_id`. If both are given, they must match. */
  station_codigo?: string
  /** Name of a station group (case-insensitive). The credential gives access to the mountpoints of its stations, and to the network mountpoint within the group. Cannot be combined with a station. */
  grupo?: string
  /** Free text. */
  label?: string
  /** The customer's name. */
  cliente_nombre?: string
  /** The customer's e-mail. */
  cliente_email?: string
  enviar_email?: SendEmail
  /** Start of validity: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (Mexico central time if it has no offset). Default: now. A time earlier today or up to 5 minutes ago means now; an earlier time returns 400. At most 180 days ahead. */
  inicia_at?: string
  /** Your own identifier of the credential, such as an order number. It is never reused among your credentials: a duplicate returns 409 with the id of the existing credential. */
  referencia?: string
  /** Your own data about the credential. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos?: Record<string, string>
  /** Geofence of the credential. If omitted, it can be used anywhere. */
  geocerca?: Fence
  suspendida?: StartSuspended
  /** NTRIP username of your choice. If omitted, one is generated. A username that ever existed returns 409. */
  usuario?: string
  /** An existing password from another caster: 16 to 64 printable ASCII characters without `:`. Requires the scope `import`. If omitted, one is generated. */
  password?: string
}

/** One credential. */
export interface CredentialResponse {
  /** `true` in every successful response. */
  ok: true
  credential: Credential | CredentialWithoutSecrets
}

/** A suspended credential was resumed. */
export interface CredentialResumedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.resumed'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A credential was revoked. */
export interface CredentialRevokedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.revoked'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A scheduled credential (start in the future) is `activa`, and its `vigente` is `false`. */
export type CredentialState = 'activa' | 'expirada' | 'revocada'

/** A credential was suspended. The caster rejects it until it is resumed. */
export interface CredentialSuspendedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.suspended'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialEventData
}

/** A credential was changed. `cambios` lists the names of the changed fields, never the values of secrets. */
export interface CredentialUpdatedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'credential.updated'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: CredentialUpdatedEventData
}

/** The credential after the change, and the changed fields. */
export interface CredentialUpdatedEventData {
  credential: EventCredential
  /** Names of the changed fields. */
  cambios: Array<CredentialField>
}

/** A credential as returned to tokens without access to passwords: without `password`, `url` and `pdf`. */
export interface CredentialWithoutSecrets {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused. */
  usuario: string
  /** Mountpoint that the credential gives access to. */
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
  /** Start of validity. RFC 3339 in UTC. */
  inicia_at: string
  /** `true` only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group. */
  grupo: string | null
  /** Your own identifier of the credential. It is never reused among your credentials. */
  referencia: string | null
  /** Your own data about the credential; `{}` if there is none. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos: Record<string, string>
  /** Geofence of the credential; `null` if it can be used anywhere. */
  geocerca: Fence | null
  /** `true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`. */
  suspendida: boolean
  /** `true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it. */
  prueba: boolean
  /** `true` if a rover is connected with the credential now. */
  conectada: boolean
  /** Start of the most recent session; `null` if none is stored. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
}

/** A file of a whole day. */
export interface DailyFile {
  /** Name of the file, by the IGS convention for long names. */
  nombre: string
  tipo: RinexFileKind
  /** Size of the file. */
  bytes: number
  /** SHA-256 of the file. */
  sha256: string
  /** Address of the download, valid until the file is made again. `null` without the scope `archivo`, and for organizations with a quota of hours: request the files with `POST /rinex`. */
  url: string | null
}

/** The event that is delivered. */
export interface DeliveredEvent {
  /** The `id` of the event, the same in every attempt. */
  id: string
  /** The `type` of the event. */
  type: EventType
}

/** Delivery of an event to a webhook, with its attempts. */
export interface Delivery {
  /** Identifier of the delivery. */
  id: number
  evento: DeliveredEvent
  estado: DeliveryState
  /** When the delivery was created. RFC 3339 in UTC. */
  creada_at: string
  /** Time of the next attempt; `null` if the delivery is not pending. */
  proximo_intento_at: string | null
  /** When the delivery succeeded or finally failed; `null` while it is pending. */
  terminada_at: string | null
  /** Attempts, oldest first. */
  intentos: Array<DeliveryAttempt>
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Start of the attempt. RFC 3339 in UTC. */
  at: string
  /** HTTP status of the response; `null` if there was no response. */
  status: number | null
  /** Duration of the attempt in milliseconds. */
  duracion_ms: number
  /** Stable code of the error, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; `null` if the attempt succeeded. */
  error: string | null
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** `true` in every successful response. */
  ok: true
  entregas: Array<Delivery>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** One delivery. */
export interface DeliveryResponse {
  /** `true` in every successful response. */
  ok: true
  entrega: Delivery
}

/** `fallida`: the delivery is not retried unless a person or program resends it. */
export type DeliveryState = 'pendiente' | 'entregada' | 'fallida'

/** Why a rover can or cannot connect. */
export interface Diagnosis {
  /** `true` in every successful response. */
  ok: true
  /** `true` if the caster accepts the credential now, with the right username and password. */
  acceso: boolean
  /** Findings, most important first. */
  hallazgos: Array<Finding>
}

/** What was installed. New values may be added. */
export type EquipmentKind = 'receptor' | 'antena'

/** The equipment history of a station. */
export interface EquipmentResponse {
  /** `true` in every successful response. */
  ok: true
  /** The station. */
  station: StationName
  /** Receivers first, each kind newest first. */
  equipo: Array<StationEquipment>
}

/** Body of a webhook delivery, with one schema per `type`. New types may be added. */
export type Event = OrderPaidEvent | CredentialIssuedEvent | CredentialExpiredEvent | CredentialRevokedEvent | CredentialRenewedEvent | CredentialSuspendedEvent | CredentialResumedEvent | CredentialUpdatedEvent | StationStatusChangedEvent | StationAlarmEvent | RinexReadyEvent | WebhookTestEvent

/** A credential without its password and without the links that show it. */
export interface EventCredential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused. */
  usuario: string
  /** Mountpoint that the credential gives access to. */
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
  /** Start of validity. RFC 3339 in UTC. */
  inicia_at: string
  /** `true` only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group. */
  grupo: string | null
  /** Your own identifier of the credential. It is never reused among your credentials. */
  referencia: string | null
  /** Your own data about the credential; `{}` if there is none. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos: Record<string, string>
  /** Geofence of the credential; `null` if it can be used anywhere. */
  geocerca: Fence | null
  /** `true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`. */
  suspendida: boolean
  /** `true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it. */
  prueba: boolean
}

/** Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready. Spaces are allowed, duplicates are ignored. */
export type EventNames = string

/** A page of events, each with the body that was or would have been sent to a webhook. */
export interface EventPage {
  /** `true` in every successful response. */
  ok: true
  eventos: Array<Event>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** Type of the event. New values may be added. */
export type EventType = 'order.paid' | 'credential.issued' | 'credential.expired' | 'credential.revoked' | 'credential.renewed' | 'credential.suspended' | 'credential.resumed' | 'credential.updated' | 'station.status_changed' | 'station.alarm' | 'rinex.ready' | 'webhook.test'

/** With `quota_exceeded`: the quota that the request would exceed. */
export interface ExceededQuota {
  nombre: QuotaName
  /** Limit of the organization. */
  limite: number
}

/** Expected position error of the rover. With a single base, about 8 mm + 1 ppm horizontally and 15 mm + 1 ppm vertically. */
export interface ExpectedError {
  /** Expected horizontal error in millimetres. */
  horizontal: number
  /** Expected vertical error in millimetres. */
  vertical: number
}

/** An area: a circle or a polygon. On the network mountpoint, a rover receives data only while it reports a position inside the area. */
export type Fence = FenceCircle | FencePolygon

/** A circle. */
export interface FenceCircle {
  tipo: 'circulo'
  /** Latitude of the centre, in decimal degrees. */
  lat: number
  /** Longitude of the centre, in decimal degrees. */
  lng: number
  /** Radius in kilometres. */
  radio_km: number
  en_base?: FenceOnBase
}

/** What happens on the mountpoint of a station when a rover reports a position outside the area. `avisar` (default): the session records it. `cortar`: the session ends. */
export type FenceOnBase = 'avisar' | 'cortar'

/** A polygon. */
export interface FencePolygon {
  tipo: 'poligono'
  /** 3 to 100 points `[lat, lng]` around the area, in order. The sides are straight lines in latitude and longitude, do not cross each other, and do not cross the antimeridian. */
  puntos: Array<Array<number>>
  en_base?: FenceOnBase
}

/** An invalid field. */
export interface FieldProblem {
  /** JSON pointer to the field. */
  pointer: string
  code: FieldProblemCode
  /** Explanation of the error as a sentence, in the language of the response. */
  detail: string
}

/** Stable code of the field error, for programs; `GET /docs/problems` lists all codes. New values may be added. */
export type FieldProblemCode = 'missing' | 'unknown_field' | 'unknown_parameter' | 'wrong_type' | 'wrong_format' | 'not_one_of' | 'too_small' | 'too_big' | 'too_short' | 'too_long' | 'too_few' | 'too_many' | 'not_unique' | 'not_valid' | 'wrong_form' | 'empty' | 'blank_around' | 'control_characters' | 'not_positive_integer' | 'not_a_cursor' | 'idempotency_key_form' | 'unknown_station_id' | 'unknown_station_code' | 'unknown_group' | 'station_or_group' | 'other_station' | 'start_form' | 'time_form' | 'start_too_far' | 'start_in_past' | 'email_needed' | 'no_mail' | 'username_form' | 'usuario_taken' | 'password_form' | 'referencia_taken' | 'twice_in_request' | 'pair_name_length' | 'end_too_far' | 'end_before_start' | 'nothing_to_change' | 'metadata_both_ways' | 'empty_event' | 'unknown_event_id' | 'unknown_event' | 'https_needed' | 'login_in_address' | 'not_public' | 'unknown_product' | 'not_in_product' | 'not_in_renewal' | 'in_future' | 'offset_needed' | 'window_too_long' | 'interval_too_short' | 'only_daily_file' | 'station_or_position' | 'number_range' | 'not_of_fence' | 'fence_too_wide' | 'fence_repeats' | 'fence_crosses'

/** A fact about the connection of the rover. */
export interface Finding {
  codigo: FindingCode
  /** Detail of the finding: why the last attempt was rejected (`refused`), why the last session ended (`ended`), or what happened in it (`noted`); `null` for other findings. */
  motivo: string | null
  /** `true` if the finding prevents the rover from connecting, or did so at the last attempt. */
  grave: boolean
  /** The finding as a sentence, in the language of `Accept-Language`. */
  texto: string
}

/** Stable code of the finding, for programs. New values may be added. */
export type FindingCode = 'unknown_user' | 'email_as_user' | 'test_credential' | 'revoked' | 'expired' | 'suspended' | 'not_started' | 'station_archived' | 'group_gone' | 'in_force' | 'opens_group' | 'connected' | 'let_in_from_memory' | 'noted' | 'refused' | 'ended' | 'outside_fence' | 'outside_fence_served' | 'felt' | 'never_seen'

/** A reference frame and the epoch of the coordinates. */
export interface Frame {
  /** Name of the reference frame. */
  nombre: string
  /** EPSG code of its geographic system with three dimensions. */
  epsg: number
  /** Epoch of the coordinates as a decimal year; `null` if the operator did not state one. */
  epoca: number | null
}

/** Measured values of the last minute. A silent station has the same values as in `station`. Values without a measurement are `null`, never the defaults. */
export interface Health {
  /** `false` if the station has never been measured. All other fields are then `null`. */
  telemetria: boolean
  /** Percentage of the expected epochs that were received in the last 10 minutes. */
  salud_pct: number | null
  /** Median latency of the last minute in milliseconds. */
  latencia_ms: number | null
  /** Number of satellites in the last minute. */
  sats: number | null
  /** Number of satellites by constellation. */
  por_constelacion: Record<string, number> | null
  /** Time of the last measured data. */
  ultima_at: string | null
  /** Distance between the position in the stream and the registered one, in metres. */
  posicion_desvio_m: number | null
}

/** Measured activity of the ionosphere over the network. */
export interface Ionosphere {
  /** The error that the ionosphere adds between two stations, in parts per million of their distance. */
  indice_ppm: number
  clase: IonosphereClass
  /** Time of the measurement. RFC 3339 in UTC. */
  at: string
}

/** Class of the index. New values may be added. */
export type IonosphereClass = 'baja' | 'media' | 'alta' | 'muy_alta'

/** Limits of the organization and the token. */
export interface Limits {
  /** Maximum number of requests per minute and IP address. */
  por_minuto: number
  cuotas: Quotas
}

export type ListOrder = 'desc' | 'asc'

/** A credential without its password. */
export interface ListedCredential {
  /** Identifier of the credential. */
  id: number
  tipo: CredentialKind
  /** NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused. */
  usuario: string
  /** Mountpoint that the credential gives access to. */
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
  /** Start of validity. RFC 3339 in UTC. */
  inicia_at: string
  /** `true` only if the credential has started, has not expired, was not revoked and is not suspended. */
  vigente: boolean
  /** Free text. */
  label: string | null
  /** The customer's name. */
  cliente_nombre: string | null
  /** The customer's e-mail. */
  cliente_email: string | null
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group. */
  grupo: string | null
  /** Your own identifier of the credential. It is never reused among your credentials. */
  referencia: string | null
  /** Your own data about the credential; `{}` if there is none. Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters. */
  metadatos: Record<string, string>
  /** Geofence of the credential; `null` if it can be used anywhere. */
  geocerca: Fence | null
  /** `true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`. */
  suspendida: boolean
  /** `true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it. */
  prueba: boolean
  /** `true` if a rover is connected with the credential now. */
  conectada: boolean
  /** Start of the most recent session; `null` if none is stored. Sessions are kept for a limited time. */
  ultima_conexion_at: string | null
  /** URL of the customer page. The link is unguessable and requires no sign-in. */
  url: string
  /** URL of the customer page as a PDF. */
  pdf: string
}

/** The credential whose connection details are e-mailed. */
export interface MailedResponse {
  /** `true` in every successful response. */
  ok: true
  credential: Credential
  /** Recipient of the e-mail. */
  enviada_a: string
}

/** The organization and token of the caller, with limits and current use. */
export interface Me {
  /** `true` in every successful response. */
  ok: true
  organizacion: Organization
  token: OwnToken
  limites: Limits
  modo: Mode
}

/** `prueba` for a test token, otherwise `produccion`. */
export type Mode = 'produccion' | 'prueba'

/** Usage in a month. */
export interface MonthUsage {
  /** The month, in Mexico central time. */
  mes: string
  /** Number of credentials issued in the month. */
  emitidas: number
  /** Hours that rovers were connected with the credentials, summed over all sessions. A session that spans two months counts in each month for its part. An open session counts until `contado_at`. */
  horas_conectadas: number
  /** `true` if the values of this month are final. They become final one day after the month ends. */
  definitivo: boolean
}

/** A mountpoint of a station and the content of its stream. */
export interface Mountpoint {
  /** Name of the mountpoint, which the device requests from the caster. */
  nombre: string
  /** Id of the station whose stream the mountpoint carries. */
  station_id: number
  /** Code of the station. */
  station_codigo: string
  /** `true` for the own mountpoint of the station, `false` for a derived mountpoint or an alias. */
  propio: boolean
  /** Display name in the sourcetable. */
  etiqueta: string
  /** Format of the stream. */
  formato: string
  /** Satellite systems whose observations the stream contains, as in an NTRIP sourcetable. */
  constelaciones: string
  forma: MountpointForm
  /** The stream contains only epochs at multiples of this number of seconds; `null` if it contains all epochs. */
  cada_s: number | null
  /** Numbers of the only messages in the stream; `null` if it contains all messages except `mensajes_excluidos`. */
  mensajes: Array<number> | null
  /** Numbers of the messages that the stream omits; `null` if there are none. */
  mensajes_excluidos: Array<number> | null
  /** Reference frame of the announced position; `null` for a mountpoint of another caster. */
  datum: string | null
  /** Reference frame that `datum` names; `null` if it is not in the table of frames, or for a mountpoint of another caster. */
  marco: Frame | null
  /** `true` if the mountpoint requires no credential. */
  abierto: boolean
}

/** Another mountpoint that covers the position. */
export interface MountpointAlternative {
  modo: AlternativeMode
  /** Mountpoint to connect to. */
  mountpoint: string
  /** Geodesic distance to the nearest station of the mountpoint, in kilometres. */
  distancia_km: number
}

/** The mountpoint selected for a position, and the reason. */
export interface MountpointChoice {
  /** `true` in every successful response. */
  ok: true
  modo: MountpointMode
  /** Mountpoint to connect to; `null` without coverage. */
  mountpoint: string | null
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Format of the corrections. */
  formato: string | null
  /** Reference frame of the coordinates. */
  datum: string | null
  /** Reference frame that `datum` names; `null` without coverage, or if it is not in the table of frames. */
  marco: Frame | null
  /** `false` if no mountpoint covers this position. A distant base is never offered instead. */
  cobertura: boolean
  /** Geodesic distance to the nearest station of the selected mountpoint, in kilometres; without coverage, to `station`. */
  distancia_km: number | null
  /** Expected position error of the rover; `null` without coverage. */
  error_esperado_mm: ExpectedError | null
  /** The selected base; `null` for `vrs`. Without coverage: the station that would cover the position but is unavailable now, or else the nearest station. */
  station: VrsStation | null
  /** Stations of the selected mountpoint, nearest first. */
  estaciones: Array<VrsStation>
  /** Other mountpoints that cover the position. */
  alternativas: Array<MountpointAlternative>
  /** Reason for the selection, in words. */
  motivo: string
}

/** Form of the observations: `as_is`, as the station sends them; `msm5` or `msm4`, converted from more complete messages; `legacy`, messages 1004 and 1012 for old rovers. */
export type MountpointForm = 'as_is' | 'msm5' | 'msm4' | 'legacy'

/** A page of mountpoints. */
export interface MountpointList {
  /** `true` in every successful response. */
  ok: true
  mountpoints: Array<Mountpoint>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** `vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage. */
export type MountpointMode = 'vrs' | 'base' | 'ninguno'

/** The network of stations as a whole. */
export interface Network {
  /** Name of the network. */
  nombre: string
  /** Host of the caster. */
  caster: string
  /** Port of the caster. */
  puerto: number
  /** Reference frame of the coordinates. */
  datum: string
  /** Reference frame that `datum` names; `null` if it is not in the table of frames. */
  marco: Frame | null
  /** Mountpoints that serve many stations, the default one first. */
  mountpoints: Array<NetworkMountpoint>
  /** The VRS engine of the default mountpoint; `null` if there is none. */
  motor: VrsEngine | null
  /** Activity of the ionosphere; `null` until it has been measured. */
  ionosfera: Ionosphere | null
}

/** A mountpoint that serves many stations. */
export interface NetworkMountpoint {
  /** Name of the mountpoint. */
  nombre: string
  modo: NetworkMountpointMode
  /** Format of the corrections. */
  formato: string
  /** Reference frame of the coordinates. */
  datum: string
  /** Reference frame that `datum` names; `null` if it is not in the table of frames. */
  marco: Frame | null
  forma: MountpointForm
  /** The stream contains only epochs at multiples of this number of seconds; `null` if it contains all epochs. */
  cada_s: number | null
  /** Only stations of this group serve the mountpoint; `null` for all stations. */
  grupo: string | null
  /** `true` if the mountpoint requires no credential. */
  abierto: boolean
}

/** `vrs`: a VRS engine computes corrections for each position, and the nearest base replaces an engine that sends no data; `base`: the base nearest to the rover. */
export type NetworkMountpointMode = 'vrs' | 'base'

/** The network of stations. */
export interface NetworkResponse {
  /** `true` in every successful response. */
  ok: true
  red: Network
}

/** An order for a credential, in any state. */
export interface Order {
  /** Number of the order. */
  id: number
  /** State of the order. The customer pays it, or the operator or the payment provider confirms the payment; API callers cannot. */
  estado: OrderState
  /** Id of the product; `null` if the order has none. */
  producto_id: number | null
  /** Name of the product at the time of the order; `null` if the order has none. */
  producto: string | null
  /** Kind of the credential that the order is for. */
  tipo: CredentialKind
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the order has none. */
  grupo: string | null
  /** Validity of the credential in seconds. */
  segundos: number
  /** Requested start of validity; `null` if validity starts when the order is paid. RFC 3339 in UTC. */
  inicia_at: string | null
  /** Amount in the smallest unit of the currency: 125000 in MXN is 1,250.00 pesos. */
  importe: number
  /** Currency, ISO 4217. */
  moneda: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail. */
  cliente_email: string
  /** Free text from the customer or the API caller. */
  label: string | null
  /** Time of the order. RFC 3339 in UTC. */
  creada_at: string
  /** Time of payment; `null` if the order is not paid. RFC 3339 in UTC. */
  pagada_at: string | null
  /** Time of cancellation; `null` if the order is not cancelled. RFC 3339 in UTC. */
  cancelada_at: string | null
  /** Payment method; `null` if the order is not paid. */
  pago: PaymentWay | null
  /** Reference of the payment at the payment provider. */
  pago_referencia: string | null
  /** Id of the credential that the payment issued or renews; `null` if there is none yet. */
  credential_id: number | null
  /** `true` if the payment renews `credential_id`, with the same `usuario` and `password`. */
  renovacion: boolean
  /** Customer page with the state of the order and the ways to pay. The link is unguessable. */
  pago_url: string
  /** `true` if a test token created the order. It cannot be paid, and only test tokens see it. */
  prueba: boolean
}

/** The paid order and the credential that was issued for it. */
export interface OrderEventData {
  order: PaidOrder
  credential: EventCredential
}

/** A page of orders. */
export interface OrderPage {
  /** `true` in every successful response. */
  ok: true
  orders: Array<Order>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** An order was paid. */
export interface OrderPaidEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'order.paid'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: OrderEventData
}

/** The product or the validity to order, for a new credential or to renew one, and the customer. Unknown fields are rejected. */
export type OrderRequest = ProductOrderRequest | ValidityOrderRequest | ProductRenewalOrderRequest | RenewalOrderRequest

/** One order. */
export interface OrderResponse {
  /** `true` in every successful response. */
  ok: true
  order: Order
}

/** State of an order. */
export type OrderState = 'pendiente' | 'pagada' | 'cancelada'

/** The organization that the token belongs to. */
export interface Organization {
  /** Identifier of the organization. */
  id: number
  /** Name of the organization. */
  nombre: string
}

/** The token of the request. */
export interface OwnToken {
  /** Identifier of the token. */
  id: number
  /** Name of the token. */
  nombre: string
  /** Scopes of the token. */
  alcances: Array<Scope>
  /** `true` if responses to this token omit `password`, `url` and `pdf`. */
  sin_passwords: boolean
  /** `true` if the token has no access to webhooks, which `read` otherwise includes. */
  sin_webhooks: boolean
  /** Expiry time of the token; `null` if it never expires. */
  expira_at: string | null
  /** Creation time. RFC 3339 in UTC. */
  creado_at: string
}

/** A paid order that issued or renewed a credential. */
export interface PaidOrder {
  /** Number of the order. */
  id: number
  /** State of the order: always `pagada` in `order.paid`. */
  estado: OrderState
  /** Name of the product at the time of the order; `null` if the order has none. */
  producto: string | null
  /** Kind of the credential that the order is for. */
  tipo: CredentialKind
  /** Id of the station; `null` if `tipo` is not `base`. */
  station_id: number | null
  /** Code of the station. */
  station_codigo: string | null
  /** Name of the station group; `null` if the order has none. */
  grupo: string | null
  /** Validity of the credential in seconds. */
  segundos: number
  /** Requested start of validity; `null` if validity starts when the order is paid. */
  inicia_at: string | null
  /** Amount in the smallest unit of the currency: 125000 in MXN is 1,250.00 pesos. */
  importe: number
  /** Currency, ISO 4217. */
  moneda: string
  /** The customer's name. */
  cliente_nombre: string
  /** The customer's e-mail. */
  cliente_email: string
  /** Time of the order. RFC 3339 in UTC. */
  creada_at: string
  /** Time of payment. RFC 3339 in UTC. */
  pagada_at: string
  pago: PaymentWay
  /** Reference of the payment at the payment provider. */
  pago_referencia: string | null
  /** Id of the credential that the payment issued or renewed. */
  credential_id: number
  /** `true` if the payment renewed an existing credential. */
  renovacion: boolean
}

/** `manual`: a person confirmed the payment. Any other value names the payment provider that confirmed it. */
export type PaymentWay = 'manual' | 'stripe'

/** `punto`: single-point, against the registered position; `red`: from baselines to other stations, against the position that the stream announces. */
export type PositionMethod = 'punto' | 'red'

/** An error (RFC 9457). */
export interface Problem {
  /** `false` in every error. */
  ok: false
  /** Identifies the kind of problem and links to its explanation. */
  type: string
  /** Title of the problem, in Spanish or English according to `Accept-Language`; English by default. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong with this request. */
  detail: string
  code: ProblemCode
  /** Identifies this request in the server logs. */
  request_id: string
  /** With `referencia_taken`: id of the credential that already has the reference. */
  credential_id?: number
  /** With an invalid request: the invalid fields. */
  errors?: Array<FieldProblem>
  cuota?: ExceededQuota
}

/** Stable code of the problem, for programs. New values may be added. */
export type ProblemCode = 'invalid_request' | 'invalid_json' | 'missing_token' | 'invalid_token' | 'insufficient_scope' | 'token_without_webhooks' | 'token_without_passwords' | 'only_in_test_mode' | 'credential_not_found' | 'station_not_found' | 'webhook_not_found' | 'delivery_not_found' | 'order_not_found' | 'rinex_not_found' | 'route_not_found' | 'method_not_allowed' | 'request_timeout' | 'credential_expired' | 'credential_revoked' | 'referencia_taken' | 'usuario_taken' | 'webhook_limit_reached' | 'webhook_inactive' | 'rinex_limit_reached' | 'quota_exceeded' | 'order_paid' | 'no_product_offers_it' | 'no_data' | 'idempotency_in_progress' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'headers_too_large' | 'rate_limited' | 'internal_error' | 'service_unavailable'

/** An order for a product. */
export interface ProductOrderRequest {
  /** Id of a product of the organization that is on sale. The product defines the price, the validity and the access. */
  producto_id: number
  /** Validity in seconds. If given, it must equal the validity of the product. */
  segundos?: number
  /** Id of the station. If omitted, the order is for the station of the product or for the network mountpoint. */
  station_id?: number
  /** Code of the station, as an alternative to `station_id`. If both are given, they must match. */
  station_codigo?: string
  /** Name of a station group (case-insensitive). Cannot be combined with a station. If omitted, the group of the product applies. */
  grupo?: string
  /** Start of validity, in the same formats as for a credential. If omitted, or already past when the order is paid, validity starts on payment. */
  inicia_at?: string
  /** Free text that becomes the `label` of the credential. */
  label?: string
  /** The customer's name. */
  cliente_nombre: string
  /** E-mail address of the customer. The connection details are sent to it once the order is paid. */
  cliente_email: string
}

/** An order that renews a credential with a product. */
export interface ProductRenewalOrderRequest {
  /** Id of the credential that the payment renews, with the same `usuario` and `password`. The product must offer its access. */
  credential_id: number
  /** The customer's name. If omitted in a renewal, the name of the credential applies. */
  cliente_nombre?: string
  /** The customer's e-mail address. If omitted in a renewal, the address of the credential applies. */
  cliente_email?: string
  /** Id of a product of the organization that is on sale. The product defines the price, the validity and the access. */
  producto_id: number
  /** Validity in seconds. If given, it must equal the validity of the product. */
  segundos?: number
}

/** One measured day. */
export interface QualityDay {
  /** Day in Mexico central time. */
  fecha: string
  /** Worst verdict of the day: `buena`, `atencion` or `mala`; `null` if none was made. */
  veredicto: string | null
  /** Mean number of tracked satellites above 10 degrees. */
  satelites: number | null
  /** Mean C/N0 of L1 in dB-Hz. */
  cn0_db_hz: number | null
  /** Losses of lock per satellite and hour, all bands. */
  saltos_por_hora: number | null
  /** Code multipath of all bands, RMS in metres. */
  multitrayecto_m: number | null
}

/** The measured position against the registered one. */
export interface QualityPosition {
  /** Millimetres to the east. */
  este_mm: number | null
  /** Millimetres to the north. */
  norte_mm: number | null
  /** Millimetres above the position that the stream announces; `null` if it announces no height. */
  arriba_mm: number | null
  metodo: PositionMethod
  /** Start of the time of which this is the median. RFC 3339 in UTC. */
  desde: string
  /** Smallest movement that the method would notice. */
  minimo_detectable_mm: number | null
}

/** A reason for the verdict. */
export interface QualityReason {
  codigo: QualityReasonCode
  /** What was found and what to do, in Spanish. */
  texto: string
  /** Measured value; `null` if the reason has none. */
  valor: number | null
  /** Limit that the value exceeds; `null` if the reason has none. */
  limite: number | null
  /** Start of the condition. RFC 3339 in UTC. */
  desde: string
}

/** What was found. New values may be added. */
export type QualityReasonCode = 'clock_wrong' | 'coordinates_wrong' | 'interference' | 'below_horizon' | 'ranges_contradict' | 'band_lost' | 'cn0_fell' | 'cn0_low' | 'satellites_missing' | 'losses_of_lock' | 'sky_obstructed' | 'multipath' | 'half_cycles' | 'gaps' | 'antenna_differs' | 'no_orbits' | 'strength_unknown' | 'not_measured'

/** Quality of a station's observations. Values without a measurement are `null`. */
export interface QualityResponse {
  /** `true` in every successful response. */
  ok: true
  /** The station. */
  station: StationName
  /** Verdict of the last minutes. */
  veredicto: QualityVerdict
  /** Reasons, most important first; empty if the verdict is `buena`. */
  motivos: Array<QualityReason>
  /** Bands that are received. */
  por_banda: Array<BandQuality>
  /** Satellites above the horizon; empty without ephemerides. */
  cielo: Array<SkySatellite>
  /** Median of the last hour; `null` if no position could be solved. */
  posicion: QualityPosition | null
  /** Measured days of the last 60, oldest first. */
  historial: Array<QualityDay>
}

/** Verdict on the observations of the station. `sin_datos`: they could not be checked, which does not mean that they are good. */
export type QualityVerdict = 'buena' | 'atencion' | 'mala' | 'sin_datos'

/** Name of the quota, as in `GET /yo`. New values may be added. */
export type QuotaName = 'vigentes' | 'emitidas_por_dia' | 'correos_por_dia' | 'webhooks' | 'horas_rinex_por_dia'

/** A quota and its current use. */
export interface QuotaUse {
  /** Limit of the organization; `null` if it has none. */
  limite: number | null
  /** Current use; `null` if there is no limit. */
  usadas: number | null
}

/** Quotas of the organization, set by the operator. */
export interface Quotas {
  /** Credentials that are neither expired nor revoked, including scheduled ones. */
  vigentes: QuotaUse
  /** Credentials issued in the last 24 hours. */
  emitidas_por_dia: QuotaUse
  /** E-mails to customers in the last 24 hours, including queued ones. */
  correos_por_dia: QuotaUse
  /** Active webhooks. */
  webhooks: QuotaUse
  /** Hours of data in RINEX requests of the last 24 hours. */
  horas_rinex_por_dia: QuotaUse
}

/** Start of the period whose events are resent. */
export interface RecoveryRequest {
  /** Start of the period. Events for which the webhook never had a delivery are found for the last 29 days, or for as long as the operator keeps deliveries if that is shorter. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
  desde: string
}

/** Result of resending undelivered events. */
export interface RecoveryResponse {
  /** `true` in every successful response. */
  ok: true
  /** Number of events that will be resent. */
  reenviadas: number
  /** `true` if there are more events than one request resends. Repeat the request to resend them. */
  hay_mas: boolean
}

/** An order that renews a credential for a validity. */
export interface RenewalOrderRequest {
  /** Id of the credential that the payment renews, with the same `usuario` and `password`. The product must offer its access. */
  credential_id: number
  /** The customer's name. If omitted in a renewal, the name of the credential applies. */
  cliente_nombre?: string
  /** The customer's e-mail address. If omitted in a renewal, the address of the credential applies. */
  cliente_email?: string
  /** Validity in seconds. The price comes from the product that offers exactly this validity and access. */
  segundos: number
}

/** How long to extend the credential. */
export interface RenewalRequest {
  /** Extension in seconds, added to `expira_at` or, if that has passed, to the current time. The new expiry is at most 366 days from now. */
  segundos: number
}

/** The credentials to revoke. */
export interface RevocationRequest {
  /** Ids of the credentials to revoke. Duplicates count once. */
  ids: Array<number>
}

/** Result of revoking many credentials. */
export interface RevocationResponse {
  /** `true` in every successful response. */
  ok: true
  /** Number of revoked credentials. */
  revocadas: number
  /** Credentials that did not change, with the reason. */
  sin_cambio: Array<UnchangedCredential>
}

/** A request for RINEX files, and its result. */
export interface Rinex {
  /** Identifier of the request. */
  id: string
  /** State of the request. */
  estado: RinexState
  /** The station whose data the files contain. */
  station: StationName
  /** Start of the window, by time of observation. RFC 3339 in UTC. */
  desde: string
  /** End of the window. An epoch at this time does not belong to it. RFC 3339 in UTC. */
  hasta: string
  intervalo_s: RinexInterval
  /** Version of RINEX. */
  version: RinexVersion
  /** Constellations in the files, such as `GPS+GLO`; `null` for all. */
  constelaciones: string | null
  /** `true` if a navigation file was requested. */
  navegacion: boolean
  /** `true` if the observations are compressed with CRINEX (Hatanaka) and gzip. */
  hatanaka: boolean
  /** Progress of the work. */
  avance_pct: number
  /** Percentage of the expected epochs that the file has; `null` until the files are made. */
  completitud_pct: number | null
  /** The ten longest gaps, longest first. */
  huecos: Array<RinexGap>
  /** The files; empty until they are made and after they were removed. */
  archivos: Array<RinexFile>
  /** With `fallida`: `no_data` (nothing was recorded), `wrong_clock` (what was received then has other times of observation), `not_readable` (no file of the archive can be read), `broken_off` or `internal_error`. */
  motivo: string | null
  /** Time of the request. RFC 3339 in UTC. */
  creado_at: string
  /** Time at which the files are removed, 7 days after they were made; `null` until then. */
  expira_at: string | null
  /** `true` if a test token made the request. Only test tokens see it. */
  prueba: boolean
}

/** A file to download. */
export interface RinexFile {
  /** Name of the file, by the IGS convention for long names. */
  nombre: string
  tipo: RinexFileKind
  /** Size of the file. */
  bytes: number
  /** SHA-256 of the file. */
  sha256: string
  /** Address of the download. It needs no token and cannot be guessed. */
  url: string
}

/** `obs`: observations. `nav`: broadcast ephemerides. `sitio`: site log. New values may be added. */
export type RinexFileKind = 'obs' | 'nav' | 'sitio'

/** A part of the window without data. */
export interface RinexGap {
  /** First missing epoch. RFC 3339 in UTC. */
  desde: string
  /** First epoch after the gap, or the end of the window. RFC 3339 in UTC. */
  hasta: string
}

/** Seconds between the epochs. */
export type RinexInterval = 1 | 5 | 10 | 15 | 30 | 60

/** A page of requests for RINEX files. */
export interface RinexPage {
  /** `true` in every successful response. */
  ok: true
  rinex: Array<Rinex>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** The files of a RINEX request were made. `rinex` has the request with the addresses of its files, which need no token. */
export interface RinexReadyEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'rinex.ready'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: RinexReadyEventData
}

/** The request and its files. */
export interface RinexReadyEventData {
  rinex: Rinex
}

/** A window of the archive of one station, given by id, code or position. */
export interface RinexRequest {
  /** Id of the station. */
  station_id?: number
  /** Code of the station, as an alternative to `station_id`. If both are given, they must match. */
  station_codigo?: string
  /** With `lng`, instead of a station: the nearest station that has at least 95 % of the window. */
  lat?: number
  /** Longitude of the position. */
  lng?: number
  /** Start of the window: ISO 8601 with an offset. */
  desde: string
  /** End of the window: after `desde` and not in the future. At most 24 hours with an interval below 15 s, otherwise 31 days. */
  hasta: string
  /** Seconds between the epochs; 30 by default. Not below the interval of the station. 30 or 60 for hours of which only daily files are left. */
  intervalo_s?: RinexInterval
  /** Version of RINEX; `3.05` by default. */
  version?: RinexVersion
  /** Constellations to include, joined with `+`; all by default. */
  constelaciones?: string
  /** Adds a file with the broadcast ephemerides; `true` by default. */
  navegacion?: boolean
  /** Compresses the observations with CRINEX (Hatanaka) before gzip; `true` by default. */
  hatanaka?: boolean
}

/** One request for RINEX files. */
export interface RinexResponse {
  /** `true` in every successful response. */
  ok: true
  rinex: Rinex
}

/** `pendiente`: the files are being made. `lista`: the files can be downloaded. `fallida`: they could not be made. `vencida`: they were removed. */
export type RinexState = 'pendiente' | 'lista' | 'fallida' | 'vencida'

/** Version of RINEX. */
export type RinexVersion = '3.05' | '4.02' | '2.11'

/** A permission of a token. New values may be added. */
export type Scope = 'read' | 'provision' | 'revoke' | 'webhooks' | 'import' | 'archivo'

/** Send the connection details to `cliente_email`. Returns 400 if the service has no mail transport. With a test token, the same checks apply and no e-mail is sent. */
export type SendEmail = boolean

/** A connection of a rover. */
export interface Session {
  /** When the rover connected. RFC 3339 in UTC. */
  inicio_at: string
  /** End of the session; null while it is open. */
  fin_at: string | null
  /** Why the session ended; `null` while it is open. */
  fin_motivo: SessionEnd | null
  /** Mountpoint that the rover requested. */
  mountpoint: string
  /** IP address that the rover connected from. */
  ip: string
  /** `User-Agent` of the device. */
  agente: string
  /** Bytes of corrections sent to the rover. */
  bytes: number
  /** Quality in the last GGA from the rover: 4 is fixed, 5 is float; `null` if the rover sent none. */
  calidad: number | null
  /** Percentage of positions with a fixed solution, rounded down; `null` if the rover sent no position. */
  fijo_pct: number | null
  /** Latitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept. */
  lat: number | null
  /** Longitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept. */
  lng: number | null
  /** Distance from the last position to the serving base, in kilometres; `null` if unknown. */
  distancia_km: number | null
}

/** Why a session ended. `client_left`: the device disconnected. `expired`: the credential expired. `revoked`: the credential was revoked. `suspended`: the credential was suspended. `changed`: the password, station, group or geofence of the credential changed. `replaced`: another device connected with the same credential. `outside_fence`: the device reported a position outside a geofence with `en_base: cortar` on the mountpoint of a station. `kicked`: the operator ended the session. `mountpoint_closed`: the mountpoint was removed or now requires a credential. `too_slow`: the device did not read its data fast enough. `sent_too_much`: the device sent more than 8 kB per second. `broken`: the connection broke. `shutdown`: the caster stopped. `node_lost`: the caster failed. New values may be added. */
export type SessionEnd = 'client_left' | 'expired' | 'revoked' | 'suspended' | 'changed' | 'replaced' | 'outside_fence' | 'kicked' | 'mountpoint_closed' | 'too_slow' | 'sent_too_much' | 'broken' | 'shutdown' | 'node_lost'

/** A page of sessions. */
export interface SessionPage {
  /** `true` in every successful response. */
  ok: true
  sesiones: Array<Session>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** C/N0 of the satellites above 10 degrees. */
export interface SignalStrength {
  /** Median, in dB-Hz; `null` if the stream sends none. */
  mediana: number | null
  /** 10th percentile, in dB-Hz; `null` if the stream sends none. */
  p10: number | null
}

/** A satellite above the horizon. */
export interface SkySatellite {
  /** As in RINEX. */
  satelite: string
  /** Degrees, clockwise from north. */
  azimut: number
  /** Degrees above the horizon. */
  elevacion: number
  /** C/N0 in dB-Hz; `null` if the satellite is above the horizon but not tracked. */
  cn0_db_hz: number | null
}

/** Issue the credential suspended. `POST …/reanudar` resumes it. */
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
  /** Radius within which the station serves as a single base, in kilometres. */
  radio_km: number
  status: StationStatus
  /** Satellite systems of the station, as in an NTRIP sourcetable. */
  constelaciones: string
  /** `true` if the station has at least one real health record. If `false`, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data. */
  telemetria: boolean
  /** Percentage of the expected epochs that were received in the last 10 minutes. It falls to 0 after the station goes silent. */
  salud_pct: number
  /** Median latency of the last minute in milliseconds; `null` if the latency of a measured station is unknown, or while the station is silent. */
  latencia_ms: number | null
  /** Number of satellites in the last minute; 0 while a measured station is silent. */
  sats: number
  /** Time of the last measured data; `null` if the station has never been measured. RFC 3339 in UTC. */
  ultima_at: string | null
  /** Reference frame of the coordinates that the station sends; `null` if it is not in the table of frames. */
  marco: Frame | null
}

/** A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery. */
export interface StationAlarmEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'station.alarm'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: AlarmEventData
}

/** The position of a station on one day. */
export interface StationCoordinate {
  /** UTC day. */
  fecha: string
  /** Millimetres to the east. `null` if the day was not computed. */
  este_mm: number | null
  /** Millimetres to the north. `null` if the day was not computed. */
  norte_mm: number | null
  /** Millimetres upwards. `null` if the day was not computed. */
  arriba_mm: number | null
  /** Expected horizontal error in millimetres. `null` if the day was not computed. */
  sigma_mm: number | null
  /** Expected vertical error in millimetres. `null` if the day was not computed. */
  sigma_arriba_mm: number | null
  /** Neighbouring stations that agree with the position. */
  bases: number | null
  /** `false` with a single neighbour: either of the two stations can have moved. */
  atribuida: boolean | null
  /** Percentage of the epochs of the day that were recorded. */
  completitud_pct: number | null
}

/** A receiver or antenna, from its installation to its removal. */
export interface StationEquipment {
  tipo: EquipmentKind
  /** IGS name of the receiver or antenna, without the radome. */
  modelo: string
  /** Serial number. `null` if unknown. */
  serie: string | null
  /** Firmware version of the receiver. `null` if unknown. */
  firmware: string | null
  /** IGS code of the radome; `NONE` if there is none. `null` if unknown. */
  radomo: string | null
  /** Height of the antenna reference point above the marker, in metres. `null` for a receiver, or if unknown. */
  arriba_m: number | null
  /** Metres from the marker to the east. `null` for a receiver, or if unknown. */
  este_m: number | null
  /** Metres from the marker to the north. `null` for a receiver, or if unknown. */
  norte_m: number | null
  /** When it was installed. RFC 3339 in UTC. */
  desde: string
  /** When it was removed. RFC 3339 in UTC. `null` while it is installed. */
  hasta: string | null
}

/** A named group of stations that one credential can give access to. */
export interface StationGroup {
  /** Identifier of the group. */
  id: number
  /** Name of the group, the `grupo` of credentials and orders. */
  nombre: string
  /** Codes of the active stations in the group, sorted. */
  estaciones: Array<string>
}

/** A page of groups. */
export interface StationGroupPage {
  /** `true` in every successful response. */
  ok: true
  grupos: Array<StationGroup>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** A station, its health and its history. */
export interface StationHealth {
  /** `true` in every successful response. */
  ok: true
  station: Station
  salud: Health
  uptime: Uptime
  /** Status changes in the last 60 days, newest first, at most 500. */
  cambios: Array<StatusChange>
}

/** The active stations. */
export interface StationList {
  /** `true` in every successful response. */
  ok: true
  stations: Array<Station>
}

/** A station by id and code. */
export interface StationName {
  /** Identifier of the station. */
  id: number
  /** Code of the station. */
  codigo: string
}

/** One station. */
export interface StationResponse {
  /** `true` in every successful response. */
  ok: true
  station: Station
}

/** A measured station is `offline` when its last data is older than 60 s. It is `degraded` when data arrives but is incomplete (< 95 %), late (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites, or when the position in its stream has differed from the registered one for 10 minutes (the operator can change the limit of 0.10 m or disable this check). `maintenance` is declared by the operator and takes precedence. A station without telemetry keeps the status that the operator declared. A station whose stream is not RTCM is `offline` when no data has arrived for 60 s. */
export type StationStatus = 'online' | 'degraded' | 'offline' | 'maintenance'

/** The status of a station changed, by measurement or because the operator declared it. All organizations share the stations: every subscribed webhook receives the same event. */
export interface StationStatusChangedEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'station.status_changed'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: StatusChangedEventData
}

/** A status and the time of the change. */
export interface StatusChange {
  status: StationStatus
  /** Time of the change. RFC 3339 in UTC. */
  at: string
}

/** A station and its new status. */
export interface StatusChangedEventData {
  station: Station
  /** The previous status; `null` if none was recorded. */
  anterior: StationStatus | null
  status: StationStatus
  /** Time of the change. RFC 3339 in UTC. */
  at: string
}

/** Empty. The event only shows that deliveries arrive. */
export type TestEventData = Record<string, unknown>

/** A credential that did not change. */
export interface UnchangedCredential {
  /** Id from the request. */
  id: number
  motivo: UnchangedReason
}

/** `no_existe`: you have no credential with this id. `ya_revocada`: the credential was already revoked. `expirada`: the credential had already expired. */
export type UnchangedReason = 'no_existe' | 'ya_revocada' | 'expirada'

/** Uptime of the station in the last 60 days. */
export interface Uptime {
  /** Number of days in the history: 60. */
  dias: number
  /** Percentage of all measured minutes of the history in which the station worked; `null` if no minute was measured. */
  uptime_pct: number | null
  /** One entry per day, oldest first and today last; always 60 entries. */
  historial: Array<UptimeDay>
}

/** One day of the history. */
export interface UptimeDay {
  /** Day in Mexico central time. */
  fecha: string
  /** Percentage of the measured minutes in which the station worked; `null` if no minute of the day was measured. */
  uptime_pct: number | null
  /** Minutes in which the station worked. */
  minutos_arriba: number
  /** Minutes in which the station was down. */
  minutos_caidos: number
  /** Minutes without measurements. They never lower `uptime_pct`. */
  minutos_sin_datos: number
  /** Percentage of the expected epochs that were received. */
  salud_pct: number | null
  /** Mean of the median latencies of the day, in milliseconds. */
  latencia_ms: number | null
  /** Mean number of satellites. */
  sats: number | null
}

/** Monthly usage of the organization. */
export interface Usage {
  /** `true` in every successful response. */
  ok: true
  /** Months, oldest first, including those without usage in between. */
  meses: Array<MonthUsage>
  /** When the current month was last counted, which happens every ten minutes; `null` if it has not been counted yet. */
  contado_at: string | null
}

/** An order for a validity on a station, a group or the network. */
export interface ValidityOrderRequest {
  /** Validity in seconds. The price comes from the product that offers exactly this validity and access. */
  segundos: number
  /** Id of the station. If omitted, the order is for the station of the product or for the network mountpoint. */
  station_id?: number
  /** Code of the station, as an alternative to `station_id`. If both are given, they must match. */
  station_codigo?: string
  /** Name of a station group (case-insensitive). Cannot be combined with a station. If omitted, the group of the product applies. */
  grupo?: string
  /** Start of validity, in the same formats as for a credential. If omitted, or already past when the order is paid, validity starts on payment. */
  inicia_at?: string
  /** Free text that becomes the `label` of the credential. */
  label?: string
  /** The customer's name. */
  cliente_nombre: string
  /** E-mail address of the customer. The connection details are sent to it once the order is paid. */
  cliente_email: string
}

/** The VRS engine of the default mountpoint. */
export interface VrsEngine {
  /** `true` if the engine sent data when it was last checked. */
  responde: boolean
}

/** A station with its distance to the position. */
export interface VrsStation {
  /** Identifier of the station. */
  id: number
  /** Code of the station. */
  codigo: string
  status: StationStatus
  /** `false` if the operator declared the status and it is not measured. */
  telemetria: boolean
  /** Geodesic distance to the position, in kilometres. */
  distancia_km: number
}

/** A URL that receives signed events. */
export interface Webhook {
  /** Identifier of the webhook. */
  id: number
  /** URL to which events are delivered. */
  url: string
  /** Types of the events that the webhook receives, separated by commas. */
  eventos: string
  /** `false` if the webhook is deactivated and receives nothing. */
  activo: boolean
  /** Creation time. RFC 3339 in UTC. */
  creado_at: string
  /** Time of the last successful delivery; `null` if there was none. */
  ultima_entrega_at: string | null
  /** Number of failed attempts since the last successful delivery. */
  fallos_consecutivos: number
}

/** Omitted fields do not change. Unknown fields are rejected. */
export interface WebhookChange {
  /** URL that receives the events. It must use https and must not lead to a private, loopback, link-local or other non-public address. */
  url?: string
  /** Replaces the whole list. Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready. */
  eventos?: string
  /** `true` reactivates a deactivated webhook, `false` deactivates it. Repeating the value changes nothing. */
  activo?: boolean
}

/** A webhook with its secret. */
export interface WebhookCreated {
  /** `true` in every successful response. */
  ok: true
  webhook: Webhook
  /** Key of the HMAC of every delivery. Only this response includes it. */
  secret: string
}

/** A page of webhooks. */
export interface WebhookPage {
  /** `true` in every successful response. */
  ok: true
  webhooks: Array<Webhook>
  /** Pass this value as `cursor` to get the next page; `null` on the last page. */
  next_cursor: string | null
}

/** Target URL and events. Unknown fields are rejected. */
export interface WebhookRequest {
  /** URL that receives the events. It must use https and must not lead to a private, loopback, link-local or other non-public address. */
  url: string
  eventos?: EventNames
}

/** One webhook. */
export interface WebhookResponse {
  /** `true` in every successful response. */
  ok: true
  webhook: Webhook
}

/** A webhook with its new secret. */
export interface WebhookRotated {
  /** `true` in every successful response. */
  ok: true
  webhook: Webhook
  /** Key of the HMAC of every delivery from now on. Only this response includes it. */
  secret: string
  /** Until this time, deliveries are also signed with the previous secret. RFC 3339 in UTC. */
  anterior_hasta: string
}

/** A test was sent to this webhook. Only this webhook receives it, regardless of its subscription. */
export interface WebhookTestEvent {
  /** Id of the event. It is the same in every retry: use it to detect duplicate deliveries. */
  id: string
  type: 'webhook.test'
  /** Time of the event. RFC 3339 in UTC. */
  timestamp: string
  api_version: 'v1'
  /** `true` in events about test data. All other events omit this field. */
  prueba?: boolean
  data: TestEventData
}

/** The event to send as a test. */
export interface WebhookTestRequest {
  /** Type of the event; `webhook.test` if omitted. */
  evento?: EventType
}

/** What a delivery of a webhook holds. */
export type WebhookEvent = OrderPaidEvent | CredentialIssuedEvent | CredentialExpiredEvent | CredentialRevokedEvent | CredentialRenewedEvent | CredentialSuspendedEvent | CredentialResumedEvent | CredentialUpdatedEvent | StationStatusChangedEvent | StationAlarmEvent | RinexReadyEvent | WebhookTestEvent

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
  /** Get the quality of a station's observations */
  'GET /stations/{id}/calidad': {
    query: never
    body: never
    answer: QualityResponse
  }
  /** List mountpoints of the stations and their content */
  'GET /mountpoints': {
    query: {
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
      cursor?: string
    }
    body: never
    answer: MountpointList
  }
  /** List station groups, newest first */
  'GET /grupos': {
    query: {
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
      cursor?: string
    }
    body: never
    answer: StationGroupPage
  }
  /** Get the network, its mountpoints and its reference frame */
  'GET /red': {
    query: never
    body: never
    answer: NetworkResponse
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
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
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
  /** Get a webhook */
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
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
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
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
      cursor?: string
      tipo?: EventType
      /** Only events recorded at or after this time. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      desde?: string
      /** Only events recorded before this time. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      hasta?: string
      orden?: ListOrder
      /** Only events after the event with this `id`, oldest first; implies `orden=asc`. An unknown id, or the id of an event that is no longer kept, returns 400. */
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
      /** First month, `YYYY-MM`. Default: the first month with usage. */
      desde?: string
      /** Last month, `YYYY-MM`, inclusive. Default: the current month. */
      hasta?: string
    }
    body: never
    answer: Usage
  }
  /** List sessions of a credential, newest first */
  'GET /credentials/{id}/sesiones': {
    query: {
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
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
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
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
  /** List the recorded hours and the daily files of a station */
  'GET /stations/{id}/archivo': {
    query: {
      /** Start of the window; 24 hours before the end if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      desde?: string
      /** End of the window, at most 31 days after the start; now if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      hasta?: string
    }
    body: never
    answer: ArchiveResponse
  }
  /** List the positions of a station by day */
  'GET /stations/{id}/coordenadas': {
    query: {
      /** Start of the window; 60 days before the end if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      desde?: string
      /** End of the window, at most 366 days after the start; now if omitted. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      hasta?: string
    }
    body: never
    answer: CoordinatesResponse
  }
  /** List the receivers and antennas of a station over time */
  'GET /stations/{id}/equipo': {
    query: never
    body: never
    answer: EquipmentResponse
  }
  /** List RINEX requests of the organization, newest first */
  'GET /rinex': {
    query: {
      estado?: RinexState
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
      cursor?: string
    }
    body: never
    answer: RinexPage
  }
  /** Request RINEX files */
  'POST /rinex': {
    query: never
    body: RinexRequest
    answer: RinexResponse
  }
  /** Get a RINEX request and its files */
  'GET /rinex/{id}': {
    query: never
    body: never
    answer: RinexResponse
  }
  /** List credentials of the organization, newest first */
  'GET /credentials': {
    query: {
      estado?: CredentialState
      /** Only the credential with exactly this `referencia`. */
      referencia?: string
      /** Only the credential with exactly this `usuario`. */
      usuario?: string
      /** Only credentials with exactly this `cliente_email`, spelled as it was entered. */
      cliente_email?: string
      /** Only credentials with exactly this `label`. */
      label?: string
      /** Only credentials of this station. An unknown code returns 400. */
      station_codigo?: string
      /** Only credentials of the station group with this name (case-insensitive). An unknown name returns 400. */
      grupo?: string
      tipo?: CredentialKind
      /** `true`: only credentials that are valid now. `false`: only the others. */
      vigente?: boolean
      /** `true`: only credentials with a connected rover. `false`: only the others. */
      conectada?: boolean
      /** Only credentials that expire at or after this time. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      expira_desde?: string
      /** Only credentials that expire before this time (exclusive). An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      expira_hasta?: string
      /** Only credentials issued at or after this time. An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      emitida_desde?: string
      /** Only credentials issued before this time (exclusive). An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time. */
      emitida_hasta?: string
      /** Search text of at most six words. Each word must be the beginning of `usuario`, or of a word in `cliente_nombre`, `cliente_email`, `label` or `referencia`. Case and accents are ignored. */
      q?: string
      /** Maximum number of items per page. */
      limit?: number
      /** Start of the page: the `next_cursor` of the previous page. */
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
  'POST /rinex',
  'POST /credentials',
  'POST /credentials/batch',
  'POST /credentials/{id}/renovar',
  'POST /credentials/{id}/password',
  'POST /credentials/{id}/enviar',
])
