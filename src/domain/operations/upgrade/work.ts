// Finds the work that a migration does on existing tables, from its SQL: this is what other sessions wait for.

/** Rewrites and checks block all access to the table; indexes and row changes block writers. */
export const KINDS_OF_WORK = ['rewrites', 'checks', 'indexes', 'changes rows of', 'alters'] as const
export type KindOfWork = (typeof KINDS_OF_WORK)[number]

export interface Work {
  readonly table: string
  readonly kind: KindOfWork
}

/** `alters` takes no time, regardless of the table's size. */
export const takesTime = ({ kind }: Work): boolean => kind !== 'alters'

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g
/** Function bodies, which do not run yet. This also hides `do` blocks; their files describe the work in words. */
const BODY = /\$(\w*)\$[\s\S]*?\$\1\$/g
const TEXT = /'(?:[^']|'')*'/g

const CREATED = /^create (?:unlogged )?table (?:if not exists )?(\w+)/
const INDEX = /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/
const ALTERED = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/
const CHANGED = /\b(?:update (\w+) (?:\w+ )?set|delete from (\w+))\b/g
const FILLED = /^insert into (\w+)\b.* select /

const REWRITES =
  /\balter (?:column )?\w+ (?:set data )?type\b|\bgenerated (?:always|by default) as (?:identity|.* stored)|\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval)\b/
const CHECKS =
  /\bset not null\b|\badd (?:constraint \w+ )?(?:check|foreign key|primary key|unique|exclude)\b|\bvalidate constraint\b|\badd (?:column )?\w+ [^,]*\b(?:check|references|unique|primary key)\b/

export function workOf(sql: string): Work[] {
  const made = new Set<string>()
  const heaviest = new Map<string, KindOfWork>()
  const note = (table: string | undefined, kind: KindOfWork) => {
    if (table === undefined || made.has(table)) return
    const before = heaviest.get(table)
    if (before === undefined || KINDS_OF_WORK.indexOf(kind) < KINDS_OF_WORK.indexOf(before)) heaviest.set(table, kind)
  }
  for (const statement of statementsIn(sql)) {
    const created = CREATED.exec(statement)
    if (created) made.add(created[1]!)
    note(INDEX.exec(statement)?.[1], 'indexes')
    const [, altered, how = ''] = ALTERED.exec(statement) ?? []
    note(
      altered,
      REWRITES.test(how) ? 'rewrites' : CHECKS.test(how) && !how.includes('not valid') ? 'checks' : 'alters',
    )
    if (/^(?:with|update|delete)\b/.test(statement))
      for (const [, updated, emptied] of statement.matchAll(CHANGED)) note(updated ?? emptied, 'changes rows of')
    note(FILLED.exec(statement)?.[1], 'changes rows of')
  }
  return Array.from(heaviest, ([table, kind]) => ({ table, kind }))
}

const statementsIn = (sql: string): string[] =>
  sql
    .replace(COMMENT, ' ')
    .replace(BODY, ' ')
    .replace(TEXT, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
