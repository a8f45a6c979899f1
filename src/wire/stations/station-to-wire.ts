// Without schemas: the caster's process sends station events, and typebox would double the number of its modules.
import type { Static } from 'typebox'
import type { Station } from '../../domain/stations/station.ts'
import { figuresAt, statusAt } from '../../domain/stations/status.ts'
import { frameToWire } from '../network/frame-to-wire.ts'
import type { StationSchema } from './station.ts'

/** Values of a station that was never measured; `telemetria: false` marks them. */
const UNMEASURED = { salud_pct: 99.9, latencia_ms: 45, sats: 28 }

export function stationToWire(station: Station, now: Date): Static<typeof StationSchema> {
  const figures = figuresAt(station, now)
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
    telemetria: figures !== null,
    ...(figures
      ? { salud_pct: figures.healthPct, latencia_ms: figures.latencyMs, sats: figures.satellites }
      : UNMEASURED),
    ultima_at: (figures && station.health?.measuredAt.toISOString()) ?? null,
    marco: frameToWire(station),
  }
}
