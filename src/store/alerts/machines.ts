// What alerts need to know about machines: disk and certificate reports, lost nodes, and mails that fail to send.
import type { MachineReport } from '../../domain/alerts/machine.ts'
import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import { type Database, only, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'

/** Also deletes other machines' reports that are older than one day. */
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

/** Returns reports of the last 5 minutes only, which leaves out machines that were switched off. */
export const listReports = (db: Database) =>
  db.query<MachineReport>(
    statement(
      'machine-reports',
      `select machine, kind, path, figures from machine_reports where at > now() - interval '5 minutes' order by machine, kind, path limit 200`,
    ),
  )

/** Names of nodes that disappeared without a clean shutdown and of which no process is alive now. */
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

/** Counts mails written before `before` that failed at least once and are still due a retry. */
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
