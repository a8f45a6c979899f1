// Minimum retention of the audit log, enforced by the database. Only the owner of the tables can change it;
// the service's role can only read it.
import { type Database, first, only, statement } from '../kit/database.ts'

/** `null` if entries are kept forever. */
export async function auditDays(db: Database): Promise<number | null> {
  const select = statement('audit-retention', 'select days from audit_retention')
  return (await first<{ days: number }>(db, select))?.days ?? null
}

export async function maySetAuditDays(db: Database): Promise<boolean> {
  const select = `select pg_has_role(relowner, 'usage') as may from pg_class where oid = 'audit_retention'::regclass`
  return (await only<{ may: boolean }>(db, statement('audit-retention-owner', select))).may
}

export const saveAuditDays = (tx: Database, days: number | null) =>
  days === null
    ? tx.query(statement('audit-retention-end', 'delete from audit_retention'))
    : tx.query(
        statement(
          'audit-retention-save',
          'insert into audit_retention (days) values ($1) on conflict (id) do update set days = excluded.days',
        ),
        [days],
      )
