// Sixty days of simulated history for a network, so that the console does not start empty. Nothing in it is measured.

import { type DayValues, NO_DAY_VALUES } from '../../domain/stations/measured.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import { type DayRecord, HISTORY_DAYS } from '../../domain/stations/uptime.ts'
import { lastDays, startOfDay } from '../../domain/time/local-time.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { type Character, type Span, spansOf } from './history-spans.ts'
import { between, scramble, wordOf } from './random.ts'

export type { Character }

export interface HistoryDay extends DayRecord {
  readonly minutesNotMeasured: number
}

export interface StatusChange {
  readonly at: Date
  readonly from: StationStatus
  readonly to: StationStatus
}

export interface StationHistory {
  readonly code: string
  readonly character: Character
  /** Oldest first; today, up to now, is last. */
  readonly days: readonly HistoryDay[]
  /** Sorted by time. Every failure has ended by now. */
  readonly changes: readonly StatusChange[]
}

export function stationHistory(code: string, character: Character, now: Date, seed = 1): StationHistory {
  const toMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const names = lastDays(HISTORY_DAYS, now)
  const starts = names.map((day) => startOfDay(day).getTime())
  const spans = spansOf(character, starts[0]!, toMs, seed, wordOf(code))
  const days = names.map((day, index) => {
    const fromMs = starts[index]!
    const { minutesDegraded, ...minutes } = minutesOf(spans, fromMs, Math.min(starts[index + 1] ?? toMs, toMs))
    const degraded = minutesDegraded / minutes.minutesUp
    const chance = scramble(seed, wordOf(code), fromMs / MINUTE_MS)
    const quality = minutes.minutesUp > 0 ? qualityOf(character, degraded, chance) : NEVER_UP
    return { day, ...minutes, ...quality }
  })
  return { code, character, days, changes: changesOf(spans) }
}

function minutesOf(spans: readonly Span[], fromMs: number, toMs: number) {
  const within = (states: readonly Span['state'][]) =>
    spans
      .filter(({ state }) => states.includes(state))
      .reduce((sum, span) => sum + Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs)), 0) /
    MINUTE_MS
  const minutesDown = within(['offline'])
  const minutesNotMeasured = within(['not measured', 'maintenance'])
  const minutesUp = (toMs - fromMs) / MINUTE_MS - minutesDown - minutesNotMeasured
  return { minutesUp, minutesDown, minutesNotMeasured, minutesDegraded: within(['degraded']) }
}

type Quality = Pick<DayRecord, 'healthPct'> & DayValues

const NEVER_UP: Quality = { healthPct: null, ...NO_DAY_VALUES }

/** Quality while the station was up; `degraded` is the degraded share of that time. */
function qualityOf(character: Character, degraded: number, chance: number): Quality {
  const isPoor = character === 'poor'
  const lostPct = between(0, isPoor ? 1.5 : 0.15, chance, 1) + 30 * Math.min(degraded, 1)
  return {
    healthPct: Math.round((100 - lostPct) * 100) / 100,
    latencyMs: Math.round(between(isPoor ? 600 : 120, isPoor ? 1300 : 260, chance, 2)),
    satellites: Math.round(between(30, 35, chance, 3)),
  }
}

/** Changes are not visible while nothing is measured. */
function changesOf(spans: readonly Span[]): StatusChange[] {
  return spans.flatMap(({ state, fromMs, toMs }): StatusChange[] =>
    state === 'not measured'
      ? []
      : [
          { at: new Date(fromMs), from: 'online', to: state },
          { at: new Date(toMs), from: state, to: 'online' },
        ],
  )
}
