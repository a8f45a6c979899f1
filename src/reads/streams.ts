// Where streams come from, with the secrets that open them: for the caster, which knows no database.
import { timingSafeEqual } from 'node:crypto'
import { UPSTREAM_CONTEXT } from '../actions/network/set.ts'
import { pullContext, pushContext } from '../actions/stations/source.ts'
import { parseUpstream, type Upstream, withLogin } from '../domain/network/upstream.ts'
import { type KeyRing, sha256 } from '../secrets.ts'
import type { Database } from '../store/kit/database.ts'
import { readNetwork } from '../store/network/settings.ts'
import { readUpstreamLogin } from '../store/network/upstream.ts'
import { listPulls, readPushSecret, type StoredPull } from '../store/stations/sources.ts'

export async function isPushSecret(db: Database, keys: KeyRing, stationId: number, given: string): Promise<boolean> {
  const sealed = await readPushSecret(db, stationId)
  return sealed !== null && timingSafeEqual(sha256(keys.decrypt(sealed, pushContext(stationId))), sha256(given))
}

/** What is pulled, by station. */
export async function listPulled(db: Database, keys: KeyRing): Promise<Map<number, Upstream>> {
  const open = ({ stationId, url, login }: StoredPull) =>
    parseUpstream(withLogin(url, login === null ? null : keys.decrypt(login, pullContext(stationId))))!
  return new Map((await listPulls(db)).map((pull) => [pull.stationId, open(pull)]))
}

/** The VRS engine with its login, or null. */
export async function openUpstream(db: Database, keys: KeyRing): Promise<Upstream | null> {
  const [{ upstream }, login] = await Promise.all([readNetwork(db), readUpstreamLogin(db)])
  if (upstream === null) return null
  return parseUpstream(withLogin(upstream, login === null ? null : keys.decrypt(login, UPSTREAM_CONTEXT)))
}
