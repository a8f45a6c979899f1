// Machines whose clock differs from the database's.
import { type Database, statement } from '../kit/database.ts'

export interface ClockSkew {
  readonly host: string
  /** Positive if the machine's clock is ahead. */
  readonly seconds: number
  readonly since: Date
}

const note = statement(
  'clock-skew-note',
  `with outdated as (delete from clock_skews where seen_at < now() - interval '1 day' and host <> $1)
   insert into clock_skews (host, seconds) values ($1, $2)
   on conflict (host) do update set seconds = excluded.seconds, seen_at = now()`,
)

export async function noteClockSkew(db: Database, host: string, seconds: number): Promise<void> {
  await db.query(note, [host, seconds])
}

const forget = statement('clock-skew-forget', 'delete from clock_skews where host = $1')

export async function forgetClockSkew(db: Database, host: string): Promise<void> {
  await db.query(forget, [host])
}

/** Recent reports only, which leaves out machines that were switched off. */
const list = statement(
  'clock-skew-list',
  `select host, seconds, since from clock_skews where seen_at > now() - interval '2 minutes' order by host limit 50`,
)

export const listClockSkews = (db: Database) => db.query<ClockSkew>(list)
