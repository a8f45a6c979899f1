// Describes a whole schema as lines of text that can be compared.
import type pg from 'pg'

/** Function bodies without comments and with whitespace normalised. */
const CODE_OF_BODY = `regexp_replace(regexp_replace(p.prosrc, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')`
const GRANTS = (acl: string) =>
  `(select string_agg(coalesce(r.rolname, 'public') || ' ' || privilege_type, ', ' order by r.rolname, privilege_type)
    from aclexplode(${acl}) left join pg_roles r on r.oid = grantee)`

const CATALOG = `
  with relations as (
    select c.* from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S'))
  select concat_ws(' ', 'relation', relkind, relpersistence, relname, reloptions::text, case relkind when 'v' then pg_get_viewdef(oid) end,
    'granted', ${GRANTS('relacl')}) as line from relations
  union all
  select concat_ws(' ', 'column', relname, row_number() over (partition by c.oid order by attnum), attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
      'default ' || pg_get_expr(d.adbin, d.adrelid, true), 'collate ' || (select collname from pg_collation k where k.oid = attcollation),
      'storage', attstorage, attcompression, attoptions::text, attstattarget, attacl::text)
    from relations c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and relkind <> 'S'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = attnum
  union all
  -- Since PostgreSQL 18, 'n' repeats "not null" of the column.
  select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(k.oid, true))
    from relations c join pg_constraint k on k.conrelid = c.oid and contype <> 'n'
  union all
  select concat_ws(' ', 'index', relname, pg_get_indexdef(indexrelid, 0, true), indisclustered, indisvalid)
    from relations c join pg_index i on indrelid = c.oid
  union all
  select concat_ws(' ', 'function', p.oid::regprocedure, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), lanname, prokind,
      provolatile, proparallel, proisstrict, prosecdef, proconfig::text, ${CODE_OF_BODY}, pg_get_function_sqlbody(p.oid), 'granted', ${GRANTS('proacl')})
    from pg_proc p join pg_language l on l.oid = prolang where pronamespace = current_schema()::regnamespace
  union all
  select concat_ws(' ', 'trigger', relname, tgenabled, pg_get_triggerdef(t.oid, true))
    from relations c join pg_trigger t on tgrelid = c.oid and not tgisinternal
  union all
  select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    from pg_sequences where schemaname = current_schema()
  union all
  select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace = current_schema()::regnamespace and typtype not in ('c', 'b')
  union all
  select concat_ws(' ', 'comment', objoid::regclass, objsubid, description) from pg_description
    where classoid = 'pg_class'::regclass and objoid in (select oid from relations)
  union all
  select concat_ws(' ', 'policy or rule', relname, rulename) from relations c join pg_rewrite r on ev_class = c.oid where relkind <> 'v'
  order by 1`

export const readCatalog = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ line: string }>(CATALOG)).rows.map(({ line }) => line)

/** The rows of all tables, without times, counters and the random mark of a network. */
export async function readRows(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: object }>(
      `select to_jsonb(t) - '{checked_at,revision,mark}'::text[] as row from ${name} t order by 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
