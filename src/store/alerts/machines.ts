// What machines say of themselves: their disks, their certificates, and who of them is gone.
import type { MachineReport } from '../../domain/alerts/machine.ts'
import type { MailFailure } from '../../domain/mail/failure.ts'
import { type Database, only, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'

/** What a machine no longer says is forgotten. */
export const noteReports = (db: Database, machine: string, reports: readonly Omit<MachineReport, 'machine'>[]) =>
  db.query(
    statement(
      'machine-reports-note',
      `with outdated as (delete from machine_reports where at < now() - interval '1 day' and machine <> $1)
       insert into machine_reports (machine, kind, path, figures)
       select $1, kind, path, figures from json_to_recordset($2::json) as r (kind text, path text, figures jsonb)
       on conflict (machine, kind, path) do update set figures = excluded.figures, at = now()`,
    ),
    [machine, JSON.stringify(reports)],
  )

/** Of whoever said so lately: a machine that was switched off says nothing any more. */
export const listReports = (db: Database) =>
  db.query<MachineReport>(
    statement(
      'machine-reports',
      `select machine, kind, path, figures from machine_reports where at > now() - interval '5 minutes' order by machine, kind, path limit 200`,
    ),
  )

/** Processes that ended without a word in the last day, of whose name none lives. */
export const listLostNodes = (db: Database) =>
  db.query<{ name: string; seenAt: Date }>(
    statement(
      'nodes-lost',
      `select name, max(seen_at) as "seenAt" from nodes group by name having not bool_or(${isAlive('nodes')}) order by name limit 100`,
    ),
  )

export interface WaitingMails {
  readonly mails: number
  readonly since: Date | null
  readonly lastError: MailFailure | null
}

/** Written before then, tried at least once, and to be tried again. */
export const countRetriedMails = (db: Database, before: Date): Promise<WaitingMails> =>
  only<WaitingMails>(
    db,
    statement(
      'mails-retried',
      `select count(*)::int as mails, min(created_at) as since, (array_agg(last_error order by id desc))[1] as "lastError"
       from mails where state = 'pending' and last_error is not null and created_at < $1`,
    ),
    [before],
  )
