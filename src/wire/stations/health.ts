import { type Static, Type } from 'typebox'
import type { Station, StationHealth, StationStatus } from '../../domain/stations/station.ts'
import { HISTORY_DAYS, type Uptime, uptimeHistory } from '../../domain/stations/uptime.ts'
import { DateTime, Nullable, Ok, Ref } from '../common.ts'
import { StationSchema, StationStatusSchema, stationExample, stationToWire } from './station.ts'

const DayUptime = Type.Object({
  fecha: Type.String({ format: 'date', description: 'Day of Mexico central time.' }),
  uptime_pct: Nullable('number', {
    description: 'Up of all measured minutes, in percent; null when no minute of the day was measured.',
  }),
  minutos_arriba: Type.Integer({ description: 'Minutes in which the station worked.' }),
  minutos_caidos: Type.Integer({ description: 'Minutes in which the station was down.' }),
  minutos_sin_datos: Type.Integer({ description: 'Minutes in which nobody measured. They never lower `uptime_pct`.' }),
  salud_pct: Nullable('number', { description: 'Epochs received of those expected, in percent.' }),
  latencia_ms: Nullable('integer', { description: 'Median latency.' }),
  sats: Nullable('integer', { description: 'Satellites.' }),
})

export const HealthResponse = Type.Object({
  ok: Ok,
  station: Ref(StationSchema),
  salud: Type.Object(
    {
      telemetria: Type.Boolean({
        description: 'false: nobody has measured this station, and every other field is null.',
      }),
      salud_pct: Nullable('number'),
      latencia_ms: Nullable('integer'),
      sats: Nullable('integer'),
      por_constelacion: Type.Unsafe<Record<string, number> | null>({
        type: ['object', 'null'],
        additionalProperties: { type: 'integer' },
        description: 'Satellites by constellation.',
      }),
      ultima_at: Nullable('string', { format: 'date-time', description: 'When data was last measured.' }),
      posicion_desvio_m: Nullable('number', {
        description: 'Distance between the position in the stream and the registered one.',
      }),
    },
    { description: 'Measured values of the last minute; nulls where nothing is measured, never the defaults.' },
  ),
  uptime: Type.Object({
    dias: Type.Integer({ description: 'Days of the history: 60.' }),
    uptime_pct: Nullable('number', { description: 'Over all measured minutes of the history.' }),
    historial: Type.Array(DayUptime, {
      minItems: HISTORY_DAYS,
      maxItems: HISTORY_DAYS,
      description: 'One entry a day, oldest first, today last.',
    }),
  }),
  cambios: Type.Array(
    Type.Object({ status: StationStatusSchema, at: DateTime('When it became that.', '2026-11-14T18:20:00.000Z') }),
    {
      description: 'Changes of status in those days, newest first, at most 500.',
    },
  ),
})

type Wire = Static<typeof HealthResponse>

export const uptimeToWire = ({ uptimePct, days }: Uptime): Wire['uptime'] => ({
  dias: HISTORY_DAYS,
  uptime_pct: uptimePct,
  historial: days.map((day) => ({
    fecha: day.day,
    uptime_pct: day.uptimePct,
    minutos_arriba: day.minutesUp,
    minutos_caidos: day.minutesDown,
    minutos_sin_datos: day.minutesUnknown,
    salud_pct: day.healthPct,
    latencia_ms: day.latencyMs,
    sats: day.satellites,
  })),
})

/** The second half of the answer, to be put after the first. */
export function pastToText(uptime: Uptime, changes: readonly { status: StationStatus; at: Date }[]): string {
  const cambios: Wire['cambios'] = changes.map(({ status, at }) => ({ status, at: at.toISOString() }))
  return JSON.stringify({ uptime: uptimeToWire(uptime), cambios } satisfies Partial<Wire>).slice(1)
}

export function healthToText(station: Station, past: string, now: Date): string {
  const present: Pick<Wire, 'ok' | 'station' | 'salud'> = {
    ok: true,
    station: stationToWire(station, now),
    salud: measuredToWire(station.health),
  }
  return `${JSON.stringify(present).slice(0, -1)},${past}`
}

const measuredToWire = (health: StationHealth | null) => ({
  telemetria: health !== null,
  salud_pct: health?.healthPct ?? null,
  latencia_ms: health?.latencyMs ?? null,
  sats: health?.satellites ?? null,
  por_constelacion: health?.satellitesByConstellation ?? null,
  ultima_at: health?.measuredAt.toISOString() ?? null,
  posicion_desvio_m: health?.positionOffsetM ?? null,
})

export function healthExample() {
  const now = new Date('2026-11-14T18:00:00.000Z')
  const days = uptimeHistory(
    [{ day: '2026-11-14', minutesUp: 720, minutesDown: 0, healthPct: 99.9, latencyMs: 305, satellites: 30 }],
    now,
  )
  return {
    ok: true,
    station: stationExample,
    salud: {
      telemetria: true,
      salud_pct: 99.8,
      latencia_ms: 312,
      sats: 31,
      por_constelacion: { GPS: 10, GLO: 7, GAL: 8, BDS: 6 },
      ultima_at: '2026-11-14T17:59:59.000Z',
      posicion_desvio_m: 0.01,
    },
    uptime: uptimeToWire(days),
    cambios: [{ status: 'online', at: '2026-11-14T06:00:00.000Z' }],
  }
}
