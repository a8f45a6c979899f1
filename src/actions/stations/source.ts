// Source of a station's stream: the secret for its push, or the address to pull from.

import { pullContext, pushContext } from '../../base/secrets/contexts.ts'
import { randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { parsePullAddress, withoutSecret } from '../../domain/network/raw-address.ts'
import type { Station } from '../../domain/stations/station.ts'
import { readPushSecret, writePull, writePushSecret } from '../../store/stations/sources.ts'
import { type KeyedContext, record } from '../context.ts'
import { lockActiveStation, type StationRef } from './find.ts'

const SECRET_LENGTH = 16

/** Upstream stations are pulled on demand; another source would mix its bytes with theirs. */
function refuseUpstream({ upstream, code }: Station): void {
  if (upstream) throw invalid(wrong(['stationId'], 'source_of_upstream', { code }))
}

/** Returns the push secret; creates one if missing or if `renew` is set, which invalidates the previous secret. */
export function pushSecret(context: KeyedContext, which: StationRef, renew: boolean): Promise<PushSecret> {
  const { keys } = context
  return context.db.transaction(async (tx) => {
    // Locked: concurrent calls would each return a secret, and only one would be valid.
    const station = await lockActiveStation(tx, which)
    refuseUpstream(station)
    const { id, code, mountpoint } = station
    const sealed = renew ? null : await readPushSecret(tx, id)
    const secret = sealed ? keys.decrypt(sealed, pushContext(id)) : randomCode(SECRET_LENGTH)
    if (!sealed) await writePushSecret(tx, id, keys.encrypt(secret, pushContext(id)))
    const action = sealed ? 'station.secret_shown' : 'station.secret_made'
    await record(tx, context, { action, subject: { kind: 'station', id }, details: { code } })
    return { mountpoint, secret }
  })
}

export interface PushSecret {
  readonly mountpoint: string
  readonly secret: string
}

/** `null` stops pulling. The audit log has the address without its login. */
export function setPull(context: KeyedContext, which: StationRef, address: string | null): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    if (address !== null) refuseUpstream(station)
    if (address !== null && !parsePullAddress(address)) throw invalid(wrong(['url'], 'pull_form'))
    const { url, login } = address === null ? { url: null, login: null } : withoutSecret(address)
    await writePull(tx, id, url, login === null ? null : context.keys.encrypt(login, pullContext(id)))
    const subject = { kind: 'station', id } as const
    await record(tx, context, { action: 'station.pull_changed', subject, details: { code, url } })
    return station
  })
}
