// What a schema is made of, as text by object, so that two can be compared: tables, columns, constraints, indexes, functions, triggers.
import type pg from 'pg'

/** Of a table's parts the table; null for what stands by itself. */
interface CatalogObject {
  readonly kind: 'table' | 'column' | 'constraint' | 'index' | 'unique index' | 'function' | 'trigger'
  readonly of: string | null
  readonly name: string
  readonly definition: string
}

/** Names in definitions are short where the schema is in the search path; `s` is the one that is looked at. */
const CATALOG = `
  with tables as (
    select c.oid, c.relname, c.relpersistence from pg_class c
    where c.relnamespace = $1::text::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations')
  select 'table' as kind, null as "of", relname as name, relpersistence::text as definition from tables
  union all
  select 'column', relname, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''), 'default ' || pg_get_expr(d.adbin, d.adrelid, true),
      'collate ' || (select collname from pg_collation where oid = a.attcollation))
    from tables join pg_attribute a on a.attrelid = tables.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  union all
  -- Since PostgreSQL 18 'n' says again what the column says.
  select 'constraint', relname, conname, pg_get_constraintdef(k.oid, true) from tables join pg_constraint k on k.conrelid = tables.oid and k.contype <> 'n'
  union all
  select case when i.indisunique then 'unique index' else 'index' end, relname, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid, 0, true)
    from tables join pg_index i on i.indrelid = tables.oid
  union all
  select 'function', null, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
      concat_ws(' ', pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proparallel, p.prosecdef, replace(p.proconfig::text, $1::text, ''), p.prosrc)
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = $1::text::regnamespace
  union all
  select 'trigger', relname, t.tgname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid, true)
    from tables join pg_trigger t on t.tgrelid = tables.oid and not t.tgisinternal`

export async function readCatalog(client: pg.ClientBase, schema: string): Promise<CatalogObject[]> {
  const { rows } = await client.query<CatalogObject>(CATALOG, [schema])
  return rows.map((row) => ({ ...row, definition: row.definition.replaceAll(`${schema}.`, '') }))
}

/**
 * What `found` lacks, has otherwise, or has too much in tables that are ours, in words. Tables and functions beside ours are somebody's own,
 * and so is an index that forbids nothing.
 */
export function catalogDifferences(expected: readonly CatalogObject[], found: readonly CatalogObject[]): string[] {
  const nameOf = ({ kind, of, name }: CatalogObject) => `${kind} ${kind === 'column' ? `${of}.${name}` : name}`
  const keyOf = ({ kind, of, name }: CatalogObject) => JSON.stringify([kind, of, name])
  const [ours, theirs] = [expected, found].map((objects) => new Map(objects.map((object) => [keyOf(object), object])))
  const tables = new Set(expected.filter(({ kind }) => kind === 'table').map(({ name }) => name))
  const hasTable = new Set(found.filter(({ kind }) => kind === 'table').map(({ name }) => name))
  const lacking = expected
    .filter((object) => object.of === null || hasTable.has(object.of)) // of a table that is missing, the table is enough
    .flatMap((object) => {
      const there = theirs!.get(keyOf(object))
      if (!there) return [`${nameOf(object)} is missing`]
      return there.definition === object.definition ? [] : [`${nameOf(object)} is another`]
    })
  const surplus = found
    .filter(({ kind, of }) => of !== null && tables.has(of) && kind !== 'index')
    .filter((object) => !ours!.has(keyOf(object)))
    .map((object) => `${nameOf(object)} is too much`)
  return [...lacking, ...surplus]
}
