// Periods in which a simulated station was not simply online.
import { MINUTE_MS } from '../../domain/time/units.ts'
import { between, scramble } from './random.ts'

/** Steady: rare short outages. Restless: often degraded. Poor: offline every few days. Maintained: one maintenance. */
export type Character = 'steady' | 'restless' | 'poor' | 'maintained'

export interface Span {
  readonly state: 'offline' | 'degraded' | 'maintenance' | 'not measured'
  readonly fromMs: number
  readonly toMs: number
}

interface Kind {
  readonly state: Span['state']
  readonly count: readonly [number, number]
  readonly minutes: readonly [number, number]
}

const SHORT: Kind = { state: 'offline', count: [0, 3], minutes: [2, 25] }
const KINDS: Record<Character, readonly Kind[]> = {
  steady: [SHORT],
  restless: [SHORT, { state: 'degraded', count: [10, 16], minutes: [15, 120] }],
  poor: [
    { state: 'offline', count: [18, 26], minutes: [20, 300] },
    { state: 'degraded', count: [6, 10], minutes: [30, 180] },
  ],
  maintained: [{ state: 'maintenance', count: [1, 1], minutes: [240, 420] }, SHORT],
}
/** Service updates: the same minutes for every station. */
const NOT_MEASURED: Kind = { state: 'not measured', count: [3, 5], minutes: [2, 12] }
/** Every failure ends this long before now, so that live data starts without one. */
const QUIET_END_MS = 60 * MINUTE_MS

/** Whole minutes that do not touch each other, sorted by time. */
export function spansOf(character: Character, fromMs: number, toMs: number, seed: number, station: number): Span[] {
  const common = chosen(NOT_MEASURED, fromMs, toMs, scramble(seed))
  const own = KINDS[character].flatMap((kind, place) => chosen(kind, fromMs, toMs, scramble(seed, station, place)))
  const spans: Span[] = []
  for (const span of [...common, ...own]) {
    if (spans.every((other) => span.toMs < other.fromMs || span.fromMs > other.toMs)) spans.push(span)
  }
  return spans.sort((a, b) => a.fromMs - b.fromMs)
}

function chosen({ state, count, minutes }: Kind, fromMs: number, toMs: number, chance: number): Span[] {
  const length = Math.floor(between(count[0], count[1] + 1, chance))
  return Array.from({ length }, (_, index) => {
    const durationMs = Math.round(between(minutes[0], minutes[1], chance, index, 1)) * MINUTE_MS
    const latest = toMs - QUIET_END_MS - durationMs
    const startMs = Math.floor(between(fromMs, latest, chance, index, 2) / MINUTE_MS) * MINUTE_MS
    return { state, fromMs: startMs, toMs: startMs + durationMs }
  })
}
