import { randomUUID } from 'node:crypto'
import type { ShareCounts, SlotCount } from '../../base/limits/rate-limiter.ts'
import { type Database, statement } from '../kit/database.ts'

/** Serialises updates until the end of the transaction: each node sees all earlier counts, so the limit is exact. */
const lock = statement('rate-slots-lock', `select pg_advisory_xact_lock(hashtext('vertice rate slots'))`)

const add = statement(
  'rate-slots-add',
  `with news as (select client, slot, count from json_to_recordset($1::json) as r (client text, slot bigint, count integer)),
   added as (
     insert into rate_slots as s (client, slot, node, requests) select client, slot, $2, count from news
     on conflict (client, slot, node) do update set requests = s.requests + excluded.requests)
   select client, slot, sum(requests)::integer as count from rate_slots
   where client in (select client from news) and slot >= $3 and node <> $2 group by client, slot`,
)

/** Shares the counts of this process with the other nodes. */
export function rateSharer(db: Database): ShareCounts {
  const node = randomUUID()
  return (news, since) =>
    db.transaction(async (tx) => {
      await tx.query(lock)
      return tx.query<SlotCount>(add, [JSON.stringify(news), node, since])
    })
}

export const deleteRateSlots = (db: Database, before: number) =>
  db.query(statement('rate-slots-delete', 'delete from rate_slots where slot < $1'), [before])
