// Standby of a station: a second push with its own password, a pull, or a fallback station. At most one.

import { standbyPullContext, standbyPushContext } from '../../base/secrets/contexts.ts'
import { randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { parsePullAddress, withoutSecret } from '../../domain/network/raw-address.ts'
import type { StandbyKind } from '../../domain/stations/standby.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { type StandbyWrite, writeStandby } from '../../store/stations/sources.ts'
import { type KeyedContext, record } from '../context.ts'
import { dropStandbyCertificates } from './certificates.ts'
import { lockActiveStation, type StationRef } from './find.ts'
import type { PushSecret } from './source.ts'

const SECRET_LENGTH = 16
const NONE: StandbyWrite = { secret: null, url: null, login: null, otherId: null }

/** Upstream stations flow only on demand, so failover cannot detect whether they are online or when to switch back. */
function refuseUpstream({ upstream, code }: Station): void {
  if (upstream) throw invalid(wrong(['stationId'], 'backup_with_upstream', { code }))
}

/** Creates a password for the standby push and invalidates the previous one. */
export function makeStandbySecret(context: KeyedContext, which: StationRef): Promise<PushSecret> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    refuseUpstream(station)
    const { id, code, mountpoint } = station
    const secret = randomCode(SECRET_LENGTH)
    await writeStandby(tx, id, { ...NONE, secret: context.keys.encrypt(secret, standbyPushContext(id)) })
    await note(tx, context, id, { code, backup: 'push' })
    return { mountpoint, secret }
  })
}

/** The audit log has the address without its login. */
export function setStandbyPull(context: KeyedContext, which: StationRef, address: string): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    refuseUpstream(station)
    if (!parsePullAddress(address)) throw invalid(wrong(['url'], 'pull_form'))
    const { url, login } = withoutSecret(address)
    const sealed = login === null ? null : context.keys.encrypt(login, standbyPullContext(id))
    await replaceStandby(tx, context, station, { ...NONE, url, login: sealed })
    await note(tx, context, id, { code, backup: 'pull', url })
    return station
  })
}

export function setFallbackStation(context: KeyedContext, which: StationRef, other: StationRef): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const second = await lockActiveStation(tx, other)
    const { id, code } = second
    if (id === station.id) throw invalid(wrong(['stationId'], 'backup_of_itself'))
    for (const one of [station, second]) refuseUpstream(one)
    await replaceStandby(tx, context, station, { ...NONE, otherId: id })
    await note(tx, context, station.id, { code: station.code, backup: 'station', station: code })
    return station
  })
}

export function removeStandby(context: KeyedContext, which: StationRef): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    await replaceStandby(tx, context, station, NONE)
    await note(tx, context, station.id, { code: station.code, backup: null })
    return station
  })
}

/** Stores a standby that is not a push (or none), and removes the certificates of a former standby push. */
async function replaceStandby(tx: Database, context: KeyedContext, station: Station, to: StandbyWrite): Promise<void> {
  await writeStandby(tx, station.id, to)
  await dropStandbyCertificates(tx, context, station)
}

type StandbyDetails = {
  readonly code: string
  readonly backup: StandbyKind | null
  readonly url?: string
  readonly station?: string
}

const note = (tx: Database, context: KeyedContext, id: number, details: StandbyDetails) =>
  record(tx, context, { action: 'station.backup_changed', subject: { kind: 'station', id }, details })
