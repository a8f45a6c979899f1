// Decides whether a rover may open a mountpoint. Queries the database each time, so that a credential works in the
// second it is issued and stops working when revoked; concurrent rovers share a query. The caster's memory is used only
// while the database is unavailable. The session limit is checked when the session is opened:
// `recording/admissions.ts`.

import { FallbackRound } from '../base/running/fallback-round.ts'
import { openCredential } from '../base/secrets/credential.ts'
import type { KeyRing } from '../base/secrets.ts'
import { mountAt, opens } from '../domain/sessions/access.ts'
import { type Pass, type RefusalReason, refusalOf } from '../domain/sessions/admission.ts'
import { findPasses, type StoredPass } from '../store/credentials/passes.ts'
import type { Current } from '../store/current/current.ts'
import { DatabaseSilent, isDatabaseUnavailable } from '../store/kit/connections/unavailable.ts'
import type { Database } from '../store/kit/database.ts'
import type { RememberedPasses } from './remembered-passes.ts'

/** Min time between shared queries. With 3 ms an admission took 15 µs more; with 25 ms it took no less than with 10. */
export const APART_MS = 10

export interface AdmissionServices {
  readonly db: Database
  readonly keys: KeyRing
  /** The cached stations, which can be stale; `refresh` reads them again. */
  readonly known: () => Pick<Current, 'book' | 'stations'>
  readonly refresh: () => Promise<unknown>
  readonly clock: () => Date
  readonly memory: RememberedPasses
  /** Max time that a remembered rover waits for the database before it is admitted from memory. */
  readonly timeoutMs: number
  /** True while the database is slow for others: remembered rovers then do not wait at all. */
  readonly isDoubted: () => boolean
}

type Login = { readonly username: string; readonly password: string }
type Admission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

type Found =
  | { readonly fromMemory: false; readonly pass: StoredPass | null }
  | { readonly fromMemory: true; readonly pass: Pass }

export function roverAdmitter(services: AdmissionServices) {
  const { db, keys, known, refresh, clock, memory, timeoutMs, isDoubted } = services
  const round = new FallbackRound<Login, Found>(
    async (logins) => {
      const usernames = [...new Set(logins.map(({ username }) => username))]
      const passes = await findPasses(db, usernames)
      memory.heard()
      const found = new Map(passes.map((pass) => [pass.username, pass]))
      return logins.map(({ username }) => ({ fromMemory: false, pass: found.get(username) ?? null }))
    },
    {
      timeoutMs,
      remembered({ username, password }) {
        const pass = memory.find(username, password)
        return pass ? { fromMemory: true, pass } : undefined
      },
      isAway: isDatabaseUnavailable,
      isDoubted,
      apartMs: APART_MS,
    },
  )
  return async (login: Login, mountpoint: string): Promise<Admission> => {
    const found = await round.join(login)
    if (found.fromMemory) {
      if (refusalFor(found.pass, mountpoint)) throw new DatabaseSilent()
      memory.used()
      return { pass: found.pass, refusal: null, fromMemory: true }
    }
    const { pass } = found
    if (!pass) return { pass, refusal: 'unknown_user' }
    // Compares keyed hashes, so the timing reveals nothing about the password.
    const proof = memory.proofOf(pass.username, login.password)
    const isRight =
      memory.isKnown(pass, proof) || proof === memory.proofOf(pass.username, openCredential(keys, pass).password)
    if (!isRight) return { pass, refusal: 'bad_password' }
    if (pass.stations !== known().stations) await refresh()
    const refusal = refusalFor(pass, mountpoint)
    if (refusal === 'revoked') memory.revoke(pass.id) // the revocation notice may not have arrived yet
    if (refusal) return { pass, refusal }
    memory.remember(pass, proof)
    return { pass, refusal: null, fromMemory: false }
  }

  function refusalFor(pass: Pass, mountpoint: string): RefusalReason | null {
    const { mounts, groups } = known().book
    const mount = mountAt(mounts, mountpoint)
    return refusalOf(pass, mount !== null && opens(pass, mount, groups), clock())
  }
}
