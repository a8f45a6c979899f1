// Where a station's stream comes from: the secret it pushes with, or the caster we pull it from.

import { pullContext, pushContext } from '../../base/secrets/contexts.ts'
import { randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { parseSourceAddress, withoutLogin } from '../../domain/network/source-address.ts'
import type { Station } from '../../domain/stations/station.ts'
import { readPushSecret, writePull, writePushSecret } from '../../store/stations/sources.ts'
import { type KeyedContext, record } from '../context.ts'
import { lockActiveStation, type StationRef } from './find.ts'

const SECRET_LENGTH = 16

/** It is pulled from its caster while somebody wants it: bytes from elsewhere would mix with those. */
function refuseUpstream({ upstream, code }: Station): void {
  if (upstream) throw invalid(wrong(['stationId'], 'source_of_upstream', { code }))
}

/** The secret that the station pushes with; made when there is none yet or a new one is wanted. The one before stops working. */
export function pushSecret(context: KeyedContext, which: StationRef, renew: boolean): Promise<PushSecret> {
  const { keys } = context
  return context.db.transaction(async (tx) => {
    // Locked: two at once would each be told a secret, and only one would hold.
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

/** `address` null: it is not pulled any more. The audit log tells it without its user and password. */
export function setPull(context: KeyedContext, which: StationRef, address: string | null): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    if (address !== null) refuseUpstream(station)
    if (address !== null && !parseSourceAddress(address)) throw invalid(wrong(['url'], 'upstream_form'))
    const { url, login } = address === null ? { url: null, login: null } : withoutLogin(address)
    await writePull(tx, id, url, login === null ? null : context.keys.encrypt(login, pullContext(id)))
    const subject = { kind: 'station', id } as const
    await record(tx, context, { action: 'station.pull_changed', subject, details: { code, url } })
    return station
  })
}
