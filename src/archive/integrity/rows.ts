// What is kept of a computation: millimetres with a decimal.
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import type { IntegrityJob } from './compute.ts'
import type { StationDay } from './network-run.ts'

export const mm = (metres: number) => Math.round(metres * 10_000) / 10

export const coordinateOf = (
  one: StationDay,
  window: Pick<IntegrityJob, 'from' | 'to' | 'intervalS'>,
): StationCoordinate => ({
  ...{ day: one.day, eastMm: mm(one.east), northMm: mm(one.north), upMm: mm(one.up) },
  ...{ sigmaMm: mm(one.sigma.horizontal), sigmaUpMm: mm(one.sigma.vertical) },
  ...{ baselines: one.baselines, isAttributed: one.isAttributed, reference: one.reference },
  completenessPct: Math.min(100, Math.floor((1000 * one.epochs) / expectedEpochs(one.day, window)) / 10),
  hours: Math.round(one.hours * 10) / 10,
})

/** Epochs of the part of the day that is in the window. */
function expectedEpochs(day: string, { from, to, intervalS }: Pick<IntegrityJob, 'from' | 'to' | 'intervalS'>): number {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  const ms = Math.min(to.getTime(), startMs + DAY_MS) - Math.max(from.getTime(), startMs)
  return Math.max(1, Math.floor(ms / (intervalS * 1000)))
}
