import { type Database, statement } from '../../kit/database.ts'

export async function isKnownDevice(db: Database, hash: Buffer, userId: number, since: Date): Promise<boolean> {
  const select = 'select from known_devices where hash = $1 and user_id = $2 and seen_at > $3'
  return (await db.query(statement('device-known', select), [hash, userId, since])).length > 0
}

/** True if any user has signed in with the device; a browser may have several users. */
export async function isAnybodysDevice(db: Database, hash: Buffer, since: Date): Promise<boolean> {
  const select = 'select from known_devices where hash = $1 and seen_at > $2 limit 1'
  return (await db.query(statement('device-anybodys', select), [hash, since])).length > 0
}

export const rememberDevice = (db: Database, hash: Buffer, userId: number, now: Date) =>
  db.query(
    statement(
      'device-remember',
      `insert into known_devices (hash, user_id, seen_at) values ($1, $2, $3)
       on conflict (hash, user_id) do update set seen_at = excluded.seen_at`,
    ),
    [hash, userId, now],
  )

export const forgetDevicesOf = (db: Database, userId: number) =>
  db.query(statement('devices-forget', 'delete from known_devices where user_id = $1'), [userId])

export const deleteOldDevices = (db: Database, seenBefore: Date) =>
  db.query(statement('devices-old', 'delete from known_devices where seen_at < $1'), [seenBefore])
