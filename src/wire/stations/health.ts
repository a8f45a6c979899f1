import { type Static, Type } from 'typebox'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { figuresAt } from '../../domain/stations/status.ts'
import { HISTORY_DAYS, type Uptime, uptimeHistory } from '../../domain/stations/uptime.ts'
import { CountOrNull, DateTime, INT32, Nullable, Ok, Percent, Ref } from '../common.ts'
import { StationSchema, StationStatusSchema, stationExample } from './station.ts'
import { stationToWire } from './station-to-wire.ts'

const MINUTES = { minimum: 0, maximum: 25 * 60, format: 'int32' }

const DayUptime = Type.Object(
  {
    fecha: Type.String({ format: 'date', description: 'Day in Mexico central time.' }),
    uptime_pct: Nullable('number', {
      ...Percent,
      description:
        'Percentage of the measured minutes in which the station worked; `null` if no minute of the day was measured.',
    }),
    minutos_arriba: Type.Integer({ ...MINUTES, description: 'Minutes in which the station worked.' }),
    minutos_caidos: Type.Integer({ ...MINUTES, description: 'Minutes in which the station was down.' }),
    minutos_sin_datos: Type.Integer({
      ...MINUTES,
      description: 'Minutes without measurements. They never lower `uptime_pct`.',
    }),
    salud_pct: Nullable('number', { ...Percent, description: 'Percentage of the expected epochs that were received.' }),
    latencia_ms: CountOrNull('Mean of the median latencies of the day, in milliseconds.'),
    sats: CountOrNull('Mean number of satellites.'),
  },
  { title: 'UptimeDay', description: 'One day of the history.' },
)

const Health = Type.Object(
  {
    telemetria: Type.Boolean({
      description: '`false` if the station has never been measured. All other fields are then `null`.',
    }),
    salud_pct: Nullable('number', {
      ...Percent,
      description: 'Percentage of the expected epochs that were received in the last 10 minutes.',
    }),
    latencia_ms: CountOrNull('Median latency of the last minute in milliseconds.'),
    sats: CountOrNull('Number of satellites in the last minute.'),
    por_constelacion: Type.Unsafe<Record<string, number> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'integer', minimum: 0, ...INT32 },
      description: 'Number of satellites by constellation.',
    }),
    ultima_at: Nullable('string', { format: 'date-time', description: 'Time of the last measured data.' }),
    posicion_desvio_m: Nullable('number', {
      minimum: 0,
      description: 'Distance between the position in the stream and the registered one, in metres.',
    }),
  },
  {
    title: 'Health',
    description:
      'Measured values of the last minute. A silent station has the same values as in `station`. Values without a measurement are `null`, never the defaults.',
  },
)

const UptimeSchema = Type.Object(
  {
    dias: Type.Integer({ ...INT32, minimum: 1, description: 'Number of days in the history: 60.' }),
    uptime_pct: Nullable('number', {
      ...Percent,
      description:
        'Percentage of all measured minutes of the history in which the station worked; `null` if no minute was measured.',
    }),
    // No minItems, because client generators would write a tuple of sixty.
    historial: Type.Array(DayUptime, {
      maxItems: HISTORY_DAYS,
      description: `One entry per day, oldest first and today last; always ${HISTORY_DAYS} entries.`,
    }),
  },
  { title: 'Uptime', description: 'Uptime of the station in the last 60 days.' },
)

const StatusChange = Type.Object(
  { status: StationStatusSchema, at: DateTime('Time of the change.', '2026-11-14T18:20:00.000Z') },
  { title: 'StatusChange', description: 'A status and the time of the change.' },
)

export const HealthResponse = Type.Object(
  {
    ok: Ok,
    station: Ref(StationSchema),
    salud: Health,
    uptime: UptimeSchema,
    cambios: Type.Array(StatusChange, {
      description: 'Status changes in the last 60 days, newest first, at most 500.',
    }),
  },
  { title: 'StationHealth', description: 'A station, its health and its history.' },
)

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

/** The second half of the answer, which `healthToText` appends to the first. */
export function pastToText(uptime: Uptime, changes: readonly { status: StationStatus; at: Date }[]): string {
  // The first measurement is no change if it confirms the declared status.
  const isChange = ({ status }: (typeof changes)[number], index: number) => status !== changes[index + 1]?.status
  const cambios: Wire['cambios'] = changes.filter(isChange).map(({ status, at }) => ({ status, at: at.toISOString() }))
  return JSON.stringify({ uptime: uptimeToWire(uptime), cambios } satisfies Partial<Wire>).slice(1)
}

export function healthToText(station: Station, past: string, now: Date): string {
  const present: Pick<Wire, 'ok' | 'station' | 'salud'> = {
    ok: true,
    station: stationToWire(station, now),
    salud: measuredToWire(station, now),
  }
  return `${JSON.stringify(present).slice(0, -1)},${past}`
}

function measuredToWire(station: Station, now: Date): Wire['salud'] {
  const figures = figuresAt(station, now)
  const health = figures && station.health
  return {
    telemetria: figures !== null,
    salud_pct: figures?.healthPct ?? null,
    latencia_ms: figures?.latencyMs ?? null,
    sats: figures?.satellites ?? null,
    por_constelacion: figures?.satellitesByConstellation ?? null,
    ultima_at: health?.measuredAt.toISOString() ?? null,
    posicion_desvio_m: health?.positionOffsetM ?? null,
  }
}

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
