// The delivery to a customer: everything needed to connect, and the current state of the service.
import type { Credential, CredentialSecrets, CredentialTimes, Pausable } from '../credentials/credential.ts'
import { stateAt } from '../credentials/credential.ts'
import type { Contact } from '../network/contact.ts'
import type { MadeMountpoint } from '../network/mountpoints/mountpoint.ts'
import { frameOfNetwork } from '../network/mountpoints/network-mountpoint.ts'
import type { Network } from '../network/network.ts'
import type { Language } from '../people/user.ts'
import type { Group } from '../stations/group.ts'
import type { Station } from '../stations/station.ts'
import { isMeasured, statusAt } from '../stations/status.ts'
import { DAY_MS } from '../time/units.ts'
import type { OwnerBrand } from './brand.ts'
import { type OfferedNetworks, type OtherMountpoints, openedNetworks, otherMountpoints } from './other-mountpoints.ts'
import { type ConvertedMountpoint, convertedMountpoints } from './receivers/suitable-mountpoint.ts'

/** State as a customer sees it; the API's `activa` covers the first three. */
export type DeliveryState = 'scheduled' | 'in_force' | 'suspended' | 'expired' | 'revoked'

/** State of the stream's source. `not_measured`: reported as online, but no node measures it. */
export type SourceState = 'up' | 'poor' | 'down' | 'maintenance' | 'not_measured'

export interface OpenedGroup {
  readonly name: string
  readonly mountpoints: readonly string[]
  readonly more: number
}

export interface CustomerDelivery {
  readonly credential: Credential
  readonly password: string
  /** The customer's page; `null` if its link was withdrawn. */
  readonly url: string | null
  /** Shown as the sender: the network's name, or the one that the organization's customers see. */
  readonly networkName: string
  readonly ownBrand: OwnerBrand
  readonly contact: Contact
  readonly casterHost: string
  readonly casterPort: number
  readonly mountpoint: string
  readonly format: string
  readonly datum: string
  /** `null` for the network mountpoint, which requires the rover's position. */
  readonly station: { readonly code: string; readonly name: string } | null
  /** Other mountpoints of a group credential, as many as fit on the sheet. */
  readonly group: OpenedGroup | null
  /** Mountpoints that the credential opens, for receivers that need another form of observations. */
  readonly converted: readonly ConvertedMountpoint[]
  /** Mountpoints that the customer can choose instead of `mountpoint`. */
  readonly others: OtherMountpoints
  readonly state: DeliveryState
  readonly source: SourceState
  /** True if any station behind the credential is simulated. */
  readonly simulated: boolean
  readonly now: Date
}

export interface NetworkBehind {
  /** As credentials of the group use it. */
  readonly network: Network
  /** Station of the credential; `null` if it opens the network. */
  readonly station: Station | null
  /** Group of the credential; `null` if it has none or the group was deleted. */
  readonly group?: Group | null
  readonly activeStations: readonly Station[]
  /** Derived mountpoints of all stations. */
  readonly mountpoints: readonly MadeMountpoint[]
  readonly offered: OfferedNetworks
  readonly ownBrand: OwnerBrand
  readonly now: Date
}

export function deliveryOf(
  credential: Credential,
  { password }: Pick<CredentialSecrets, 'password'>,
  url: string | null,
  { network, station, group = null, activeStations, mountpoints, offered, ownBrand, now }: NetworkBehind,
): CustomerDelivery {
  const theirs = theirStations(credential, group, activeStations)
  const behind = station ? [station] : theirs
  const opened = new Set((station ? [station] : group ? theirs : []).map(({ id }) => id))
  const derived = mountpoints.filter(({ stationId }) => opened.has(stationId))
  const mountpoint = station?.mountpoint ?? network.mountpoint
  const datum = station?.datum ?? network.datum
  const networks = openedNetworks(credential, offered)
  const inSameFrame = networks.filter((one) => frameOfNetwork(one, offered.network).datum === datum)
  return {
    credential,
    password,
    url,
    networkName: ownBrand.name ?? network.name,
    ownBrand,
    contact: { phone: network.phone, whatsapp: network.whatsapp },
    casterHost: network.casterHost,
    casterPort: network.casterPort,
    mountpoint,
    format: station?.format ?? network.format,
    datum,
    station: station && { code: station.code, name: station.name },
    group: group && openedGroup(group, theirs),
    converted: convertedMountpoints([...inSameFrame, ...derived]),
    others: otherMountpoints({ mountpoint, datum }, { ...offered, networks, derived }),
    state: deliveryStateAt(credential, now),
    source: station ? stationSource(station, now) : networkSource(network, theirs, now),
    simulated: behind.some(({ simulated }) => simulated),
    now,
  }
}

const theirStations = ({ groupId }: Credential, group: Group | null, active: readonly Station[]) =>
  groupId === null ? active : active.filter(({ id }) => group?.stationIds.has(id))

/** One paragraph of a sheet holds this much. */
const MOST_NAMED = 12
const MOST_LETTERS = 240

function openedGroup({ name }: Group, stations: readonly Station[]): OpenedGroup {
  let letters = 0
  const mountpoints = stations
    .slice(0, MOST_NAMED)
    .map(({ mountpoint }) => mountpoint)
    .filter((mountpoint) => {
      letters += mountpoint.length
      return letters <= MOST_LETTERS
    })
  return { name, mountpoints, more: stations.length - mountpoints.length }
}

export function deliveryStateAt(times: CredentialTimes & Pausable, now: Date): DeliveryState {
  const state = stateAt(times, now)
  if (state !== 'active') return state
  if (times.suspendedAt !== null) return 'suspended'
  return times.startsAt > now ? 'scheduled' : 'in_force'
}

/** Nothing to connect with any more: pages and sheets show no password. */
export const hasEnded = ({ state }: Pick<CustomerDelivery, 'state'>): boolean =>
  state === 'expired' || state === 'revoked'

function stationSource(station: Station, now: Date): SourceState {
  if (station.archived) return 'down'
  const status = statusAt(station, now)
  if (status === 'online') return isMeasured(station, now) ? 'up' : 'not_measured'
  return status === 'degraded' ? 'poor' : status === 'maintenance' ? 'maintenance' : 'down'
}

/**
 * Without a VRS engine each rover uses the nearest base, so the best station counts. While a configured engine is
 * unavailable the service is worse than promised.
 */
function networkSource(network: Network, stations: readonly Station[], now: Date): SourceState {
  if (network.engineAnswers) return 'up'
  const states = stations.map((station) => stationSource(station, now))
  const best = (['up', 'poor', 'not_measured', 'maintenance'] as const).find((state) => states.includes(state))
  return best === 'up' && network.upstream !== null ? 'poor' : (best ?? 'down')
}

/** Customer mail settings; absent if no mail transport is configured. */
export interface CustomerMail {
  /** The operator chooses the language, since customers have no language setting; a manual send can override it. */
  readonly language: Language
  /** Reminder times before the end; 0 is the end itself. */
  readonly noticesMs: readonly number[]
}

/** A notice of expiry is not sent later than this. */
const STALE_AFTER_MS = 3 * DAY_MS

const validityOf = ({ startsAt, expiresAt }: CredentialTimes) => expiresAt.getTime() - startsAt.getTime()

/** Drops reminders that would precede the start of the credential. */
const noticesFor = (times: CredentialTimes, noticesMs: readonly number[]) =>
  noticesMs
    .filter((before) => before === 0 || validityOf(times) > before)
    .map((before) => ({ before, at: times.expiresAt.getTime() - before }))
    .sort((a, b) => a.at - b.at)

/** Next notice after `after`; `null` if none remain. */
export function nextNoticeAt(times: CredentialTimes, noticesMs: readonly number[], after: Date): Date | null {
  const next = noticesFor(times, noticesMs).find(({ at }) => at > after.getTime())
  return next ? new Date(next.at) : null
}

/**
 * Returns the notice to send now, identified by its lead time. `since` is when the earliest unsent notice was due. Of
 * several missed notices only the last is sent, and only if it still applies.
 */
export function noticeNow(
  times: CredentialTimes,
  noticesMs: readonly number[],
  since: Date,
  now: Date,
): { readonly before: number } | null {
  if (times.revokedAt !== null) return null
  const missed = noticesFor(times, noticesMs).filter(({ at }) => at >= since.getTime() && at <= now.getTime())
  const last = missed.at(-1)
  if (!last) return null
  const ended = times.expiresAt <= now
  const stale = now.getTime() - times.expiresAt.getTime() > STALE_AFTER_MS
  if (stale || ended !== (last.before === 0)) return null
  return { before: last.before }
}
