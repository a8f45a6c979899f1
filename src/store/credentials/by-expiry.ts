// Credentials in the order of their end, soonest or latest first, a page at a time: of each owner the beginning of a range of the indexes
// by expiry, of which there is one for those in force or to come, one for those that ended, and one for the revoked.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { COLUMNS, type CredentialFilter, type ListedCredential, shown, Values } from './listed.ts'
import { LIVE, NOTED, REVOKED } from './rows.ts'

/** A credential within that order. */
export interface CredentialEnd {
  readonly expiresAt: Date
  readonly id: number
}

export interface ExpiryPage {
  readonly down: boolean
  readonly after: CredentialEnd | null
  readonly limit: number
}

export function listByExpiry(
  db: Database,
  scope: OwnerScope,
  filter: CredentialFilter,
  { down, after, limit }: ExpiryPage,
  now: Date,
): Promise<ListedCredential[]> {
  const values = new Values(now)
  const owners = values.owners(scope, filter)
  const wanted = values.wishes(filter)
  const [sign, way] = down ? ['<', 'desc'] : ['>', 'asc']
  const behind = after
    ? `(expires_at, id) ${sign} (${values.add(after.expiresAt, 'timestamptz')}, ${values.add(after.id)})`
    : 'true'
  const count = values.add(limit)
  const order = (table: string) => `order by ${table}expires_at ${way}, ${table}id ${way}`
  const parts = PARTS[filter.view ?? 'any'].map(
    (part) => `(select ${COLUMNS} from credentials where owner_id = owners.id and ${part} and ${behind} and ${wanted}
      ${order('')} limit ${count})`,
  )
  const rows = `select found.* from ${owners} cross join lateral (${parts.join(' union all ')}) as found ${order('found.')} limit ${count}`
  return db.query<ListedCredential>(plannedEachTime(`${shown(rows)} ${order('page.')}`), values.values)
}

/** Also where the background has not noted an end yet, or a clock was set back: `wishes` has the last word. */
const PARTS = {
  any: [LIVE, NOTED, REVOKED],
  in_force: [LIVE, NOTED],
  scheduled: [LIVE],
  expired: [NOTED, LIVE],
  revoked: [REVOKED],
} as const
