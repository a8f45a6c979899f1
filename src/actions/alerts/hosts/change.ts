// Hosts of a station: added by the operator, confirmed and ended by themselves. The audit log has no names or addresses.
import { BASE62, randomCode } from '../../../base/secrets.ts'
import {
  HOST_KEY_LENGTH,
  type HostInput,
  hostFaults,
  MOST_HOSTS_OF_A_STATION,
  type StationHost,
} from '../../../domain/alerts/hosts/host.ts'
import { system } from '../../../domain/audit/action.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import {
  confirmHostRow,
  deleteHost,
  findHost,
  findHostByKey,
  insertHost,
  insertHostConfirmMail,
  listHostsOf,
} from '../../../store/alerts/hosts.ts'
import type { Database } from '../../../store/kit/database.ts'
import { type ActionContext, record } from '../../context.ts'
import { lockActiveStation, type StationRef } from '../../stations/find.ts'

/** Mails a confirmation. For a host who has not confirmed yet, mails it again, at most once per hour. */
export async function addHost(context: ActionContext, which: StationRef, input: HostInput): Promise<number> {
  const host = { ...input, name: input.name.trim(), email: input.email.trim() }
  const faults = hostFaults(host)
  if (faults.length > 0) throw invalid(...faults)
  return context.db.transaction(async (tx) => {
    const { id: stationId } = await lockActiveStation(tx, which)
    const known = await listHostsOf(tx, stationId)
    const same = known.find(({ email }) => email.toLowerCase() === host.email.toLowerCase())
    if (same?.confirmedAt) throw invalid(wrong(['email'], 'host_exists'))
    if (!same && known.length >= MOST_HOSTS_OF_A_STATION)
      throw invalid(wrong(['email'], 'too_many', { most: MOST_HOSTS_OF_A_STATION }))
    const key = randomCode(HOST_KEY_LENGTH, BASE62)
    const id = same?.id ?? (await insertHost(tx, { stationId, ...host, key }, context.now))
    await insertHostConfirmMail(tx, id, host.email, context.now)
    if (!same) await note(tx, context, 'host.added', { id, stationId })
    return id
  })
}

export function removeHost(context: ActionContext, stationId: number, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const host = await findHost(tx, id)
    if (host?.stationId !== stationId) throw new Refusal('host_not_found')
    await deleteHost(tx, id)
    await note(tx, context, 'host.removed', host)
  })
}

interface OfHost {
  readonly db: Database
  readonly now: Date
}

/** Idempotent. */
export function confirmHost({ db, now }: OfHost, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const host = await findHostByKey(tx, key)
    if (!host) throw new Refusal('host_not_found')
    if (await confirmHostRow(tx, host.id, now)) await note(tx, byHost(tx, now), 'host.confirmed', host)
  })
}

/** Idempotent: deletes the host. */
export function leaveAsHost({ db, now }: OfHost, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const host = await findHostByKey(tx, key)
    if (!host) return
    await deleteHost(tx, host.id)
    await note(tx, byHost(tx, now), 'host.left', host)
  })
}

const byHost = (db: Database, now: Date): ActionContext => ({ db, now, by: system('station host') })

const note = (
  tx: Database,
  context: ActionContext,
  action: 'host.added' | 'host.removed' | 'host.confirmed' | 'host.left',
  { id, stationId }: Pick<StationHost, 'id' | 'stationId'>,
) => record(tx, context, { action, subject: { kind: 'station', id: stationId }, details: { host: id } })
