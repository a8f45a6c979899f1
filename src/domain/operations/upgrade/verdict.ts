// Decides whether a database is ready for this release.
import { DAY_MS } from '../../time/units.ts'
import { isOlder, type NewerDatabase } from './newer-database.ts'
import { takesTime, type Work } from './work.ts'

const MEGABYTE = 1024 ** 2
/** Migrations of larger tables cause a warning. */
const LARGE_BYTES = 100 * MEGABYTE
const SPARE_BYTES = 256 * MEGABYTE
const BACKUP_IS_OLD_MS = DAY_MS
const OLDEST_SERVER = 15

export interface PendingMigration {
  readonly name: string
  /** Why every process of the previous release must be stopped first; `null` if they can keep running. */
  readonly stopFirst: string | null
  /** The oldest release that can run on a database with this migration; `null` if the file declares none. */
  readonly oldestRelease: string | null
  /** `bytes`: size of the table in this database. */
  readonly work: readonly (Work & { readonly bytes: number; readonly rows: number | null })[]
}

export interface RunningNode {
  readonly name: string
  readonly roles: readonly string[]
  readonly version: string
}

export interface UpgradeFacts {
  readonly version: string
  readonly pending: readonly PendingMigration[]
  /** `null` unless a newer release migrated the database. */
  readonly newer: NewerDatabase | null
  /** Applied migrations whose files differ in this release. */
  readonly changed: readonly string[]
  readonly nodes: readonly RunningNode[]
  readonly serverVersion: number
  readonly mayMigrate: boolean
  readonly role: string
  readonly freeBytes: number | null
  /** `null` if no backup is recorded. */
  readonly backedUpAt: Date | null
  readonly now: Date
}

export type Obstacle =
  | { readonly code: 'database_newer'; readonly names: readonly string[]; readonly oldestRelease: string | null }
  | { readonly code: 'other_files'; readonly names: readonly string[] }
  | { readonly code: 'server_too_old'; readonly version: number; readonly needed: number }
  | { readonly code: 'may_not_migrate'; readonly role: string }
  | { readonly code: 'stop_first'; readonly name: string; readonly why: string; readonly nodes: readonly string[] }
  | {
      readonly code: 'nodes_too_old'
      readonly name: string
      readonly oldestRelease: string
      readonly nodes: readonly string[]
    }
  | { readonly code: 'disk_too_small'; readonly freeBytes: number; readonly neededBytes: number }

export type Advice =
  | { readonly code: 'back_up'; readonly at: Date | null }
  | {
      readonly code: 'takes_a_while'
      readonly name: string
      readonly table: string
      readonly kind: Work['kind']
      readonly bytes: number
    }
  | { readonly code: 'older_nodes'; readonly nodes: readonly string[] }
  | { readonly code: 'runs_on_newer'; readonly names: readonly string[] }

export interface Verdict {
  readonly isReady: boolean
  readonly obstacles: readonly Obstacle[]
  readonly advice: readonly Advice[]
}

export function verdictOn(facts: UpgradeFacts): Verdict {
  const obstacles = obstaclesIn(facts)
  return { isReady: obstacles.length === 0, obstacles, advice: adviceOn(facts) }
}

function obstaclesIn(facts: UpgradeFacts): Obstacle[] {
  const { pending, newer, changed, nodes, serverVersion, mayMigrate, role, freeBytes } = facts
  const found: Obstacle[] = []
  if (serverVersion < OLDEST_SERVER)
    found.push({ code: 'server_too_old', version: serverVersion, needed: OLDEST_SERVER })
  if (newer && !newer.canRun)
    found.push({ code: 'database_newer', names: newer.names, oldestRelease: newer.oldestRelease })
  if (changed.length > 0) found.push({ code: 'other_files', names: changed })
  if (pending.length > 0 && !mayMigrate) found.push({ code: 'may_not_migrate', role })
  for (const { name, stopFirst, oldestRelease } of pending) {
    const tooOld = nodes.filter(({ version }) => oldestRelease !== null && isOlder(version, oldestRelease))
    if (stopFirst !== null && nodes.length > 0)
      found.push({ code: 'stop_first', name, why: stopFirst, nodes: nodes.map((node) => node.name) })
    else if (oldestRelease !== null && tooOld.length > 0)
      found.push({ code: 'nodes_too_old', name, oldestRelease, nodes: tooOld.map((node) => node.name) })
  }
  const neededBytes = neededFor(pending)
  if (freeBytes !== null && pending.length > 0 && freeBytes < neededBytes)
    found.push({ code: 'disk_too_small', freeBytes, neededBytes })
  return found
}

function adviceOn({ version, pending, newer, nodes, backedUpAt, now }: UpgradeFacts): Advice[] {
  const found: Advice[] = []
  if (newer?.canRun) found.push({ code: 'runs_on_newer', names: newer.names })
  const isOld = backedUpAt === null || now.getTime() - backedUpAt.getTime() > BACKUP_IS_OLD_MS
  if (pending.length > 0 && isOld) found.push({ code: 'back_up', at: backedUpAt })
  for (const { name, work } of pending)
    for (const { table, kind, bytes } of work)
      if (takesTime({ table, kind }) && bytes > LARGE_BYTES)
        found.push({ code: 'takes_a_while', name, table, kind, bytes })
  const others = nodes.filter((node) => node.version !== version).map((node) => node.name)
  if (others.length > 0) found.push({ code: 'older_nodes', nodes: others })
  return found
}

/** A rewritten or updated table exists twice, and in the WAL; an index is at most as large as its table. */
const neededFor = (pending: readonly PendingMigration[]): number =>
  pending
    .flatMap(({ work }) => work.filter(takesTime))
    .reduce((sum, { kind, bytes }) => sum + (kind === 'indexes' || kind === 'checks' ? 1 : 2) * bytes, SPARE_BYTES)
