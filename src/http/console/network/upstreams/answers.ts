import type { Static } from 'typebox'
import type { Tried as TriedTable } from '../../../../actions/network/upstreams/try.ts'
import { isOffered, type OfferNow, offerAt } from '../../../../domain/network/upstreams/offer.ts'
import {
  AS_LISTED,
  countLeftOut,
  isClash,
  isLoginRefused,
  type LeftOut,
  type OfferFailure,
} from '../../../../domain/network/upstreams/upstream.ts'
import { statusAt } from '../../../../domain/stations/status.ts'
import type { StationBook } from '../../../../store/current/current.ts'
import type { UpstreamCaster } from '../../../../store/network/upstreams/rows.ts'
import type { OfferedMountpoint, Tried, Upstream } from '../../contract/network/upstreams.ts'

type Mountpoint = Static<typeof OfferedMountpoint>

/** Problems first, then streams in use. Thousands may be idle. */
const ORDER: readonly OfferNow[] = ['no_data', 'away', 'flowing', 'in_use', 'unlisted', 'idle']

/** Mountpoints by upstream caster. `rovers` counts the connected rovers per station. */
export function mountpointsOf(
  { active }: StationBook,
  rovers: ReadonlyMap<number, number>,
  failing: readonly OfferFailure[],
  now: Date,
): ReadonlyMap<number, readonly Mountpoint[]> {
  const byUpstream = new Map<number, Mountpoint[]>()
  const failures = new Map(failing.map(({ stationId, why }) => [stationId, why]))
  for (const station of active.filter(isOffered)) {
    const { id, mountpoint, name, upstream } = station
    const connected = rovers.get(id) ?? 0
    const state = offerAt(station, connected, now)
    const facts = { id, mountpoint, name, there: upstream.mountpoint, needsPosition: upstream.told.needsGga }
    const status = state === 'flowing' ? statusAt(station, now) : null
    const known = byUpstream.get(upstream.id) ?? []
    const failure = state === 'flowing' ? null : (failures.get(id) ?? null)
    const { settings = AS_LISTED, hasLogin = false } = upstream
    known.push({ ...facts, now: state, failure, status, rovers: connected, settings, hasLogin })
    byUpstream.set(upstream.id, known)
  }
  return byUpstream
}

export const inOrder = (mountpoints: readonly Mountpoint[]): Mountpoint[] =>
  mountpoints.toSorted((one, other) => placeOf(one) - placeOf(other) || byName(one, other))

/** A mountpoint whose last request failed comes first, even if idle. */
const placeOf = ({ now, failure }: Mountpoint) => (failure === null ? ORDER.indexOf(now) : -1)

const byName = (one: Mountpoint, other: Mountpoint) => (one.mountpoint < other.mountpoint ? -1 : 1)

export const upstreamAnswer = (
  upstream: UpstreamCaster,
  mountpoints: readonly Mountpoint[],
): Static<typeof Upstream> => ({
  id: upstream.id,
  name: upstream.name,
  url: upstream.url,
  hasLogin: upstream.hasLogin,
  prefix: upstream.prefix,
  servesNetwork: upstream.servesNetwork,
  createdAt: upstream.createdAt,
  askedAt: upstream.askedAt,
  answeredAt: upstream.answeredAt,
  answers: upstream.answers,
  awaySince: upstream.awaySince,
  error: upstream.error,
  refusesLogin: mountpoints.some(({ failure }) => failure !== null && isLoginRefused(failure)),
  listed: upstream.listed,
  offered: upstream.offered,
  inUse: mountpoints.filter(({ now, rovers }) => now === 'flowing' || rovers > 0).length,
  leftOut: countLeftOut(upstream),
  rovers: mountpoints.reduce((sum, { rovers }) => sum + rovers, 0),
})

export const leftOutAnswer = ({ mountpoint, why }: LeftOut) => ({ mountpoint, why, prefixHelps: isClash(why) })

/** Max mountpoints shown by a test of unsaved settings. */
const MOST_TRIED = 100

export function triedAnswer(tried: TriedTable): { trouble: TriedTrouble | null; found: Static<typeof Tried> | null } {
  if ('trouble' in tried) return { trouble: tried.trouble, found: null }
  const { prefix, offered, leftOut, listed, login } = tried
  return {
    trouble: null,
    found: {
      listed,
      offered: offered.length,
      mountpoints: offered.slice(0, MOST_TRIED).map(({ mountpoint: there, identifier, format, needsGga }) => ({
        mountpoint: `${prefix}${there}`,
        there,
        name: identifier,
        format,
        needsPosition: needsGga,
      })),
      leftOut: leftOut.slice(0, MOST_TRIED).map(leftOutAnswer),
      leftOutTotal: countLeftOut({ listed, offered: offered.length }),
      login: login && { ...login, isRefused: login.why !== null && isLoginRefused(login.why) },
    },
  }
}

type TriedTrouble = Extract<TriedTable, { trouble: unknown }>['trouble']
