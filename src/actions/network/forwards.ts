// Forwards of a station's stream to other casters and to radios. The caster connects within seconds of a change.
import { forwardContext } from '../../base/secrets/contexts.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import {
  isListening,
  MOST_FORWARDS_OF_A_STATION,
  type NtripRevision,
  parseForwardAddress,
} from '../../domain/network/forward.ts'
import { withoutSecret } from '../../domain/network/raw-address.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { findMountpoint } from '../../store/network/mountpoints.ts'
import {
  deleteForward,
  findForward,
  insertForward,
  isForwardUrlTaken,
  listForwardsOf,
  listListeningUrls,
  type StoredForward,
  writeForwardAddress,
  writeForwardPause,
} from '../../store/stations/forwards.ts'
import { lockStations } from '../../store/stations/rows.ts'
import { type ActionContext, type KeyedContext, record } from '../context.ts'
import { lockActiveStation, type StationRef } from '../stations/find.ts'

export interface ForwardInput {
  /** With user and password, if the other caster needs them. */
  readonly url: string
  readonly revision: NtripRevision
  /** Name of a derived mountpoint of the station; `null` for the station's own stream. */
  readonly mountpoint: string | null
}

/** Undefined fields stay unchanged. A new URL replaces the login too. */
export interface ForwardChange {
  readonly url?: string | undefined
  readonly revision?: NtripRevision | undefined
  readonly paused?: boolean | undefined
}

/** The audit log has the address without its login. */
export function addForward(context: KeyedContext, which: StationRef, input: ForwardInput): Promise<number> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id: stationId, code, upstream } = station
    if (upstream) throw invalid(wrong(['stationId'], 'forward_of_upstream', { code }))
    const { url, login } = await readAddress(tx, input.url, null)
    if ((await listForwardsOf(tx, stationId)).length >= MOST_FORWARDS_OF_A_STATION)
      throw invalid(wrong(['url'], 'too_many', { most: MOST_FORWARDS_OF_A_STATION }))
    const mountpointId = input.mountpoint === null ? null : await mountpointOf(tx, station, input.mountpoint)
    const { revision } = input
    const id = await insertForward(tx, { stationId, mountpointId, url, revision }, context.now)
    await writeForwardAddress(tx, id, { url, revision, login: sealed(context, id, login) })
    const details = { code, url, mountpoint: input.mountpoint, revision }
    await record(tx, context, { action: 'forward.added', subject: { kind: 'station', id: stationId }, details })
    return id
  })
}

export function changeForward(context: KeyedContext, id: number, change: ForwardChange): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockForward(tx, id)
    const revision = change.revision ?? known.revision
    const address = change.url === undefined ? null : await readAddress(tx, change.url, known)
    if (address || revision !== known.revision)
      await writeForwardAddress(tx, id, {
        ...{ url: address?.url ?? known.url, revision },
        ...(address && { login: sealed(context, id, address.login) }),
      })
    const { paused } = change
    if (paused !== undefined && paused !== (known.pausedAt !== null))
      await writeForwardPause(tx, id, paused ? context.now : null)
    await note(tx, context, 'forward.changed', known, {
      ...{ url: address?.url ?? known.url, revision },
      ...(paused !== undefined && { paused }),
    })
  })
}

export function removeForward(context: ActionContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const known = await lockForward(tx, id)
    await deleteForward(tx, id)
    await note(tx, context, 'forward.removed', known, { url: known.url })
  })
}

async function lockForward(tx: Database, id: number): Promise<StoredForward> {
  await lockStations(tx)
  const known = await findForward(tx, id)
  if (!known) throw new Refusal('forward_not_found')
  return known
}

/** The lock on stations guards the addresses: a mountpoint of another caster accepts one source. */
async function readAddress(tx: Database, text: string, known: StoredForward | null) {
  if (!parseForwardAddress(text)) throw invalid(wrong(['url'], 'forward_form'))
  const address = withoutSecret(text)
  if (address.url !== known?.url && (await isForwardUrlTaken(tx, address.url)))
    throw invalid(wrong(['url'], 'forward_exists'))
  if (await isPortTaken(tx, address.url, known?.id ?? null)) throw invalid(wrong(['url'], 'forward_exists'))
  return address
}

/** Whether another forward listens on the same port, with any allowed addresses. */
async function isPortTaken(tx: Database, url: string, id: number | null): Promise<boolean> {
  const portOf = (text: string) => {
    const address = parseForwardAddress(text)
    return address && isListening(address) ? address.port : null
  }
  const port = portOf(url)
  return port !== null && (await listListeningUrls(tx, id)).some((other) => portOf(other) === port)
}

async function mountpointOf(tx: Database, { id, code }: Station, name: string): Promise<number> {
  const made = await findMountpoint(tx, name)
  if (made?.stationId !== id) throw invalid(wrong(['mountpoint'], 'mountpoint_not_of_station', { name, code }))
  return made.id
}

const sealed = ({ keys }: KeyedContext, id: number, login: string | null) =>
  login === null ? null : keys.encrypt(login, forwardContext(id))

const note = (
  tx: Database,
  context: ActionContext,
  action: 'forward.changed' | 'forward.removed',
  { stationId, stationCode: code }: StoredForward,
  details: object,
) => record(tx, context, { action, subject: { kind: 'station', id: stationId }, details: { code, ...details } })
