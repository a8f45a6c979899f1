// What a station's meter said, gathered: over the last ten minutes, and over the running minute.

import type { SliceFacts } from '@vertice/rtcm'
import type { LiveHealth, MinuteRecord } from '../../domain/stations/telemetry.ts'

const WINDOW_MS = 600_000
const MINUTE_MS = 60_000
/** The running minute and the one that just ended, also when a busy process is late. */
const DETAILS_KEPT_MS = 90_000
const CONSTELLATION_REMEMBERED_MS = 3_600_000

/** What is kept of the facts. Measured: the whole of them over ten minutes took 274 kB a station, this takes 50. */
interface Slice {
  readonly fromMs: number
  readonly toMs: number
  readonly received: number
  readonly expected: number
  readonly gaps: number
  readonly longestGapMs: number
  readonly latencyMs: number | null
  readonly timeAheadMs: number | null
  readonly satellites: number | null
  readonly byConstellation: Readonly<Record<string, number>> | null
  readonly badCrcs: number
  readonly bytes: number
  readonly messages: Readonly<Record<string, number>>
}

type Counted = Pick<Slice, 'toMs' | 'received' | 'expected'>

export class StationWindow {
  readonly #stationId: number
  /** All oldest first. */
  #counted: Counted[] = []
  #isExcused = false
  #slices: Slice[] = []
  #newest: Pick<SliceFacts, 'lastEpochArrivalMs' | 'position' | 'equipment' | 'epochs' | 'clocks'> | null = null
  /** Of the last ten minutes. */
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

  /** What is missing until it comes here again came elsewhere. */
  excuse(): void {
    this.#counted = this.#counted.filter(({ received }) => received > 0)
    this.#isExcused = true
  }

  /** null: nothing has ever been measured. An epoch that is under way says nothing yet, least of all "no satellites". */
  live(nowMs: number): LiveHealth | null {
    const newest = this.#newest
    if (!newest || newest.lastEpochArrivalMs === null || !this.#satellites) return null
    const minute = this.#slices.filter(({ toMs }) => toMs > nowMs - MINUTE_MS)
    const satellites = this.#satellites.atMs > nowMs - WINDOW_MS ? this.#satellites.counts : NO_SATELLITES
    return {
      stationId: this.#stationId,
      measuredAt: new Date(newest.lastEpochArrivalMs),
      healthPct: percent(this.#counted),
      latencyMs: latencyOf(minute),
      timeAheadMs: timeAheadOf(minute),
      clocks: newest.clocks,
      satellites: satellites.total,
      satellitesByConstellation: satellites.byConstellation,
      position: newest.position,
      silentConstellations: this.#silent(nowMs),
      details: () => ({
        receiver: newest.equipment?.receiver?.type ?? null,
        antenna: newest.equipment?.antenna ?? null,
        intervalMs: newest.epochs.intervalMs,
        messages: messagesOf(minute),
      }),
    }
  }

  /** The minute that begins at `minuteMs`; null: it was not measured from beginning to end, and nothing came; or not at all. */
  minute(minuteMs: number, whole: boolean): MinuteRecord | null {
    // A slice ends a few milliseconds late: it belongs where its middle lies.
    const slices = this.#slices.filter(
      ({ fromMs, toMs }) => Math.floor((fromMs + toMs) / 2 / MINUTE_MS) * MINUTE_MS === minuteMs,
    )
    const sum = (pick: (slice: Slice) => number) => slices.reduce((total, slice) => total + pick(slice), 0)
    const received = sum((slice) => slice.received)
    if (slices.length === 0 || (received === 0 && !whole)) return null
    return {
      stationId: this.#stationId,
      minute: new Date(minuteMs),
      up: received > 0,
      received,
      expected: sum(({ expected }) => expected),
      latencyMs: latencyOf(slices),
      satellites: median(slices.flatMap(({ satellites }) => satellites ?? [])),
      satellitesByConstellation: slices.findLast(({ byConstellation }) => byConstellation)?.byConstellation ?? {},
      gaps: sum(({ gaps }) => gaps),
      longestGapMs: Math.round(Math.max(0, ...slices.map(({ longestGapMs }) => longestGapMs))),
      badCrcs: sum(({ badCrcs }) => badCrcs),
      bytes: sum(({ bytes }) => bytes),
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

/** What lies ahead is left from before the clock was set back. */
function ofLast<Timed extends { readonly toMs: number }>(milliseconds: number, list: Timed[], nowMs: number): Timed[] {
  const belongs = ({ toMs }: Timed) => toMs > nowMs - milliseconds && toMs <= nowMs
  return belongs(list[0]!) ? list : list.filter(belongs)
}

/** Late epochs fill places that were given up before, so more may seem to come than were expected. Cut, not rounded. */
function percent(counted: readonly Counted[]): number {
  let [received, expected] = [0, 0]
  for (const slice of counted) {
    received += slice.received
    expected += slice.expected
  }
  return expected === 0 ? 100 : Math.min(100, Math.floor((received * 1000) / expected) / 10)
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)]!
}

/** Unknown where most of what came had no latency that can be believed. */
function latencyOf(slices: readonly Slice[]): number | null {
  const middle = median(slices.flatMap(({ latencyMs }) => latencyMs ?? []))
  const known = slices.filter(({ latencyMs }) => latencyMs !== null).length
  const measured = slices.filter(({ received }) => received > 0).length
  return middle === null || known * 2 < measured ? null : Math.round(middle)
}

/** Of a stream that tells a wrong time: most of what came did. */
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
