// Changes what stands on a credential, and what it opens. Rovers of another station's mountpoint are cut.
import { isDeepStrictEqual } from 'node:util'
import { metadataOf } from '../../domain/credentials/credential.ts'
import type { Fault, FieldFault } from '../../domain/fault.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { allInvalid } from '../../domain/refusal.ts'
import { saveTexts } from '../../store/credentials/changes.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import type { StationBook } from '../../store/current/current.ts'
import { endNotices, moveNotices } from '../../store/handover/handovers.ts'
import type { Database } from '../../store/kit/database.ts'
import type { CredentialWish } from '../../wire/credentials/change.ts'
import { type NetworkContext, record } from '../context.ts'
import { changeEvent } from '../event.ts'
import { type Change, deedOn, lockChangeable } from './changing.ts'
import { findStation } from './make.ts'

const CHANGEABLE = ['label', 'customerName', 'customerEmail', 'metadata', 'stationId'] as const

/** What is as it is wanted already changes nothing and tells nothing. `seesPasswords`: whoever asks for it may see them. */
export function changeCredential(
  context: NetworkContext,
  within: OwnerScope,
  id: number,
  wish: CredentialWish,
  { seesPasswords = true } = {},
): Promise<Change> {
  const { now } = context
  const stationId = stationOf(context.book, wish)
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    const wanted = { ...found, ...wanting(wish), ...(stationId !== undefined && { stationId }) }
    const changed = CHANGEABLE.filter((field) => !isDeepStrictEqual(wanted[field], found[field]))
    if (changed.length === 0) return { credential: found, changed: false }
    const cuts = changed.includes('stationId')
    const credential: ListedCredential = { ...wanted, cuts: found.cuts + (cuts ? 1 : 0) }
    const event = changeEvent(context, credential, changed)
    await saveTexts(tx, { credential, event }, credential, cuts, now)
    if (found.customerEmail !== null && changed.includes('customerEmail')) {
      // Notices hold the link that shows the password: who may not see it cannot choose where it goes either.
      const to = seesPasswords ? credential.customerEmail : null
      await followCustomer(tx, found.ownerId, id, found.customerEmail, to)
    }
    await record(tx, context, { action: 'credential.changed', ...deedOn(found, { fields: changed }) })
    return { credential, changed: true }
  })
}

/** What the customer is told of it goes to the new address, or to nobody. */
const followCustomer = (tx: Database, ownerId: number, id: number, from: string, to: string | null) =>
  to === null ? endNotices(tx, ownerId, id, from) : moveNotices(tx, ownerId, id, from, to)

/** Of the texts, those that are named. */
function wanting({ label, customerName, customerEmail, metadata }: CredentialWish) {
  return {
    ...(label !== undefined && { label }),
    ...(customerName !== undefined && { customerName }),
    ...(customerEmail !== undefined && { customerEmail }),
    ...(metadata !== undefined && { metadata: metadataOf(metadata) }),
  }
}

/** null: the network's; undefined: it stays as it is. */
function stationOf(book: StationBook, { station }: CredentialWish): number | null | undefined {
  if (!station) return station
  const faults: FieldFault[] = []
  const found = findStation(book, station, (field: string, why: Fault) => void faults.push({ path: [field], ...why }))
  if (faults.length > 0) throw allInvalid(faults)
  return found!.id
}
