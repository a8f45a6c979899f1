// Changes what describes the network.

import { parseUpstream, UPSTREAM_FORM, type Upstream, withLogin, withoutLogin } from '../../domain/network/upstream.ts'
import { type FieldError, Refusal } from '../../domain/refusal.ts'
import { isMountpoint, MAX_RADIUS_KM } from '../../domain/stations/input.ts'
import type { KeyRing } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import { readNetwork, type StoredNetwork, updateNetwork } from '../../store/network/settings.ts'
import { noteUpstream, readUpstreamLogin, writeUpstreamLogin } from '../../store/network/upstream.ts'
import { listStations, lockStations } from '../../store/stations/rows.ts'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** The associated data of the VRS engine's login; `store/encryption-keys` knows it too. */
export const UPSTREAM_CONTEXT = 'network-upstream'

/** `upstream` may carry a user and password, which are kept apart and encrypted. */
export function setNetwork(
  db: Database,
  keys: KeyRing,
  change: Partial<StoredNetwork>,
  now: Date,
): Promise<StoredNetwork> {
  return db.transaction(async (tx) => {
    await lockStations(tx)
    const stations = await listStations(tx)
    const taken = stations.some(
      ({ archived, mountpoint }) => !archived && mountpoint.toLowerCase() === change.mountpoint?.toLowerCase(),
    )
    const errors = changeErrors(change)
    if (taken) errors.push({ path: ['mountpoint'], detail: 'is the mountpoint of a station' })
    if (errors.length > 0) throw new Refusal('invalid_request', 'Nothing was changed.', errors)
    const { upstream, ...rest } = change
    if (upstream !== undefined) {
      const { url, login } = upstream === null ? { url: null, login: null } : withoutLogin(upstream)
      await updateNetwork(tx, { ...rest, upstream: url })
      await writeUpstreamLogin(tx, login === null ? null : keys.encrypt(login, UPSTREAM_CONTEXT))
      await noteUpstream(tx, now, 'not asked yet')
    } else await updateNetwork(tx, rest)
    return readNetwork(tx)
  })
}

/** The VRS engine with its login, or null. */
export async function openUpstream(db: Database, keys: KeyRing): Promise<Upstream | null> {
  const [{ upstream }, login] = await Promise.all([readNetwork(db), readUpstreamLogin(db)])
  if (upstream === null) return null
  return parseUpstream(withLogin(upstream, login === null ? null : keys.decrypt(login, UPSTREAM_CONTEXT)))
}

function changeErrors(change: Partial<StoredNetwork>): FieldError[] {
  const rules: { [Field in keyof StoredNetwork]: [(value: NonNullable<StoredNetwork[Field]>) => boolean, string] } = {
    name: [isLine, 'must be 1 to 100 characters on one line'],
    casterHost: [(host) => HOST.test(host), 'must be a host name or an address'],
    casterPort: [(port) => Number.isInteger(port) && port >= 1 && port <= 65535, 'must be a port from 1 to 65535'],
    datum: [isLine, 'must be 1 to 100 characters on one line'],
    format: [isLine, 'must be 1 to 100 characters on one line'],
    mountpoint: [isMountpoint, 'must be 1 to 100 letters, digits, "_", "." or "-"'],
    upstream: [(url) => parseUpstream(url) !== null, UPSTREAM_FORM],
    nearBaseKm: [isDistance, `must be a number from 0 to ${MAX_RADIUS_KM}`],
    triangleSideKm: [isDistance, `must be a number from 0 to ${MAX_RADIUS_KM}`],
    defaultRadiusKm: [(km) => km > 0 && isDistance(km), `must be above 0 and at most ${MAX_RADIUS_KM}`],
  }
  return (Object.keys(change) as (keyof StoredNetwork)[]).flatMap((field) => {
    const value = change[field]
    const [holds, detail] = rules[field] as [(value: unknown) => boolean, string]
    return value == null || holds(value) ? [] : [{ path: [field], detail }]
  })
}

const isLine = (text: string) => text.trim() !== '' && text.length <= 100 && !/[\p{Cc}\p{Cs};]/u.test(text)
const isDistance = (km: number) => Number.isFinite(km) && km >= 0 && km <= MAX_RADIUS_KM
