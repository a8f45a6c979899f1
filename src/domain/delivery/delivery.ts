// What a customer is handed: everything needed to connect, and how things stand at this moment.
import type { Credential, CredentialSecrets, CredentialTimes, Pausable } from '../credentials/credential.ts'
import { stateAt } from '../credentials/credential.ts'
import type { Contact } from '../network/contact.ts'
import type { Network } from '../network/network.ts'
import type { Language } from '../people/user.ts'
import type { Group } from '../stations/group.ts'
import type { Station } from '../stations/station.ts'
import { isMeasured, statusAt } from '../stations/status.ts'
import { DAY_MS } from '../time/units.ts'

/** The contract's `activa`, told apart as a customer sees it. */
export type DeliveryState = 'scheduled' | 'in_force' | 'suspended' | 'expired' | 'revoked'

/** What the corrections come from. `not_measured`: said to be there, and nobody measures it. */
export type SourceState = 'up' | 'poor' | 'down' | 'maintenance' | 'not_measured'

export interface OpenedGroup {
  readonly name: string
  /** Of its stations. */
  readonly mountpoints: readonly string[]
  /** How many others there are. */
  readonly more: number
}

export interface CustomerDelivery {
  readonly credential: Credential
  readonly password: string
  /** The customer's page; null: withdrawn. */
  readonly url: string | null
  readonly networkName: string
  readonly contact: Contact
  readonly casterHost: string
  readonly casterPort: number
  readonly mountpoint: string
  readonly format: string
  readonly datum: string
  /** null: the network mountpoint, which wants to be told the rover's position. */
  readonly station: { readonly code: string; readonly name: string } | null
  /** Of a credential that opens a group: what else can be typed, as far as there is room for it. */
  readonly group: OpenedGroup | null
  readonly state: DeliveryState
  readonly source: SourceState
  /** Made up by the simulator. */
  readonly simulated: boolean
  readonly now: Date
}

/** What serves the credential of a delivery. */
export interface NetworkBehind {
  readonly network: Network
  /** Of the credential; null: the network's. */
  readonly station: Station | null
  /** Of the credential; null: it has none, or it is gone. */
  readonly group?: Group | null
  readonly activeStations: readonly Station[]
  readonly now: Date
}

export function deliveryOf(
  credential: Credential,
  { password }: Pick<CredentialSecrets, 'password'>,
  url: string | null,
  { network, station, group = null, activeStations, now }: NetworkBehind,
): CustomerDelivery {
  const theirs = theirStations(credential, group, activeStations)
  const behind = station ? [station] : theirs
  return {
    credential,
    password,
    url,
    networkName: network.name,
    contact: { phone: network.phone, whatsapp: network.whatsapp },
    casterHost: network.casterHost,
    casterPort: network.casterPort,
    mountpoint: station?.mountpoint ?? network.mountpoint,
    format: station?.format ?? network.format,
    datum: station?.datum ?? network.datum,
    station: station && { code: station.code, name: station.name },
    group: group && openedGroup(group, theirs),
    state: deliveryStateAt(credential, now),
    source: station ? stationSource(station, now) : networkSource(network, theirs, now),
    simulated: behind.some(({ simulated }) => simulated),
    now,
  }
}

const theirStations = ({ groupId }: Credential, group: Group | null, active: readonly Station[]) =>
  groupId === null ? active : active.filter(({ id }) => group?.stationIds.has(id))

/** As much as one paragraph of a sheet holds. */
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

function stationSource(station: Station, now: Date): SourceState {
  if (station.archived) return 'down'
  const status = statusAt(station, now)
  if (status === 'online') return isMeasured(station, now) ? 'up' : 'not_measured'
  return status === 'degraded' ? 'poor' : status === 'maintenance' ? 'maintenance' : 'down'
}

/** Without an engine, each rover gets the nearest base, and any will do; while there is one that is away, that is less than was promised. */
function networkSource(network: Network, stations: readonly Station[], now: Date): SourceState {
  if (network.engineAnswers) return 'up'
  const states = stations.map((station) => stationSource(station, now))
  const best = (['up', 'poor', 'not_measured', 'maintenance'] as const).find((state) => states.includes(state))
  return best === 'up' && network.upstream !== null ? 'poor' : (best ?? 'down')
}

/** How customers are written to; a service without a mail transport has none. */
export interface CustomerMail {
  /** Nobody tells us a customer's language: it is the operator's choice, or whoever sends by hand chooses. */
  readonly language: Language
  /** How long before the end a customer is reminded, in milliseconds; 0 is the end itself. */
  readonly noticesMs: readonly number[]
}

/** After so long nobody wants to hear that something has ended. */
const STALE_AFTER_MS = 3 * DAY_MS

const validityOf = ({ startsAt, expiresAt }: CredentialTimes) => expiresAt.getTime() - startsAt.getTime()

/** A reminder makes sense only within a validity that is longer. */
const noticesFor = (times: CredentialTimes, noticesMs: readonly number[]) =>
  noticesMs
    .filter((before) => before === 0 || validityOf(times) > before)
    .map((before) => ({ before, at: times.expiresAt.getTime() - before }))
    .sort((a, b) => a.at - b.at)

/** When the customer is to be written to next, after `after`; null: never again. */
export function nextNoticeAt(times: CredentialTimes, noticesMs: readonly number[], after: Date): Date | null {
  const next = noticesFor(times, noticesMs).find(({ at }) => at > after.getTime())
  return next ? new Date(next.at) : null
}

/**
 * Which notice a customer gets now, where the earliest that was not given fell due at `since`: how long before the end it is meant for.
 * Of several that were missed only the last counts, and none that has lost its sense.
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
