// Computes the positions of one station against its neighbours, and its quality, over a window of the archive.
import type { Neighbour } from '../../domain/archive/integrity/neighbours.ts'
import type { RunResult } from '../../domain/archive/integrity/run.ts'
import { type MeasuredQuality, measureQuality, type QualityJob } from '../quality/measure.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { computeIntegrity, type IntegrityJob } from './compute.ts'
import { coordinateOf, mm } from './rows.ts'

export interface StationRunJob {
  readonly stationId: number
  readonly neighbours: readonly Neighbour[]
  readonly integrity: IntegrityJob
  readonly quality: QualityJob
}

export interface StationRunOutcome {
  readonly result: RunResult
  readonly quality: MeasuredQuality
}

/** The baselines take most of the time. */
const BASELINES_PERCENT = 80

export async function runStation(
  places: SegmentPlaces,
  { stationId, neighbours, integrity, quality: qualityJob }: StationRunJob,
  progress: (percent: number) => void,
): Promise<StationRunOutcome> {
  const coordinates: RunResult['coordinates'][number][] = []
  const movements: RunResult['movements'][number][] = []
  const counts = new Map<number, { epochs: number; fixed: number }>()
  const outcome = await computeIntegrity(places, integrity, {
    progress: (share) => progress(Math.floor(BASELINES_PERCENT * share)),
    onMovement(id, { sinceMs, east, north, up }, { isAttributed }) {
      if (id !== stationId) return
      const moved = { eastMm: mm(east), northMm: mm(north), upMm: mm(up) }
      movements.push({ since: new Date(sinceMs).toISOString(), ...moved, isAttributed })
    },
    onDay(_day, baselines, stations) {
      for (const { a, b, epochs, fixed } of baselines) {
        const other = a === stationId ? b : b === stationId ? a : null
        if (other === null) continue
        const before = counts.get(other) ?? { epochs: 0, fixed: 0 }
        counts.set(other, { epochs: before.epochs + epochs, fixed: before.fixed + fixed })
      }
      for (const one of stations) if (one.stationId === stationId) coordinates.push(coordinateOf(one, integrity))
    },
  })
  const quality = await measureQuality(places, qualityJob)
  progress(100)
  const baselines = neighbours.flatMap(({ id, km }) => {
    const { epochs = 0, fixed = 0 } = counts.get(id) ?? {}
    return epochs === 0 ? [] : [{ stationId: id, km, fixedPct: Math.floor((1000 * fixed) / epochs) / 10 }]
  })
  return {
    result: {
      ...{ coordinates, movements, baselines, qualityMinutes: quality.minutes.length },
      unchecked: outcome.unchecked.find((one) => one.stationId === stationId)?.reason ?? null,
      unread: outcome.unread.length,
    },
    quality,
  }
}
