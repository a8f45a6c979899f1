// Sums of minutes, as the database computes them for stations that are measured from their stream.
import type { BandMinute, QualityMinute, Vector } from '@vertice/gnss'
import { HOUR_MS } from '../../time/units.ts'
import { ALL_BANDS, type JudgedSums, type MedianPoint } from './facts.ts'

type Row = Pick<QualityMinute, 'epochs' | 'missed'> & Omit<BandMinute, 'drop' | 'band'>

/** One entry for all bands together, and one per band. */
export function sumsOf(minutes: readonly QualityMinute[]): JudgedSums[] {
  if (minutes.length === 0) return []
  const bands = Map.groupBy(
    minutes.flatMap(({ epochs, missed, bands: ofBands }) => ofBands.map((band) => ({ ...band, epochs, missed }))),
    ({ band }) => band,
  )
  const all = minutes.map((minute): Row => ({ ...WITHOUT_BAND, ...minute }))
  return [
    {
      ...added(ALL_BANDS, all),
      belowHorizon: middleOf(minutes.map(({ belowHorizon }) => belowHorizon)),
      contradicting: middleOf(minutes.map(({ contradicting }) => contradicting)),
      clockMs: middleOf(minutes.map(({ clockMs }) => clockMs)),
    },
    ...[...bands].map(([band, rows]) => ({
      ...added(band, rows),
      ...{ belowHorizon: null, contradicting: null, clockMs: null },
    })),
  ]
}

const WITHOUT_BAND = {
  ...{ cn0Median: null, cn0P10: null, losses: 0, halfCycles: 0 },
  ...{ satelliteMs: 0, multipathSquares: 0, multipathSamples: 0 },
}

function added(band: string, rows: readonly Row[]) {
  const sum = (value: (row: Row) => number) => rows.reduce((total, row) => total + value(row), 0)
  const known = rows.flatMap(({ expected }) => (expected === null ? [] : [expected]))
  const multipathSamples = sum((row) => row.multipathSamples)
  return {
    band,
    minutes: rows.length,
    epochs: sum((row) => row.epochs),
    missed: sum((row) => row.missed),
    tracked: sum((row) => row.tracked),
    expected: known.length === 0 ? null : known.reduce((total, value) => total + value, 0),
    withExpected: known.length,
    cn0Median: mean(rows.map((row) => row.cn0Median)),
    cn0P10: mean(rows.map((row) => row.cn0P10)),
    losses: sum((row) => row.losses),
    halfCycles: sum((row) => row.halfCycles),
    satelliteHours: sum((row) => row.satelliteMs) / HOUR_MS,
    multipathM: multipathSamples === 0 ? null : Math.sqrt(sum((row) => row.multipathSquares) / multipathSamples),
    multipathSamples,
  }
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length
}

/** The smallest value that at least half of the values do not exceed. */
const middleOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null

/** `null` without positions. */
export function medianPointOf(minutes: readonly QualityMinute[]): MedianPoint | null {
  const points = minutes.flatMap(({ point }) => point ?? [])
  if (points.length === 0) return null
  const of = (axis: keyof Vector) => between(points.map((point) => point[axis]))
  return { x: of('x'), y: of('y'), z: of('z'), points: points.length }
}

function between(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return (sorted[(values.length - 1) >> 1]! + sorted[values.length >> 1]!) / 2
}
