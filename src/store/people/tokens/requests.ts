// Request log of each token for the last days.
import { type Database, statement } from '../../kit/database.ts'
import { Listing, type PageRequest } from '../../kit/listing.ts'

export interface TokenRequest {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly requestId: string
  /** Requests of the token before this one that were not logged. */
  readonly missed: number
}

export interface ListedRequest extends TokenRequest {
  readonly id: number
}

const insert = statement(
  'token-requests-insert',
  `insert into token_requests (token_id, at, method, path, status, request_id, missed)
   select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::integer[])`,
)

export const insertRequests = (db: Database, requests: readonly (TokenRequest & { readonly tokenId: number })[]) =>
  db.query(insert, [
    requests.map(({ tokenId }) => tokenId),
    requests.map(({ at }) => at),
    requests.map(({ method }) => method),
    requests.map(({ path }) => path),
    requests.map(({ status }) => status),
    requests.map(({ requestId }) => requestId),
    requests.map(({ missed }) => missed),
  ])

const SELECT = 'select id, at, method, path, status, request_id as "requestId", missed from token_requests'

export interface RequestFilter extends PageRequest {
  readonly failed: boolean
}

export function listRequests(db: Database, tokenId: number, { failed, ...page }: RequestFilter) {
  const list = new Listing().where(tokenId, 'bigint', (id) => `token_id = ${id}`).also(failed ? 'status >= 400' : null)
  return db.query<ListedRequest>(list.page('token-requests', SELECT, 'id', page), list.values)
}

export async function deleteOldRequests(db: Database, before: Date): Promise<void> {
  await db.query(statement('token-requests-old', 'delete from token_requests where at < $1'), [before])
}

export async function deleteSurplusRequests(db: Database, kept: number): Promise<void> {
  const remove = `delete from token_requests using tokens cross join lateral (
      select id from token_requests newer where newer.token_id = tokens.id order by id desc offset $1 limit 1
    ) as last
    where token_requests.token_id = tokens.id and token_requests.id <= last.id`
  await db.query(statement('token-requests-surplus', remove), [kept])
}
