// One coordinate of each station per day, from the baselines of the day so far.
import { geodeticOf, localOf, type Vector } from '@vertice/gnss'
import { adjust } from '../../domain/archive/integrity/adjustment.ts'
import { BIN_MS } from '../../domain/archive/integrity/movement.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { replaceStationCoordinates } from '../../store/stations/coordinates.ts'
import { type BaselineDayRow, listBaselineDays } from '../../store/stations/integrity/read.ts'

/** Epochs of a day are counted at this interval. */
const INTERVAL_MS = 30_000
/** A day is final this long after its end: coordinates that are computed later from the archive stay. */
const FINAL_AFTER_MS = HOUR_MS

export async function judgeDays(tx: Database, antennas: ReadonlyMap<number, Vector>, now: Date): Promise<void> {
  const rows = await listBaselineDays(tx, new Date(now.getTime() - FINAL_AFTER_MS).toISOString().slice(0, 10))
  for (const [day, own] of Map.groupBy(rows, (row) => row.day)) {
    const coordinates = coordinatesOf(day, own, antennas, now)
    if (coordinates.length > 0) await replaceStationCoordinates(tx, coordinates)
  }
}

function coordinatesOf(day: string, rows: readonly BaselineDayRow[], antennas: ReadonlyMap<number, Vector>, now: Date) {
  const measured = rows.flatMap(({ a, b, x, y, z, sigmaMm }) => {
    const [near, far] = [antennas.get(a), antennas.get(b)]
    if (!near || !far) return []
    const deviation = { x: x - far.x + near.x, y: y - far.y + near.y, z: z - far.z + near.z }
    return [{ a, b, deviation, sigma: sigmaMm / 1000 }]
  })
  const elapsedMs = Math.min(DAY_MS, now.getTime() - Date.parse(`${day}T00:00:00Z`))
  return [...adjust(measured)].map(([stationId, { deviation, sigma, baselines, isAttributed }]) => {
    const own = rows.filter(({ a, b }) => a === stationId || b === stationId)
    const { east, north, up } = localOf(deviation, geodeticOf(antennas.get(stationId)!))
    const epochs = Math.max(...own.map((row) => row.epochs))
    return {
      ...{ stationId, day, eastMm: mm(east), northMm: mm(north), upMm: mm(up) },
      ...{ sigmaMm: mm(sigma), sigmaUpMm: Math.sqrt(1 / own.reduce((sum, row) => sum + 1 / row.sigmaUpMm ** 2, 0)) },
      ...{ baselines, isAttributed, reference: antennas.get(stationId)! },
      hours: (Math.max(...own.map(({ fixed }) => fixed)) * BIN_MS) / HOUR_MS,
      completenessPct: Math.min(100, Math.floor((1000 * epochs * INTERVAL_MS) / elapsedMs) / 10),
    }
  })
}

const mm = (metres: number) => Math.round(metres * 10_000) / 10
