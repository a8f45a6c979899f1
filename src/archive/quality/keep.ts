// Keeps what was measured in the archive as if it had been measured from the stream: minutes, hours, the sky, drops of C/N0,
// and the verdicts of the days.
import { LEAST_USUAL_HOURS, usualTime } from '../../domain/network/quality/judge.ts'
import { PastJudge } from '../../domain/network/quality/past.ts'
import type { JudgedDay } from '../../domain/network/quality/reason.ts'
import type { Station } from '../../domain/stations/station.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { listPendingAntennas } from '../../store/stations/equipment.ts'
import { listUsual } from '../../store/stations/quality/read.ts'
import {
  dropsOf,
  sumHoursOf,
  writeDrops,
  writeJudgedDays,
  writeQualityMinutes,
  writeSkyParts,
} from '../../store/stations/quality/write.ts'
import type { MeasuredQuality } from './measure.ts'

type KeptStation = Pick<Station, 'id' | 'lat' | 'lng' | 'positionPending'>

export async function pastJudge(db: Database, station: KeptStation): Promise<PastJudge> {
  const antennas = (await listPendingAntennas(db)).find(({ stationId }) => stationId === station.id) ?? null
  return new PastJudge(station, {
    usualAt: (at) => listUsual(db, usualTime(at), LEAST_USUAL_HOURS, station.id),
    antennas,
  })
}

/** Writes a day after the other: later days are compared with the hours of earlier ones. */
export async function keepQuality(
  db: Database,
  station: KeptStation,
  { minutes, skyParts }: MeasuredQuality,
  judge: PastJudge,
): Promise<readonly JudgedDay[]> {
  const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS)
  const days = Map.groupBy(minutes, ({ minuteMs }) => dayOf(minuteMs))
  const parts = Map.groupBy(skyParts, ({ atMs }) => dayOf(atMs))
  for (const [day, ofDay] of days) {
    const rows = ofDay.map((minute) => ({ ...minute, stationId: station.id, sky: [] }))
    await writeQualityMinutes(db, rows)
    const drops = rows.flatMap(dropsOf)
    if (drops.length > 0) await writeDrops(db, drops)
    const sky = parts.get(day) ?? []
    if (sky.length > 0)
      await writeSkyParts(
        db,
        sky.map((part) => ({ ...part, stationId: station.id })),
      )
    await sumHoursOf(db, station.id, new Date(day * DAY_MS), new Date((day + 1) * DAY_MS))
    await judge.add(ofDay, sky)
  }
  const judged = judge.days
  if (judged.length > 0) await writeJudgedDays(db, station.id, judged)
  return judged
}
