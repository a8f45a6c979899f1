import { SharedRound } from '../../base/running/shared-round.ts'
import type { CredentialUse } from '../../domain/credentials/use.ts'
import { REVISIONS, type Revisions } from '../current/revisions.ts'
import { anyOf, type Database, only, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'
import { type StoredCredential, storedColumns } from './columns.ts'

/** Evaluated once per statement. Sessions that a dead node left open do not count. */
export const LIVING = `array(select n.id from nodes n where ${isAlive('n')})`

/** "offset 0" prevents a plan by node, which would read every session of a caster for each credential. */
export const isConnected = (credentialId: string): string => `exists (select from (
    select node from sessions where credential_id = ${credentialId} and ended_at is null offset 0
  ) as open where open.node = any (${LIVING}))`

export const columnsOfUse = (id: string): string =>
  `${isConnected(id)} as connected,
   (select started_at from sessions where credential_id = ${id} order by started_at desc limit 1) as "lastConnectedAt"`

const uses = statement(
  'credential-uses',
  `select wanted.id, ${columnsOfUse('wanted.id')} from unnest($1::bigint[]) as wanted (id)`,
)

interface UseById extends CredentialUse {
  readonly id: number
}

export type FoundCredential = StoredCredential & CredentialUse

/** Each credential costs two index lookups. */
export async function withUse(db: Database, credentials: readonly StoredCredential[]): Promise<FoundCredential[]> {
  const ids = credentials.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await db.query<UseById>(uses, [ids])
  const byId = new Map(rows.map(({ id, ...use }) => [id, use]))
  return credentials.map((credential) => ({ ...credential, ...byId.get(credential.id)! }))
}

export const findUse = (db: Database, id: number): Promise<CredentialUse> => only<UseById>(db, uses, [[id]])

const byIds = statement(
  'credentials-by-ids',
  `select revisions.*, ${storedColumns()}, ${columnsOfUse('credentials.id')}
   from (${REVISIONS}) as revisions left join credentials on id = ${anyOf('$1', 'bigint')}`,
)

export interface WantedCredential {
  readonly ownerId: number
  readonly id: number
}

/** `found`: `null` if the owner has no credential of that id. */
export interface FoundWithRevisions {
  readonly found: FoundCredential | null
  readonly revisions: Revisions
}

async function findCredentials(db: Database, wanted: readonly WantedCredential[]): Promise<FoundWithRevisions[]> {
  const rows = await db.query<FoundCredential & Revisions>(byIds, [wanted.map(({ id }) => id)])
  const revisions = rows[0]! // there is always a row; without a credential, its columns are null
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ ownerId, id }) => {
    const row = byId.get(id)
    return { found: row?.ownerId === ownerId ? row : null, revisions }
  })
}

export const findCredential = async (db: Database, ownerId: number, id: number) =>
  (await findCredentials(db, [{ ownerId, id }]))[0]!.found

/** Callers that ask at the same time share one query. */
export function credentialReader(db: Database): (wanted: WantedCredential) => Promise<FoundWithRevisions> {
  const round = new SharedRound<WantedCredential, FoundWithRevisions>((wanted) => findCredentials(db, wanted))
  return (wanted) => round.join(wanted)
}
