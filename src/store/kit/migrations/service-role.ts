// Two roles: the owner of the tables migrates; the service's role reads and writes rows. The latter cannot change the
// schema, disable triggers or truncate tables, and it can only insert into append-only tables.
import type pg from 'pg'
import { isAppendOnly } from '../append-only.ts'
import type { DatabasePool } from '../database.ts'

interface Grant {
  readonly object: string
  readonly wanted: string
}

/**
 * Tables, sequences and security-definer functions whose grants to the role differ from the wanted ones. Usually there
 * are none, and then nothing is granted: repeating a grant invalidates the cached plans of every process.
 */
const DIFFERENT_GRANTS = `
  with objects as (
    select c.oid, c.relkind, c.relacl, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
      case
        when c.relkind = 'S' then 'SELECT, USAGE'
        when c.relkind <> 'r' or c.relname in ('schema_migrations', 'audit_retention') then 'SELECT'
        when ${isAppendOnly('c.oid')} then 'INSERT, SELECT'
        else 'DELETE, INSERT, SELECT, UPDATE'
      end as wanted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'S') and pg_has_role(c.relowner, 'usage'))
  select case when relkind = 'S' then 'sequence ' else 'table ' end || name as object, wanted from objects
  where wanted is distinct from (
    select string_agg(privilege_type, ', ' order by privilege_type) from aclexplode(relacl)
    where grantee = (select oid from pg_roles where rolname = $1))
  union all
  select 'function ' || p.oid::regprocedure, 'EXECUTE' from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and p.prosecdef and pg_has_role(p.proowner, 'usage')
    and not exists (
      select from aclexplode(p.proacl) where grantee = (select oid from pg_roles where rolname = $1) and privilege_type = 'EXECUTE')`

/** Call as the owner, one process at a time. `make`: create the role; otherwise an administrator has created it. */
export async function grantService(client: pg.ClientBase, role: string, make: boolean): Promise<void> {
  const { rows } = await client.query<{ known: boolean; own: boolean; schema: string }>(
    'select exists (select from pg_roles where rolname = $1) as known, current_user = $1 as own, quote_ident(current_schema()) as schema',
    [role],
  )
  if (rows[0]!.own) return
  const name = client.escapeIdentifier(role)
  if (!rows[0]!.known && make) await client.query(`create role ${name} login`)
  const grants = await client.query<Grant>(DIFFERENT_GRANTS, [role])
  if (grants.rows.length === 0) return
  await client.query('begin')
  await client.query(`grant usage on schema ${rows[0]!.schema} to ${name}`)
  for (const { object, wanted } of grants.rows) {
    await client.query(`revoke all on ${object} from ${name}`)
    await client.query(`grant ${wanted} on ${object} to ${name}`)
  }
  await client.query('commit')
}

/** This connection's role could alter the audit log: it owns the table or may do more than select and insert. */
export async function couldAlterAuditLog({ pool }: DatabasePool): Promise<boolean> {
  const { rows } = await pool.query<{ could: boolean }>(
    `select pg_has_role(relowner, 'usage') or has_table_privilege(oid, 'update, delete, truncate, trigger') as could
     from pg_class where oid = 'audit_log'::regclass`,
  )
  return rows[0]!.could
}

export async function roleOf({ pool }: DatabasePool): Promise<string> {
  return (await pool.query<{ role: string }>('select current_user as role')).rows[0]!.role
}
