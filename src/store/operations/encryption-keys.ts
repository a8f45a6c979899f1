// The encryption keys that rows need, and re-encryption under the current key.
import { type Database, statement } from '../kit/database.ts'

export const listKeyIds = async (db: Database): Promise<string[]> =>
  (await db.query<{ id: string }>(statement('key-ids', 'select id from encryption_keys order by registered_at'))).map(
    (row) => row.id,
  )

export const registerKey = (db: Database, id: string) =>
  db.query(statement('key-register', 'insert into encryption_keys (id) values ($1) on conflict do nothing'), [id])

/** Every column with a ciphertext, and the context it is encrypted with. */
const SEALED = {
  credentials: { table: 'credentials', column: 'secret', context: `'credential:' || id` },
  webhooks: { table: 'webhooks', column: 'secret', context: `'webhook:' || id` },
  previous_webhook_secrets: { table: 'webhooks', column: 'previous_secret', context: `'webhook:' || id` },
  older_webhook_secrets: { table: 'older_webhook_secrets', column: 'secret', context: `'webhook:' || webhook_id` },
  station_push_secrets: { table: 'stations', column: 'push_secret', context: `'station-push:' || id` },
  station_pull_logins: { table: 'stations', column: 'pull_login', context: `'station-pull:' || id` },
  station_backup_push_secrets: {
    table: 'stations',
    column: 'backup_push_secret',
    context: `'station-backup-push:' || id`,
  },
  station_backup_pull_logins: {
    table: 'stations',
    column: 'backup_pull_login',
    context: `'station-backup-pull:' || id`,
  },
  station_upstream_logins: { table: 'stations', column: 'upstream_login', context: `'station-upstream:' || id` },
  upstream_logins: { table: 'upstreams', column: 'login', context: `'upstream:' || id` },
  forward_logins: { table: 'forwards', column: 'login', context: `'forward:' || id` },
  channel_urls: { table: 'alert_channels', column: 'url', context: `'alert-channel:' || id` },
  telegram_token: { table: 'telegram_bot', column: 'token', context: `'telegram-bot'` },
  network_engine_logins: {
    table: 'network_mountpoints',
    column: 'engine_login',
    context: `'network-mountpoint:' || id`,
  },
  user_totp_secrets: { table: 'users', column: 'totp_secret', context: `'user-totp:' || id` },
  user_totp_pending: { table: 'users', column: 'totp_pending', context: `'user-totp:' || id` },
  console_provider_tokens: { table: 'console_sessions', column: 'provider_token', context: `'console-session:' || id` },
  upstream_login: { table: 'network', column: 'upstream_login', context: `'network-upstream'` },
  smtp_password: { table: 'settings', column: 'smtp_password', context: `'settings-smtp'` },
  idempotency_keys: {
    table: 'idempotency_keys',
    column: 'answer',
    context: `'idempotency:' || owner_id || ':' || key`,
  },
} as const

export type Sealed = keyof typeof SEALED
export const ALL_SEALED = Object.keys(SEALED) as Sealed[]

export interface SealedRow {
  readonly id: number
  readonly context: string
  readonly sealed: Buffer
}

export function listForeignRows(db: Database, sealed: Sealed, keyId: string, after: number, limit: number) {
  const { table, column, context } = SEALED[sealed]
  const select = `select id, ${context} as context, ${column} as sealed from ${table}
    where id > $2 and substring(${column} from 2 for 4) <> decode($1, 'hex') order by id limit $3`
  return db.query<SealedRow>(statement(`sealed-foreign-${sealed}`, select), [keyId, after, limit])
}

/** Changes only rows that still hold the old ciphertext, so concurrent writes are kept. */
export async function replaceSealed(
  db: Database,
  sealed: Sealed,
  rows: readonly { id: number; old: Buffer; new: Buffer }[],
) {
  const { table, column } = SEALED[sealed]
  const input = rows.map((row) => ({ id: row.id, old: row.old.toString('base64'), new: row.new.toString('base64') }))
  const update = `update ${table} set ${column} = decode(r.new, 'base64')
    from json_to_recordset($1::json) as r (id bigint, old text, new text)
    where ${table}.id = r.id and ${column} = decode(r.old, 'base64')`
  await db.query(statement(`sealed-replace-${sealed}`, update), [JSON.stringify(input)])
}

/** Deletes the records of all other keys. Returns false, without deleting, if a row still needs one. */
export function forgetKeysExcept(db: Database, keyId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    for (const sealed of ALL_SEALED) if ((await listForeignRows(tx, sealed, keyId, 0, 1)).length > 0) return false
    await tx.query(statement('key-forget', 'delete from encryption_keys where id <> $1'), [keyId])
    return true
  })
}
