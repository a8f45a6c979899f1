// What the first page answers: is the network up, who is connected, what needs somebody, and what was otherwise a day ago.

import type { Static } from 'typebox'
import { localDay } from '../../domain/credentials/start-time.ts'
import { attention, inOrder, stationAttention } from '../../domain/network/attention.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { quarterOf } from '../../domain/sessions/rover-count.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { listClockSkews } from '../../store/clock-skews.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  countCredentials,
  countFailedMails,
  listRecentChanges,
  listStatusesAt,
  listTroubledWebhooks,
  newestMinute,
  readTraffic,
} from '../../store/network/figures.ts'
import { countCasters } from '../../store/nodes/rows.ts'
import { countLiveRovers } from '../../store/sessions/live-rovers.ts'
import { listRoverCounts } from '../../store/sessions/rover-counts.ts'
import { listOpenAlarms } from '../../store/stations/health.ts'
import type { Overview } from '../contract/network.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SOON_MS = 7 * DAY_MS
/** Minutes are written a few seconds after they have passed. */
const TRAFFIC_AGE_MS = 4 * MINUTE_MS
const DEACTIVATED_NEWS_MS = 30 * DAY_MS
const MAIL_NEWS_MS = 7 * DAY_MS
/** Beyond this a figure reads "more than". */
export const MOST_COUNTED = 20_000
const MOST_WEBHOOKS = 50
const MOST_ATTENTION = 100
const MOST_CHANGES = 12

/** What is the same for everybody, and dear: it looks at every station. */
export async function readCommon(db: Database, book: StationBook, now: Date) {
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  const ids = book.active.map(({ id }) => id)
  const [casters, alarms, changes, then, traffic, clocks] = await Promise.all([
    countCasters(db),
    listOpenAlarms(db),
    listRecentChanges(db, aDayAgo, MOST_CHANGES),
    listStatusesAt(db, ids, aDayAgo, localDay(aDayAgo)),
    readTrafficNow(db, now),
    listClockSkews(db),
  ])
  return { casters, alarms, changes, then, traffic, clocks }
}

type Common = Awaited<ReturnType<typeof readCommon>>

export async function readOverview(
  db: Database,
  book: StationBook,
  scope: OwnerScope,
  now: Date,
  common: Common | Promise<Common> = readCommon(db, book, now),
): Promise<Static<typeof Overview>> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const [rovers, before, credentials, webhooks, mails, { casters, alarms, changes, then, traffic, clocks }] =
    await Promise.all([
      countLiveRovers(db, scope),
      roversADayAgo(db, scope, now),
      countCredentials(db, scope, now, new Date(now.getTime() + SOON_MS), MOST_COUNTED + 1),
      listTroubledWebhooks(db, scope, ago(DEACTIVATED_NEWS_MS), MOST_WEBHOOKS),
      countFailedMails(db, scope, ago(MAIL_NEWS_MS)),
      common,
    ])

  const alarmsOf = Map.groupBy(alarms, ({ stationId }) => stationId)
  const items = book.active.flatMap((station) => stationAttention(station, alarmsOf.get(station.id) ?? [], now))
  if (casters === 0) items.push(attention('no_caster'))
  if (book.active.length === 0) items.push(attention('no_stations'))
  if (book.network.upstream !== null && !book.network.upstreamAnswers)
    items.push(attention('upstream_silent', { name: book.network.mountpoint }))
  for (const { id, url, deactivatedAt, reason, failingSince } of webhooks) {
    const kind = deactivatedAt === null ? 'webhook_failing' : 'webhook_deactivated'
    items.push(
      attention(kind, { id, name: hostOf(url), params: reason && { reason }, since: deactivatedAt ?? failingSince }),
    )
  }
  if (mails.mails > 0)
    items.push(
      attention('mails_failed', { name: String(mails.mails), params: mails.lastError && { failure: mails.lastError } }),
    )

  // Machines are the operator's own.
  if (scope === 'all')
    for (const { host, since } of clocks) items.push(attention('clock_skewed', { name: host, since }))

  const ordered = inOrder(items)
  return {
    network: { name: book.network.name, mountpoint: book.network.mountpoint, simulated: simulatedShare(book.active) },
    stations: stationFigures(book.active, now),
    stationsADayAgo: then.length === 0 ? null : countStatuses(then.map(({ status }) => status)),
    rovers: { ...rovers, aDayAgo: before },
    credentials: {
      inForce: Math.min(credentials.inForce, MOST_COUNTED),
      endingSoon: Math.min(credentials.endingSoon, MOST_COUNTED),
      /** There are more than are told. */
      inForceIsMore: credentials.inForce > MOST_COUNTED,
      endingSoonIsMore: credentials.endingSoon > MOST_COUNTED,
    },
    traffic,
    attention: ordered.slice(0, MOST_ATTENTION),
    attentionLeftOut: Math.max(0, ordered.length - MOST_ATTENTION),
    changes: changes.flatMap(({ stationId, status, at }) => {
      const station = book.byId.get(stationId)
      return station ? [{ stationId, code: station.code, simulated: station.simulated, status, at }] : []
    }),
  }
}

/** Those that nobody measures are told apart: what was declared of them is no figure. */
function stationFigures(stations: readonly Station[], now: Date) {
  const told = stations.filter((station) => station.health !== null || station.declaredStatus === 'maintenance')
  return {
    total: stations.length,
    notMeasured: stations.length - told.length,
    ...countStatuses(told.map((station) => statusAt(station, now))),
  }
}

function countStatuses(statuses: readonly StationStatus[]): Record<StationStatus, number> {
  const counts = { online: 0, degraded: 0, offline: 0, maintenance: 0 }
  for (const status of statuses) counts[status] += 1
  return counts
}

/** null: nobody counted then. */
async function roversADayAgo(db: Database, scope: OwnerScope, now: Date): Promise<number | null> {
  const quarter = quarterOf(new Date(now.getTime() - DAY_MS))
  const [counted] = await listRoverCounts(db, scope, quarter, quarter)
  return counted?.rovers ?? null
}

/** What came from the stations in the newest minute, and in the same minute a day ago. */
async function readTrafficNow(db: Database, now: Date) {
  const minute = await newestMinute(db, new Date(now.getTime() - TRAFFIC_AGE_MS))
  if (minute === null) return null
  const [latest, before] = await Promise.all([
    readTraffic(db, minute),
    readTraffic(db, new Date(minute.getTime() - DAY_MS)),
  ])
  return latest && { ...latest, aDayAgo: before && { bytes: before.bytes, messages: before.messages } }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
