// Judges all stations once a minute. Any node can run this; a lock lets one at a time.
import { BANDS, type Band, SkyGrid } from '@vertice/gnss'
import {
  type BandSums,
  isJudged,
  JUDGED_MINUTES,
  judge,
  type StationMeasures,
} from '../../domain/network/quality/judge.ts'
import { offsetFrom } from '../../domain/network/quality/offset.ts'
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
  type SolvedPoint,
  type StationSums,
  sumMinutes,
  type Usual,
} from '../../store/stations/quality/read.ts'
import {
  ALL_BANDS,
  sumHours,
  tryLockQuality,
  type WrittenVerdict,
  writeVerdicts,
} from '../../store/stations/quality/write.ts'

/** Days that a value is compared with. The last day is left out, so that a lasting fault does not become usual. */
const USUAL_DAYS = 14
const LEAST_USUAL_HOURS = 18
/** The sky of a day changes slowly, and reading it is the most expensive part. */
const SKY_EVERY_MS = 10 * MINUTE_MS
/** A drop that was not confirmed by a newer minute is over. */
const DROP_SEEN_MS = 3 * MINUTE_MS
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
      const usual = Map.groupBy(
        await listUsual(tx, ago(USUAL_DAYS * DAY_MS), ago(DAY_MS), LEAST_USUAL_HOURS),
        ({ stationId }) => stationId,
      )
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

interface Facts {
  readonly sums: readonly StationSums[]
  readonly usual: readonly Usual[]
  readonly point: SolvedPoint | null
}

function measuresOf(station: Station, { sums, usual, point }: Facts) {
  const all = sums.find(({ band }) => band === ALL_BANDS)
  const bands = BANDS.flatMap((band): BandSums[] => {
    const of = sums.find((one) => one.band === band)
    const before = usual.find((one) => one.band === band)
    if (!of && !before) return []
    return [
      { ...(of ?? EMPTY), band, usualCn0: before?.cn0Median ?? null, usualSatellites: before?.satellites ?? null },
    ]
  })
  const minutes = all?.minutes ?? 0
  return {
    minutes,
    epochs: all?.epochs ?? 0,
    missed: all?.missed ?? 0,
    tracked: all?.tracked ?? 0,
    // Part of the minutes cannot be compared with the satellites of all.
    expected: all && all.withExpected === minutes ? all.expected : null,
    belowHorizon: all?.belowHorizon ?? 0,
    contradicting: all?.contradicting ?? 0,
    clockMs: all?.clockMs ?? null,
    bands,
    point: point && offsetOf(station, point),
  }
}

const EMPTY = {
  ...{ tracked: 0, cn0Median: null, losses: 0, halfCycles: 0 },
  ...{ satelliteHours: 0, multipathM: null, multipathSamples: 0 },
}

function offsetOf({ lat, lng, positionPending }: Station, point: SolvedPoint): StationMeasures['point'] {
  if (positionPending) return null
  const { east, north } = offsetFrom({ lat, lng }, point)
  return { horizontalM: Math.hypot(east, north), points: point.points }
}
