// Changes the written fields of a credential and what it opens. A new station, group or geofence ends its sessions.
import { isDeepStrictEqual } from 'node:util'
import { type Fault, type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, invalid } from '../../domain/codes/refusal.ts'
import {
  type Credential,
  MAX_METADATA_PAIRS,
  mergeMetadata,
  metadataOf,
  writtenIn,
} from '../../domain/credentials/credential.ts'
import type { CredentialWish } from '../../domain/credentials/request.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Access } from '../../domain/sessions/access.ts'
import { saveChanges } from '../../store/credentials/changes.ts'
import { CHANGEABLE, type Changeable } from '../../store/credentials/columns.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import type { StationBook } from '../../store/current/current.ts'
import { endNotices, moveNotices } from '../../store/delivery/deliveries.ts'
import type { Database } from '../../store/kit/database.ts'
import { type NetworkContext, record } from '../context.ts'
import { changeEvent } from '../webhooks/credential-event.ts'
import { auditedOn, type Change, lockChangeable } from './lock.ts'
import { type FoundAccess, findAccess, findGone } from './request/access.ts'
import { requestedGeofence } from './request/geofence.ts'

/** Changes to these end the sessions on every node, since they were admitted under the old values; rovers reconnect. */
const CUTTING: readonly Changeable[] = ['stationId', 'groupId', 'geofence']

interface ChangeOptions {
  readonly seesPasswords?: boolean
  /** Throws if the caller rejects the current state. Called while the credential is locked. */
  readonly check?: (found: ListedCredential) => void
}

/** Writes nothing and emits no event if nothing differs. */
export function changeCredential(
  context: NetworkContext,
  within: OwnerScope,
  id: number,
  wish: CredentialWish,
  { seesPasswords = true, check }: ChangeOptions = {},
): Promise<Change> {
  const { now } = context
  const access = accessOf(context.book, wish)
  const geofence = requestedGeofence(wish.fence)
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    check?.(found)
    const gone = await findGone(tx, [access?.groupId ?? null])
    if (gone.length > 0) throw invalid(wrong(['group'], 'unknown_group'))
    const wanted = {
      ...found,
      ...writtenIn(wish),
      ...metadataWanted(wish, found),
      ...access,
      ...(geofence !== undefined && { geofence }),
    }
    const changed = CHANGEABLE.filter((field) => !isDeepStrictEqual(wanted[field], found[field]))
    if (changed.length === 0) return { credential: found, changed: false }
    const cuts = changed.some((field) => CUTTING.includes(field))
    const credential: ListedCredential = { ...wanted, cuts: found.cuts + (cuts ? 1 : 0) }
    const event = changeEvent(context, credential, changed)
    await saveChanges(tx, { credential, event }, { wanted: credential, cuts }, now)
    if (found.customerEmail !== null && changed.includes('customerEmail')) {
      // Notices contain the link that shows the password, so a caller who may not see passwords cannot redirect them.
      const to = seesPasswords ? credential.customerEmail : null
      await followCustomer(tx, found.ownerId, id, found.customerEmail, to)
    }
    await record(tx, context, {
      action: 'credential.changed',
      ...auditedOn(found, { fields: changed.map(auditedName) }),
    })
    return { credential, changed: true }
  })
}

function metadataWanted({ metadata, metadataChanges }: CredentialWish, found: Pick<Credential, 'metadata'>) {
  if (metadataChanges === undefined) return metadata === undefined ? {} : { metadata: metadataOf(metadata) }
  if (metadata !== undefined) throw invalid(wrong(['metadataChanges'], 'metadata_both_ways'))
  const merged = mergeMetadata(found.metadata, metadataChanges)
  if (Object.keys(merged).length > MAX_METADATA_PAIRS)
    throw invalid(wrong(['metadataChanges'], 'too_many', { most: MAX_METADATA_PAIRS }))
  return { metadata: metadataOf(merged) }
}

const auditedName = (field: Changeable) => (field === 'geofence' ? 'fence' : field)

/** Moves pending notices to the new address, or cancels them. */
const followCustomer = (tx: Database, ownerId: number, id: number, from: string, to: string | null) =>
  to === null ? endNotices(tx, ownerId, id, from) : moveNotices(tx, ownerId, id, from, to)

/** Returns `null` if the access stays unchanged. */
function accessOf(book: StationBook, { station, group }: CredentialWish): Access | null {
  if (station === undefined && group === undefined) return null
  const faults: FieldFault[] = []
  const refuse = (field: string, why: Fault) => void faults.push({ path: [field], ...why })
  const found: FoundAccess = findAccess(book, { ...NO_STATION, ...station, ...group }, refuse)
  if (faults.length > 0) throw allInvalid(faults)
  return { stationId: found.station?.id ?? null, groupId: found.group?.id ?? null }
}

const NO_STATION = { stationId: undefined, stationCode: undefined }
