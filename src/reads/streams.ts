// Sources of streams with their decrypted logins, for the caster, which has no database access.

import {
  ENGINE_LOGIN_CONTEXT,
  forwardContext,
  networkEngineContext,
  pullContext,
  standbyPullContext,
  upstreamContext,
  upstreamMountpointContext,
} from '../base/secrets/contexts.ts'
import type { KeyRing } from '../base/secrets.ts'
import { type Forward, parseForwardAddress } from '../domain/network/forward.ts'
import { DEFAULT_NETWORK } from '../domain/network/mountpoints/network-mountpoint.ts'
import { type PullAddress, parsePullAddress } from '../domain/network/raw-address.ts'
import { parseSourceAddress, type SourceAddress, withLogin } from '../domain/network/source-address.ts'
import { streamAt } from '../domain/network/upstreams/upstream.ts'
import type { StandbySource } from '../domain/stations/standby.ts'
import type { Database } from '../store/kit/database.ts'
import { listNetworkEngines } from '../store/network/network-mountpoints.ts'
import { readNetwork } from '../store/network/settings.ts'
import { listOffered, listUpstreamLogins } from '../store/network/upstreams/rows.ts'
import { readEngineLogin } from '../store/network/vrs-engine.ts'
import { listOpenForwards } from '../store/stations/forwards.ts'
import { listPulls, listStoredStandbySources, type StoredPull } from '../store/stations/sources.ts'

/** Keyed by station id. */
export async function listStandbySources(db: Database, keys: KeyRing): Promise<Map<number, StandbySource>> {
  return new Map(
    (await listStoredStandbySources(db)).map(({ stationId, url, login }): [number, StandbySource] => {
      if (url === null) return [stationId, { kind: 'push' }]
      const open = login === null ? null : keys.decrypt(login, standbyPullContext(stationId))
      return [stationId, { kind: 'pull', address: parsePullAddress(withLogin(url, open))! }]
    }),
  )
}

/** Keyed by station id. */
export async function listPulled(db: Database, keys: KeyRing): Promise<Map<number, PullAddress>> {
  const open = ({ stationId, url, login }: StoredPull) =>
    parsePullAddress(withLogin(url, login === null ? null : keys.decrypt(login, pullContext(stationId))))!
  return new Map((await listPulls(db)).map((pull) => [pull.stationId, open(pull)]))
}

export const listOpenedForwards = async (db: Database, keys: KeyRing): Promise<Forward[]> =>
  (await listOpenForwards(db)).map(({ id, stationId, mountpoint, revision, url, login }) => {
    const open = login === null ? null : keys.decrypt(login, forwardContext(id))
    return { id, stationId, mountpoint, revision, to: parseForwardAddress(withLogin(url, open))! }
  })

/** Addresses of upstream mountpoints by station id; each caster's login is decrypted once. */
export async function listOffers(db: Database, keys: KeyRing): Promise<Map<number, SourceAddress>> {
  const [upstreams, offered] = await Promise.all([listUpstreamLogins(db), listOffered(db)])
  const casters = new Map(
    upstreams.map(({ id, url, login }) => [
      id,
      streamAt(url, login === null ? null : keys.decrypt(login, upstreamContext(id)), ''),
    ]),
  )
  const openOwn = (stationId: number, login: Buffer) =>
    streamAt('ntrip://host', keys.decrypt(login, upstreamMountpointContext(stationId)), '').credentials
  return new Map(
    offered.flatMap(({ stationId, upstreamId, mountpoint, login }) => {
      const caster = casters.get(upstreamId)
      if (!caster) return []
      const own = login && openOwn(stationId, login)
      return [[stationId, { ...caster, mountpoint, ...(own && { credentials: own }) }] as const]
    }),
  )
}

/** Addresses of the VRS engines with their logins, by network mountpoint. */
export async function readEngineAddresses(db: Database, keys: KeyRing): Promise<Map<number, SourceAddress>> {
  const own = await readEngineAddress(db, keys)
  const further = (await listNetworkEngines(db)).map(({ id, url, login }): [number, SourceAddress] => {
    const open = login === null ? null : keys.decrypt(login, networkEngineContext(id))
    return [id, parseSourceAddress(withLogin(url, open))!]
  })
  return new Map([...(own ? [[DEFAULT_NETWORK, own] as const] : []), ...further])
}

/** Address of the VRS engine of the default network mountpoint with its login, or `null`. */
export async function readEngineAddress(db: Database, keys: KeyRing): Promise<SourceAddress | null> {
  const [{ upstream: url }, login] = await Promise.all([readNetwork(db), readEngineLogin(db)])
  if (url === null) return null
  return parseSourceAddress(withLogin(url, login === null ? null : keys.decrypt(login, ENGINE_LOGIN_CONTEXT)))
}
