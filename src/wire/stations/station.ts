import { type Static, Type } from 'typebox'
import { STATION_STATUSES, type Station } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { Nullable, Ok, Ref } from '../common.ts'

/** Shown while nobody has measured the station; `telemetria: false` says so. */
const UNMEASURED = { salud_pct: 99.9, latencia_ms: 45, sats: 28 }

export const StationStatusSchema = Type.Enum([...STATION_STATUSES], {
  description:
    'Measured stations: `offline` when the last data is older than 60 s, `degraded` when data flows but is incomplete (< 95 %), slow (median > 2,000 ms), stamped with a wrong time or has fewer than 10 satellites. `maintenance` is declared by the operator and wins. A station without telemetry keeps the status that the operator declared; one whose stream is not RTCM is `offline` when nothing has come for 60 s.',
})

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
  telemetria: false,
  salud_pct: 99.9,
  latencia_ms: 45,
  sats: 28,
}

export const StationSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Identifier of the station.' }),
    codigo: Type.String({ description: 'Station code. Accepted as `station_codigo` when creating a credential.' }),
    nombre: Type.String({ description: 'Name of the station.' }),
    estado_mx: Type.String({ description: 'Mexican state in which the station stands (not a status).' }),
    lat: Type.Number({ description: 'Latitude in degrees, north positive.' }),
    lng: Type.Number({ description: 'Longitude in degrees, east positive.' }),
    radio_km: Type.Number({ description: 'Radius within which the station serves as a single base.' }),
    status: StationStatusSchema,
    constelaciones: Type.String({ description: 'Satellite systems of the station, as in an NTRIP sourcetable.' }),
    telemetria: Type.Boolean({
      description:
        'true when the station has at least one real health record. When false, `salud_pct`, `latencia_ms` and `sats` are only defaults (99.9, 45 and 28), not measurements, and must not be presented as live data.',
    }),
    salud_pct: Type.Number({ description: 'Epochs received of those expected in the last 10 minutes, in percent.' }),
    latencia_ms: Nullable('integer', {
      description: "Median latency of the last minute; null when a measured station's latency cannot be known.",
    }),
    sats: Type.Integer({ description: 'Satellites in the last minute.' }),
  },
  {
    $id: 'Station',
    description: 'A reference station with its live status.',
    examples: [stationExample],
  },
)

export const StationList = Type.Object({ ok: Ok, stations: Type.Array(Ref(StationSchema)) })

export function stationToWire(station: Station, now: Date): Static<typeof StationSchema> {
  const { health } = station
  return {
    id: station.id,
    codigo: station.code,
    nombre: station.name,
    estado_mx: station.federalState,
    lat: station.lat,
    lng: station.lng,
    radio_km: station.radiusKm,
    status: statusAt(station, now),
    constelaciones: station.constellations,
    telemetria: health !== null,
    ...(health ? { salud_pct: health.healthPct, latencia_ms: health.latencyMs, sats: health.satellites } : UNMEASURED),
  }
}
