// The stations and network settings from the database, or the last known ones while the database is unavailable.
import { FallbackRound } from '../../base/running/fallback-round.ts'
import type { Current } from '../../store/current/current.ts'
import { isDatabaseUnavailable } from '../../store/kit/connections/unavailable.ts'

export interface LastKnownOptions {
  readonly timeoutMs: number
  readonly apartMs: number
  readonly answered: () => void
}

export function lastKnown(current: () => Promise<Current>, { timeoutMs, apartMs, answered }: LastKnownOptions) {
  let last: Current | undefined
  let asOf = Number.NEGATIVE_INFINITY
  const round = new FallbackRound<void, Current>(
    async (callers) => {
      const asked = performance.now()
      const now = await current()
      last = now
      asOf = asked
      answered()
      return callers.map(() => now)
    },
    { timeoutMs, apartMs, remembered: () => last, isAway: isDatabaseUnavailable },
  )
  return {
    known: () => round.join(),
    /** Never undefined: the caster reads once at start, before it admits the first rover. */
    last: () => last!,
    isDoubted: () => round.isLate,
    asOf: () => asOf,
  }
}

/** Reads the value again only if the stations or the network have changed. */
export function whileStationsStay<Value>(
  known: () => Pick<Current, 'stations'>,
  read: () => Promise<Value>,
  nothing: Value,
): () => Promise<Value> {
  let last: { of: number | null; value: Promise<Value> } = { of: null, value: Promise.resolve(nothing) }
  return () => {
    const { stations } = known()
    if (last.of !== stations) {
      last = { of: stations, value: read() }
      last.value.catch(() => {
        last = { of: null, value: last.value }
      })
    }
    return last.value
  }
}
