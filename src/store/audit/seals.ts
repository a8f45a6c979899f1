// Seals of the audit log, and the digests of the rows that they stand for.
import type { Seal, SealedPart } from '../../domain/audit/seal.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

const COLUMNS = `number, part, after_id as "afterId", last_id as "lastId", rows, digest, hash, sealed_at as "sealedAt", pruned_at as "prunedAt"`

/**
 * Times as numbers, so that no setting of a session changes the text. What may be erased of a customer is left out, and so is what test tokens
 * issued: it opens nothing and is removed some time after its end.
 */
const DIGESTS: Record<SealedPart, string> = {
  log: `select count(*)::integer as found, ${digestOf(`id, (extract(epoch from at) * 1000000)::bigint, actor_kind, user_id, token_id, actor, address, request_id,
      action, subject_kind, subject_id, owner_id, without_customer(details)`)} as digest
    from audit_log where id > after_id and id <= last_id`,
  issued: `select count(*)::integer as found, ${digestOf(`id, (extract(epoch from issued_at) * 1000000)::bigint, token_id, address, request_id, owner_id, username`)} as digest
    from credentials where id > after_id and id <= last_id and token_id is not null and not is_test`,
}

function digestOf(columns: string): string {
  return `sha256(convert_to(coalesce(string_agg(json_build_array(${columns})::text, chr(10) order by id), ''), 'UTF8'))`
}

export interface RowsDigest {
  readonly found: number
  readonly digest: Buffer
}

const ofRange = (part: SealedPart) =>
  statement(
    `audit-digest-${part}`,
    `select found, digest from (values ($1::bigint, $2::bigint)) as range (after_id, last_id) cross join lateral (${DIGESTS[part]}) as told`,
  )
const digests = { log: ofRange('log'), issued: ofRange('issued') }

export const digestOfRange = (db: Database, part: SealedPart, afterId: number, lastId: number) =>
  only<RowsDigest>(db, digests[part], [afterId, lastId])

const TABLES: Record<SealedPart, string> = { log: 'audit_log', issued: 'credentials' }

const lasts = {
  log: statement('audit-last-id-log', 'select coalesce(max(id), 0) as id from audit_log'),
  issued: statement('audit-last-id-issued', 'select coalesce(max(id), 0) as id from credentials'),
}

export const lastIdOf = async (db: Database, part: SealedPart): Promise<number> =>
  (await only<{ id: number }>(db, lasts[part])).id

/**
 * The transactions that may still bring rows: whoever inserts holds this lock before it takes an id, and until its end. (Transaction ids would
 * not do: one is given after the row's id, so for an instant there is a row to come and nothing that shows it.)
 */
export async function listWriters(db: Database, part: SealedPart): Promise<string[]> {
  const select = `select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = $1::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`
  const rows = await db.query<{ writer: string }>(statement('audit-writers', select), [TABLES[part]])
  return rows.map(({ writer }) => writer)
}

/** One at a time makes seals, whichever node; false: somebody else does. Until the end of the transaction. */
export async function tryLockSeals(tx: Database): Promise<boolean> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) as locked`
  return (await only<{ locked: boolean }>(tx, statement('audit-seals-lock', lock))).locked
}

export const newestSeal = (db: Database) =>
  first<Seal>(db, statement('audit-seal-newest', `select ${COLUMNS} from audit_seals order by number desc limit 1`))

/** How far the part is sealed. */
export async function sealedUpTo(db: Database, part: SealedPart): Promise<number> {
  const select = 'select last_id as id from audit_seals where part = $1 order by number desc limit 1'
  return (await first<{ id: number }>(db, statement('audit-sealed-up-to', select), [part]))?.id ?? 0
}

const ends = {
  log: rangeEnd('log'),
  issued: rangeEnd('issued'),
}

function rangeEnd(part: SealedPart) {
  const next = `select id from ${TABLES[part]} where id > $1 and id <= $2 order by id limit $3`
  return statement(
    `audit-range-end-${part}`,
    `select case when count(*) < $3 then $2::bigint else max(id) end as id from (${next}) as next_rows`,
  )
}

/** Where a range of so many rows ends that begins after this one and goes no further than that one. */
export const endOfRange = async (db: Database, part: SealedPart, afterId: number, upTo: number, rows: number) =>
  (await only<{ id: number }>(db, ends[part], [afterId, upTo, rows])).id

export const insertSeal = (tx: Database, seal: Omit<Seal, 'prunedAt'>) =>
  tx.query(
    statement(
      'audit-seal-insert',
      'insert into audit_seals (number, part, after_id, last_id, rows, digest, hash, sealed_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    ),
    [seal.number, seal.part, seal.afterId, seal.lastId, seal.rows, seal.digest, seal.hash, seal.sealedAt],
  )

/** In their order. */
export const listSeals = (db: Database, afterNumber: number, limit: number) =>
  db.query<Seal>(
    statement('audit-seals', `select ${COLUMNS} from audit_seals where number > $1 order by number limit $2`),
    [afterNumber, limit],
  )

const checkOf = (part: SealedPart) =>
  statement(
    `audit-check-${part}`,
    `select number, told.found, told.digest from audit_seals cross join lateral (${DIGESTS[part]}) as told where number = any ($1::bigint[])`,
  )
const checks = { log: checkOf('log'), issued: checkOf('issued') }

/** What the rows of these seals are now. */
export const checkSeals = (db: Database, part: SealedPart, numbers: readonly number[]) =>
  db.query<RowsDigest & { number: number }>(checks[part], [numbers])

/** What was put in where ids do not begin, and what no seal stands for yet. */
export async function countUnsealed(db: Database): Promise<{ below: number; log: number; issued: number }> {
  const since = (part: SealedPart) =>
    `coalesce((select last_id from audit_seals where part = '${part}' order by number desc limit 1), 0)`
  return only<{ below: number; log: number; issued: number }>(
    db,
    statement(
      'audit-unsealed',
      `select (select count(*)::integer from audit_log where id < 1) as below,
         (select count(*)::integer from audit_log where id > ${since('log')}) as log,
         (select count(*)::integer from credentials where id > ${since('issued')} and token_id is not null and not is_test) as issued`,
    ),
  )
}

/** Up to which seal entries tell that rows were removed; 0: none does. */
export async function prunedAsTold(db: Database): Promise<number> {
  const select = `select coalesce(max((details->>'upToSeal')::bigint), 0) as number from audit_log
    where action = 'audit.pruned' and details->>'upToSeal' ~ '^[0-9]{1,15}$'`
  return (await only<{ number: number }>(db, statement('audit-pruned-as-told', select))).number
}

export interface UntoldErasure {
  readonly id: number
  /** The seal that stands for it, or will. */
  readonly number: number
}

/** Entries that lost a customer's names, where no other entry tells of it. */
export const listUntoldErasures = (db: Database, limit: number) =>
  db.query<UntoldErasure>(
    statement(
      'audit-untold-erasures',
      `select id, coalesce((select min(number) from audit_seals where part = 'log' and last_id >= id), (select max(number) from audit_seals), 0) as number
       from audit_log as erased where details ? 'erased' and not exists (
         select from audit_log as told where told.action = 'audit.erased'
           and told.id = case when erased.details->>'erased' ~ '^[0-9]{1,15}$' then (erased.details->>'erased')::bigint end)
       order by id limit $1`,
    ),
    [limit],
  )

/** The rows of the oldest seals that have any; null: nothing of them is that old, or all is kept for good. */
export async function pruneAudit(db: Database, olderThan: Date): Promise<number | null> {
  const prune = statement('audit-prune', 'select prune_audit($1) as removed')
  return (await only<{ removed: number | null }>(db, prune, [olderThan])).removed
}
