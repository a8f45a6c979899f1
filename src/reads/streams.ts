// Where streams come from, with the secrets that open them: for the caster, which knows no database.

import { backupPullContext, NETWORK_UPSTREAM_CONTEXT, pullContext, upstreamContext } from '../base/secrets/contexts.ts'
import type { KeyRing } from '../base/secrets.ts'
import { parseUpstream, type Upstream, withLogin } from '../domain/network/source-address.ts'
import { streamAt } from '../domain/network/upstreams/upstream.ts'
import type { SecondSource } from '../domain/stations/backup.ts'
import type { Database } from '../store/kit/database.ts'
import { readNetwork } from '../store/network/settings.ts'
import { listOffered, listUpstreamLogins } from '../store/network/upstreams/rows.ts'
import { readUpstreamLogin } from '../store/network/vrs-engine.ts'
import { listBackups, listPulls, type StoredPull } from '../store/stations/sources.ts'

/** Second sources of stations' own, by station. */
export async function listSecondSources(db: Database, keys: KeyRing): Promise<Map<number, SecondSource>> {
  return new Map(
    (await listBackups(db)).map(({ stationId, url, login }): [number, SecondSource] => {
      if (url === null) return [stationId, { kind: 'push' }]
      const open = login === null ? null : keys.decrypt(login, backupPullContext(stationId))
      return [stationId, { kind: 'pull', upstream: parseUpstream(withLogin(url, open))! }]
    }),
  )
}

/** What is pulled, by station. */
export async function listPulled(db: Database, keys: KeyRing): Promise<Map<number, Upstream>> {
  const open = ({ stationId, url, login }: StoredPull) =>
    parseUpstream(withLogin(url, login === null ? null : keys.decrypt(login, pullContext(stationId))))!
  return new Map((await listPulls(db)).map((pull) => [pull.stationId, open(pull)]))
}

/** Stations that are other casters' mountpoints, with where they come from: a caster's login is opened once. */
export async function listOffers(db: Database, keys: KeyRing): Promise<Map<number, Upstream>> {
  const [upstreams, offered] = await Promise.all([listUpstreamLogins(db), listOffered(db)])
  const casters = new Map(
    upstreams.map(({ id, url, login }) => [
      id,
      streamAt(url, login === null ? null : keys.decrypt(login, upstreamContext(id)), ''),
    ]),
  )
  return new Map(
    offered.flatMap(({ stationId, upstreamId, mountpoint }) => {
      const caster = casters.get(upstreamId)
      return caster ? [[stationId, { ...caster, mountpoint }] as const] : []
    }),
  )
}

/** The VRS engine with its login, or null. */
export async function openUpstream(db: Database, keys: KeyRing): Promise<Upstream | null> {
  const [{ upstream }, login] = await Promise.all([readNetwork(db), readUpstreamLogin(db)])
  if (upstream === null) return null
  return parseUpstream(withLogin(upstream, login === null ? null : keys.decrypt(login, NETWORK_UPSTREAM_CONTEXT)))
}
