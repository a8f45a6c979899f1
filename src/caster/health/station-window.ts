// Measurements of a station over the last ten minutes and over the running minute.
import type { SliceFacts } from '@vertice/rtcm'
import { announcedFrom } from '../../domain/archive/announced.ts'
import { combined, combinedLive, type MeasuredValues, median } from '../../domain/stations/measured.ts'
import type { LiveHealth, MinuteRecord } from '../../domain/stations/telemetry.ts'

const WINDOW_MS = 600_000
const MINUTE_MS = 60_000
/** Covers the running minute and the previous one, even if a busy process is late. */
const DETAILS_KEPT_MS = 90_000
const CONSTELLATION_REMEMBERED_MS = 3_600_000

/** The values that are kept. All values over ten minutes took 274 kB per station, these take 50 (measured). */
interface Slice extends MeasuredValues {
  readonly fromMs: number
  readonly toMs: number
  readonly timeAheadMs: number | null
  readonly byConstellation: Readonly<Record<string, number>> | null
  readonly messages: Readonly<Record<string, number>>
}

type Counted = Pick<Slice, 'toMs' | 'received' | 'expected'>

export class StationWindow {
  readonly #stationId: number
  /** Oldest first, like the other lists. */
  #counted: Counted[] = []
  #isExcused = false
  #slices: Slice[] = []
  #newest: Pick<SliceFacts, 'lastEpochArrivalMs' | 'position' | 'equipment' | 'epochs' | 'clocks'> | null = null
  #satellites: { atMs: number; counts: NonNullable<SliceFacts['satellites']> } | null = null
  readonly #seen = new Map<string, number>()

  constructor(stationId: number) {
    this.#stationId = stationId
  }

  add(facts: SliceFacts): void {
    const { fromMs, toMs, epochs, latency, satellites, medianSatellites, badCrcs, bytes, messages } = facts
    const { received, expected, gaps, longestGapMs } = epochs
    this.#newest = facts
    this.#counted.push({ toMs, received, expected: this.#isExcused ? received : expected })
    if (received > 0) this.#isExcused = false
    this.#counted = ofLast(WINDOW_MS, this.#counted, toMs)
    this.#slices.push({
      ...{ fromMs, toMs, received, expected, gaps, longestGapMs, badCrcs, bytes, messages },
      latencyMs: latency.medianMs,
      timeAheadMs: latency.timeAheadMs,
      satellites: medianSatellites?.total ?? null,
      byConstellation: satellites?.byConstellation ?? null,
    })
    this.#slices = ofLast(DETAILS_KEPT_MS, this.#slices, toMs)
    if (satellites) this.#satellites = { atMs: toMs, counts: satellites }
    for (const [constellation, count] of Object.entries(satellites?.byConstellation ?? {}))
      if (count > 0) this.#seen.set(constellation, toMs)
  }

  /** Call when another node receives the data: what is missing until the next slice is not missing here. */
  excuse(): void {
    this.#counted = this.#counted.filter(({ received }) => received > 0)
    this.#isExcused = true
  }

  /** `null` if nothing was ever measured. An unfinished epoch does not count, so it never reports "no satellites". */
  live(nowMs: number): LiveHealth | null {
    const newest = this.#newest
    if (!newest || newest.lastEpochArrivalMs === null || !this.#satellites) return null
    const minute = this.#slices.filter(({ toMs }) => toMs > nowMs - MINUTE_MS)
    const satellites = this.#satellites.atMs > nowMs - WINDOW_MS ? this.#satellites.counts : NO_SATELLITES
    return {
      ...combinedLive(minute),
      stationId: this.#stationId,
      measuredAt: new Date(newest.lastEpochArrivalMs),
      healthPct: percent(this.#counted),
      latencyMs: latencyOf(minute),
      timeAheadMs: timeAheadOf(minute),
      clocks: newest.clocks,
      satellites: satellites.total,
      satellitesByConstellation: satellites.byConstellation,
      position: newest.position,
      equipment: announcedFrom(newest.equipment, newest.position?.antennaHeight ?? null),
      silentConstellations: this.#silent(nowMs),
      details: () => ({
        receiver: newest.equipment?.receiver?.type ?? null,
        antenna: newest.equipment?.antenna ?? null,
        intervalMs: newest.epochs.intervalMs,
        messages: messagesOf(minute),
      }),
    }
  }

  /** `null` if nothing was measured, or if nothing arrived and the minute was not measured as a whole. */
  minute(minuteMs: number, whole: boolean): MinuteRecord | null {
    // A slice ends a few milliseconds late: it belongs to the minute of its middle.
    const slices = this.#slices.filter(
      ({ fromMs, toMs }) => Math.floor((fromMs + toMs) / 2 / MINUTE_MS) * MINUTE_MS === minuteMs,
    )
    const values = combined(slices)
    if (slices.length === 0 || (values.received === 0 && !whole)) return null
    return {
      ...values,
      stationId: this.#stationId,
      minute: new Date(minuteMs),
      up: values.received > 0,
      latencyMs: latencyOf(slices),
      satellitesByConstellation: slices.findLast(({ byConstellation }) => byConstellation)?.byConstellation ?? {},
      messages: messagesOf(slices),
    }
  }

  #silent(nowMs: number): string[] {
    return [...this.#seen].flatMap(([constellation, atMs]) =>
      nowMs - atMs > MINUTE_MS && nowMs - atMs < CONSTELLATION_REMEMBERED_MS ? [constellation] : [],
    )
  }
}

const NO_SATELLITES = { total: 0, byConstellation: {} }

/** Entries in the future are left from before the clock was set back. */
function ofLast<Timed extends { readonly toMs: number }>(milliseconds: number, list: Timed[], nowMs: number): Timed[] {
  const belongs = ({ toMs }: Timed) => toMs > nowMs - milliseconds && toMs <= nowMs
  return belongs(list[0]!) ? list : list.filter(belongs)
}

/** Late epochs fill gaps that were counted before, so more may arrive than were expected. Truncated, not rounded. */
function percent(counted: readonly Counted[]): number {
  let [received, expected] = [0, 0]
  for (const slice of counted) {
    received += slice.received
    expected += slice.expected
  }
  return expected === 0 ? 100 : Math.min(100, Math.floor((received * 1000) / expected) / 10)
}

/** `null` if most data had no plausible latency. */
function latencyOf(slices: readonly Slice[]): number | null {
  const middle = median(slices.flatMap(({ latencyMs }) => latencyMs ?? []))
  const known = slices.filter(({ latencyMs }) => latencyMs !== null).length
  const measured = slices.filter(({ received }) => received > 0).length
  return middle === null || known * 2 < measured ? null : Math.round(middle)
}

/** `null` unless most data had a wrong time. */
function timeAheadOf(slices: readonly Slice[]): number | null {
  const ahead = slices.flatMap(({ timeAheadMs }) => timeAheadMs ?? [])
  const right = slices.filter(({ latencyMs, timeAheadMs }) => latencyMs !== null && timeAheadMs === null).length
  return ahead.length > right ? median(ahead) : null
}

function messagesOf(slices: readonly Slice[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { messages } of slices) for (const type in messages) counts[type] = (counts[type] ?? 0) + messages[type]!
  return counts
}
