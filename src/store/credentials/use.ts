import { type CredentialUse, UNUSED } from '../../domain/credentials/use.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'
import { type StoredCredential, storedColumns } from './columns.ts'

/** Evaluated once per statement. Sessions that a dead node left open do not count. */
export const LIVING = `array(select n.id from nodes n where ${isAlive('n')})`

/** "offset 0" prevents a plan by node, which would read every session of a caster for each credential. */
export const isConnected = (credentialId: string): string => `exists (select from (
    select node from sessions where credential_id = ${credentialId} and ended_at is null offset 0
  ) as open where open.node = any (${LIVING}))`

const columnsOfUse = (id: string): string =>
  `${isConnected(id)} as connected,
   (select started_at from sessions where credential_id = ${id} order by started_at desc limit 1) as "lastConnectedAt"`

const uses = statement(
  'credential-uses',
  `select wanted.id, ${columnsOfUse('wanted.id')} from unnest($1::bigint[]) as wanted (id)`,
)

/** By credential id; each costs two index lookups. */
export async function usesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, CredentialUse>> {
  const rows = ids.length === 0 ? [] : await db.query<CredentialUse & { id: number }>(uses, [ids])
  return new Map(rows.map(({ id, connected, lastConnectedAt }) => [id, { connected, lastConnectedAt }]))
}

export const findUse = async (db: Database, id: number): Promise<CredentialUse> =>
  (await usesOf(db, [id])).get(id) ?? UNUSED

const byId = statement(
  'credential-by-id',
  `select ${storedColumns()}, ${columnsOfUse('credentials.id')} from credentials where id = $1 and owner_id = $2`,
)

export const findCredential = (db: Database, ownerId: number, id: number) =>
  first<StoredCredential & CredentialUse>(db, byId, [id, ownerId])
