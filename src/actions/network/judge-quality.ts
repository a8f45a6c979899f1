// Judges all stations once a minute. Any node can run this; a lock lets one at a time.
import { type Band, SkyGrid } from '@vertice/gnss'
import { measuresOf } from '../../domain/network/quality/facts.ts'
import {
  DROP_SEEN_MS,
  isJudged,
  JUDGED_MINUTES,
  judge,
  LEAST_USUAL_HOURS,
  SKY_EVERY_MS,
  type StationMeasures,
  usualTime,
} from '../../domain/network/quality/judge.ts'
import { type ReasonRow, reasonFrom, type Verdict } from '../../domain/network/quality/reason.ts'
import type { Station } from '../../domain/stations/station.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { listPendingAntennas } from '../../store/stations/equipment.ts'
import {
  listCn0Minutes,
  listDrops,
  listSkyParts,
  listUsual,
  listVerdicts,
  medianPoints,
  sumMinutes,
} from '../../store/stations/quality/read.ts'
import { sumHours, tryLockQuality, type WrittenVerdict, writeVerdicts } from '../../store/stations/quality/write.ts'

/** Late minutes change the previous hour. */
const SUMMED_MS = HOUR_MS

type SkyShare = NonNullable<StationMeasures['sky']>

export class QualityJudge {
  #skies: ReadonlyMap<number, SkyShare> = new Map()
  #skiesReadMs = Number.NEGATIVE_INFINITY

  run(db: Database, stations: readonly Station[], now: Date): Promise<void> {
    return db.transaction(async (tx) => {
      if (!(await tryLockQuality(tx))) return
      const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
      await sumHours(tx, ago(SUMMED_MS))
      await this.#readSkies(tx, now)
      const sums = Map.groupBy(await sumMinutes(tx, ago(JUDGED_MINUTES * MINUTE_MS)), ({ stationId }) => stationId)
      const usual = Map.groupBy(await listUsual(tx, usualTime(now), LEAST_USUAL_HOURS), ({ stationId }) => stationId)
      const points = new Map((await medianPoints(tx, ago(HOUR_MS))).map((point) => [point.stationId, point]))
      const recent = await listDrops(tx, ago(DROP_SEEN_MS), ago(JUDGED_MINUTES * MINUTE_MS))
      const drops = Map.groupBy(recent, ({ stationId }) => stationId)
      const antennas = new Map((await listPendingAntennas(tx)).map((changed) => [changed.stationId, changed]))
      const before = new Map((await listVerdicts(tx)).map((row) => [row.stationId, row.reasons]))
      const verdicts: WrittenVerdict[] = []
      for (const station of stations.filter(isJudged)) {
        const { id } = station
        const facts = { sums: sums.get(id) ?? [], usual: usual.get(id) ?? [], point: points.get(id) ?? null }
        const measures = {
          ...measuresOf(station, facts),
          sky: this.#skies.get(id) ?? null,
          drops: drops.get(id) ?? [],
          antennas: antennas.get(id) ?? null,
        }
        verdicts.push({ stationId: id, ...(await judged(tx, id, measures, before.get(id) ?? [], now)) })
      }
      if (verdicts.length > 0) await writeVerdicts(tx, verdicts, now)
    })
  }

  async #readSkies(db: Database, now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.#skiesReadMs) < SKY_EVERY_MS) return
    this.#skiesReadMs = now.getTime()
    const grids = new Map<number, SkyGrid>()
    for (const { stationId, cells } of await listSkyParts(db, new Date(now.getTime() - DAY_MS))) {
      const grid = grids.get(stationId) ?? new SkyGrid()
      grid.addCells(cells)
      grids.set(stationId, grid)
    }
    this.#skies = new Map(
      [...grids].flatMap(([id, grid]) => {
        const share = grid.obstructedShare()
        return share ? [[id, share] as const] : []
      }),
    )
  }
}

/** The minutes of a band are read only if its C/N0 fell, to find when. */
async function judged(
  db: Database,
  stationId: number,
  measures: Omit<StationMeasures, 'cn0Minutes'>,
  before: readonly ReasonRow[],
  now: Date,
): Promise<{ readonly verdict: Verdict; readonly reasons: WrittenVerdict['reasons'] }> {
  const known = before.map(reasonFrom)
  const first = judge({ ...measures, cn0Minutes: () => [] }, known, now)
  const fallen = first.reasons.flatMap(({ code, band }) =>
    code === 'cn0_fell' && band && !known.some((one) => one.code === code && one.band === band) ? [band] : [],
  )
  if (fallen.length === 0) return first
  const minutes = new Map<Band, Awaited<ReturnType<typeof listCn0Minutes>>>()
  for (const band of fallen)
    minutes.set(band, await listCn0Minutes(db, stationId, band, new Date(now.getTime() - DAY_MS)))
  return judge({ ...measures, cn0Minutes: (band) => minutes.get(band) ?? [] }, known, now)
}
