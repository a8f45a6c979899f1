// Seals of the audit log, and the digests of the rows that they cover.
import type { Seal, SealedPart } from '../../domain/audit/seal.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

const COLUMNS = `number, part, after_id as "afterId", last_id as "lastId", rows, digest, hash, sealed_at as "sealedAt", pruned_at as "prunedAt"`

/**
 * Times are numbers, so that no session setting changes the text. Left out: customer data, which may be erased, and
 * credentials issued by test tokens, which give no access and are removed some time after they end.
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
 * Returns the transactions that may still add rows: an insert takes this lock before it reserves an id and holds it
 * until its transaction ends. Transaction ids would not work: they are assigned after the row's id, so for a moment
 * a pending row would be invisible.
 */
export async function listWriters(db: Database, part: SealedPart): Promise<string[]> {
  const select = `select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = $1::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`
  const rows = await db.query<{ writer: string }>(statement('audit-writers', select), [TABLES[part]])
  return rows.map(({ writer }) => writer)
}

/** Only one node seals at a time. Held until the end of the transaction; false if another node holds the lock. */
export async function tryLockSeals(tx: Database): Promise<boolean> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) as locked`
  return (await only<{ locked: boolean }>(tx, statement('audit-seals-lock', lock))).locked
}

export const newestSeal = (db: Database) =>
  first<Seal>(db, statement('audit-seal-newest', `select ${COLUMNS} from audit_seals order by number desc limit 1`))

/** Last sealed id of the part; 0 if nothing is sealed. */
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

/** Last id of a range of `rows` rows that starts after `afterId`; at most `upTo`. */
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

/** Computes the digests of the sealed rows as they are now. */
export const checkSeals = (db: Database, part: SealedPart, numbers: readonly number[]) =>
  db.query<RowsDigest & { number: number }>(checks[part], [numbers])

/** `below` counts log entries with an id below 1, which the sequence never assigns; the others count unsealed rows. */
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

/** Highest seal whose rows the log reports as pruned; 0 if none. */
export async function lastPrunedSeal(db: Database): Promise<number> {
  const select = `select coalesce(max((details->>'upToSeal')::bigint), 0) as number from audit_log
    where action = 'audit.pruned' and details->>'upToSeal' ~ '^[0-9]{1,15}$'`
  return (await only<{ number: number }>(db, statement('audit-pruned-as-told', select))).number
}

export interface UntoldErasure {
  readonly id: number
  /** The seal that covers the entry, or will cover it. */
  readonly number: number
}

/** Entries whose customer names were erased without an `audit.erased` entry that records it. */
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

/** Deletes the entries of the oldest unpruned seals; returns how many. `null` if none may be deleted yet. */
export async function pruneAudit(db: Database, olderThan: Date): Promise<number | null> {
  const prune = statement('audit-prune', 'select prune_audit($1) as removed')
  return (await only<{ removed: number | null }>(db, prune, [olderThan])).removed
}
