import { Type } from 'typebox'
import { BACKUP_STATES, type BackupFailure } from '../../../domain/operations/backups.ts'
import { NODE_STATES } from '../../../domain/operations/node-state.ts'
import * as T from './pieces.ts'

const SYSTEM = {
  process: T.Exact({ version: T.Text, node: T.Text, startedAt: T.At, memoryBytes: T.Count, platform: T.Text }),
  database: T.Exact({
    serverVersion: T.Text,
    embedded: T.Flag,
    answeredMs: Type.Number(),
    databaseBytes: T.Count,
    connections: T.Count,
    maxConnections: T.Count,
    migration: T.Text,
    migratedAt: T.At,
    tables: T.List(T.Exact({ name: T.Text, rows: T.NumberOrNull, bytes: T.Count })),
  }),
  /** `null` if the database runs on another machine. */
  disk: T.OrNull(T.Exact({ freeBytes: T.Count, totalBytes: T.Count })),
  backups: T.Exact({
    newest: T.OrNull(T.Exact({ at: T.At, bytes: T.Count, machine: T.Text, file: T.Text })),
    /** `null` if no daily backup was ever tried. */
    last: T.OrNull(T.Exact({ at: T.At, state: T.OneOf(BACKUP_STATES), failure: T.OrNull(T.Coded<BackupFailure>()) })),
    isOverdue: T.Flag,
    kept: T.Count,
  }),
  queues: T.List(
    T.Exact({
      name: T.OneOf(['deliveries', 'mails', 'expiry']),
      waiting: T.Count,
      due: T.Count,
      lateSeconds: Type.Number(),
    }),
  ),
  mostCounted: T.Count,
  /**
   * Processes of the service on all machines. `rovers` and `stations` are `null` without a caster, `bus` without a bus.
   */
  nodes: T.List(
    T.Exact({
      id: T.Text,
      name: T.Text,
      machine: T.Text,
      roles: T.List(T.Text),
      version: T.Text,
      startedAt: T.At,
      seenAt: T.At,
      drainingSince: T.AtOrNull,
      rovers: T.NumberOrNull,
      stations: T.NumberOrNull,
      bus: T.OneOf(['up', 'away', null]),
      lagMs: T.Count,
      state: T.OneOf(NODE_STATES),
    }),
  ),
  /** Machines whose clock differs from the database's; negative seconds mean behind. */
  clocks: T.List(T.Exact({ host: T.Text, seconds: Type.Number(), since: T.At })),
}
const System = T.Exact(SYSTEM)
export type System = T.Received<typeof System>

const FINDING = {
  check: T.Text,
  state: T.OneOf(['ok', 'warn', 'fail']),
  what: T.Text,
  /** `null` if there is nothing to do. */
  todo: T.TextOrNull,
  es: T.Exact({ what: T.Text, todo: T.TextOrNull }),
}

export const SYSTEM_ROUTES = {
  'GET /system': { answer: SYSTEM },
  /** The checks of `vertice doctor`, with the command's texts and their Spanish translation. */
  'GET /system/doctor': { answer: { at: T.At, findings: T.List(T.Exact(FINDING)) } },
  /** Logs an error of the browser app. */
  'POST /failures': {
    whileViewing: true,
    body: T.Exact({
      id: Type.String({ pattern: '^[0-9a-f]{8}$' }),
      page: Type.String({ maxLength: 2000 }),
      message: Type.String({ maxLength: 2000 }),
      stack: Type.String({ maxLength: 2000 }),
    }),
    answer: {},
  },
  /** Drains the caster of that name, or all casters of the machine of that name. */
  'POST /system/nodes/drain': { body: T.Exact({ name: T.Text }), answer: {} },
} as const satisfies Record<string, T.RouteContract>
