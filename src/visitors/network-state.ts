// The state of the network as the public page shows it: made every 15 s at most, however many look.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Static } from 'typebox'
import type { Station } from '../domain/stations/station.ts'
import { statusAt } from '../domain/stations/status.ts'
import { firstDay, uptimeHistory } from '../domain/stations/uptime.ts'
import type { Current } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { listNetworkHistory, type StationDays } from '../store/network/history.ts'
import type { StateHead, StationState } from './contract.ts'

const FRESH_MS = 15_000
/** Thousands of stations take half a second together: other requests get their turn in between. */
const AT_A_TIME = 100

export interface NetworkState {
  readonly text: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

export interface StateServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly simulated: boolean
}

export function stateReader(services: StateServices): () => Promise<NetworkState> {
  let known: { at: number; state: Promise<NetworkState> } | null = null
  return () => {
    const now = performance.now()
    if (!known || now - known.at > FRESH_MS) {
      const state = makeState(services)
      known = { at: now, state }
      // A failure is told to those who waited for it, and tried again by the next.
      state.catch(() => {
        known = null
      })
    }
    return known.state
  }
}

async function makeState({ db, current, clock, simulated }: StateServices): Promise<NetworkState> {
  const now = clock()
  const { book } = await current()
  const histories = await listNetworkHistory(db, firstDay(now))
  const daysOf = new Map(histories.map(({ stationId, days }) => [stationId, days]))
  const stations: string[] = []
  for (const station of book.active) {
    stations.push(JSON.stringify(stationState(station, daysOf.get(station.id) ?? [], now)))
    if (stations.length % AT_A_TIME === 0) await nextTurn()
  }
  const network = { name: book.network.name, simulated }
  const told: Static<typeof StateHead> = { network, at: now, firstDay: firstDay(now) }
  const head = JSON.stringify({ ok: true, ...told })
  await nextTurn()
  const text = Buffer.from(`${head.slice(0, -1)},"stations":[${stations.join(',')}]}`)
  await nextTurn()
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, compressed: await promisify(gzip)(text), etag }
}

function stationState(station: Station, measured: StationDays['days'], now: Date): Static<typeof StationState> {
  const records = measured.map(([day, minutesUp, minutesDown]) => ({
    day,
    minutesUp,
    minutesDown,
    healthPct: null,
    latencyMs: null,
    satellites: null,
  }))
  const { uptimePct, days } = uptimeHistory(records, now)
  const { code, name, lat, lng } = station
  return {
    code,
    name,
    lat,
    lng,
    status: statusAt(station, now),
    measured: station.health !== null,
    simulated: station.simulated,
    uptimePct,
    days: days.map(({ minutesUp, minutesDown, minutesUnknown }) => [minutesUp, minutesDown, minutesUnknown]),
  }
}
