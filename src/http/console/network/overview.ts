// The start page: status of the network, connected rovers, what needs attention, and a comparison with a day ago.

import type { Static } from 'typebox'
import { readMachines, readOwnersTrouble } from '../../../actions/alerts/present.ts'
import { type Alert, isAlert, subjectOf } from '../../../domain/alerts/alert.ts'
import {
  antennasAttention,
  certificatesAttention,
  machinesAttention,
  networkAttention,
  ownersAttention,
  upstreamsAttention,
} from '../../../domain/alerts/present.ts'
import { type Attention, inOrder } from '../../../domain/network/overview/attention.ts'
import { markOf } from '../../../domain/network/overview/figures.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { simulatedShare } from '../../../domain/stations/simulated.ts'
import type { Station, StationStatus } from '../../../domain/stations/station.ts'
import { isUnmeasured, statusAt } from '../../../domain/stations/status.ts'
import { localDay } from '../../../domain/time/local-time.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import { readIonosphereIndex } from '../../../reads/station-position.ts'
import { listOpenAlerts } from '../../../store/alerts/rows.ts'
import { readAlertSettings } from '../../../store/alerts/settings.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  countCredentials,
  listRecentChanges,
  listStatusesAt,
  readTraffic,
  readTrafficNow,
} from '../../../store/network/figures.ts'
import { findRoverCount } from '../../../store/network/past-figures.ts'
import { listAwayUpstreams } from '../../../store/network/upstreams/rows.ts'
import { countCasters } from '../../../store/operations/nodes/rows.ts'
import { countLiveRovers } from '../../../store/sessions/live-rovers.ts'
import { listEndingCertificates } from '../../../store/stations/certificates.ts'
import { listPendingAntennas } from '../../../store/stations/equipment.ts'
import { listOpenAlarms } from '../../../store/stations/health.ts'
import type { Overview } from '../contract/network/network.ts'

const SOON_MS = 7 * DAY_MS
/** Larger counts are shown as "more than". */
export const MOST_COUNTED = 20_000
const MOST_ATTENTION = 100
const MOST_CHANGES = 12

/** The part that is the same for every user. Expensive, because it reads every station. */
export async function readCommon(db: Database, book: StationBook, now: Date) {
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  const ids = book.active.map(({ id }) => id)
  const [casters, alarms, changes, then, traffic, machines, alerts, settings] = await Promise.all([
    countCasters(db),
    listOpenAlarms(db),
    listRecentChanges(db, aDayAgo, MOST_CHANGES),
    listStatusesAt(db, ids, aDayAgo, localDay(aDayAgo)),
    readComparedTraffic(db, now),
    readMachines(db, now),
    listOpenAlerts(db),
    readAlertSettings(db),
  ])
  const ending = await listEndingCertificates(db, now)
  const away = await listAwayUpstreams(db)
  const antennas = await listPendingAntennas(db)
  const ionosphere = await readIonosphereIndex(db, now)
  return { casters, alarms, changes, then, traffic, machines, alerts, settings, away, ending, antennas, ionosphere }
}

type Common = Awaited<ReturnType<typeof readCommon>>

export async function readOverview(
  db: Database,
  book: StationBook,
  scope: OwnerScope,
  now: Date,
  common: Common | Promise<Common> = readCommon(db, book, now),
): Promise<Static<typeof Overview>> {
  const [rovers, before, credentials, trouble, shared] = await Promise.all([
    countLiveRovers(db, scope),
    findRoverCount(db, scope, markOf(new Date(now.getTime() - DAY_MS))),
    countCredentials(db, scope, now, new Date(now.getTime() + SOON_MS), MOST_COUNTED + 1),
    readOwnersTrouble(db, scope, now),
    common,
  ])
  const { casters, alarms, changes, then, traffic, machines, alerts, settings, away, ending, antennas } = shared
  const items = [
    ...networkAttention({ stations: book.active, alarms, casters, networks: book.networks }, now),
    ...ownersAttention(trouble),
    // Only the operator sees machines and sources of streams.
    ...(scope === 'all'
      ? [
          ...upstreamsAttention(away),
          ...certificatesAttention(ending),
          ...antennasAttention(antennas),
          ...machinesAttention(machines, settings, now),
        ]
      : []),
  ]
  const ordered = unacknowledgedFirst(inOrder(items).map((item) => ({ ...item, alert: alertOf(item, scope, alerts) })))
  return {
    network: { name: book.network.name, mountpoint: book.network.mountpoint, simulated: simulatedShare(book.active) },
    stations: stationFigures(book.active, now),
    stationsADayAgo: then.length === 0 ? null : countStatuses(then.map(({ status }) => status)),
    rovers: { ...rovers, aDayAgo: before },
    credentials: {
      inForce: Math.min(credentials.inForce, MOST_COUNTED),
      endingSoon: Math.min(credentials.endingSoon, MOST_COUNTED),
      inForceIsMore: credentials.inForce > MOST_COUNTED,
      endingSoonIsMore: credentials.endingSoon > MOST_COUNTED,
    },
    traffic,
    ionosphere: shared.ionosphere,
    attention: ordered.slice(0, MOST_ATTENTION),
    attentionLeftOut: Math.max(0, ordered.length - MOST_ATTENTION),
    changes: changes.flatMap(({ stationId, status, measured, at }) => {
      const station = book.byId.get(stationId)
      return station ? [{ stationId, code: station.code, simulated: station.simulated, status, measured, at }] : []
    }),
  }
}

/** Only the operator's staff sees who acknowledged an alert. */
function alertOf(item: Attention, scope: OwnerScope, alerts: readonly Alert[]) {
  if (scope !== 'all' || !isAlert(item.kind)) return null
  const subject = subjectOf(item)
  const found = alerts.find((alert) => alert.kind === item.kind && alert.subject === subject)
  if (!found) return null
  const { id, acknowledgedAt, acknowledgedBy, snoozedUntil, mailedAt } = found
  return { id, acknowledgedAt, acknowledgedBy, snoozedUntil, mailedAt }
}

const unacknowledgedFirst = <Item extends { readonly alert: { readonly acknowledgedAt: Date | null } | null }>(
  items: readonly Item[],
): Item[] => {
  const isKnown = ({ alert }: Item) => alert !== null && alert.acknowledgedAt !== null
  return [...items.filter((item) => !isKnown(item)), ...items.filter(isKnown)]
}

/** Unmeasured stations are counted separately, because their declared status is not a measurement. */
function stationFigures(stations: readonly Station[], now: Date) {
  const told = stations.filter((station) => !isUnmeasured(station, now))
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

/** Traffic from the stations in the newest full minute, and in the same minute a day ago. */
async function readComparedTraffic(db: Database, now: Date) {
  const latest = await readTrafficNow(db, now)
  if (!latest) return null
  const before = await readTraffic(db, new Date(latest.minute.getTime() - DAY_MS))
  return { ...latest, aDayAgo: before && { bytes: before.bytes, messages: before.messages } }
}
