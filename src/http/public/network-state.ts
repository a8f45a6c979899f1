// The state of the network for the public page, computed at most every 15 s however many visitors there are.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Static } from 'typebox'
import { sharedReading } from '../../base/running/shared-reading.ts'
import { type Incident, MOST_PUBLISHED, PUBLISHED_AFTERWARDS_MS } from '../../domain/alerts/incidents/incident.ts'
import { type Verdict, verdictOf } from '../../domain/network/overview/verdict.ts'
import { NO_DAY_VALUES } from '../../domain/stations/measured.ts'
import { isShown } from '../../domain/stations/serving.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isStatusFounded, statusAt } from '../../domain/stations/status.ts'
import { firstDay, HISTORY_DAYS, uptimeHistory, uptimeOf } from '../../domain/stations/uptime.ts'
import { readIonosphereIndex } from '../../reads/station-position.ts'
import { listPublishedIncidents } from '../../store/alerts/incidents/rows.ts'
import type { Current, StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { listNetworkHistory, type StationDays } from '../../store/network/history.ts'
import type { StateHead, StationState } from './contract.ts'

const FRESH_MS = 15_000
/** Thousands of stations take half a second, so other requests run in between. */
const AT_A_TIME = 100

export interface NetworkState {
  readonly text: Buffer
  readonly compressed: Buffer
  readonly etag: string
  readonly network: Static<typeof StateHead>['network']
  readonly incidents: Static<typeof StateHead>['incidents']
  readonly verdict: Verdict
}

export interface StateServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly simulated: boolean
  readonly subscribable: boolean
}

export const stateReader = (services: StateServices): (() => Promise<NetworkState>) =>
  sharedReading(FRESH_MS, () => makeState(services), 0)

async function makeState(services: StateServices): Promise<NetworkState> {
  const { db, current, clock, simulated } = services
  const now = clock()
  const { book } = await current()
  const histories = await listNetworkHistory(db, firstDay(now))
  const daysOf = new Map(histories.map(({ stationId, days }) => [stationId, days]))
  const stations: string[] = []
  const sums = new DailySums()
  const seen: Pick<Static<typeof StationState>, 'status' | 'measured'>[] = []
  for (const station of book.active.filter(isShown)) {
    const state = stationState(station, daysOf.get(station.id) ?? [], now)
    sums.add(state.days)
    seen.push(state)
    stations.push(JSON.stringify(state))
    if (stations.length % AT_A_TIME === 0) await nextTurn()
  }
  const network = { name: book.network.name, simulated: simulated ? ('all' as const) : simulatedShare(book.active) }
  const incidents = await listPublishedIncidents(db, new Date(now.getTime() - PUBLISHED_AFTERWARDS_MS), MOST_PUBLISHED)
  const ionosphere = await readIonosphereIndex(db, now)
  const told: Static<typeof StateHead> = {
    network,
    at: now,
    firstDay: firstDay(now),
    verdict: verdictOf(seen),
    uptime: { days30: sums.uptimeOf(30), days60: sums.uptimeOf(HISTORY_DAYS) },
    ionosphere: ionosphere && { class: ionosphere.class, at: ionosphere.at },
    incidents: incidents.map((incident) => toldIncident(incident, book)),
    subscribable: services.subscribable,
  }
  const head = JSON.stringify({ ok: true, ...told })
  await nextTurn()
  const text = Buffer.from(`${head.slice(0, -1)},"stations":[${stations.join(',')}]}`)
  await nextTurn()
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return {
    text,
    compressed: await promisify(gzip)(text),
    etag,
    network,
    incidents: told.incidents,
    verdict: told.verdict,
  }
}

/** Minutes of all stations, summed by day. */
class DailySums {
  readonly #up = new Array<number>(HISTORY_DAYS).fill(0)
  readonly #down = new Array<number>(HISTORY_DAYS).fill(0)

  add(days: Static<typeof StationState>['days']): void {
    for (const [index, [up, down]] of days.entries()) {
      this.#up[index]! += up
      this.#down[index]! += down
    }
  }

  uptimeOf(days: number): number | null {
    const sum = (minutes: readonly number[]) => minutes.slice(-days).reduce((all, some) => all + some, 0)
    return uptimeOf(sum(this.#up), sum(this.#down))
  }
}

const toldIncident = (
  { stationIds, notes, ...incident }: Incident,
  { byId }: StationBook,
): Static<typeof StateHead>['incidents'][number] => ({
  ...incident,
  stationCodes: stationIds.flatMap((id) => byId.get(id)?.code ?? []),
  notes: notes.map(({ stage, text, createdAt }) => ({ stage, text, createdAt })),
})

function stationState(station: Station, measured: StationDays['days'], now: Date): Static<typeof StationState> {
  const records = measured.map(([day, minutesUp, minutesDown]) => ({
    day,
    minutesUp,
    minutesDown,
    healthPct: null,
    ...NO_DAY_VALUES,
  }))
  const { uptimePct, days } = uptimeHistory(records, now)
  const { code, name, lat, lng } = station
  return {
    code,
    name,
    lat,
    lng,
    status: statusAt(station, now),
    measured: isStatusFounded(station, now),
    simulated: station.simulated,
    uptimePct,
    days: days.map(({ minutesUp, minutesDown, minutesUnknown }) => [minutesUp, minutesDown, minutesUnknown]),
  }
}
