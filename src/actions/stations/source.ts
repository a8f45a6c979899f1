// Where a station's stream comes from: the secret it pushes with, or the caster we pull it from.

import { timingSafeEqual } from 'node:crypto'
import { wrong } from '../../domain/fault.ts'
import { parseUpstream, type Upstream, withLogin, withoutLogin } from '../../domain/network/upstream.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import { type KeyRing, randomCode, sha256 } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import { findStationByCode, lockStations } from '../../store/stations/rows.ts'
import { listPulls, readPushSecret, type StoredPull, writePull, writePushSecret } from '../../store/stations/sources.ts'

const SECRET_LENGTH = 16
const pushContext = (id: number) => `station-push:${id}`
const pullContext = (id: number) => `station-pull:${id}`

/** The secret that the station pushes with; made when there is none yet or a new one is wanted. */
export function pushSecret(db: Database, keys: KeyRing, code: string, renew: boolean): Promise<string> {
  return db.transaction(async (tx) => {
    await lockStations(tx) // two at once would each print a secret, and only one would hold
    const { id } = await activeStation(tx, code)
    const sealed = renew ? null : await readPushSecret(tx, id)
    if (sealed) return keys.decrypt(sealed, pushContext(id))
    const secret = randomCode(SECRET_LENGTH)
    await writePushSecret(tx, id, keys.encrypt(secret, pushContext(id)))
    return secret
  })
}

export async function isPushSecret(db: Database, keys: KeyRing, stationId: number, given: string): Promise<boolean> {
  const sealed = await readPushSecret(db, stationId)
  return sealed !== null && timingSafeEqual(sha256(keys.decrypt(sealed, pushContext(stationId))), sha256(given))
}

/** `address` null: it is not pulled any more. */
export function setPull(db: Database, keys: KeyRing, code: string, address: string | null): Promise<Station> {
  return db.transaction(async (tx) => {
    const station = await activeStation(tx, code)
    if (address !== null && !parseUpstream(address)) throw invalid(wrong(['pull'], 'upstream_form'))
    const { url, login } = address === null ? { url: null, login: null } : withoutLogin(address)
    await writePull(tx, station.id, url, login === null ? null : keys.encrypt(login, pullContext(station.id)))
    return station
  })
}

/** What is pulled, by station. */
export async function listPulled(db: Database, keys: KeyRing): Promise<Map<number, Upstream>> {
  const open = ({ stationId, url, login }: StoredPull) =>
    parseUpstream(withLogin(url, login === null ? null : keys.decrypt(login, pullContext(stationId))))!
  return new Map((await listPulls(db)).map((pull) => [pull.stationId, open(pull)]))
}

async function activeStation(db: Database, code: string): Promise<Station> {
  const found = await findStationByCode(db, code)
  if (!found || found.archived) throw new Refusal('station_not_found', { code })
  return found
}
