// Pages of a limited number of credentials, sorted by any column of the console's list.
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { RAW_COLUMNS } from '../columns.ts'
import { type ListedCredential, listedFrom } from '../listed.ts'
import { inForce } from '../states.ts'
import { conditionsOf } from './conditions.ts'
import { ListValues, type Selection } from './values.ts'

/** Every page sorts all matches, so the caller limits their number. */
export const MOST_SORTED = 20_000

export const SORT_KEYS = ['user', 'state', 'customer', 'label', 'access', 'owner', 'connected'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** Empty values are last in both directions. */
const EXPRESSIONS: Record<SortKey, (values: ListValues) => string> = {
  user: () => 'username',
  // In force, scheduled, suspended, expired, revoked.
  state: (values) => `case when ${inForce(values.now)} then 0 when revoked_at is not null then 4
    when expires_at <= ${values.now} then 3 when suspended_at is not null then 2 else 1 end`,
  customer: () => `fold_text(coalesce(nullif(customer_name, ''), nullif(customer_email, '')))`,
  label: () => `fold_text(nullif(label, ''))`,
  access: () => `coalesce((select code from stations where stations.id = credentials.station_id),
    (select name from station_groups where station_groups.id = credentials.group_id))`,
  owner: () => `(select fold_text(name) from owners as named where named.id = credentials.owner_id)`,
  connected: () => `(select count(*) from sessions where credential_id = credentials.id and ended_at is null)`,
}

export function listSorted(
  db: Database,
  selection: Selection,
  { key, down, offset, limit }: { key: SortKey; down: boolean; offset: number; limit: number },
): Promise<ListedCredential[]> {
  const values = new ListValues(selection)
  const way = `${down ? 'desc' : 'asc'} nulls last`
  const rows = `select ${RAW_COLUMNS}, sort_key from (
      select credentials.*, ${EXPRESSIONS[key](values)} as sort_key
      from ${values.owners} join credentials on credentials.owner_id = owners.id where ${conditionsOf(values)}
    ) as matching order by sort_key ${way}, id desc limit ${values.add(limit)} offset ${values.add(offset)}`
  const text = `${listedFrom(rows)} order by page.sort_key ${way}, page.id desc`
  return db.query<ListedCredential>(plannedEachTime(text), values.values)
}
