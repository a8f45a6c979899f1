import type { UpstreamTrouble } from '../../domain/network/source-address.ts'
import { type Database, only, statement } from '../kit/database.ts'

/** The encrypted login of the VRS engine. */
export async function readUpstreamLogin(db: Database): Promise<Buffer | null> {
  return (
    await only<{ login: Buffer | null }>(db, statement('upstream-login', 'select upstream_login as login from network'))
  ).login
}

export const writeUpstreamLogin = (db: Database, login: Buffer | null) =>
  db.query(statement('upstream-login-set', 'update network set upstream_login = $1'), [login])

/** What a caster found when it asked: null means that data came. */
export const noteUpstream = (db: Database, at: Date, error: UpstreamTrouble | null) =>
  db.query(
    statement(
      'upstream-note',
      'update upstream_state set checked_at = $1, error = $2::jsonb, answers = ($2::jsonb is null)',
    ),
    [at, error && JSON.stringify(error)],
  )

/** Nobody has asked it for long: nobody knows that it answers. */
export const distrustUpstream = (db: Database, checkedBefore: Date) =>
  db.query(
    statement(
      'upstream-distrust',
      `update upstream_state set answers = false, error = '{"code": "not_asked_lately", "params": {}}' where answers and checked_at < $1`,
    ),
    [checkedBefore],
  )

export interface UpstreamState {
  readonly answers: boolean
  readonly checkedAt: Date
  readonly error: UpstreamTrouble | null
}

export async function readUpstreamState(db: Database): Promise<UpstreamState> {
  const select = 'select answers, checked_at as "checkedAt", error from upstream_state'
  return only<UpstreamState>(db, statement('upstream-state', select))
}
