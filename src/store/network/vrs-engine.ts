import type { EngineTrouble } from '../../domain/network/source-address.ts'
import { type Database, only, statement } from '../kit/database.ts'

export async function readEngineLogin(db: Database): Promise<Buffer | null> {
  return (
    await only<{ login: Buffer | null }>(db, statement('upstream-login', 'select upstream_login as login from network'))
  ).login
}

export const writeEngineLogin = (db: Database, login: Buffer | null) =>
  db.query(statement('upstream-login-set', 'update network set upstream_login = $1'), [login])

/** Result of a caster's last connection; `error` is `null` if data arrived. */
export const noteEngineAnswer = (db: Database, at: Date, error: EngineTrouble | null) =>
  db.query(
    statement(
      'upstream-note',
      'update upstream_state set checked_at = $1, error = $2::jsonb, answers = ($2::jsonb is null)',
    ),
    [at, error && JSON.stringify(error)],
  )

/** Marks the engine as not answering if no caster has connected to it since `checkedBefore`. */
export const distrustEngine = (db: Database, checkedBefore: Date) =>
  db.query(
    statement(
      'upstream-distrust',
      `update upstream_state set answers = false, error = '{"code": "not_asked_lately", "params": {}}' where answers and checked_at < $1`,
    ),
    [checkedBefore],
  )

export interface EngineState {
  readonly answers: boolean
  readonly checkedAt: Date
  readonly error: EngineTrouble | null
}

export async function readEngineState(db: Database): Promise<EngineState> {
  const select = 'select answers, checked_at as "checkedAt", error from upstream_state'
  return only<EngineState>(db, statement('upstream-state', select))
}
