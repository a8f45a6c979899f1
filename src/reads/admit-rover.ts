// Whether a rover may open a mountpoint now. Asked of the database each time, so that a credential opens in the second it is
// issued and no longer after it is revoked; rovers that come at the same moment share the question. Only while there is no answer
// what this caster remembers counts.
import { timingSafeEqual } from 'node:crypto'
import { openCredential } from '../actions/credentials/seal.ts'
import { type Pass, type RefusalReason, refusalOf } from '../domain/sessions/admission.ts'
import { refusesAnother } from '../domain/sessions/limit.ts'
import { PatientRound } from '../running/patient-round.ts'
import { type KeyRing, sha256 } from '../secrets.ts'
import { findPasses, type StoredPass } from '../store/credentials/passes.ts'
import type { Current, StationBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { DatabaseSilent, isDatabaseUnavailable } from '../store/kit/unavailable.ts'
import type { RememberedPasses } from './remembered-passes.ts'

export interface AdmissionServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  /** This caster. */
  readonly node: string
  readonly memory: RememberedPasses
  /** So long those who are remembered wait for the database. */
  readonly patienceMs: number
}

type Login = { readonly username: string; readonly password: string }
type Admission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

interface Found {
  readonly pass: StoredPass | null
  readonly book: StationBook
  readonly fromMemory: boolean
}

export function roverAdmitter({ db, keys, current, clock, node, memory, patienceMs }: AdmissionServices) {
  let lastBook: StationBook
  const remembered = (username: string): Found | undefined => {
    const pass = memory.find(username)
    return pass ? { pass, book: lastBook, fromMemory: true } : undefined
  }
  const round = new PatientRound<string, Found>(
    async (usernames) => {
      const [passes, { book }] = await Promise.all([findPasses(db, [...new Set(usernames)], node), current()])
      memory.heard()
      lastBook = book
      const found = new Map(passes.map((pass) => [pass.username, pass]))
      return usernames.map((username) => ({ pass: found.get(username) ?? null, book, fromMemory: false }))
    },
    { patienceMs, remembered, isAway: isDatabaseUnavailable },
  )
  return async ({ username, password }: Login, mountpoint: string): Promise<Admission> => {
    const { pass, book, fromMemory } = await round.join(username)
    const refusal = pass ? refusalFor(pass, password, mountpoint, book) : 'unknown_user'
    if (fromMemory && refusal) throw new DatabaseSilent()
    if (pass && refusal === 'revoked') memory.revoke(pass.id) // the notice of it may not have come yet
    if (!pass || refusal) return { pass, refusal: refusal ?? 'unknown_user' }
    if (fromMemory) memory.used()
    else memory.remember(pass)
    return { pass, refusal: null, fromMemory }
  }

  function refusalFor(pass: StoredPass, password: string, mountpoint: string, book: StationBook): RefusalReason | null {
    if (!isPassword(keys, pass, password)) return 'bad_password'
    const station = pass.stationId === null ? null : book.byId.get(pass.stationId)
    const opens = pass.stationId === null ? book.network.mountpoint : station?.archived ? null : station?.mountpoint
    const refusal = refusalOf(pass, mountpoint, opens ?? null, clock())
    return refusal ?? (refusesAnother(pass, pass.sessionsElsewhere) ? 'too_many_sessions' : null)
  }
}

const isPassword = (keys: KeyRing, pass: StoredPass, given: string): boolean =>
  timingSafeEqual(sha256(openCredential(keys, pass).password), sha256(given))
