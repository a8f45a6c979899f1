// Whether a rover may open a mountpoint now. Asked of the database each time, so that a credential opens in the second it is
// issued and no longer after it is revoked; rovers that come at the same moment share the question.
import { timingSafeEqual } from 'node:crypto'
import { openCredential } from '../actions/credentials/seal.ts'
import { type Pass, type RefusalReason, refusalOf } from '../domain/sessions/admission.ts'
import { refusesAnother } from '../domain/sessions/limit.ts'
import { SharedRound } from '../running/shared-round.ts'
import { type KeyRing, sha256 } from '../secrets.ts'
import { findPasses, type StoredPass } from '../store/credentials/passes.ts'
import type { Current } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'

export interface AdmissionServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  /** This caster. */
  readonly node: string
}

type Login = { readonly username: string; readonly password: string }
type Admission =
  | { readonly pass: Pass; readonly refusal: null }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

export function roverAdmitter({ db, keys, current, clock, node }: AdmissionServices) {
  const passes = new SharedRound<string, StoredPass | null>(async (usernames) => {
    const found = new Map((await findPasses(db, [...new Set(usernames)], node)).map((pass) => [pass.username, pass]))
    return usernames.map((username) => found.get(username) ?? null)
  })
  return async ({ username, password }: Login, mountpoint: string): Promise<Admission> => {
    const [pass, { book }] = await Promise.all([passes.join(username), current()])
    if (!pass) return { pass: null, refusal: 'unknown_user' }
    if (!isPassword(keys, pass, password)) return { pass, refusal: 'bad_password' }
    const station = pass.stationId === null ? null : book.byId.get(pass.stationId)
    const opens = pass.stationId === null ? book.network.mountpoint : station?.archived ? null : station?.mountpoint
    const refusal = refusalOf(pass, mountpoint, opens ?? null, clock())
    if (refusal) return { pass, refusal }
    if (refusesAnother(pass, pass.sessionsElsewhere)) return { pass, refusal: 'too_many_sessions' }
    return { pass, refusal: null }
  }
}

const isPassword = (keys: KeyRing, pass: StoredPass, given: string): boolean =>
  timingSafeEqual(sha256(openCredential(keys, pass).password), sha256(given))
