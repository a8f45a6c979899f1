import { type Database, statement } from './kit/database.ts'

const add = statement(
  'rate-windows-add',
  `insert into rate_windows as w (client, minute, requests)
   select client, $2, requests from json_to_recordset($1::json) as r (client text, requests integer) order by client
   on conflict (client, minute) do update set requests = w.requests + excluded.requests
   returning client, requests`,
)

/** Adds what this node counted and returns what all nodes counted, by client. */
export async function addRequests(
  db: Database,
  minute: number,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const input = Array.from(counts, ([client, requests]) => ({ client, requests }))
  const rows = await db.query<{ client: string; requests: number }>(add, [JSON.stringify(input), minute])
  return new Map(rows.map((row) => [row.client, row.requests]))
}

export const deleteRateWindows = (db: Database, beforeMinute: number) =>
  db.query(statement('rate-windows-delete', 'delete from rate_windows where minute < $1'), [beforeMinute])
