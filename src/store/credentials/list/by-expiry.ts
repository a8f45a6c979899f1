// Pages of credentials by expiry, soonest or latest first. Each owner's rows come from one range of an index by expiry;
// each part in states.ts has such an index.
import type { CredentialFilter } from '../../../domain/credentials/filter.ts'
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { RAW_COLUMNS } from '../columns.ts'
import { type ListedCredential, listedFrom } from '../listed.ts'
import { LIVE, NOTED, REVOKED } from '../states.ts'
import { conditionsOf } from './conditions.ts'
import { ListValues, type Selection } from './values.ts'

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
  selection: Selection,
  { down, after, limit }: ExpiryPage,
): Promise<ListedCredential[]> {
  const values = new ListValues(selection)
  const wanted = conditionsOf(values)
  const [sign, way] = down ? ['<', 'desc'] : ['>', 'asc']
  const behind = after
    ? `(expires_at, id) ${sign} (${values.add(after.expiresAt, 'timestamptz')}, ${values.add(after.id)})`
    : 'true'
  const count = values.add(limit)
  const order = (table: string) => `order by ${table}expires_at ${way}, ${table}id ${way}`
  const parts = partsOf(selection.filter).map(
    (
      part,
    ) => `(select ${RAW_COLUMNS} from credentials where owner_id = ${values.owner} and ${part} and ${behind} and ${wanted}
      ${order('')} limit ${count})`,
  )
  const rows = `select found.* from ${values.each(parts.join(' union all '), 'found')} ${order('found.')} limit ${count}`
  return db.query<ListedCredential>(plannedEachTime(`${listedFrom(rows)} ${order('page.')}`), values.values)
}

/** The parts that may contain rows of a state; the conditions decide about each row. */
function partsOf({ view, notRevoked }: CredentialFilter): readonly string[] {
  if (view === 'revoked') return [REVOKED]
  if (view === 'scheduled') return [LIVE]
  return view === undefined && !notRevoked ? [LIVE, NOTED, REVOKED] : [LIVE, NOTED]
}
