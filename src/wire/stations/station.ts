import { Type } from 'typebox'
import { STATION_STATUSES } from '../../domain/stations/station.ts'
import { Count, CountOrNull, Form, Id, Nullable, Ok, OrNull, Percent, Ref, Words } from '../common.ts'
import { FrameSchema, frameExample } from '../network/frame.ts'

export const StationStatusSchema = Words(
  'StationStatus',
  STATION_STATUSES,
  'A measured station is `offline` when its last data is older than 60 s. It is `degraded` when data arrives but is incomplete (< 95 %), late (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites, or when the position in its stream has differed from the registered one for 10 minutes (the operator can change the limit of 0.10 m or disable this check). `maintenance` is declared by the operator and takes precedence. A station without telemetry keeps the status that the operator declared. A station whose stream is not RTCM is `offline` when no data has arrived for 60 s.',
)

/** The pattern that domain/stations/input requires of new codes. */
export const STATION_CODE = '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$'
/** The fields of a request that name a station. */
export const stationFields = (description: string) => ({
  station_id: Type.Optional(Type.Integer({ minimum: 1, format: 'int64', description })),
  station_codigo: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      ...Form(STATION_CODE),
      description: 'Code of the station, as an alternative to `station_id`. If both are given, they must match.',
    }),
  ),
})
export const Latitude = { minimum: -90, maximum: 90, description: 'Latitude in degrees, north positive.' }
export const Longitude = { minimum: -180, maximum: 180, description: 'Longitude in degrees, east positive.' }

export const stationExample = {
  id: 3,
  codigo: 'CDMX',
  nombre: 'Ciudad de México',
  estado_mx: 'Ciudad de México',
  lat: 19.4326,
  lng: -99.1332,
  radio_km: 50,
  status: 'online',
  constelaciones: 'GPS+GLO+GAL+BDS',
  telemetria: true,
  salud_pct: 99.8,
  latencia_ms: 312,
  sats: 31,
  ultima_at: '2026-11-14T17:59:59.000Z',
  marco: frameExample,
}

export const StationSchema = Type.Object(
  {
    id: Id('Identifier of the station.'),
    codigo: Type.String({
      pattern: STATION_CODE,
      description: 'Station code. Accepted as `station_codigo` when creating a credential.',
    }),
    nombre: Type.String({ maxLength: 200, description: 'Name of the station.' }),
    estado_mx: Type.String({
      maxLength: 200,
      description: 'Mexican state in which the station is located (not a status).',
    }),
    lat: Type.Number(Latitude),
    lng: Type.Number(Longitude),
    radio_km: Type.Number({
      minimum: 0,
      description: 'Radius within which the station serves as a single base, in kilometres.',
    }),
    status: StationStatusSchema,
    constelaciones: Type.String({
      maxLength: 200,
      description: 'Satellite systems of the station, as in an NTRIP sourcetable.',
    }),
    telemetria: Type.Boolean({
      description:
        '`true` if the station has at least one real health record. If `false`, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data.',
    }),
    salud_pct: Type.Number({
      ...Percent,
      description:
        'Percentage of the expected epochs that were received in the last 10 minutes. It falls to 0 after the station goes silent.',
    }),
    latencia_ms: CountOrNull(
      'Median latency of the last minute in milliseconds; `null` if the latency of a measured station is unknown, or while the station is silent.',
    ),
    sats: Count('Number of satellites in the last minute; 0 while a measured station is silent.'),
    ultima_at: Nullable('string', {
      format: 'date-time',
      description: 'Time of the last measured data; `null` if the station has never been measured. RFC 3339 in UTC.',
    }),
    marco: OrNull(
      FrameSchema,
      'Reference frame of the coordinates that the station sends; `null` if it is not in the table of frames.',
    ),
  },
  {
    $id: 'Station',
    description: 'A reference station with its live status.',
    examples: [stationExample],
  },
)

export const StationList = Type.Object(
  { ok: Ok, stations: Type.Array(Ref(StationSchema)) },
  { title: 'StationList', description: 'The active stations.' },
)

export const StationResponse = Type.Object(
  { ok: Ok, station: Ref(StationSchema) },
  { title: 'StationResponse', description: 'One station.' },
)
