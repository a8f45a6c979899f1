// Two months of simulated rover sessions, for the charts of the start page.
import { FIGURES_KEPT_MS, markOf, STEP_MS } from '../../domain/network/overview/figures.ts'
import { SIMULATOR } from '../../domain/stations/simulated.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertPastFigures, type PastFigure } from '../../store/network/past-figures.ts'
import {
  insertPastRefusals,
  insertPastSessions,
  type PastRefusalRow,
  type PastSessionRow,
} from '../../store/sessions/past.ts'
import type { Organizations, Seller } from '../customers/organizations.ts'
import type { RoverLogin } from '../network/rovers.ts'
import { between, fraction, scramble, wordOf } from '../simulator/random.ts'

const DAYS = 60
/** How far Mexico City is behind UTC. */
const ZONE_MS = 6 * HOUR_MS
const BYTES_A_SECOND = 905
/** The generated history ends this long before now, when the simulated rovers connect. */
const QUIET_MS = 3 * MINUTE_MS
const AGENT = `NTRIP ${SIMULATOR}/past`

interface PastWork extends PastSessionRow {
  readonly seller: Seller
  /** Share of the time with a fix. */
  readonly quality: number
}

export interface PastRovers {
  readonly organizations: Organizations
  readonly rovers: readonly RoverLogin[]
  readonly refused: RoverLogin
  readonly stationIds: ReadonlyMap<string, number>
}

export async function writePastRovers(
  db: Database,
  { organizations, rovers, refused, stationIds }: PastRovers,
  now: Date,
): Promise<void> {
  const work = rovers.flatMap((rover) => workOf(rover, stationIds, now))
  const attempts = attemptsOf(refused, now)
  const figures = (Object.keys(organizations) as Seller[]).flatMap((seller) =>
    figuresOf(
      organizations[seller].ownerId,
      work.filter((one) => one.seller === seller),
      refused.seller === seller ? attempts : [],
      now,
    ).filter((figure) => seller === 'operator' || figure.rovers + figure.bytes + figure.refusals > 0),
  )
  await db.transaction(async (tx) => {
    await insertPastSessions(tx, work)
    await insertPastRefusals(tx, attempts)
    await insertPastFigures(tx, figures)
  })
}

/** Sessions of one rover: in daylight on most days, with a break at noon. Some rovers also work at night. */
function workOf(
  { label, seller, stationCode, mountpoint, login, bestQuality }: RoverLogin,
  ids: ReadonlyMap<string, number>,
  now: Date,
): PastWork[] {
  const rover = wordOf(label)
  const today = Math.floor((now.getTime() - ZONE_MS) / DAY_MS)
  const works: PastWork[] = []
  for (let day = today - DAYS + 1; day <= today; day++) {
    const chance = scramble(rover, day)
    const isSunday = (day + 4) % 7 === 0
    if (fraction(chance, 1) > (isSunday ? 0.35 : 0.9)) continue
    const start = day * DAY_MS + ZONE_MS
    const hours: [number, number][] = [
      [between(6.3, 8.5, chance, 2), between(12.5, 13.6, chance, 3)],
      [between(14.2, 15.2, chance, 4), between(17, 20.5, chance, 5)],
    ]
    if (rover % 3 === 0) hours.push([between(20.8, 21.5, chance, 6), between(22.5, 23.9, chance, 7)])
    for (const [place, [from, to]] of hours.entries()) {
      const startedAt = start + Math.round(from * HOUR_MS)
      const endedAt = Math.min(start + Math.round(to * HOUR_MS), now.getTime() - QUIET_MS)
      if (endedAt - startedAt < MINUTE_MS) continue
      const seconds = Math.round((endedAt - startedAt) / 1000)
      const quality = bestQuality === 4 ? between(0.9, 0.99, chance, 8 + place) : between(0.15, 0.4, chance, 8 + place)
      const positions = Math.floor(seconds / 10)
      works.push({
        seller,
        id: `past-${rover.toString(36)}-${startedAt.toString(36)}`,
        username: login.username,
        mountpoint,
        stationId: stationCode === null ? null : (ids.get(stationCode) ?? null),
        startedAt: new Date(startedAt),
        endedAt: new Date(endedAt),
        bytes: Math.round(seconds * BYTES_A_SECOND * between(0.95, 1.05, chance, 10 + place)),
        agent: AGENT,
        lastQuality: bestQuality,
        positions,
        fixedPositions: Math.round(positions * quality),
        quality,
      })
    }
  }
  return works
}

/** Rejected attempts of a rover with an expired credential. */
function attemptsOf({ login, mountpoint }: RoverLogin, now: Date): PastRefusalRow[] {
  return Array.from({ length: 4 * DAYS }, (_, place): PastRefusalRow => {
    const chance = scramble(wordOf(login.username), place)
    const at = new Date(now.getTime() - QUIET_MS - place * 6 * HOUR_MS - Math.round(between(0, 5 * HOUR_MS, chance)))
    const reason = place < 4 ? 'expired' : fraction(chance, 1) < 0.5 ? 'bad_password' : 'outside_coverage'
    const times = Math.round(between(1, place < 4 ? 25 : 9, chance, 2))
    const firstAt = new Date(at.getTime() - times * 1_000)
    return { firstAt, lastAt: at, times, reason, username: login.username, mountpoint, agent: AGENT }
  })
}

function figuresOf(
  ownerId: number,
  work: readonly PastWork[],
  attempts: readonly PastRefusalRow[],
  now: Date,
): PastFigure[] {
  const last = markOf(new Date(now.getTime() - QUIET_MS)).getTime()
  const marks = Math.min(DAYS * DAY_MS, FIGURES_KEPT_MS) / STEP_MS
  const first = last - (marks - 1) * STEP_MS
  const figures = Array.from({ length: marks }, () => ({ rovers: 0, fixed: 0, bytes: 0, refusals: 0 }))
  const placeOf = (time: number) => Math.ceil((time - first) / STEP_MS)
  for (const { startedAt, endedAt, bytes, quality } of work) {
    const [from, to] = [startedAt.getTime(), endedAt.getTime()]
    for (let place = Math.max(0, placeOf(from)); place < marks && first + (place - 1) * STEP_MS < to; place++) {
      const mark = first + place * STEP_MS
      const figure = figures[place]!
      figure.bytes += (bytes * (Math.min(mark, to) - Math.max(mark - STEP_MS, from))) / (to - from)
      if (mark > to) continue
      figure.rovers += 1
      if (fraction(from, Math.floor(place / 6)) < quality) figure.fixed += 1
    }
  }
  for (const { lastAt, times } of attempts) {
    const figure = figures[placeOf(lastAt.getTime())]
    if (figure) figure.refusals += times
  }
  return figures.map(({ rovers, fixed, bytes, refusals }, place) => ({
    ...{
      ownerId,
      at: new Date(first + place * STEP_MS),
      rovers,
      told: rovers,
      fixed,
      bytes: Math.round(bytes),
      refusals,
    },
  }))
}
