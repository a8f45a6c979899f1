// The past quality of the stations whose sites have a fault, and of a healthy one to compare them with: their streams
// are simulated and measured in the same way as live ones, only less often. That takes 3 ms per epoch, so it runs beside the
// demo.

import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { saveMeasured } from '../../recording/quality/save.ts'
import { StationMeters } from '../../recording/quality/station-meters.ts'
import type { Database } from '../../store/kit/database.ts'
import { sumHours } from '../../store/stations/quality/write.ts'
import { DAMAGED_CABLE, JAMMED, OBSTRUCTED, siteOf, WRONG_COORDINATES } from '../network/sites.ts'
import { stationOf } from '../network/stations.ts'
import type { Sky } from '../simulator/sky/sky.ts'
import { StationStream } from '../simulator/station-stream.ts'

const SHOWN = ['CDMX', OBSTRUCTED, DAMAGED_CABLE, JAMMED, WRONG_COORDINATES]
/** Beginning of a period before now, and the time between its epochs. The verdict needs a day, and most of the day before. */
const PERIODS: readonly (readonly [fromMs: number, toMs: number, stepMs: number])[] = [
  [48 * HOUR_MS, DAY_MS, HOUR_MS],
  [DAY_MS, HOUR_MS / 2, 10 * MINUTE_MS],
  [HOUR_MS / 2, 0, MINUTE_MS],
]

export interface PastQuality {
  readonly db: Database
  readonly sky: Sky
  readonly stationIds: ReadonlyMap<string, number>
  /** When the demo started. */
  readonly now: Date
  readonly signal: AbortSignal
}

/** Saves nothing if aborted. */
export async function writePastQuality({ db, sky, stationIds, now, signal }: PastQuality): Promise<void> {
  const streams = SHOWN.map((code) => {
    const id = stationIds.get(code)!
    return {
      id,
      stream: new StationStream(sky, { code, stationId: id, position: stationOf(code), site: siteOf(code, now) }),
    }
  })
  const meters = new StationMeters()
  meters.setStations(streams.map(({ id }) => ({ id, near: null })))
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  for (const [fromMs, toMs, stepMs] of PERIODS)
    for (let atMs = end - fromMs; atMs < end - toMs; atMs += stepMs)
      for (const { id, stream } of streams) {
        meters.push(id, stream.epoch(atMs), atMs)
        await setImmediate()
        if (signal.aborted) return
      }
  // Later than the silence after which a meter passes its last minute on.
  await saveMeasured(db, meters.take(end + HOUR_MS))
  await sumHours(db, new Date(end - PERIODS[0]![0]))
}
