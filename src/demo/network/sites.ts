// The sites of the demo's stations: four have a fault that the quality of a station shows; the others are healthy.
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { between, wordOf } from '../simulator/random.ts'
import type { Site } from '../simulator/site.ts'

/** They stand alone, so that no neighbour's position suffers. */
export const OBSTRUCTED = 'OAXA'
export const DAMAGED_CABLE = 'SLPO'
export const JAMMED = 'MERI'
export const WRONG_COORDINATES = 'CANC'

const FAULTS: Readonly<Record<string, (startedMs: number) => Site>> = {
  [OBSTRUCTED]: () => ({ obstructions: [{ from: 40, to: 190, below: 42 }] }),
  [DAMAGED_CABLE]: (startedMs) => ({
    fades: [{ bands: ['L2', 'E5b'], fromMs: startedMs - 3 * HOUR_MS, untilMs: Number.POSITIVE_INFINITY, dropDb: 8 }],
  }),
  [JAMMED]: (startedMs) => {
    const fromMs = startedMs + 3 * MINUTE_MS
    return { fades: [{ bands: ['L1'], fromMs, untilMs: fromMs + 10 * MINUTE_MS, dropDb: 13, everyMs: HOUR_MS }] }
  },
  [WRONG_COORDINATES]: () => ({ offset: { east: 27, north: -16, up: 0 } }),
}

/** `startedAt`: when the demo started, from which the faults count. */
export const siteOf = (code: string, startedAt: Date): Site => ({
  multipathM: between(0.1, 0.3, wordOf(code)),
  ...FAULTS[code]?.(startedAt.getTime()),
})
